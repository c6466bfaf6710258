/* SPDX-License-Identifier: MIT
 *
 * The evaluator in the calling thread. Points are evaluated while they are submitted, in the order
 * in which the optimiser asked for them, and nothing is copied but their values. */
#pragma once

#include "evaluate/evaluator.h"
#include "objective/objective.h"

/* Writes the values of the first of n points to their records, which are measured and have their
 * ids. Returns how many: 1 or more, at most n. */
typedef size_t (*direct_measure)(void *data, size_t n, const double *x, eval_record *to);

/* An evaluator that calls measure with data and blocks of points. */
void direct_open(evaluator *e, direct_measure measure, void *data);

enum { DIRECT_SAID_SIZE = 512 };

/* Evaluates the point x of an objective that can be called in this process. values: room for 1 + m
 * numbers, from which the record borrows its outputs; may be null if m is 0. said: room for
 * DIRECT_SAID_SIZE bytes of what the objective says of a failure; null: nobody wants to know. */
eval_record direct_evaluate(const objective *o, uint64_t id, const double *x, double *values,
                            char *said);
