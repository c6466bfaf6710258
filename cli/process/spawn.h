/* SPDX-License-Identifier: MIT
 *
 * The start of a child by a plan: its group, signals, folder and descriptors. */
#ifndef PROCESS_SPAWN_H
#define PROCESS_SPAWN_H

#include "process/process.h"

/* Starts the child of a plan. standard: the descriptors that become its 0, 1 and 2; none of them is
 * below 3. Returns 0 or errno. */
int spawn(const process_plan *plan, const int standard[3], pid_t *pid);

#endif
