/* SPDX-License-Identifier: MIT
 *
 * Which of two points is better where there are constraints, and what a run remembers of them; see
 * opt/run/constrained.h. [math: B19] */
#include "opt/run/constrained.h"

#include <math.h>
#include <string.h>

#include "opt/run/run.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"

void nes_constrained_carve(struct nes_run *run, nes_arena *a)
{
    nes_constrained *c = &run->constrained;
    c->of = nes_constraints_of(&run->plan.s);
    const size_t m = c->of.m;
    c->rules = run->plan.rules;
    c->merits.of = &c->of;
    c->merits.d = run->whole;
    if (m == 0) return;
    nes_merits_carve(&c->merits, a, run->plan.rows);
    c->scales.mean = NES_CARVE(a, double, m);
    c->scales.square = NES_CARVE(a, double, m);
    c->nearest.x = NES_CARVE(a, double, run->plan.dim);
    c->nearest.outputs = NES_CARVE(a, double, run->outputs);
    c->integer = NES_CARVE(a, double, run->plan.crosses ? run->plan.rows * run->plan.integers : 0);
    run->g.batch.key = NES_CARVE(a, double, run->plan.rows);
    run->g.batch.group = NES_CARVE(a, unsigned char, run->plan.rows);
}

void nes_constrained_begin(struct nes_run *run)
{
    nes_constrained *c = &run->constrained;
    c->nearest.f = c->best = c->violation = NAN;
    if (c->of.m > 0) nes_merits_begin(&c->merits);
}

/* ---- better and worse ----------------------------------------------------------------------- */

bool nes_is_feasible(const struct nes_run *run, const double *g)
{
    const nes_constraints *of = &run->constrained.of;
    for (size_t i = 0; i < of->m; i++)
        if (!nes_constraint_holds(of, i, g[i])) return false;
    return true;
}

/* The unit in which the violation of constraint i is measured. */
double nes_constraint_unit(const struct nes_run *run, size_t i)
{
    const nes_scales *s = &run->constrained.scales;
    if (!s->full || s->rows < 2) return 1;
    const double spread = sqrt(s->square[i] / (s->rows - 1));
    return spread > 0 && isfinite(spread) ? spread : 1;
}

double nes_violation(const struct nes_run *run, const double *g)
{
    const nes_constraints *of = &run->constrained.of;
    double sum = 0;
    for (size_t i = 0; i < of->m; i++) {
        if (!isfinite(g[i])) return NAN;
        if (!nes_constraint_holds(of, i, g[i]))
            sum += nes_constraint_excess(of, i, g[i]) / nes_constraint_unit(run, i);
    }
    return sum;
}

bool nes_is_closer(const struct nes_run *a, const struct nes_run *b)
{
    const nes_closest *na = &a->constrained.nearest, *nb = &b->constrained.nearest;
    if (isnan(na->f) || isnan(nb->f)) return isnan(nb->f) && !isnan(na->f);
    const double va = nes_violation(a, na->outputs), vb = nes_violation(a, nb->outputs);
    return va < vb || (va == vb && na->f < nb->f);
}

void nes_constrained_share(struct nes_run *run, const struct nes_run *other)
{
    nes_scales *s = &run->constrained.scales;
    const nes_scales *from = &other->constrained.scales;
    const size_t m = run->constrained.of.m;
    if (m == 0) return;
    s->full = from->full;
    s->seen = from->seen;
    s->rows = from->rows;
    memcpy(s->mean, from->mean, m * sizeof *s->mean);
    memcpy(s->square, from->square, m * sizeof *s->square);
}

/* ---- telling -------------------------------------------------------------------------------- */

/* Of two points that are not feasible the one with the smaller violation is better, then the one
 * with the smaller value, then the earlier one: the same whatever the order of telling. */
static void remember_nearest(struct nes_run *run, double f, const nes_spot *at, uint64_t number)
{
    nes_closest *n = &run->constrained.nearest;
    const double v = nes_violation(run, at->outputs);
    if (!isfinite(f) || !nes_is_finite_value(f) || isnan(v)) return;
    if (!isnan(n->f)) {
        const double best = nes_violation(run, n->outputs);
        if (v > best || (v == best && f > n->f)) return;
        if (v == best && f == n->f && number >= n->evaluation) return;
    }
    n->f = f;
    n->evaluation = number;
    nes_spot_keep(run, at, n->x, n->outputs);
}

bool nes_constrained_hear(struct nes_run *run, double f, const nes_spot *at, uint64_t number)
{
    nes_constrained *c = &run->constrained;
    if (!nes_is_finite_value(f) || !nes_is_feasible(run, at->outputs)) {
        remember_nearest(run, f, at, number);
        return false;
    }
    run->tally.feasible++;
    if (c->first_feasible == 0 || number < c->first_feasible) c->first_feasible = number;
    return true;
}

nes_best nes_best_of(const struct nes_run *run)
{
    const nes_closest *n = &run->constrained.nearest;
    if (isnan(run->best_f) && run->constrained.of.m > 0)
        return (nes_best){n->f, n->x, n->outputs, n->evaluation};
    return (nes_best){run->best_f, run->best_x, run->best_outputs, run->best_evaluation};
}

/* ---- ranking -------------------------------------------------------------------------------- */

