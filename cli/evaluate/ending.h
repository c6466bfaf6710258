/* SPDX-License-Identifier: MIT
 *
 * What became of an evaluation by a program: from the way its process ended, and what it wrote, to
 * a value or a failure. */
#pragma once

#include "evaluate/evaluator.h"
#include "objective/program.h"
#include "process/process.h"

enum { ENDING_FAILURE_SIZE = 192, ENDING_SAID_SIZE = PROCESS_ERRORS_KEPT + 1 };

typedef struct ending {
    eval_record record; /* borrows the texts */
    char failure[ENDING_FAILURE_SIZE], said[ENDING_SAID_SIZE];
} ending;

/* Of a process that has ended. value_file: where the value is; null: in its output. */
void ending_read(ending *e, const program *p, const process *of, const char *value_file,
                 bool maximize);

/* Of the last of so many that got lost (evaluate/lost.h). That ends the run. */
void ending_lost(ending *e, const process *of, size_t times);

/* Of one that could not be started: errno. */
void ending_not_started(ending *e, int error);

/* For evaluators that know better: a value, or a failure with a text that is cleaned and cut. The
 * time it took stays as it is. */
void ending_succeed(ending *e, double f);
void ending_fail(ending *e, const char *said, const char *failure, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes how a process ended: "timed out after 5 s", "killed by signal 11 (segmentation fault)" or
 * "exit status 3". timeout: the seconds that it had. */
void ending_describe(const process *of, double timeout, char text[ENDING_FAILURE_SIZE]);
