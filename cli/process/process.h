/* SPDX-License-Identifier: MIT
 *
 * Child processes. One thread starts them, and waits for all of them at once. Nothing here blocks
 * but children_wait(), as long as it was told, and children_start(), for a second, where no child
 * runs and the system has no room for a process.
 *
 * A child leads a process group of its own, so that Ctrl-C at the terminal does not reach it. It
 * has default signal handling, standard input from /dev/null or a pipe, and pipes for output and
 * errors; no other descriptor of this program. When it has ended, or children_close() is called,
 * everything in its group is killed, and so are its processes that have left the group, as far as
 * they can be found (process/strays.c). When this program is killed, a guardian process does the
 * same (process/guardian.c).
 *
 * The end of a child is noticed by SIGCHLD: a child may close its pipes and live on, and pipes may
 * be held open by others when it has ended. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buffer.h"

enum {
    PROCESS_OUTPUT_KEPT = 65536, /* bytes kept from the end of the output that was not taken */
    PROCESS_ERRORS_KEPT = 2048,  /* bytes kept from the beginning of the errors */
    PROCESS_ERRORS_LAST = 1024,  /* bytes kept from the end of the errors behind these */
};

typedef struct children children;

typedef enum process_phase { PROCESS_RUNS, PROCESS_ASKED_TO_END, PROCESS_KILLED } process_phase;

/* A child. Only the files of this folder use the fields behind the first block. */
typedef struct process {
    void *owner; /* owner of the request */
    pid_t pid;
    int status;                           /* of a child that has ended, in the form of waitpid() */
    bool timed_out;                       /* its time was over, so it was ended */
    char errors[PROCESS_ERRORS_KEPT + 1]; /* the beginning of its errors */
    char last[PROCESS_ERRORS_LAST + 1];   /* the end of its errors, "" if the beginning is all */

    children *siblings;
    uint64_t start;   /* number of this start among all, which is in its mark */
    bool present;     /* the child was started and is not released */
    int in, out, err; /* this program's ends of the child's pipes; -1: closed */
    bool talks;
    bool heard;           /* the child has written something since the last event */
    bool ended, reported; /* both are true of a child that is not present */
    process_phase phase;
    double begin, finish; /* seconds on the clock: its start, its end; NaN while it lives */
    double deadline;      /* time of the next step towards its end; infinite: none */

    char *text; /* output of the child; the bytes from taken to n are not taken yet; owned */
    size_t taken, n, size;
    bool cut;
    size_t n_errors, n_last;
    buffer input; /* input for the child; the bytes from `written` on are not written yet */
    size_t written;
    bool shut; /* no further input follows */
} process;

/* What to start: a program, or a function in a fork of this process. children_start() borrows all
 * of it; the child keeps only owner. */
typedef struct process_request {
    const char *path;         /* path of the program; absolute if folder is set */
    char *const *arguments;   /* arguments from argv[0] on, ended by null */
    char *const *environment; /* environment, ended by null; null: that of this process */
    const char *folder;       /* the folder that it runs in; null: that of this process */

    int (*body)(void *data); /* a function instead of a path; its answer is the exit status */
    void *data;

    bool talks;     /* standard input is a pipe, and output is an event */
    double timeout; /* seconds until the child is ended; 0: no limit */
    void *owner;    /* passed on in the struct of the child */
} process_request;

/* Makes room for so many children at a time. This forks the guardian, so it is best done before
 * there are threads. Returns 0, or errno with nothing to close. */
int children_open(children **r, size_t most);

/* Kills and reaps all children. Null is fine. */
void children_close(children *r);

/* Gives children time to end others, perhaps on other machines. From now on neither this program
 * nor the guardian kills a child that was not asked to end (SIGTERM) so many seconds before.
 * children_close() and process_release() may take as long. */
void children_be_patient(children *r, double seconds);

/* Sets the folder that the guardian removes when this program dies. Returns 0, or ENAMETOOLONG. */
int children_guard_folder(children *r, const char *folder);

/* Starts a child. Returns 0, or errno: EAGAIN also where there is no room for another child. A
 * child takes up room until it is released. */
int children_start(children *r, const process_request *request, process **p);

/* Whether an error of a start may pass, once other processes have ended. */
bool children_error_passes(int error);

/* Ends the children that have lasted so many seconds, or will have; 0: changes nothing. */
void children_limit(children *r, double seconds);

size_t children_count(const children *r); /* number of children that are not released */

/* Child number i, from 0 to the most at a time less one; null: there is none, or it has ended. */
const process *children_at(const children *r, size_t i);

typedef enum process_event {
    PROCESS_NOTHING, /* the seconds are over */
    PROCESS_OUTPUT,  /* a child that talks has written something */
    PROCESS_ENDED,   /* a child has ended, and all of its output has been read */
} process_event;

/* Waits for the next event, for so many seconds at most; 0: without waiting. Reads all output, ends
 * children whose time is over, writes what process_write() could not. A signal may end the wait
 * early. */
process_event children_wait(children *r, double seconds, process **p);

/* The output that was not taken, ended by a zero. Good until the next children_wait(). */
const char *process_output(const process *p, size_t *n);
void process_take(process *p, size_t n);   /* forgets the first n bytes of the output */
bool process_output_cut(const process *p); /* whether some output was dropped */

/* Writes to a child that talks, now or in the background. Returns whether it could be: false when
 * the child has ended or closed its input. After process_shut_input() the child sees the end of its
 * input once it has read what was written. */
bool process_write(process *p, const void *bytes, size_t n);
void process_shut_input(process *p);

/* Sets the seconds from now until the child is ended; 0: no limit. */
void process_set_timeout(process *p, double seconds);

/* Ends a child: SIGTERM to its group, and SIGKILL after a grace time. PROCESS_ENDED follows. */
void process_end(process *p);

/* Seconds from the start of the child to its end, or until now while it lives. */
double process_seconds(const process *p);

/* Lets the child go. One that has not ended is killed. */
void process_release(process *p);
