/* SPDX-License-Identifier: MIT
 *
 * The evaluator that starts a program for every point, several at a time. The calling thread does
 * all of it: it starts, waits, reads, and ends what takes too long. */
#pragma once

#include <stdbool.h>

#include "evaluate/evaluator.h"
#include "objective/objective.h"

typedef struct programs_options {
    size_t jobs;         /* programs at a time */
    bool maximize;       /* which values are bad */
    const char *scratch; /* folder for the folders of evaluations; null: $TMPDIR, or /tmp;
                            for programs that are launched, nes-scratch in this folder */
} programs_options;

/* The objective, a program, is borrowed. Returns 0, or the exit status with the error printed and
 * nothing to close. Closing kills the programs under way and removes their folders. */
int programs_open(evaluator *e, const objective *o, const programs_options *options);

/* How many evaluations got lost, and were started again (evaluate/lost.h). */
uint64_t programs_lost(const evaluator *e);

/* The folder in which folders of evaluations were kept so far; null: none was. */
const char *programs_kept(const evaluator *e);
