/* SPDX-License-Identifier: MIT
 *
 * An evaluator in front of another: it answers for the points whose values it knows, and passes the
 * others on. */
#pragma once

#include <stdbool.h>

#include "evaluate/evaluator.h"

/* Tells whether the evaluation of the point x is known, and fills in its record *to, which has the
 * id of the point and is measured, without a value. What the record points to must live until it
 * has been collected, or be copied. A front may ask more than once about a point. */
typedef bool (*front_answer)(void *data, const double *x, eval_record *to);

/* Opens the front. The evaluator inner is borrowed, and closed by its owner. outputs: how many of a
 * record are copied, with the first bytes of its failure; 0: records borrow them. */
void front_open(evaluator *e, size_t dim, size_t outputs, const evaluator *inner,
                front_answer answer, void *data);
