/* SPDX-License-Identifier: MIT
 *
 * The evaluator with several threads. Each takes the next point when it is free, so that values
 * come in any order. The thread that collects is one of them: it evaluates points too while there
 * are some to take, and looks at the clock between two of them. */
#pragma once

#include "evaluate/evaluator.h"
#include "nes/status.h"
#include "objective/objective.h"

/* The number of threads that the option jobs means: one per processor where it is 0. */
size_t threads_count(uint64_t jobs);

/* Starts jobs threads, the caller's included. The objective is borrowed. NES_ERR_MEMORY,
 * NES_ERR_THREAD: no thread is left, and there is nothing to close. Closing waits for the
 * evaluations under way, since a thread cannot be ended from outside. A process that was forked
 * later has none of the threads and may only close. */
nes_status threads_open(evaluator *e, const objective *o, size_t jobs);

/* The same with jobs threads besides the caller's, which evaluates nothing: collecting never takes
 * longer than it was told. */
nes_status threads_open_beside(evaluator *e, const objective *o, size_t jobs);
