/* SPDX-License-Identifier: MIT
 *
 * The guardian: a small process that waits for the end of this one. If this one ends without
 * saying so, in whatever way, the guardian kills the process groups that are registered and removes
 * a folder. Both know of each other by a pipe, whose other end closes with this process, and by a
 * piece of shared memory. So registering costs a store to memory and wakes nobody. */
#ifndef PROCESS_GUARDIAN_H
#define PROCESS_GUARDIAN_H

#include <stddef.h>
#include <sys/types.h>

typedef struct guardian guardian;

/* A guardian for so many groups. Returns 0, or errno with nothing to close. */
int guardian_open(guardian **g, size_t places);

/* Ends it without it doing anything but what is still registered. Null is fine. */
void guardian_close(guardian *g);

/* The group in a place; 0: none. */
void guardian_register(guardian *g, size_t place, pid_t group);

/* As room_be_patient(). */
void guardian_be_patient(guardian *g, double seconds);

/* As room_guard_folder(). */
int guardian_folder(guardian *g, const char *folder);

#endif
