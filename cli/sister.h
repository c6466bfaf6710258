/* SPDX-License-Identifier: MIT
 *
 * Programs that take the place of nes: nes-lab and nes-mpi. They are beside it where they were
 * built, and in the folder for such programs where they are installed. */
#pragma once

/* The path of the program of that name; to be freed. Null: it is not there. */
char *sister_find(const char *name);

/* Starts the program at path, which is freed, in place of this one. Only returns where it cannot be
 * started: the exit status, with an error that begins with what the user wanted. */
int sister_start(char *path, const char *wanted, char **argv);
