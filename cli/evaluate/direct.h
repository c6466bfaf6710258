/* SPDX-License-Identifier: MIT
 *
 * The evaluator in the calling thread. Points are evaluated while they are submitted, in the order
 * in which the optimiser asked for them, and nothing is copied but their values. */
#pragma once

#include "evaluate/evaluator.h"
#include "nes/status.h"
#include "objective/objective.h"

/* Writes the values of the first of n points to f and returns how many: 1 or more, at most n. fate:
 * theirs, measured unless it says otherwise. */
typedef size_t (*direct_values)(void *data, size_t n, const double *x, double *f, nes_fate *fate);

/* An evaluator that calls values with data and blocks of points. NES_ERR_MEMORY: there is nothing
 * to close. */
nes_status direct_open(evaluator *e, direct_values values, void *data);

/* An evaluator for an objective, which is borrowed. It evaluates point by point, and takes only
 * some points at a time where the objective is slow, so that observers hear of the values. */
nes_status direct_open_objective(evaluator *e, const objective *o);
