/* SPDX-License-Identifier: MIT
 *
 * Integer variables inside a run. The distribution is one of real numbers; its points are rounded
 * behind the bounds. A distribution that is narrow compared with the distance of two integers would
 * never leave one. There its points are spread, so that another is tried with the probability of
 * the option margin, and its centre moves as far as the points say. Families know nothing of it.
 * How far is the state of crossings.c, or here follows from the distribution: for hill climbers,
 * and where the centre does not move by weights of points. [math: B15] */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "opt/run/run.h"
#include "scheme/scheme.h"
#include "technique/crossing.h"
#include "util/limits.h"

void nes_integers_carve(struct nes_run *run, nes_arena *a)
{
    const size_t n = run->plan.integers > 0 ? run->dim : 0;
    run->integers.factor = NES_CARVE(a, double, n);
    run->integers.centre = NES_CARVE(a, double, n);
    run->integers.rho = NES_CARVE(a, double, run->plan.crosses ? n : 0);
    run->integers.move = NES_CARVE(a, double, run->plan.crosses ? n : 0);
    run->integers.hit = NES_CARVE(a, bool, run->plan.crosses ? n : 0);
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
    nes_integers *g = &run->integers;
    if (run->plan.integers == 0) return;
    g->reach = 1 / quantile(run->plan.s.margin);
    g->least = 0.5 * run->plan.s.margin;
    for (size_t i = 0; run->plan.crosses && i < run->dim; i++) {
        g->factor[i] = NES_CROSSING_START.factor;
        g->rho[i] = NES_CROSSING_START.rho;
    }
}

/* The nearest whole number, never -0, which would be printed as "-0". */
static double whole(double x)
{
    return rint(x) + 0.0;
}

/* The bounds of the search are a half beyond the first and the last integer. */
double nes_integer_near(const struct nes_run *run, size_t i, double y)
{
    const nes_settings *s = &run->plan.s;
    const double low = nes_lower_of(s, i), high = nes_upper_of(s, i);
    if (!nes_is_log(s, i)) return fmin(fmax(whole(y), ceil(low)), floor(high)) + 0.0;
    const double most = fmin(floor(exp(high)), NES_HUGE);
    const double k = fmin(fmax(rint(exp(y)), fmax(1, ceil(exp(low)))), most);
    return log(k);
}

void nes_integers_round(const struct nes_run *run, double *x)
{
    if (run->plan.integers == 0) return;
    for (size_t i = 0; i < run->dim; i++)
        if (nes_is_integer(&run->plan.s, i)) x[i] = nes_integer_near(run, i, x[i]);
}

void nes_integers_take(const struct nes_run *run, nes_batch *b, size_t k)
{
    double *x = nes_batch_x(b, k);
    for (size_t i = 0, to = k * b->nraw; b->nraw > 0 && i < run->dim; i++)
        if (nes_is_integer(&run->plan.s, i)) b->raw[to++] = x[i];
    nes_integers_round(run, x);
}

/* The distance from y, inside the bounds, to the farther of the two borders at which numbers are
 * rounded to another integer. There is no such border beyond the first and the last integer. */
static double way_out(const struct nes_run *run, size_t i, double y)
{
    const nes_settings *s = &run->plan.s;
    const double near = nes_integer_near(run, i, y), k = exp(near);
    const double low = nes_is_log(s, i) ? near + log1p(-0.5 / k) : near - 0.5;
    const double high = nes_is_log(s, i) ? near + log1p(0.5 / k) : near + 0.5;
    const bool first = s->lower != NULL && nes_integer_near(run, i, s->lower[i]) == near;
    const bool last = s->upper != NULL && nes_integer_near(run, i, s->upper[i]) == near;
    return fmax(first ? 0 : y - low, last ? 0 : high - y);
}

/* Finds the factors by which this distribution is too narrow, variable by variable. */
static void find_factors(struct nes_run *run)
{
    const nes_widths *f = run->g.dist.family->widths;
    const nes_dist *p = &run->g.dist;
    double *factor = run->integers.factor;
    const double *std = f->deviations != NULL ? f->deviations(p) : run->scratch;
    if (f->deviations == NULL) f->spread(p, run->scratch);
    memcpy(factor, p->theta, run->dim * sizeof *factor);
    if (run->bounds.bounder != NULL) nes_bounds_into(&run->bounds, factor);
    for (size_t i = 0; i < run->dim; i++) {
        const bool narrow = nes_is_integer(&run->plan.s, i) && std[i] > 0;
        const double least = narrow ? run->integers.reach * way_out(run, i, factor[i]) : 0;
        factor[i] = least > std[i] ? least / std[i] : 1;
    }
}

void nes_integers_spread(struct nes_run *run, nes_batch *b, size_t lo, size_t hi)
{
    const double *mu = run->g.dist.theta, *factor = run->integers.factor;
    if (!run->g.dist.family->located) return; /* there is no centre to spread points around */
    if (!run->plan.crosses) find_factors(run);
    for (size_t k = lo; k < hi; k++) {
        double *x = nes_batch_x(b, k);
        for (size_t i = 0; i < run->dim; i++)
            if (factor[i] != 1) x[i] = mu[i] + factor[i] * (x[i] - mu[i]);
    }
}

void nes_integers_guess(struct nes_run *run)
{
    double *mu = run->g.dist.theta;
    if (run->bounds.bounder != NULL) {
        nes_bounds whole = run->bounds;
        whole.skips = false;
        memcpy(run->integers.centre, mu, run->dim * sizeof *mu);
        nes_bounds_into(&whole, run->integers.centre);
        for (size_t i = 0; i < run->dim; i++)
            if (nes_is_integer(&run->plan.s, i)) mu[i] = run->integers.centre[i];
    }
    find_factors(run);
}

void nes_integers_note(struct nes_run *run)
{
    if (!run->g.dist.family->located) return;
    if (run->plan.crosses)
        nes_crossings_note(run);
    else
        find_factors(run);
    memcpy(run->integers.centre, run->g.dist.theta, run->dim * sizeof(double));
}

/* The parent of a hill climber is a point: next to the border of its integer it would try one
 * neighbour over and over. */
static void stand_on_integers(struct nes_run *run)
{
    double *mu = run->g.dist.theta, *inside = run->integers.centre;
    memcpy(inside, mu, run->dim * sizeof *inside);
    if (run->bounds.bounder != NULL) nes_bounds_into(&run->bounds, inside);
    for (size_t i = 0; i < run->dim; i++)
        if (run->integers.factor[i] > 1) mu[i] = nes_integer_near(run, i, inside[i]);
}

void nes_integers_follow(struct nes_run *run, double rate)
{
    double *mu = run->g.dist.theta;
    const double *factor = run->integers.factor, *centre = run->integers.centre;
    if (!run->g.dist.family->located) return;
    if (run->plan.crosses) {
        nes_crossings_follow(run, rate);
        return;
    }
    for (size_t i = 0; i < run->dim; i++)
        if (factor[i] > 1) mu[i] = centre[i] + factor[i] * (mu[i] - centre[i]);
    if (run->plan.scheme->elitist) stand_on_integers(run);
}
