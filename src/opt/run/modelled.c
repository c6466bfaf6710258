/* SPDX-License-Identifier: MIT
 *
 * Generations that are evaluated in part: fits before and after each portion, and what follows from
 * them; the values that stand in for those of points that were not evaluated. [math: B22] */
#include "opt/run/modelled.h"

#include <math.h>
#include <string.h>

#include "family/family.h"
#include "linalg/invert.h"
#include "opt/run/run.h"
#include "sampling/sampling.h"
#include "technique/shaping.h"

enum { WINDOW = 25, MOST_AHEAD = 3, FIRST = 4 }; /* FIRST: points of a portion without a model */

void nes_modelled_carve(struct nes_run *run, nes_arena *a)
{
    nes_modelled *m = &run->modelled;
    const nes_plan *p = &run->plan;
    const size_t d = run->dim, n = p->rows, most = nes_plan_minimisers(p);
    const nes_batch_size size = {
        .d = d, .n = n + most, .window = n + most, .outputs = run->outputs, .ahead = p->guests};
    if (!p->models) return;
    nes_batch_carve(&m->portion, a, &size);
    nes_frame_carve(&m->frame, a, d);
    m->models = nes_models_carve(a, d, p->level);
    m->z = NES_CARVE(a, double, d);
    m->at = NES_CARVE(a, double, d);
    m->u = NES_CARVE(a, double, n *d);
    m->value = NES_CARVE(a, double, n);
    m->order = NES_CARVE(a, size_t, n);
    m->sorting = NES_CARVE(a, size_t, n);
    m->minimiser = NES_CARVE(a, double, most *d);
    m->point = NES_CARVE(a, double, d);
    m->matrix = NES_CARVE(a, double, d *d);
    m->factor = NES_CARVE(a, double, d);
    m->turned = NES_CARVE(a, bool, d);
    m->work = NES_CARVE(a, double, nes_invert_work(d) + d * d);
    run->g.batch.key = NES_CARVE(a, double, n);
    run->g.batch.group = NES_CARVE(a, unsigned char, n);
}

void nes_modelled_start(struct nes_run *run)
{
    nes_modelled *m = &run->modelled;
    nes_models_start(m->theta);
    m->back = 1;
    m->best = SIZE_MAX;
}

/* ---- fits ----------------------------------------------------------------------------------- */

/* Points of the generation that have a value: a true one, their own or that of a minimiser. */
static size_t count_valued(const struct nes_run *run)
{
    const nes_batch *b = &run->g.batch;
    size_t n = 0;
    for (size_t k = 0; k < b->n; k++) n += nes_is_told(b->fate[k]);
    return n;
}

/* search: hyper-parameters are searched for, at the first time longer. */
static void fit(struct nes_run *run, bool search, size_t window)
{
    nes_modelled *m = &run->modelled;
    const size_t n = m->known->points.n;
    const nes_fit wanted = {.archive = &m->known->points,
                            .frame = &m->frame,
                            .run = m->number,
                            .best = m->best,
                            .window = window,
                            .sweeps = !search     ? 0
                                      : m->fitted ? 1
                                                  : 3,
                            .theta = m->theta};
    m->there = m->sound && !m->noisy && nes_models_fit(m->models, &wanted) != NES_NO_MODEL;
    if (!m->there || !search) return;
    m->fitted = true;
    m->fitted_at = n;
}

/* The fit before the first portion, which is the one that searches for hyper-parameters. A larger
 * polynomial than ever before is worth trying its minimiser. */
static void fit_first(struct nes_run *run)
{
    enum { OFTEN = 60, SELDOM = 20, MANY = 25 }; /* parts of the points; variables */
    nes_modelled *m = &run->modelled;
    const size_t n = m->known->points.n, part = run->dim >= MANY ? SELDOM : OFTEN;
    fit(run, !m->fitted || n >= m->fitted_at + n / part + 1, WINDOW);
    const int types = m->there ? nes_models_type(m->models) + 1 : 0;
    if (types <= (int)m->types) return;
    m->wait = 0;
    m->back = 1;
    m->types = (uint64_t)types;
}

/* ---- portions ------------------------------------------------------------------------------- */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The loop over portions has ended. */
static void end_portions(struct nes_run *run, bool trusted)
{
    nes_modelled *m = &run->modelled;
    m->trusted = trusted;
    if (trusted) m->ahead = least((size_t)run->plan.s.batch, MOST_AHEAD);
    m->holds = trusted && !(nes_knowledge_best(run) < m->before);
}

/* Opens the next portion, larger than the one before; false: there is none. A last one that would
 * be less than half full is not worth its time. */
static bool open_next(struct nes_run *run)
{
    nes_modelled *m = &run->modelled;
    nes_portion_recall(run);
    const size_t q = (size_t)run->plan.s.batch, n = run->g.batch.n, valued = count_valued(run);
    const bool evaluated = run->tally.evaluations > m->since;
    const bool trusted = m->there && valued > 0 && evaluated && nes_models_trusted(m->models);
    if (trusted || (evaluated && n - valued < (q + 1) / 2)) {
        end_portions(run, trusted);
        return false;
    }
    const size_t add = m->noisy ? n : !m->there ? FIRST : valued == 0 ? 1 : (valued + 1) / 2;
    const size_t slots = q * ((least(add, n - valued) + q - 1) / q);
    size_t minimisers = 0;
    if (!m->later && m->there && --m->wait <= 0)
        minimisers = nes_portion_minimisers(run, nes_plan_minimisers(&run->plan));
    nes_portion_open(run, slots, minimisers);
    return true;
}

