/* SPDX-License-Identifier: MIT
 *
 * A child as the files of this folder know it: its start (child_start.c), its pipes (child.c) and
 * its place among the children (children.c). */
#pragma once

#include "base/buffer.h"
#include "process/process.h"

typedef enum child_phase { CHILD_RUNS, CHILD_ASKED_TO_END, CHILD_KILLED } child_phase;

struct process {
    children *siblings;
    size_t place;
    void *owner;
    pid_t pid;
    int in, out, err; /* this program's ends of the child's pipes; -1: closed */
    bool talks;
    bool heard; /* the child has written something since the last event */
    bool ended, reported;
    bool timed_out;
    child_phase phase;
    int status;
    double begin, finish; /* seconds on the clock: its start, its end; NaN while it lives */
    double deadline;      /* time of the next step towards its end; infinite: none */

    char *text; /* output of the child; the bytes from taken to n are not taken yet; owned */
    size_t taken, n, size;
    bool cut;
    char errors[PROCESS_ERRORS_KEPT + 1];
    size_t n_errors;
    char last[PROCESS_ERRORS_LAST + 1];
    size_t n_last;
    buffer input; /* input for the child; the bytes from `written` on are not written yet */
    size_t written;
    bool shut; /* no further input follows */
};

/* Starts the child of a request, with pipes for its output and errors and, if it talks, for its
 * input; otherwise its input is the descriptor nothing. Returns 0, or errno with no pipe left open.
 */
int child_start(process *p, const process_request *request, int nothing);

/* Forgets the output of an earlier child in this place. */
void child_clear(process *p);

/* Reads what is in the pipe, in at most limit reads, and closes a pipe that has come to its end. */
void child_read_output(process *p, int limit);
void child_read_errors(process *p, int limit);

/* Writes as much of the waiting input as the pipe takes. Returns 0, or EPIPE with the pipe closed.
 * */
int child_write_input(process *p);
bool child_has_input(const process *p); /* whether input is waiting */

void child_close_pipes(process *p);
