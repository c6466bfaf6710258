/* SPDX-License-Identifier: MIT
 *
 * What became of an evaluation by a program: from the way its process ended, and what it wrote, to
 * a value or a failure. */
#pragma once

#include "evaluate/evaluator.h"
#include "evaluate/launch.h"
#include "objective/program.h"
#include "process/process.h"

enum { ENDING_FAILURE_SIZE = 192, ENDING_SAID_SIZE = PROCESS_ERRORS_KEPT + 1 };

typedef struct ending {
    eval_record record; /* borrows what follows */
    size_t dim;
    const double *x; /* the point; borrowed */
    double *values;  /* room for the 1 + m numbers of its evaluation; borrowed */
    char failure[ENDING_FAILURE_SIZE], said[ENDING_SAID_SIZE];
} ending;

/* Fills in the ending of a process that has ended. made: files that have the value and outputs;
 * without them its output has them. */
void ending_read(ending *e, const launcher *l, const process *of, const launched *made,
                 bool maximize);

/* Fills in the ending of an evaluation whose process got lost for the last of so many times
 * (evaluate/lost.h). That ends the run. */
void ending_lost(ending *e, const process *of, size_t times);

/* Fills in the ending of a process that could not be started. error: errno of the start. */
void ending_not_started(ending *e, int error);

/* For evaluators that read numbers themselves: complete the record of those in e->values, or fill
 * in a failure with what the program said, cleaned and cut. The seconds of the record stay as they
 * are. outputs: null: the value is all. */
void ending_succeed(ending *e, const output_set *o);
void ending_fail(ending *e, const char *said, const char *failure, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes how a process ended: "timed out after 5 s", "killed by signal 11 (segmentation fault)" or
 * "exit status 3". */
void ending_describe(const process *of, const time_limit *l, char text[ENDING_FAILURE_SIZE]);

/* Adds to what is said of an evaluation that has timed out the time that it had, if the kind of
 * failure does not tell. */
void ending_add_time(const time_limit *l, double seconds, char *said, size_t size);
