/* SPDX-License-Identifier: MIT
 *
 * Shared libraries of the user's: how they are named, tried and loaded. Functions that return int
 * return 0, or the exit status with the error printed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

/* How long loading a library may take, which runs code in it: constructors, and destructors when it
 * is unloaded. They may crash, end the program, or never return. So a library is loaded in a
 * process of its own first. */
typedef struct library_patience {
    double seconds; /* seconds for loading and unloading; 0: the library is not tried in a child */
    const char *option; /* option of the command that gives more seconds; null: there is none */
} library_patience;

/* What else the child does with the library: calls its functions, to see whether they return. */
typedef struct library_trial {
    void (*run)(void *handle, void *data); /* null: nothing */
    void *data;
    const char *what; /* what is tried, for errors: "function density" */
} library_trial;

/* Splits FILE[:SYMBOL] at the last colon, unless that whole name is a file. path: gets the path of
 * the file, as the loader takes it; free it. symbol: initially its default. */
int library_split(const char *text, buffer *path, const char **symbol);

/* Loads the library at path; *handle is for dlclose(). name: what the user called it. The library
 * is first tried in a child. */
int library_open(void **handle, const char *path, const char *name, library_patience patience,
                 library_trial trial);

/* Loads the library at path and unloads it, in a child with that patience. Returns 0: this process
 * may load it, or see for itself what is wrong. */
int library_probe(const char *path, const char *name, library_patience patience,
                  library_trial trial);
