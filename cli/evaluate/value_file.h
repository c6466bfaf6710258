/* SPDX-License-Identifier: MIT
 *
 * The file that a program writes its value to (--value-file). It may have been there before, from
 * an earlier evaluation or as a file of the user's: nes removes none, and takes none for a value
 * that the program has not written. So what was there is looked at before the start, and only a
 * file that differs from it counts. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

typedef struct value_file {
    char *path; /* owned; null: there is none */
    bool there; /* a file was there before the start */
    struct stat before;
} value_file; /* a zeroed struct is none */

/* Looks at what is there before the start. path: becomes the value file's own. */
void value_file_open(value_file *v, char *path);
void value_file_close(value_file *v);

/* Reads the end of the file, as much as would be kept of an output. *text: to be freed, ended by a
 * zero; *n: its bytes. Returns 0, or errno: ENOENT where there is none, ESTALE where it is as it
 * was before, EINVAL where it is no plain file. */
int value_file_read(const value_file *v, char **text, size_t *n);
