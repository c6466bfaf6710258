/* SPDX-License-Identifier: MIT
 *
 * An evaluator in front of another: it answers for the points whose values it knows, and passes the
 * others on. */
#ifndef EVALUATE_FRONT_H
#define EVALUATE_FRONT_H

#include <stdbool.h>

#include "evaluate/evaluator.h"
#include "nes/status.h"

/* Whether the value of a point is known, and which it is. *what: what else is known of it, which
 * must live until the value has been collected; it may be left as it is. It may be asked more than
 * once about a point. */
typedef bool (*front_answer)(void *data, uint64_t id, const double *x, double *f,
                             const eval_outcome **what);

/* inner is borrowed, and closed by its owner. NES_ERR_MEMORY: there is nothing to close. */
nes_status front_open(evaluator *e, size_t dim, const evaluator *inner, front_answer answer,
                      void *data);

#endif
