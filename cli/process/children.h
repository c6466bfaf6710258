/* SPDX-License-Identifier: MIT
 *
 * The inside of `children`: how one is started (child_start.c), its pipes (child.c), how children
 * begin and end (children.c), how they are waited for (children_wait.c), what becomes of processes
 * that have left them (strays.c), and who ends them when this program is killed (guardian.c). */
#pragma once

#include <poll.h>
#include <stdint.h>

#include "process/process.h"

enum { CHILDREN_READS = 1, CHILDREN_PIPES = 3 }; /* reads of a pipe in a row; pipes of a child */
enum { CHILDREN_MARK_SIZE = 96 };                /* bytes of a mark (strays.c) */

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

    struct children *next;         /* the next set of children of this program */
    bool adopts;                   /* this program adopts processes whose parents have ended */
    char mark[CHILDREN_MARK_SIZE]; /* the beginning of all marks of these children */
    uint64_t starts;               /* number of starts so far */
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

/* Sends a signal to the group of a child, and to the child where it has left its group. */
void children_signal(const process *p, int number);

/* Whether the child has ended; if so, all its processes are killed and its output is read. */
bool children_reap(process *p);

/* Tells a child to end: SIGTERM to its group now, and SIGKILL at its deadline. */
void children_send_end(process *p, double now);

/* The guardian: a small process that waits for the end of this one. If this process ends in
 * whatever way without guardian_close(), the guardian kills the registered process groups and the
 * processes with the given mark, and removes a folder (children_be_patient(),
 * children_guard_folder()). The two share a pipe, whose end closes with this process, and a piece
 * of memory, so that registering costs a store to memory and wakes no process.
 *
 * guardian_open() starts one for so many groups, and returns 0, or errno with nothing to close.
 * guardian_close() first kills the groups that are still registered; null is fine. */
int guardian_open(guardian **g, size_t most, const char *mark);
void guardian_close(guardian *g);
pid_t guardian_pid(const guardian *g); /* null is fine */

/* Registers the process group of a child, by its number; 0: it has none. */
void guardian_register(guardian *g, size_t number, pid_t group);

/* Begins to watch for SIGCHLD, or counts one more watcher. Returns 0 or errno.
 * children_unwatch_ends() once for each. */
int children_watch_ends(void);
void children_unwatch_ends(void);

/* Strays: processes that have left their child. strays_open() makes this program adopt processes
 * whose parents have ended, and gives the children their mark; strays_close() ends that. */
void strays_open(children *r);
void strays_close(children *r);

/* The variable of the environment with the mark of a start, to be freed; and the environment with
 * that variable, an array to be freed that borrows the texts. */
char *strays_mark(const children *r, uint64_t start);
char **strays_environment(char *const *environment, char *mark);

/* Makes this process one that nobody takes for a stray. */
void strays_hide(void);

/* Reaps adopted processes that have ended. */
void strays_reap(void);

/* Kills all processes of a child that has ended and is not reaped. */
void strays_end(const process *p);

/* Kills all processes whose mark begins like this, on the whole machine. */
void strays_end_everywhere(const char *mark);
