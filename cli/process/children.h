/* SPDX-License-Identifier: MIT
 *
 * The inside of `children`: how one is started (child_start.c), its pipes (child.c), how children
 * begin and end (children.c), how they are waited for (children_wait.c), and who ends them when
 * this program is killed (guardian.c). */
#pragma once

#include <poll.h>

#include "process/process.h"

enum { CHILDREN_READS = 1, CHILDREN_PIPES = 3 }; /* reads of a pipe in a row; pipes of a child */

typedef struct guardian guardian;

struct children {
    size_t most;           /* most children at a time */
    process *all;          /* children, present or not; owned */
    size_t n;              /* number of children that are present */
    struct pollfd *polled; /* owned */
    int nothing;           /* /dev/null */
    unsigned ends;         /* number of signals when ends were last looked for */
    double patience;       /* seconds that are left for trying starts again */
    double
        grace; /* seconds from SIGTERM to SIGKILL, see children_be_patient(); 0: SIGKILL at once */
    guardian *guardian;
};

/* Returns the number of the child among its siblings, from 0. */
static inline size_t child_number(const process *p)
{
    return (size_t)(p - p->siblings->all);
}

/* Starts the child of a request, with pipes for its output and errors and, if it talks, for its
 * input; otherwise its input is the descriptor nothing. Returns 0, or errno with no pipe left open.
 */
int child_start(process *p, const process_request *request, int nothing);

/* For a process that goes on after a fork. One closes all descriptors from first on, except keep;
 * the other gives every signal its default handling, and blocks none. */
void child_close_descriptors(int first, int keep);
void child_reset_signals(void);

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

/* The guardian: a small process that waits for the end of this one. If this process ends in
 * whatever way without guardian_close(), the guardian kills the registered process groups and
 * removes a folder (children_be_patient(), children_guard_folder()). The two share a pipe, whose
 * end closes with this process, and a piece of memory, so that registering costs a store to memory
 * and wakes no process.
 *
 * guardian_open() starts one for so many groups, and returns 0, or errno with nothing to close.
 * guardian_close() first kills the groups that are still registered; null is fine. */
int guardian_open(guardian **g, size_t most);
void guardian_close(guardian *g);

/* Registers the process group of a child, by its number; 0: it has none. */
void guardian_register(guardian *g, size_t number, pid_t group);

/* Begins to watch for SIGCHLD, or counts one more watcher. Returns 0 or errno.
 * children_unwatch_ends() once for each. */
int children_watch_ends(void);
void children_unwatch_ends(void);
