/* SPDX-License-Identifier: MIT
 *
 * An evaluator in front of another: it answers for the points whose values it knows, and passes the
 * others on. */
#pragma once

#include <stdbool.h>

#include "evaluate/evaluator.h"

/* Whether the evaluation of the point x is known, and what it gave: *to is a record with the id of
 * the point, measured and without a value. What it points to must live until it has been collected.
 * It may be asked more than once about a point. */
typedef bool (*front_answer)(void *data, const double *x, eval_record *to);

/* inner is borrowed, and closed by its owner. */
void front_open(evaluator *e, size_t dim, const evaluator *inner, front_answer answer, void *data);
