/* SPDX-License-Identifier: MIT
 *
 * The lock of a run's folder: a record lock on DIR/run.lock. The kernel releases it when the
 * process ends, however it ends; children do not inherit it; and it tells who holds it. The
 * database itself cannot carry it, since the locks of SQLite are there. A process that holds the
 * lock must not look at it by lock_owner(): closing any descriptor of the file releases it. */
#pragma once

extern const char lock_name[]; /* "run.lock" */

/* Takes the lock, for which it waits up to a second. Returns its descriptor, or -1 - status with
 * the error printed. */
int lock_take(const char *folder);
void lock_release(int lock); /* -1 is fine */

/* The number of the process that holds the lock; -1: the number is not known, as on another
 * machine; 0: no process holds it. */
long lock_owner(const char *folder);
