/* SPDX-License-Identifier: MIT
 *
 * Folders of evaluations. They are made in one folder of the run, which is gone at the end, also
 * where this program is killed (process/guardian.h). Those that stay are moved out of it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "process/process.h"

typedef struct scratch {
    char *root;   /* the folder of the run, an absolute path; owned */
    char *parent; /* the folder that the root is in, and folders that stay are moved to; owned */
    char *kept;   /* the folder with those that were kept so far; owned; null: none was */
    bool own;     /* kept folders get a folder of their own in the parent */
} scratch;        /* a zeroed struct makes no folders */

/* parent: a folder that is made if it is not there; null: $TMPDIR, or /tmp. Returns 0, or the exit
 * status with the error printed and nothing to close. */
int scratch_open(scratch *s, const char *parent, children *all);
void scratch_close(scratch *s);

/* Makes the empty folder of an evaluation; its path is to be freed. An earlier folder of it that
 * cannot be removed, because somebody still writes to it, stays. Returns 0 or errno. */
int scratch_make(const scratch *s, uint64_t id, char **path);

/* Moves a folder to where it stays. */
void scratch_keep(scratch *s, uint64_t id, const char *path);
