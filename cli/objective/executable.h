/* SPDX-License-Identifier: MIT
 *
 * Whether a program can be started, found out before it is tried, with a sentence that says what to
 * do. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Finds the program that a shell would start for this name. *path: its absolute path, to be freed.
 * option: what errors begin with, such as "--launch: ", or "". Returns 0, or the exit status with
 * the error printed. */
int executable_find(const char *option, const char *name, char **path);

/* The path of the program of this name: the name itself, or what PATH gives for it; to be freed.
 * Null: PATH has none. */
char *executable_path(const char *name);

/* Whether a file looks like a program: a script, which begins with "#!" or has the ending of one,
 * or a file that can be executed and is no text. */
bool executable_is_likely(const char *file);

/* The interpreter for scripts with the ending of this file, such as python3; null: not known. */
const char *executable_interpreter(const char *file);

/* The absolute path of a file that may not exist, to be freed. */
char *executable_absolute(const char *file);

/* Writes the sentence that shows how to name a program. file: what the user named, perhaps a
 * command with blanks. Returns text. */
const char *executable_way(const char *file, char *text, size_t size);

/* Looks for a program among arguments from argv[1] on, before any "--": in an option that does not
 * exist (--cmd, --exec, ...) or as a word of its own. Returns 0, or the exit status with the
 * sentence printed that shows the right way. */
int executable_guess(int argc, char **argv);
