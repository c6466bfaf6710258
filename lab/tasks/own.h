/* SPDX-License-Identifier: MIT
 *
 * The files in which work under way is kept, told from what somebody else may have put beside them.
 * Only they are ever removed, and links are not followed. */
#ifndef TASK_OWN_H
#define TASK_OWN_H

#include <stdbool.h>

#include "tasks/identity.h"

enum { OWN_NAME_SIZE = 256 };

/* Names besides those of tasks: the lock; and what is not a task while it is written. */
#define OWN_LOCK      "lock"
#define OWN_FILE_PART "file.part"

/* NAME.part: a task while it is written. */
#define OWN_PART ".part"

/* Looks through an open folder. other: the first name in alphabetical order that is not one of our
 * own, or is not a file; empty: there is none. clear: removes those of our own. Returns 0 or errno.
 */
int own_look(int folder, const task_identity *id, bool clear, char other[OWN_NAME_SIZE]);

#endif
