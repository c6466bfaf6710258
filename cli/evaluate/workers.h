/* SPDX-License-Identifier: MIT
 *
 * nes run --worker -- COMMAND ARG...: the evaluator with programs that stay. Each gets a line for a
 * point and answers with a line (evaluate/worker_lines.h), then gets the next.
 *
 * A worker that ends, takes too long or writes what is no answer fails its point, and is started
 * again. Workers may leave of their own accord: one that has answered before and ends with status 0
 * has its point given to another. Workers that only end, and have never answered, end the run. */
#pragma once

#include "evaluate/evaluator.h"
#include "nes/status.h"
#include "objective/objective.h"

/* Up to jobs workers of the program of o, which is borrowed. They are started when they are needed.
 * Returns 0, or the exit status with the error printed and nothing to close. Closing closes their
 * input, and kills those that have not left a second later. */
int workers_open(evaluator *e, const objective *o, size_t jobs);

/* How many evaluations got lost, and were given to another worker (evaluate/lost.h). */
uint64_t workers_lost(const evaluator *e);
