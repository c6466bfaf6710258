/* SPDX-License-Identifier: MIT
 *
 * Results of constraints; see opt/handle/constraint_results.h. */
#include "opt/handle/constraint_results.h"

#include <math.h>

double nes_best_violation(const struct nes_run *run)
{
    const nes_best best = nes_best_of(run);
    return isnan(best.f) ? NAN : nes_violation(run, best.outputs);
}

double nes_margin_now(const struct nes_run *run)
{
    return run->constrained.of.m > 0 ? run->constrained.merits.margin : NAN;
}

nes_status nes_constraints_length(nes_opt *o, struct nes_run *run, const char *name, size_t *n)
{
    (void)o, (void)name;
    *n = run->constrained.of.m;
    return NES_OK;
}

nes_status nes_copy_best_g(nes_opt *o, struct nes_run *run, double *values)
{
    const nes_best best = nes_best_of(run);
    if (isnan(best.f)) return nes_refuse(nes_note_of(o), NES_ERR_ORDER, "there is no 'best_g' yet");
    nes_copy_outputs(run->constrained.of.m, values, best.outputs);
    return NES_OK;
}

nes_status nes_copy_multipliers(nes_opt *o, struct nes_run *run, double *values)
{
    (void)o;
    nes_copy_outputs(run->constrained.of.m, values, run->constrained.merits.lam);
    return NES_OK;
}

nes_status nes_copy_penalties(nes_opt *o, struct nes_run *run, double *values)
{
    (void)o;
    nes_copy_outputs(run->constrained.of.m, values, run->constrained.merits.penalty);
    return NES_OK;
}
