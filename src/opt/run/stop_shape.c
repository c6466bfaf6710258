/* SPDX-License-Identifier: MIT
 *
 * When to stop, by the search distribution: its widths, its shape, and whether its steps still
 * change the mean. Where coordinates are shared out, all slices decide alike. [math: A26] */
#include <math.h>

#include "family/family.h"
#include "opt/run/run.h"

/* The initial standard deviation of coordinate i. */
static double initial(const struct nes_run *run, size_t i)
{
    return run->std0 != NULL ? run->std0[i] : run->plan.s.sigma;
}

/* Ends the run where all standard deviations are below the factor times std0 (relative) or 1; the
 * value is the largest ratio. */
static void judge_widths(struct nes_run *run, double factor, bool relative, nes_stop reason)
{
    double ratio = 0;
    run->g.dist.family->widths->spread(&run->g.dist, run->scratch);
    for (size_t i = 0; i < run->dim && ratio < INFINITY; i++) {
        if (!nes_counts_in_widths(run, i)) continue;
        ratio = isnan(run->scratch[i])
                    ? INFINITY
                    : fmax(ratio, run->scratch[i] / (relative ? initial(run, i) : 1));
    }
    nes_coords_max(run->g.dist.coords, 1, &ratio);
    if (ratio < factor) nes_end(&run->end, reason, ratio, factor);
}

/* The width is a cheap lower bound of the largest one, so most calls end here. */
static void judge_width(struct nes_run *run, double width, double factor, bool relative,
                        nes_stop reason)
{
    const bool real = run->plan.integers == 0;
    if (factor == NES_OFF) return;
    if (real && width >= factor * (relative ? run->max_std0 : 1)) return;
    if (nes_modes_are_new(run)) return;
    judge_widths(run, factor, relative, reason);
}

/* Tests that cost as much as all standard deviations take place once in a while. */
static bool is_time_for_more(const struct nes_run *run)
{
    return run->whole <= 100 ? run->judgements % 10 == 0 : run->judgements % 100 == 0;
}

/* Ends the run where a variable has a mean that is too large for its width, and names the first of
 * all slices. i: the first one here; dim: there is none here. */
static void judge_lost(struct nes_run *run, size_t i)
{
    const nes_coords *c = run->g.dist.coords;
    const double own = i < run->dim ? (double)(nes_coords_first(c) + i) : INFINITY;
    double first = own, v[2] = {0, 0};
    nes_coords_min(c, 1, &first);
    if (!(first < INFINITY)) return;
    if (first == own) {
        v[0] = 0.2 * run->scratch[i];
        v[1] = 0x1p-53 * fabs(run->g.dist.theta[i]);
    }
    nes_coords_share(c, first == own, 2, v);
    nes_end(&run->end, NES_STOP_NOEFFECT, v[0], v[1]);
}

/* A width that grows without end, though not where the search widens for want of values; and a
 * variable whose mean is too large for its width. */
static void judge_spread(struct nes_run *run)
{
    const double *mu = run->g.dist.theta, *std = run->scratch, most = run->plan.s.max_growth;
    const bool wanted = most != NES_OFF || run->plan.s.noeffect;
    if (!wanted || !is_time_for_more(run)) return;
    run->g.dist.family->widths->spread(&run->g.dist, run->scratch);
    size_t lost = run->dim;
    double growth = 0;
    for (size_t i = 0; i < run->dim; i++) {
        if (nes_counts_in_widths(run, i)) growth = fmax(growth, std[i] / initial(run, i));
        if (run->plan.s.noeffect && !nes_is_integer(&run->plan.s, i) && lost == run->dim &&
            mu[i] + 0.2 * std[i] == mu[i])
            lost = i;
    }
    judge_lost(run, lost);
    nes_coords_max(run->g.dist.coords, 1, &growth);
    if (growth > most && !isnan(run->best_f)) nes_end(&run->end, NES_STOP_GROWTH, growth, most);
}

/* Whether a step along an axis changes the mean: one axis in a judgement, in turn. */
static void judge_effect(struct nes_run *run)
{
    const double *mu = run->g.dist.theta;
    if (!run->plan.s.noeffect) return;
    const size_t axis = (size_t)(run->judgements % run->whole);
    run->g.dist.family->widths->axis(&run->g.dist, axis, run->scratch);
    double length = 0, largest = 0;
    bool moves = false;
    for (size_t i = 0; i < run->dim; i++) {
        if (run->plan.integers > 0 && !nes_counts_in_widths(run, i)) continue;
        moves = mu[i] + 0.1 * run->scratch[i] != mu[i];
        if (moves) break;
        length = fmax(length, fabs(run->scratch[i]));
        largest = fmax(largest, fabs(mu[i]));
    }
    if (nes_coords_any(run->g.dist.coords, moves)) return;
    double most[2] = {length, largest};
    nes_coords_max(run->g.dist.coords, 2, most);
    if (run->plan.integers > 0 && most[0] == 0) return; /* it is an axis of integers */
    nes_end(&run->end, NES_STOP_NOEFFECT, 0.1 * most[0], 0x1p-53 * most[1]);
}

/* A matrix that turned out to be singular ends the run in any case. */
static void judge_singular(struct nes_run *run)
{
    const nes_widths *f = run->g.dist.family->widths;
    if (f->condition_of_shape == NULL || !is_time_for_more(run)) return;
    const double limit = run->plan.s.max_condition, shape = f->condition_of_shape(&run->g.dist);
    if (isinf(shape)) nes_end(&run->end, NES_STOP_CONDITION, shape, limit == NES_OFF ? NAN : limit);
}

/* Condition numbers of covariances, squares of the ratios that families know. Factors per
 * coordinate are only multiplied with, so that they may differ more than the axes of a matrix. */
static void judge_condition(struct nes_run *run)
{
    static const double FACTORS = 1000;
    const nes_widths *f = run->g.dist.family->widths;
    const nes_dist *p = &run->g.dist;
    const double limit = run->plan.s.max_condition;
    if (limit == NES_OFF || run->judgements % run->whole != 0) return;
    if (f->condition_bound != NULL && nes_square(f->condition_bound(p)) <= limit) return;
    const bool parts = f->condition_of_shape != NULL;
    const double shape = parts ? nes_square(f->condition_of_shape(p)) : 1;
    const double whole = nes_square(f->condition(p)), most = parts ? FACTORS * limit : limit;
    if (isnan(whole))
        nes_end(&run->end, NES_STOP_NONFINITE, whole, NAN);
    else if (shape > limit)
        nes_end(&run->end, NES_STOP_CONDITION, shape, limit);
    else if (whole > most)
        nes_end(&run->end, NES_STOP_CONDITION, whole, most);
}

void nes_judge_distribution(struct nes_run *run, double width)
{
    judge_width(run, width, run->plan.s.tolx_abs, false, NES_STOP_TOLX_ABS);
    judge_width(run, width, run->plan.s.tolx, true, NES_STOP_TOLX);
    judge_spread(run);
    judge_singular(run);
    judge_condition(run);
    judge_effect(run);
}
