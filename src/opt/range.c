/* SPDX-License-Identifier: MIT
 *
 * Keeping points and parameters finite; see opt/range.h. */
#include "opt/range.h"

#include <math.h>
#include <stdatomic.h>

#include "family/family.h"
#include "linalg/vector.h"
#include "opt/run.h"
#include "scheme/scheme.h"
#include "util/limits.h"
#include "util/team.h"

/* Random numbers of a sample stay below this (rng/student.c cuts tails). */
static const double LONGEST = 1e150;

static bool is_inside(double v)
{
    return fabs(v) <= NES_HUGE;
}

/* One look at many numbers: a sum of squares is small if all of them are. A few are faster one by
 * one. */
static bool are_below(size_t n, const double *v, double limit)
{
    enum { FEW = 16 };
    bool below = true;
    if (n >= FEW) return nes_dot(n, v, v) <= limit * limit;
    for (size_t i = 0; i < n; i++) below &= fabs(v[i]) <= limit;
    return below;
}

static bool are_surely_inside(size_t n, const double *v)
{
    return are_below(n, v, LONGEST);
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
    if (are_surely_inside(n, x)) return;
    for (size_t i = 0; i < n; i++) {
        outside = outside || !is_inside(x[i]);
        x[i] = inside(x[i], r->centre != NULL ? r->centre[i % r->d] : 0);
    }
    if (outside) atomic_store(r->outside, true);
}

/* Whether centre and widths alone say that all points are inside: each coordinate is mu + std z.
 * Samples that mixing keeps are no draws, and may have any coordinates. */
static bool holds_all_points(const struct nes_run *run)
{
    const nes_family *f = run->g.family;
    const nes_dist *p = &run->g.dist;
    const bool plain = f->deviations != NULL && f->radius == NULL && f->sample == NULL;
    return plain && !run->plan.mixes && run->plan.integers == 0 &&
           are_below(p->d, p->theta, LONGEST) && are_below(p->d, f->deviations(p), 1e-2 * LONGEST);
}

void nes_range_points(struct nes_run *run, nes_batch *b, size_t lo, size_t hi)
{
    enum { MANY = 1024 }; /* numbers, of which a look at all costs something */
    atomic_bool outside = false;
    const nes_dist *p = &run->g.dist;
    run->outside = false;
    if ((hi - lo) * b->d > MANY && holds_all_points(run)) return;
    if (p->team == NULL && are_surely_inside((hi - lo) * b->d, nes_batch_x(b, lo))) return;
    rows r = {run->g.family->located ? p->theta : NULL, nes_batch_x(b, lo), b->d, &outside};
    nes_team_run(p->team, hi - lo, 1, bring_rows, &r);
    run->outside = outside;
}

bool nes_range_sees_all(const struct nes_run *run)
{
    enum { LARGE = 64 };
    if (run->plan.scheme->elitist) return false;
    return !run->g.family->square || run->g.batch.y == NULL || run->dim < LARGE;
}

/* How many of the parameters are looked at. A large matrix takes as long to read as a sample does.
 * It is looked at when its products with samples were suspicious, which a number that is not finite
 * leads to at once; so is all of a hill climber, whose centre is a point. */
static size_t worth_looking(const struct nes_run *run)
{
    const nes_batch *b = &run->g.batch;
    if (run->plan.scheme->elitist && !run->outside) return 0;
    const size_t d = run->dim,
                 all = nes_family_ntheta(run->g.family, d, nes_model_of(&run->plan.s));
    if (run->plan.scheme->elitist || nes_range_sees_all(run)) return all;
    return are_surely_inside(b->n * b->width, b->y) ? d : all;
}

void nes_range_judge(struct nes_run *run)
{
    double *theta = run->g.dist.theta;
    const size_t n = worth_looking(run), centre = run->g.family->located ? run->dim : 0;
    if (n == 0 || are_surely_inside(n, theta)) return;
    for (size_t i = 0; i < n; i++) {
        const double v = theta[i];
        if (i < centre ? is_inside(v) : isfinite(v)) continue;
        nes_end(&run->end, NES_STOP_NONFINITE, v, NAN);
        if (i < centre) theta[i] = inside(v, isnan(run->best_f) ? 0 : run->best_x[i]);
    }
}
