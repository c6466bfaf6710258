/* SPDX-License-Identifier: MIT
 *
 * The record of a point of an objective that can be called in this process. */
#pragma once

#include "evaluate/evaluator.h"
#include "objective/objective.h"

static inline eval_record objective_evaluate(const objective *o, uint64_t id, const double *x)
{
    if (o->record == NULL) return eval_measured(id, o->value(o->dim, x, o->data));
    eval_record r = eval_measured(id, (double)NAN);
    r.fate = o->record(o->dim, x, &r.f, o->data);
    return r;
}
