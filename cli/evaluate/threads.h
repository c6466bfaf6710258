/* SPDX-License-Identifier: MIT
 *
 * The evaluator with several threads. Each takes the next point when it is free, so that values
 * come in any order. The thread that collects may be one of them: it evaluates points too while
 * there are some to take, and looks at the clock between two of them. */
#pragma once

#include "evaluate/evaluator.h"
#include "objective/objective.h"

/* The number of threads that the option jobs means: one per processor where it is 0. */
size_t threads_count(uint64_t jobs);

/* Starts threads, so that jobs of them evaluate. helps: the caller's is one of them. Otherwise it
 * evaluates nothing, and collecting never takes longer than it was told. The objective is borrowed.
 * Returns 0, or the exit status with the error printed, no thread left and nothing to close.
 * Closing waits for the evaluations under way, since a thread cannot be ended from outside. A
 * process that was forked later has none of the threads and may only close. */
int threads_open(evaluator *e, const objective *o, size_t jobs, bool helps);