/* A row joins the spreads, by Welford's recurrence. Rows with a number that is not finite do not.
 */
static void spread(nes_scales *s, size_t m, const double *g)
{
    for (size_t i = 0; i < m; i++)
        if (!isfinite(g[i])) return;
    s->rows++;
    for (size_t i = 0; i < m; i++) {
        const double off = g[i] - s->mean[i];
        s->mean[i] += off / s->rows;
        s->square[i] += off * (g[i] - s->mean[i]);
    }
}

static const double *row_of(const nes_batch *b, size_t k)
{
    return nes_outputs_at(b->outputs, b->noutputs, k);
}

static void spread_rows(struct nes_run *run)
{
    nes_scales *s = &run->constrained.scales;
    const nes_batch *b = &run->g.batch;
    for (size_t k = 0; k < b->n; k++) spread(s, run->constrained.of.m, row_of(b, k));
    s->seen += (double)b->n;
    s->full = !run->plan.scheme->elitist || s->seen >= (double)run->plan.s.popsize;
}

static bool breaks_sign(const nes_constraints *of, const double *g)
{
    for (size_t i = 0; i < of->m; i++)
        if (of->kind != NULL && (int)of->kind[i] == NES_CONSTRAINT_SIGN && !(g[i] <= 0))
            return true;
    return false;
}

/* The group of a row without a merit, and its key. */
static unsigned char place_apart(const struct nes_run *run, size_t k, double *key)
{
    const double *g = row_of(&run->g.batch, k), f = run->g.batch.f[k];
    const bool broken = breaks_sign(&run->constrained.of, g);
    *key = nes_violation(run, g);
    if (!isnan(*key) && !broken) return NES_RANKED_BY_VIOLATION;
    const bool number = nes_is_finite_value(f) || isinf(f);
    return broken && number && !isnan(*key) ? NES_RANKED_AS_INFINITE
           : isinf(f)                       ? NES_RANKED_AS_INFINITE
                                            : NES_RANKED_AS_NAN;
}

/* By the rule for the best point: feasible ones by their values, the others by their violation. */
static void weigh_by_rules(struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    for (size_t k = 0; k < b->n; k++) {
        const bool good = nes_is_finite_value(b->f[k]) && nes_is_feasible(run, row_of(b, k));
        b->group[k] = good ? NES_RANKED_BY_MERIT : place_apart(run, k, &b->key[k]);
        if (good) b->key[k] = b->f[k];
    }
}

/* What rows of a kind have in common. */
static nes_traits find_traits(struct nes_run *run)
{
    const nes_batch *b = &run->g.batch;
    double *integer = run->constrained.integer;
    for (size_t i = 0, column = 0; b->nraw > 0 && i < run->dim; i++) {
        if (!nes_is_integer(&run->plan.s, i)) continue;
        for (size_t k = 0, at = column++; k < b->n; k++, at += b->nraw)
            integer[at] = nes_integer_near(run, i, b->raw[at]);
    }
    return (nes_traits){b->nchoices, b->nraw, b->choice, integer};
}

static void weigh_by_merits(struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    /* Outputs beyond the constraints stand between the rows. */
    const nes_told told = {b->n, b->f, b->outputs, b->noutputs, find_traits(run)};
    nes_merits_take(&run->constrained.merits, &told, b->key);
    for (size_t k = 0; k < b->n; k++)
        b->group[k] = isnan(b->key[k]) ? place_apart(run, k, &b->key[k]) : NES_RANKED_BY_MERIT;
}

void nes_constrained_weigh(struct nes_run *run)
{
    nes_constrained *c = &run->constrained;
    if (!c->scales.full) spread_rows(run);
    if (c->rules)
        weigh_by_rules(run);
    else
        weigh_by_merits(run);
}

/* ---- after the ranking ---------------------------------------------------------------------- */

/* Whether the best point of the run is better than the one remembered: values by more than rounding
 * makes. */
static bool is_better(const struct nes_run *run)
{
    static const double LEAST = 1e-13;
    const nes_constrained *c = &run->constrained;
    if (!isnan(run->best_f)) return !(run->best_f >= c->best - LEAST * fabs(c->best));
    if (isnan(c->nearest.f)) return false;
    return !(nes_violation(run, c->nearest.outputs) >= c->violation);
}

void nes_constrained_note(struct nes_run *run)
{
    nes_constrained *c = &run->constrained;
    nes_history *h = &run->history;
    const nes_batch *b = &run->g.batch;
    const size_t first = b->order[0];
    c->here = false;
    for (size_t k = 0; k < b->n; k++)
        c->here = c->here || (nes_is_finite_value(b->f[k]) && nes_is_feasible(run, row_of(b, k)));
    /* Values of the first ranked points are compared where all generations had feasible ones. */
    h->period_best = c->here && nes_is_finite_value(b->f[first]) ? b->f[first] : INFINITY;
    h->period_worst = INFINITY;
    h->period_ties = 0;
    for (size_t k = 0; k < b->n; k++)
        h->period_ties += b->group[k] == b->group[first] && b->key[k] == b->key[first];
    if (!is_better(run)) return;
    c->improved = run->tally.generations;
    c->best = run->best_f;
    if (!isnan(c->nearest.f)) c->violation = nes_violation(run, c->nearest.outputs);
}
