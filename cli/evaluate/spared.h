/* SPDX-License-Identifier: MIT
 *
 * Points that violate constraints of variables alone: that is known before an evaluation, which is
 * spared then (--evaluate). Such a point is measured at once, without a value, with the numbers g
 * of these constraints; those of others count as satisfied. So it ranks behind all points that were
 * evaluated, the nearer to these constraints the better. Its record says in `failure` what it
 * violates. */
#pragma once

#include "evaluate/front.h"
#include "objective/objective.h"

typedef struct spared {
    const objective *objective;
    double *values; /* room for a record; owned */
    char why[200];
} spared;

/* Opens an evaluator in front of another, which is borrowed, as s is. False: the objective has no
 * such constraints, and nothing is open. */
bool spared_open(spared *s, evaluator *e, const objective *o, const evaluator *inner);

/* The same for a single point: fills in its record, which has its id, if it is spared. What the
 * record points to is good until the next call. data: a spared. */
bool spared_answer(void *data, const double *x, eval_record *to);

/* Makes it ready for single points, and frees what it has. */
void spared_begin(spared *s, const objective *o);
void spared_close(spared *s);

/* Whether the evaluation of a record was spared. */
static inline bool spared_is(const eval_record *r)
{
    return r->fate == NES_MEASURED && r->failure != NULL;
}
