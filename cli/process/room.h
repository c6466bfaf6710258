/* SPDX-License-Identifier: MIT
 *
 * The inside of a room: its children, how they begin and end (room.c), and how they are waited for
 * (room_wait.c). */
#ifndef PROCESS_ROOM_H
#define PROCESS_ROOM_H

#include <poll.h>

#include "process/child.h"
#include "process/guardian.h"
#include "process/process.h"

enum { ROOM_READS = 1, ROOM_PIPES = 3 }; /* reads of a pipe at a time; pipes of a child */

struct process_room {
    size_t places;
    process *all;      /* owned, one per place */
    process **present; /* those that are not released; owned */
    size_t n;
    process **free; /* owned */
    size_t n_free;
    struct pollfd *polled; /* owned */
    int nothing;           /* /dev/null */
    unsigned ends;         /* as many ends of children were looked after */
    double patience;       /* seconds that starts may still be tried again */
    double grace;          /* seconds before any SIGKILL, see room_be_patient(); 0: none */
    guardian *guardian;
};

/* Whether the child has ended. Then nothing of its group is left, and all that it wrote is read. */
bool room_reap(process *p);

/* Tells a child to end: SIGTERM to its group now, and SIGKILL at its deadline. */
void room_send_end(process *p, double now);

#endif
