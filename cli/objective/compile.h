/* SPDX-License-Identifier: MIT
 *
 * Source of the user's in C or C++, compiled by the system's cc or c++ into a shared library.
 *
 * The library lies in a private folder only until it is loaded; the loader keeps it mapped. A
 * guardian removes the folder when this program is killed meanwhile. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A file that is written to the private folder before the compiler starts. The folder is searched
 * for headers. */
typedef struct compile_file {
    const char *name; /* its path in the folder; a folder on the way is made: "nes/status.h" */
    const char *text;
} compile_file;

typedef struct compile_request {
    const char *file;         /* the source; its ending says whether it is C++ */
    const char *flags;        /* --cc-flags, or null */
    const compile_file *more; /* n_more files, such as headers */
    size_t n_more;
    const char *declaration; /* what C++ is compiled behind: it gives the functions that are looked
                                for plain names, so that the user need not write extern "C" */
    const char *guard;       /* a second source, compiled with C++; null: there is none */
} compile_request;

/* Takes the library at path. Returns 0, or the exit status with the error printed. */
typedef int (*compile_taker)(const char *path, void *data);

/* Compiles, and gives the library to `take`, which loads it before it is gone. Returns 0, or the
 * exit status with the error printed. */
int compile_source(const compile_request *r, compile_taker take, void *data);

/* Whether the ending of the name is one of C++, or of C and C++. */
bool compile_is_cpp(const char *file);
bool compile_is_source(const char *file);