/* After as many evaluations as models were measured with, every point is evaluated. */
static bool is_at_work(const struct nes_run *run)
{
    const nes_knowledge *k = run->modelled.known;
    return !run->modelled.noisy && k->points.n - k->told < NES_MODELLED * run->dim;
}

static void begin(struct nes_run *run)
{
    nes_modelled *m = &run->modelled;
    m->partial = is_at_work(run);
    m->later = m->injected = m->is_free = m->trusted = false;
    m->since = run->tally.evaluations;
    m->before = nes_knowledge_best(run);
}

void nes_modelled_open(struct nes_run *run)
{
    nes_modelled *m = &run->modelled;
    begin(run);
    if (!m->partial) return;
    nes_natural_begin(run);
    fit_first(run);
    run->waiting = 0;
    if (m->ahead > 0) {
        m->is_free = m->trusted = m->there && nes_models_trusted(m->models);
        m->ahead = m->is_free ? m->ahead - 1 : 0;
    }
    if (!m->is_free) open_next(run);
}

bool nes_modelled_go_on(struct nes_run *run)
{
    nes_modelled *m = &run->modelled;
    m->asks = false;
    m->noisy = m->noisy || run->guests.noise > 0;
    const size_t window = 6 * count_valued(run) / 5;
    fit(run, !m->fitted, window > WINDOW ? window : WINDOW);
    return open_next(run);
}

/* ---- values --------------------------------------------------------------------------------- */

/* Makes the last row that of the minimiser: it is no mirror image any more, so that all rows get
 * images of their own. Nobody looks at points of this generation from here on. */
static void place_injected(struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    const size_t d = run->dim, last = b->n - 1;
    if (!run->modelled.injected) return;
    memcpy(b->z + last * d, run->modelled.z, d * sizeof *b->z);
    b->source[last] &= ~NES_MIRROR;
    b->tail[last] = 1;
    for (size_t i = 0, to = last * b->nraw; b->nraw > 0 && i < d; i++)
        if (nes_is_integer(&run->plan.s, i)) b->raw[to++] = run->modelled.at[i];
    run->g.dist.family->place(&run->g.dist, b, 0, b->n);
}

/* Values are ranked. Where every point is evaluated, the others go by their distances; otherwise
 * rows without a value are next, and those that failed come last, by their numbers, unless all
 * have. */
static void group_rows(struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    bool by_number = false;
    for (size_t k = 0; k < b->n && run->modelled.partial; k++)
        by_number = by_number || nes_is_finite_value(b->f[k]);
    for (size_t i = 0; i < b->n; i++) {
        const size_t k = nes_natural_row(run, i);
        const bool value = nes_is_finite_value(b->f[k]);
        b->key[k] = value ? b->f[k] : nes_is_told(b->fate[k]) ? (double)(b->n + i) : (double)i;
        b->group[k] = value            ? NES_RANKED_BY_MERIT
                      : by_number      ? NES_RANKED_BY_VIOLATION
                      : isnan(b->f[k]) ? NES_RANKED_AS_NAN
                                       : NES_RANKED_AS_INFINITE;
    }
}

/* What enters the history: the best evaluated value, and the worst of all. */
static void note(struct nes_run *run)
{
    const nes_batch *b = &run->g.batch;
    nes_history *h = &run->history;
    h->period_best = isnan(run->modelled.least) ? INFINITY : run->modelled.least;
    h->period_worst = -INFINITY;
    h->period_ties = 0;
    for (size_t k = 0; k < b->n; k++) {
        h->period_ties += b->f[k] == h->period_best;
        h->period_worst = fmax(h->period_worst, nes_is_finite_value(b->f[k]) ? b->f[k] : INFINITY);
    }
}

/* Gives points that were not evaluated values of the model; finds the best of the others. */
static void give_values(struct nes_run *run)
{
    nes_modelled *m = &run->modelled;
    nes_batch *b = &run->g.batch;
    m->least = NAN;
    m->sigma = *run->g.dist.family->factored->sigma(&run->g.dist);
    for (size_t i = 0; i < b->n; i++) {
        const size_t k = nes_natural_row(run, i);
        if (nes_is_told(b->fate[k])) {
            if (nes_is_finite_value(b->f[k]) && !(m->least <= b->f[k])) m->least = b->f[k];
            continue;
        }
        b->f[k] = m->there ? nes_models_value(m->models, m->u + i * run->dim) : INFINITY;
        run->tally.modelled += m->there;
    }
}

void nes_modelled_value(struct nes_run *run)
{
    if (run->modelled.partial) {
        give_values(run);
        if (!run->modelled.is_free) note(run);
        place_injected(run);
    }
    group_rows(run);
}

void nes_modelled_hold(struct nes_run *run)
{
    const nes_modelled *m = &run->modelled;
    double *sigma = run->g.dist.family->factored->sigma(&run->g.dist);
    if (m->trusted && m->holds) *sigma = fmax(*sigma, m->sigma);
}
