/* SPDX-License-Identifier: MIT
 *
 * Child processes, and one room to wait for them in. A room is used by one thread. Nothing here
 * blocks but room_wait(), as long as it was told, and room_start() for a second where nothing runs
 * and the system has no room for a process.
 *
 * A child leads a process group of its own, so that Ctrl-C at the terminal does not reach it. It
 * has default signal handling, standard input from /dev/null or a pipe, and pipes for output and
 * errors; no other descriptor of this program. When it has ended, or its room is closed, everything
 * in its group is killed. When this program is killed, a guardian process does the same
 * (process/guardian.h).
 *
 * The end of a child is noticed by SIGCHLD: a child may close its pipes and live on, and pipes may
 * be held open by others when it has ended. */
#ifndef PROCESS_PROCESS_H
#define PROCESS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum {
    PROCESS_OUTPUT_KEPT = 65536, /* bytes: the last of the output that nobody has taken */
    PROCESS_ERRORS_KEPT = 2048,  /* bytes: the first of the errors */
    PROCESS_ERRORS_LAST = 1024,  /* and the last of those behind them */
};

typedef struct process_room process_room;
typedef struct process process;

/* What to start: a program, or a function in a fork of this process. All is borrowed for the call
 * of room_start(), but owner. */
typedef struct process_plan {
    const char *path;         /* of the program; absolute where folder is set */
    char *const *arguments;   /* from argv[0] on, ends with null */
    char *const *environment; /* ends with null; null: that of this process */
    const char *folder;       /* where it runs; null: where this process is */

    int (*body)(void *data); /* instead of path: its answer is the exit status */
    void *data;

    bool talks;     /* standard input is a pipe, and output is an event */
    double timeout; /* seconds until it is ended; 0: none */
    void *owner;    /* see process_owner() */
} process_plan;

/* A room for so many children at a time. Forks the guardian, so it is best opened before there are
 * threads. Returns 0, or errno with nothing to close. */
int room_open(process_room **r, size_t places);

/* Kills and reaps all children. Null is fine. */
void room_close(process_room *r);

/* Children that have others to end, on other machines perhaps, need time for it. From now on no
 * child is killed, here or by the guardian, that was not asked to end (SIGTERM) so many seconds
 * before. Closing the room and releasing a child may take as long. */
void room_be_patient(process_room *r, double seconds);

/* A folder that the guardian removes when this program dies; null: none any more. Returns 0, or
 * ENAMETOOLONG. */
int room_guard_folder(process_room *r, const char *folder);

/* Starts a child. Returns 0, or errno: why it could not be started; EAGAIN where all places are
 * taken. The child has a place until it is released. */
int room_start(process_room *r, const process_plan *plan, process **p);

/* Whether a start failed for want of something that will be there when others have ended. */
bool room_error_passes(int error);

size_t room_count(const process_room *r); /* of children that are not released */

typedef enum process_event {
    PROCESS_NOTHING, /* the time is over */
    PROCESS_OUTPUT,  /* a child that talks has written something */
    PROCESS_ENDED,   /* a child has ended, and all of its output has been read */
} process_event;

/* Waits for the next event, for so many seconds at most (0: only looks). Reads all output, looks
 * after time-outs, writes what process_write() could not. A signal may end it early. */
process_event room_wait(process_room *r, double seconds, process **p);

void *process_owner(const process *p);
pid_t process_pid(const process *p);

/* The output that was not taken, ended by a zero. Good until the next room_wait(). */
const char *process_output(const process *p, size_t *n);
void process_take(process *p, size_t n);           /* forgets the first n bytes of it */
bool process_output_cut(const process *p);         /* whether there was more than can be kept */
const char *process_errors(const process *p);      /* the beginning of what it wrote to stderr */
const char *process_last_errors(const process *p); /* the end of it, unless it is all there */

/* Writes to a child that talks, now or in the background. Returns 0, EPIPE when it has closed its
 * input or ended, or ENOMEM. process_shut_input: the child sees the end of
 * its input when it has read what was written. */
int process_write(process *p, const void *bytes, size_t n);
void process_shut_input(process *p);

/* From now on so many seconds until the child is ended; 0: no time-out. */
void process_set_timeout(process *p, double seconds);

/* Ends a child: SIGTERM to its group, and SIGKILL after a grace time. PROCESS_ENDED follows. */
void process_end(process *p);

/* Of a child that has ended. */
int process_status(const process *p);     /* as waitpid() has it */
bool process_timed_out(const process *p); /* whether it was ended because of its time-out */
double process_seconds(const process *p); /* since its start; also while it lives */

/* Gives its place back. A child that has not ended is killed. */
void process_release(process *p);

#endif
