/* SPDX-License-Identifier: MIT
 *
 * The range of numbers that a search may use: up to NES_HUGE (util/limits.h). Points beyond it are
 * brought back, so that all points handed out are finite: numbers that are too large become the
 * largest there is, and NaN becomes the coordinate of the centre. A distribution whose parameters
 * leave the range ends its run. [math: A26] */
#include <math.h>
#include <stdatomic.h>

#include "family/family.h"
#include "linalg/vector.h"
#include "opt/run/run.h"
#include "scheme/scheme.h"
#include "util/limits.h"
#include "util/team.h"

/* Random numbers of a sample stay below this (rng/student_variates.c cuts tails). A point is made
 * of products of one of these and up to three parameters: it is inside where parameters are below
 * the second.
 */
static const double LONGEST = 1e150, MODEST = 1e30;

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

static bool has_deviations(const nes_family *f)
{
    return f->widths != NULL && f->widths->deviations != NULL;
}

/* Whether centre and widths alone say that all points are inside: each coordinate is mu + std z.
 * Samples that mixing keeps are no draws, and may have any coordinates; so may those of a trial. */
static bool holds_all_points(const struct nes_run *run, const nes_batch *b)
{
    const nes_family *f = run->g.dist.family;
    const nes_dist *p = &run->g.dist;
    const bool plain = has_deviations(f) && f->radius == NULL && f->sample == NULL;
    return plain && b == &run->g.batch && !run->plan.mixes && run->plan.integers == 0 &&
           are_below(p->d, p->theta, LONGEST) &&
           are_below(p->d, f->widths->deviations(p), 1e-2 * LONGEST);
}

void nes_range_points(struct nes_run *run, nes_batch *b, size_t lo, size_t hi)
{
    enum { MANY = 1024 }; /* numbers, of which a look at all costs something */
    atomic_bool outside = false;
    const nes_dist *p = &run->g.dist;
    const size_t n = (hi - lo) * b->d;
    run->outside = false;
    if (run->modest && b == &run->g.batch) return;
    if (n > MANY && holds_all_points(run, b)) return;
    if ((p->team == NULL || n <= MANY) && are_surely_inside(n, nes_batch_x(b, lo))) return;
    rows r = {run->g.dist.family->located ? p->theta : NULL, nes_batch_x(b, lo), b->d, &outside};
    nes_team_run(p->team, hi - lo, 1, bring_rows, &r);
    run->outside = outside;
}

bool nes_range_sees_all(const struct nes_run *run)
{
    enum { LARGE = 64 };
    if (run->plan.scheme->elitist) return false;
    return !run->g.dist.family->matrix || run->g.batch.y == NULL || run->dim < LARGE;
}

/* How many of the parameters are looked at. A large matrix takes as long to read as a sample does.
 * It is looked at when its products with samples were suspicious, which a number that is not finite
 * leads to at once; so is all of a hill climber, whose centre is a point. */
static size_t worth_looking(const struct nes_run *run)
{
    const nes_batch *b = &run->g.batch;
    if (run->plan.scheme->elitist && !run->outside) return 0;
    const size_t d = run->dim, all = run->g.dist.family->ntheta(&run->g.dist);
    if (run->plan.scheme->elitist || nes_range_sees_all(run)) return all;
    return are_surely_inside(b->n * b->width, b->y) ? d : all;
}

/* Whether points are products of parameters and draws, and of all the parameters that are looked
 * at: not so where mixing keeps samples, integers are spread, or bounds move the centre. */
static bool makes_plain_points(const struct nes_run *run, size_t looked_at)
{
    const nes_family *f = run->g.dist.family;
    const bool all = has_deviations(f) || (f->matrix && looked_at > run->dim);
    return all && f->radius == NULL && f->sample == NULL && !run->plan.mixes &&
           run->plan.integers == 0 && run->bounds.bounder == NULL;
}

/* The place of number i of theta among those of all slices. */
static double place_of(const struct nes_run *run, size_t i)
{
    const nes_coords *c = &run->coords;
    const size_t d = run->dim, common = run->g.dist.family->common;
    if (i < d) return (double)(c->first + i);
    if (i < d + common) return (double)(c->whole + i - d);
    size_t before = c->whole + common, rest = i - d - common;
    for (; rest >= d; rest -= d) before += c->whole;
    return (double)(before + c->first + rest);
}

/* Whether a number of theta is out of range, in any slice. *value is then the first of them. i: the
 * place of the first one here, if there is one (here). */
static bool is_broken(const struct nes_run *run, size_t i, bool here, double *value)
{
    const nes_coords *c = run->g.dist.coords;
    if (c == NULL) return here;
    const double own = here ? place_of(run, i) : INFINITY;
    double first = own;
    nes_coords_min(c, 1, &first);
    if (!(first < INFINITY)) return isnan(first);
    nes_coords_share(c, first == own, 1, value);
    return true;
}

void nes_range_judge(struct nes_run *run)
{
    double *theta = run->g.dist.theta;
    const size_t n = worth_looking(run), centre = run->g.dist.family->located ? run->dim : 0;
    const double sum = n > 0 ? nes_dot(n, theta, theta) : 0;
    run->modest = n > 0 && sum <= MODEST * MODEST && makes_plain_points(run, n);
    size_t first = n;
    double value = 0;
    for (size_t i = 0; !(sum <= LONGEST * LONGEST) && i < n; i++) {
        const double v = theta[i];
        if (i < centre ? is_inside(v) : isfinite(v)) continue;
        if (first == n) value = v;
        if (first == n) first = i;
        if (i < centre) theta[i] = inside(v, isnan(run->best_f) ? 0 : run->best_x[i]);
    }
    if (is_broken(run, first, first < n, &value))
        nes_end(&run->end, NES_STOP_NONFINITE, value, NAN);
}
