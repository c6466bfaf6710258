/* SPDX-License-Identifier: MIT
 *
 * Rounding, and a least width; see opt/integers.h. [math: B15] */
#include "opt/integers.h"

#include <math.h>
#include <string.h>

#include "family/family.h"
#include "opt/run.h"

void nes_integers_carve(struct nes_run *run, nes_arena *a)
{
    const size_t n = run->plan.integers > 0 ? run->dim : 0;
    run->integers.factor = NES_CARVE(a, double, n);
    run->integers.centre = NES_CARVE(a, double, n);
}

/* q with P(|z| > q) = margin for a normal number z, by halving. */
static double quantile(double margin)
{
    double low = 0, high = 40;
    for (int i = 0; i < 64; i++) {
        const double q = 0.5 * (low + high);
        if (erfc(q / sqrt(2)) > margin)
            low = q;
        else
            high = q;
    }
    return high;
}

void nes_integers_begin(struct nes_run *run)
{
    if (run->plan.integers > 0) run->integers.reach = 1 / quantile(run->plan.s.margin);
}

/* Without -0, which is printed otherwise. */
static double whole(double x)
{
    return rint(x) + 0.0;
}

/* The box of the search ends a half beyond the last integers. */
double nes_integer_near(const struct nes_run *run, size_t i, double y)
{
    const nes_settings *s = &run->plan.s;
    const double low = s->lower != NULL ? s->lower[i] : -INFINITY;
    const double high = s->upper != NULL ? s->upper[i] : INFINITY;
    if (!nes_is_log(s, i)) return fmin(fmax(whole(y), ceil(low)), floor(high)) + 0.0;
    const double k = fmin(fmax(rint(exp(y)), fmax(1, ceil(exp(low)))), floor(exp(high)));
    return log(k);
}

void nes_integers_round(const struct nes_run *run, double *x)
{
    if (run->plan.integers == 0) return;
    for (size_t i = 0; i < run->dim; i++)
        if (nes_is_integer(&run->plan.s, i)) x[i] = nes_integer_near(run, i, x[i]);
}

/* Half the width of the numbers that are rounded like y. */
static double half_cell(const struct nes_run *run, size_t i, double y)
{
    if (!nes_is_log(&run->plan.s, i)) return 0.5;
    return atanh(0.5 / exp(nes_integer_near(run, i, y)));
}

/* The factors of this distribution; all are 1 where it has no centre. */
static void find_factors(struct nes_run *run)
{
    const nes_family *f = run->g.family;
    const nes_dist *p = &run->g.dist;
    double *factor = run->integers.factor;
    const double *std = f->deviations != NULL ? f->deviations(p) : run->scratch;
    if (f->deviations == NULL) f->spread(p, run->scratch);
    memcpy(factor, p->theta, run->dim * sizeof *factor);
    if (run->bounds.bounder != NULL) nes_bounds_into(&run->bounds, factor);
    for (size_t i = 0; i < run->dim; i++) {
        const bool narrow = nes_is_integer(&run->plan.s, i) && std[i] > 0;
        const double least = narrow ? run->integers.reach * half_cell(run, i, factor[i]) : 0;
        factor[i] = least > std[i] ? least / std[i] : 1;
    }
}

static bool is_spread(const struct nes_run *run)
{
    return run->plan.integers > 0 && run->g.family->located;
}

void nes_integers_spread(struct nes_run *run, nes_batch *b, size_t lo, size_t hi)
{
    const double *mu = run->g.dist.theta, *factor = run->integers.factor;
    if (!is_spread(run)) return;
    find_factors(run);
    for (size_t k = lo; k < hi; k++) {
        double *x = nes_batch_x(b, k);
        for (size_t i = 0; i < run->dim; i++)
            if (factor[i] > 1) x[i] = mu[i] + factor[i] * (x[i] - mu[i]);
    }
}

void nes_integers_note(struct nes_run *run)
{
    if (!is_spread(run)) return;
    find_factors(run);
    memcpy(run->integers.centre, run->g.dist.theta, run->dim * sizeof(double));
}

void nes_integers_follow(struct nes_run *run)
{
    double *mu = run->g.dist.theta;
    const double *factor = run->integers.factor, *centre = run->integers.centre;
    if (!is_spread(run)) return;
    for (size_t i = 0; i < run->dim; i++)
        if (factor[i] > 1) mu[i] = centre[i] + factor[i] * (mu[i] - centre[i]);
}
