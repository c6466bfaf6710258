/* SPDX-License-Identifier: MIT
 *
 * Whole files: read at once, and written so that a reader, a kill or a power cut finds either the
 * old one or the new one, never a part. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

/* Returns the path DIR/NAME, to be freed. */
char *file_path(const char *folder, const char *name);

/* Returns the path from the root, to be freed; null for null. Where the working folder is not known
 * it stays as it is. */
char *file_absolute(const char *path);

enum { FILE_MOST_BYTES = 256 * 1000 * 1000, FILE_REASON_SIZE = 160 };

/* Reasons for not reading a file besides the errors of the system, which are above 0. */
enum { FILE_TOO_LONG = -1, FILE_NOT_REGULAR = -2, FILE_NO_WRITER = -3 };

/* Reads all of a regular file of at most FILE_MOST_BYTES. Whatever else stands in its place is
 * refused at once: a pipe could keep this program waiting, and a device has no end. Returns 0, or
 * the error with nothing in content. */
int file_read(const char *path, buffer *content);

/* Reads a file of at most `most` bytes. pipes: a pipe or a device is read as well, up to that
 * limit, for files that the user names, as in --inject <(sort points). A pipe that no process has
 * open for writing is given up after two seconds. */
int file_read_most(const char *path, size_t most, bool pipes, buffer *content);

/* Why a file could not be read, as the rest of a sentence that begins with its name. most: the
 * limit in bytes that it was read with. Returns text, or a text of the system. */
const char *file_reason(int error, size_t most, char text[FILE_REASON_SIZE]);

/* A checksum of n bytes, 64 bits long. */
uint64_t file_checksum(const void *bytes, size_t n);

/* Opens a new file in the folder of path, under a name that no other file has; a link is never
 * followed. *name: its path, to be freed. Returns the descriptor, or -1 with errno set and *name
 * null. */
int file_open_beside(const char *path, char **name);

/* Writes the bytes to a new file beside path, which the caller renames to path. Returns 0, or errno
 * with no file left and *name null. */
int file_draft(const char *path, const void *bytes, size_t n, char **name);

/* Puts a file with these bytes in place of path; a link there is replaced, not followed. Returns 0,
 * or errno with path as it was and no file left beside it. */
int file_replace(const char *path, const void *bytes, size_t n);

/* A name in an open folder. */
typedef struct file_place {
    int folder;
    const char *name;
} file_place;

/* Puts a file with these bytes in place of `to`, by way of a name on the same file system that only
 * this program uses: a file left there is removed. durable: bytes and name are on the disk when
 * this returns. Returns 0 or errno. */
int file_replace_at(const file_place *to, const file_place *by_way_of, const void *bytes, size_t n,
                    bool durable);

/* Makes a new file with these permissions. Returns 0, or errno with no file made: EEXIST also where
 * a symbolic link has that name. */
int file_create(const char *path, unsigned mode, const void *bytes, size_t n);

/* Makes a folder and the folders above it; a folder that exists is fine. Returns 0 or errno. */
int file_make_folders(const char *path);

/* Whether the folder that this program works in has been removed, by whomever. */
bool file_here_is_gone(void);

/* Makes the names in a folder durable. Returns 0 or errno. */
int file_sync_folder(const char *path);

/* Calls visit with every name in a folder but "." and "..", in alphabetical order. An answer other
 * than 0 ends the calls and is returned. -1: the folder cannot be read, see errno; EFBIG: it has
 * more than a million names. */
int file_each(const char *folder, int (*visit)(const char *folder, const char *name, void *data),
              void *data);
