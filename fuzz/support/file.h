/* SPDX-License-Identifier: MIT
 *
 * For code that reads files by name: files in a private folder in memory, which are written anew
 * for every input and are gone with the process, unless it crashes. */
#ifndef FUZZ_SUPPORT_FILE_H
#define FUZZ_SUPPORT_FILE_H

#include <stddef.h>

/* The folder of this process. */
const char *fuzz_folder(void);

typedef struct fuzz_file {
    char *path;
    int descriptor; /* open for reading and writing */
} fuzz_file;        /* all zero: not made yet */

/* Makes the file of that name in the folder if there is none yet, and gives it these bytes. */
void fuzz_file_write(fuzz_file *f, const char *name, const void *bytes, size_t n);

#endif
