/* SPDX-License-Identifier: MIT
 *
 * Whether a program can be started, found out before it is tried, with a sentence that says what to
 * do. */
#pragma once

#include <stdbool.h>

/* The absolute path of the program that a shell would start for this name, to be freed. option:
 * what errors begin with, such as "--launch: ", or "". Returns 0, or the exit status with the error
 * printed. */
int executable_find(const char *option, const char *name, char **path);

/* Whether a file looks like a program: a script, which begins with "#!" or has the ending of one,
 * or a file that can be executed and is no text. */
bool executable_is_likely(const char *file);

/* The interpreter for scripts with the ending of this file, such as python3; null: not known. */
const char *executable_interpreter(const char *file);

/* The absolute path of a file that may not exist, to be freed. */
char *executable_absolute(const char *file);
