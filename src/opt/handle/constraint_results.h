/* SPDX-License-Identifier: MIT
 *
 * What constraints add to the results by name: how far the best point violates them, and what they
 * cost, in numbers of a run. [math: B19] */
#pragma once

#include "opt/handle/opt.h"

double nes_best_violation(const struct nes_run *run); /* NaN: there is no best point */
double nes_margin_now(const struct nes_run *run);     /* NaN: there are no constraints */

/* m numbers each. */
nes_status nes_constraints_length(nes_opt *o, struct nes_run *run, const char *name, size_t *n);
nes_status nes_copy_best_g(nes_opt *o, struct nes_run *run, double *values);
nes_status nes_copy_multipliers(nes_opt *o, struct nes_run *run, double *values);
nes_status nes_copy_penalties(nes_opt *o, struct nes_run *run, double *values);
