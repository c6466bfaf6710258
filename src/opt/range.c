/* SPDX-License-Identifier: MIT
 *
 * Keeping points and parameters finite; see opt/range.h. */
#include "opt/range.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>

#include "family/family.h"
#include "linalg/vector.h"
#include "opt/run.h"
#include "scheme/scheme.h"
#include "util/limits.h"
#include "util/team.h"

/* A sum of squares is finite if every number is, and far below the limit: one look at many. */
static bool is_surely_inside(size_t n, const double *v)
{
    return nes_dot(n, v, v) <= DBL_MAX;
}

static bool is_inside(double v)
{
    return fabs(v) <= NES_HUGE;
}

/* The number itself, or the nearest there is; in the place of what is none, the other. */
static double inside(double v, double other)
{
    if (isnan(v)) return is_inside(other) ? other : 0;
    return is_inside(v) ? v : copysign(NES_HUGE, v);
}

typedef struct rows {
    const double *centre; /* null: the distribution has none */
    double *x;
    size_t d;
    atomic_bool *outside; /* a number was */
} rows;

static void bring_rows(void *data, size_t first, size_t last)
{
    const rows *r = data;
    double *x = r->x + first * r->d;
    const size_t n = (last - first) * r->d;
    bool outside = false;
    if (is_surely_inside(n, x)) return;
    for (size_t i = 0; i < n; i++) {
        outside = outside || !is_inside(x[i]);
        x[i] = inside(x[i], r->centre != NULL ? r->centre[i % r->d] : 0);
    }
    if (outside) atomic_store(r->outside, true);
}

void nes_range_points(struct nes_run *run, nes_batch *b, size_t lo, size_t hi)
{
    atomic_bool outside = false;
    const nes_dist *p = &run->g.dist;
    rows r = {run->g.family->located ? p->theta : NULL, nes_batch_x(b, lo), b->d, &outside};
    nes_team_run(p->team, hi - lo, 1, bring_rows, &r);
    run->outside = outside;
}

/* A matrix costs a hill climber as much to look at as a sample does. It looks when a point was
 * outside the range, which a matrix with such a number leads to at once. */
static size_t worth_looking(const struct nes_run *run)
{
    const size_t all = nes_family_ntheta(run->g.family, run->dim, nes_model_of(&run->plan.s));
    const bool thorough = !run->plan.scheme->elitist || run->outside || all < 2 * run->dim;
    return thorough ? all : 2 * run->dim;
}

void nes_range_judge(struct nes_run *run)
{
    double *theta = run->g.dist.theta;
    const size_t n = worth_looking(run), centre = run->g.family->located ? run->dim : 0;
    if (is_surely_inside(n, theta)) return;
    for (size_t i = 0; i < n; i++) {
        const double v = theta[i];
        if (i < centre ? is_inside(v) : isfinite(v)) continue;
        nes_end(&run->end, NES_STOP_NONFINITE, v, NAN);
        if (i < centre) theta[i] = inside(v, isnan(run->best_f) ? 0 : run->best_x[i]);
    }
}
