/* SPDX-License-Identifier: MIT
 *
 * The inside of `children`: how they begin and end (children.c), and how they are waited for
 * (children_wait.c). */
#pragma once

#include <poll.h>

#include "process/child.h"
#include "process/guardian.h"
#include "process/process.h"

enum { CHILDREN_READS = 1, CHILDREN_PIPES = 3 }; /* reads of a pipe in a row; pipes of a child */

struct children {
    size_t places;
    process *all;      /* a child per place; owned */
    process **present; /* children that are not released; owned */
    size_t n;
    process **free; /* owned */
    size_t n_free;
    struct pollfd *polled; /* owned */
    int nothing;           /* /dev/null */
    unsigned ends;         /* the number of ends_so_far() when children were last looked at */
    double patience;       /* seconds that are left for trying starts again */
    double
        grace; /* seconds from SIGTERM to SIGKILL, see children_be_patient(); 0: SIGKILL at once */
    guardian *guardian;
};

/* Whether the child has ended; if so, its group is killed and all its output is read. */
bool children_reap(process *p);

/* Tells a child to end: SIGTERM to its group now, and SIGKILL at its deadline. */
void children_send_end(process *p, double now);
