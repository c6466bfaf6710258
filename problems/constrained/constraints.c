/* SPDX-License-Identifier: MIT
 *
 * The constraints of an instance. Each is a half-space of bent coordinates,
 *
 *   g(y) = sum_i a_i (y_i - (h/|a|) a_i)
 *
 * with h = 0 where it is active at the optimum y = 0, and h > 0 where it lies behind. One of them
 * is along the slope of the objective there; the others have random directions, turned so that the
 * point P uphill is feasible for all. The disguise mixes the first with the others. By the
 * Karush-Kuhn-Tucker conditions y = 0 remains the optimum. */
#include <math.h>
#include <string.h>

#include "bbob/random.h"
#include "constrained.h"

/* Rounding must not make the optimum infeasible: the smallest positive terms are left out. */
static const double NEGLIGIBLE = 1e-11;

double nes_constraint_at(const nes_constrained *b, size_t j, const double *y)
{
    const double *a = b->a + j * b->d, part = b->shift[j] / b->norm[j];
    double sum = 0.0;
    for (size_t i = 0; i < b->d; i++) {
        const double term = a[i] * (y[i] - part * a[i]);
        if (!(term >= 0.0 && term <= NEGLIGIBLE)) sum += term;
    }
    return sum;
}

static double length(size_t d, const double *a)
{
    double square = 0.0;
    for (size_t i = 0; i < d; i++) square += a[i] * a[i];
    return sqrt(square);
}

/* A point uphill of the optimum, at which all constraints are to hold: three quarters to all of the
 * way along the slope to the border of the box [-5, 5]^d, in coordinates y. */
static void choose_inner(const nes_constrained *b, int64_t s2, double *p, double *room)
{
    double most = 0.0, r;
    nes_objective_slope(b, p, room);
    for (size_t i = 0; i < b->d; i++) {
        most = fmax(most, p[i] / (5.0 - b->optimum[i]));
        most = fmax(most, p[i] / (-5.0 - b->optimum[i]));
    }
    nes_bbob_unif(1, s2 + 412, &r);
    const double factor = (0.75 + r * 0.25) / most;
    for (size_t i = 0; i < b->d; i++) p[i] *= factor;
}

/* What constraint after constraint is made with. */
typedef struct builder {
    nes_lagged events, weights; /* which are active and how far the others lie; their weights */
    double size;                /* factor of all vectors */
    size_t active, left;        /* constraints made that are active; inactive ones still to make */
    size_t along;               /* the one along the slope */
    double *inner, *sum; /* d each: P; weighted sum of the active ones with random directions */
} builder;

/* Whether the next constraint is active; the first is, and after the last active one no number is
 * drawn. */
static bool is_active(const nes_constrained *b, builder *m, size_t j)
{
    if (j == 0) return true;
    if (m->active >= b->active) return false;
    return nes_lagged_uniform(&m->events) + 1e-23 > (double)m->left / (double)b->m;
}

/* Fills in the vector of constraint j: along the slope, or random. */
static void direct(const nes_constrained *b, const builder *m, bool along, int64_t seed, double *a)
{
    nes_lagged numbers;
    nes_lagged_seed(&numbers, seed);
    const double size = pow(100.0, nes_lagged_uniform(&numbers));
    if (along) {
        const double factor = (m->size * size) / length(b->d, m->inner);
        for (size_t i = 0; i < b->d; i++) a[i] = -m->inner[i] * factor;
        return;
    }
    for (size_t i = 0; i < b->d; i++)
        a[i] = m->size * nes_lagged_normal(&numbers) * size / sqrt((double)b->d);
}

static void add(nes_constrained *b, builder *m, size_t j, int64_t s1, size_t instance)
{
    double *a = b->a + j * b->d;
    const bool active = is_active(b, m, j);
    if (active)
        m->active++;
    else
        m->left--;
    const bool along = active && (m->active - 1 + instance) % b->active == 0;
    b->shift[j] = active ? 0.0 : 0.01 + 2.0 * nes_lagged_uniform(&m->events);
    direct(b, m, along, s1 + 50000 * (int64_t)m->active, a);
    b->norm[j] = length(b->d, a);
    if (nes_constraint_at(b, j, m->inner) > 0.0)
        for (size_t i = 0; i < b->d; i++) a[i] = -a[i];
    if (along) m->along = j;
    if (!active || along) return;
    const double weight = nes_lagged_uniform(&m->weights);
    for (size_t i = 0; i < b->d; i++) m->sum[i] += weight * a[i];
}

/* Takes from the constraint along the slope a part of the sum of the others; its length stays. */
static void disguise(const nes_constrained *b, builder *m)
{
    const double d = (double)b->d, norm = b->norm[m->along];
    double *a = b->a + m->along * b->d, product = 0.0;
    for (size_t i = 0; i < b->d; i++) product += m->sum[i] * a[i];
    double part = product <= 0.0 ? d : fmin(d, norm * norm / product);
    part *= (1.0 + nes_lagged_uniform(&m->weights)) / (2.0 + 1.0 / d);
    for (size_t i = 0; i < b->d; i++) a[i] -= part * m->sum[i];
    const double factor = norm / length(b->d, a);
    for (size_t i = 0; i < b->d; i++) a[i] *= factor;
}

/* Halves the way to P until all coordinates, bent back, are inside the box. */
static void choose_start(nes_constrained *b, const double *inner)
{
    bool inside = false;
    for (double factor = 1.0; !inside; factor *= 0.5) {
        inside = true;
        for (size_t i = 0; i < b->d; i++) {
            b->start[i] = nes_unbend(b, i, inner[i] * factor) + b->optimum[i];
            inside = inside && (b->kind->bend == 0 || fabs(b->start[i]) < 5.0);
        }
    }
}

void nes_constraints_build(nes_constrained *b, const nes_constrained_variant *v, int64_t s1,
                           int64_t s2, size_t instance, double *work)
{
    builder m = {.left = b->m - b->active, .inner = work, .sum = work + b->d};
    choose_inner(b, s2, m.inner, work + b->d);
    memset(m.sum, 0, b->d * sizeof *m.sum);
    nes_lagged_seed(&m.events, s1);
    nes_lagged_seed(&m.weights, s1);
    m.size = 100.0 * pow(10.0, nes_lagged_uniform(&m.events));
    for (size_t j = 0; j < b->m; j++) add(b, &m, j, s1, instance);
    if (v->disguised && b->active > 1) disguise(b, &m);
    choose_start(b, m.inner);
}
