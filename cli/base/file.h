/* SPDX-License-Identifier: MIT
 *
 * Whole files: read at once, and written so that a reader, a kill or a power cut finds either the
 * old one or the new one, never a part. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

/* DIR/NAME, to be freed; null without memory. */
char *file_path(const char *folder, const char *name);

enum { FILE_MOST_BYTES = 256 * 1000 * 1000, FILE_REASON_SIZE = 160 };

/* What reading refuses besides the errors of the system, which are above 0. */
enum { FILE_TOO_LONG = -1, FILE_NOT_REGULAR = -2, FILE_NO_WRITER = -3 };

/* Reads all of a regular file of at most FILE_MOST_BYTES. Whatever else stands in its place is
 * refused at once: a pipe could keep this program waiting, and a device has no end. Returns 0, or
 * the error with nothing in content. */
int file_read(const char *path, buffer *content);

/* The same with another limit. pipes: a pipe or a device is read as well, as far as the limit, for
 * names that the user gives: --inject <(sort points). A pipe that nobody has open for writing is
 * given up after two seconds. */
int file_read_most(const char *path, size_t most, bool pipes, buffer *content);

/* Why a file could not be read: the rest of a sentence that begins with its name. most: the limit
 * that it was read with. Returns text, or one of the system's. */
const char *file_reason(int error, size_t most, char text[FILE_REASON_SIZE]);

/* A checksum of n bytes. */
uint64_t file_checksum(const void *bytes, size_t n);

/* Puts the bytes in place of path by way of a file named temporary on the same file system.
 * durable: bytes and name are on the disk when this returns. Returns 0, or errno with path as it
 * was and temporary gone. */
int file_replace(const char *path, const char *temporary, const void *bytes, size_t n,
                 bool durable);

/* Makes a file that is not there yet, with these permissions. Returns 0, or errno: EEXIST also
 * where a symbolic link is in its place. */
int file_create(const char *path, unsigned mode, const void *bytes, size_t n);

/* Makes a folder and those above it; one that is there is fine. Returns 0 or errno. */
int file_make_folders(const char *path);

/* Makes the names in a folder durable. Returns 0 or errno. */
int file_sync_folder(const char *path);

/* Calls visit with every name in a folder but "." and "..", in alphabetical order. An answer other
 * than 0 ends it and is passed on. -1: the folder cannot be read, see errno; EFBIG: it has more
 * than a million names. */
int file_each(const char *folder, int (*visit)(const char *folder, const char *name, void *data),
              void *data);

#endif
