/* SPDX-License-Identifier: MIT
 *
 * Loading a library runs code in it: constructors, and destructors when it is unloaded. They may
 * crash, end the program, or never return. So a library is loaded in a process of its own first,
 * which has a time limit. */
#pragma once

typedef struct library_patience {
    double seconds; /* seconds for loading and unloading; 0: the library is not tried in a child */
    const char *option; /* option of the command that gives more seconds; null: there is none */
} library_patience;

/* Loads the library at path and unloads it, in a child with that patience. name: what the user
 * called it. Returns 0: this process may load it, or see for itself what is wrong; or the exit
 * status with the error printed. */
int library_probe(const char *path, const char *name, library_patience patience);
