/* SPDX-License-Identifier: MIT
 *
 * A child as the files of this room know it: its start (child_start.c), its pipes
 * (child.c) and its place in a room (room.c). */
#ifndef PROCESS_CHILD_H
#define PROCESS_CHILD_H

#include "base/buffer.h"
#include "process/process.h"

typedef enum child_phase { CHILD_RUNS, CHILD_ASKED_TO_END, CHILD_KILLED } child_phase;

struct process {
    process_room *room;
    size_t place;
    void *owner;
    pid_t pid;
    int in, out, err; /* our ends of its pipes; -1: closed */
    bool talks;
    bool heard; /* it has written something since the last event */
    bool ended, reported;
    bool timed_out;
    child_phase phase;
    int status;
    double begin, finish; /* finish: NaN while it lives */
    double deadline;      /* of the next step towards its end; infinite: none */

    char *text; /* output: bytes from taken to n of it have not been taken; owned */
    size_t taken, n, size;
    bool cut;
    char errors[PROCESS_ERRORS_KEPT + 1];
    size_t n_errors;
    char last[PROCESS_ERRORS_LAST + 1];
    size_t n_last;
    buffer input; /* still to be written from `written` on */
    size_t written;
    bool shut; /* nothing follows it */
};

/* Starts the program of a plan, with pipes for what it says and, if it talks, hears; otherwise its
 * input is the descriptor nothing. Returns 0, or errno with no pipe left open. */
int child_start(process *p, const process_plan *plan, int nothing);

/* Forgets what an earlier child in this place has said. */
void child_clear(process *p);

/* Reads what is there, at most limit times; closes a pipe that has come to its end. */
void child_read_output(process *p, int limit);
void child_read_errors(process *p, int limit);

/* Writes what it can of the input that is waiting. Returns 0, or EPIPE with the pipe closed. */
int child_write_input(process *p);
bool child_has_input(const process *p); /* some is waiting */

void child_close_pipes(process *p);

#endif
