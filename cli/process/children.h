/* SPDX-License-Identifier: MIT
 *
 * The inside of `children`: how one is started (child_start.c), its pipes (child.c), how children
 * begin and end (children.c), and how they are waited for (children_wait.c). */
#pragma once

#include <poll.h>

#include "process/guardian.h"
#include "process/process.h"

enum { CHILDREN_READS = 1, CHILDREN_PIPES = 3 }; /* reads of a pipe in a row; pipes of a child */

struct children {
    size_t most;           /* number of children at a time */
    process *all;          /* so many; owned */
    size_t n;              /* number of those that are present */
    struct pollfd *polled; /* owned */
    int nothing;           /* /dev/null */
    unsigned ends;         /* the number of ends when children were last looked at */
    double patience;       /* seconds that are left for trying starts again */
    double
        grace; /* seconds from SIGTERM to SIGKILL, see children_be_patient(); 0: SIGKILL at once */
    guardian *guardian;
};

/* The number of the child among its siblings. */
static inline size_t child_number(const process *p)
{
    return (size_t)(p - p->siblings->all);
}

/* Starts the child of a request, with pipes for its output and errors and, if it talks, for its
 * input; otherwise its input is the descriptor nothing. Returns 0, or errno with no pipe left open.
 */
int child_start(process *p, const process_request *request, int nothing);

/* Forgets the output of an earlier child in this struct. */
void child_clear(process *p);

/* Reads what is in the pipes, in at most limit reads of each, and closes a pipe that has come to
 * its end. */
void child_read_output(process *p, int limit);
void child_read_errors(process *p, int limit);

/* Writes as much of the waiting input as the pipe takes. Returns whether the pipe is still open. */
bool child_write_input(process *p);
bool child_has_input(const process *p); /* whether input is waiting */

void child_close_pipes(process *p);

/* Whether the child has ended; if so, its group is killed and all its output is read. */
bool children_reap(process *p);

/* Tells a child to end: SIGTERM to its group now, and SIGKILL at its deadline. */
void children_send_end(process *p, double now);

/* Begins to watch for SIGCHLD, or counts one more watcher. Returns 0 or errno.
 * children_unwatch_ends() once for each. */
int children_watch_ends(void);
void children_unwatch_ends(void);
