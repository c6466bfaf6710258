/* SPDX-License-Identifier: MIT
 *
 * Evaluators in other processes. Each borrows the objective and works at jobs points at a time.
 * Opening returns 0, or the exit status with the error printed and nothing to close. */
#pragma once

#include <stdbool.h>

#include "evaluate/evaluator.h"
#include "objective/objective.h"

/* Starts a program for every point. The calling thread does all of it: it starts, waits, reads, and
 * ends what takes too long. maximize: which values are bad. folder: as in launcher_open_scratch().
 * Closing kills the programs under way and removes their folders. */
int programs_open(evaluator *e, const objective *o, size_t jobs, bool maximize, const char *folder);

/* How many evaluations got lost, and were started again (evaluate/lost.h). */
uint64_t programs_lost(const evaluator *e);

/* The folder in which folders of evaluations were kept so far; null: none was. */
const char *programs_kept(const evaluator *e);

/* nes run --worker -- COMMAND ARG...: programs that stay, and are started when they are needed.
 * Each gets a line for a point and answers with a line (evaluate/worker_lines.h), then gets the
 * next.
 *
 * A worker that ends, takes too long or writes what is no answer fails its point, and is started
 * again. Workers may leave of their own accord: one that has answered before and ends with status 0
 * has its point given to another. Workers that only end, and have never answered, end the run.
 * Closing closes their input, and kills those that have not left a second later. */
int workers_open(evaluator *e, const objective *o, size_t jobs);

/* How many evaluations got lost, and were given to another worker (evaluate/lost.h). */
uint64_t workers_lost(const evaluator *e);

/* Code of the user's that may crash: forks of this process, each with a copy of the objective. A
 * fork that is killed by a signal, calls exit() or takes too long fails the one point that it was
 * at, and another one is made. The other points are not affected. What the objective prints does
 * not appear; the beginning of it is told of a failure. The objective must not have been called in
 * this process, since threads that a call has left behind are not in a fork. Closing kills the
 * forks. */
int isolated_open(evaluator *e, const objective *o, size_t jobs);

/* Whether an objective is evaluated in other processes. */
bool processes_needed(const objective *o);

/* Opens the one of these evaluators that the objective needs. maximize and folder are those of
 * programs_open(). */
int processes_open(evaluator *e, const objective *o, size_t jobs, bool maximize,
                   const char *folder);
