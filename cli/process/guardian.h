/* SPDX-License-Identifier: MIT
 *
 * The guardian: a small process that waits for the end of this one. If this process ends in
 * whatever way without guardian_close(), the guardian kills the registered process groups and
 * removes a folder. The two share a pipe, whose end closes with this process, and a piece of
 * memory, so that registering costs a store to memory and wakes no process. */
#pragma once

#include <stddef.h>
#include <sys/types.h>

typedef struct guardian guardian;

/* Starts a guardian for so many groups. Returns 0, or errno with nothing to close. */
int guardian_open(guardian **g, size_t most);

/* Ends the guardian, which first kills the groups that are still registered. Null is fine. */
void guardian_close(guardian *g);

/* Registers the process group of a child, by its number; 0: it has none. */
void guardian_register(guardian *g, size_t number, pid_t group);

/* Sets the seconds from SIGTERM to SIGKILL, as children_be_patient(). */
void guardian_be_patient(guardian *g, double seconds);

/* Sets the folder to remove, as children_guard_folder(). */
int guardian_folder(guardian *g, const char *folder);
