/* SPDX-License-Identifier: MIT
 *
 * Portions of a generation: the points that are evaluated together. Minimisers of the models stand
 * first, then rows of the generation in the order of the model's values. When all have values, the
 * best of the minimisers takes the place of the last row. [math: B22] */
#include <math.h>
#include <string.h>

#include "opt/run/run.h"
#include "technique/shaping.h"
#include "util/rank.h"

/* ---- opening -------------------------------------------------------------------------------- */

static double *add_point(struct nes_run *run, size_t source)
{
    nes_batch *b = &run->modelled.portion;
    const size_t k = b->n++;
    nes_begin_slot(run, b, k);
    b->number[k] = run->base_evaluations + run->guests.n + k + 1;
    b->fate[k] = b->lane[k] = 0;
    b->source[k] = source;
    return nes_batch_x(b, k);
}

/* Whether the portion has a point that is the same; only integers can make some. */
static bool is_there(const struct nes_run *run, const double *x)
{
    const nes_batch *b = &run->modelled.portion;
    bool same = false;
    for (size_t k = 0; run->plan.integers > 0 && !same && k < b->n; k++) {
        same = true;
        for (size_t i = 0; same && i < run->dim; i++) same = nes_batch_x(b, k)[i] == x[i];
    }
    return same;
}

/* Samples by the values of the model, of equal ones the earlier one first. */
static bool is_before(size_t a, size_t b, const void *data)
{
    const double *value = data;
    return value[a] < value[b];
}

static void order_samples(struct nes_run *run)
{
    nes_modelled *m = &run->modelled;
    const size_t n = run->g.batch.n, d = run->dim;
    for (size_t i = 0; i < n; i++)
        m->value[i] = m->there ? nes_models_value(m->models, m->u + i * d) : 0;
    nes_rank(n, is_before, m->value, m->order, m->sorting);
}

/* Adds the samples that have no value, up to so many points in all. */
static void add_samples(struct nes_run *run, size_t slots, bool last_is_free)
{
    nes_modelled *m = &run->modelled;
    const nes_batch *b = &run->g.batch;
    order_samples(run);
    for (size_t i = 0; i < b->n && m->portion.n < slots; i++) {
        const size_t sample = m->order[i], row = nes_natural_row(run, sample);
        const double *x = nes_batch_x(b, row);
        if (nes_is_told(b->fate[row]) || (!last_is_free && sample == b->n - 1)) continue;
        if (!is_there(run, x)) memcpy(add_point(run, row), x, run->dim * sizeof *x);
    }
}

/* Guests take places of the first portion, but not all of them. A generation of points that are all
 * known evaluates one of them again, so that no search goes on for ever. */
void nes_portion_open(struct nes_run *run, size_t slots, size_t minimisers)
{
    nes_modelled *m = &run->modelled;
    nes_batch *b = &m->portion;
    const size_t guests = run->guests.n;
    b->n = b->first = 0;
    run->base_evaluations = run->tally.evaluations;
    for (size_t i = 0; i < minimisers; i++) {
        double *x = add_point(run, run->g.batch.n + i);
        nes_natural_back(run, m->minimiser + i * run->dim, x);
        nes_range_points(run, b, i, i + 1);
    }
    add_samples(run, slots > guests ? slots - guests : 1, minimisers == 0);
    if (b->n == 0) {
        const size_t row = nes_natural_row(run, m->order[0]);
        memcpy(add_point(run, row), nes_batch_x(&run->g.batch, row), run->dim * sizeof *b->x);
    }
    run->waiting = b->n + guests;
    m->asks = m->later = run->open = true;
}

void nes_portion_recall(struct nes_run *run)
{
    nes_modelled *m = &run->modelled;
    nes_batch *b = &run->g.batch;
    if (run->plan.integers == 0 && run->bounds.bounder == NULL) return;
    for (size_t k = 0; k < b->n; k++) {
        if (nes_is_told(b->fate[k])) continue;
        nes_natural_point(run, nes_batch_x(b, k), m->point);
        const size_t place = nes_archive_find(&m->known->points, m->point);
        if (place == SIZE_MAX || isnan(m->known->points.f[place])) continue;
        b->f[k] = m->known->points.f[place];
        b->fate[k] = NES_MEASURED;
    }
}

/* ---- minimisers ----------------------------------------------------------------------------- */

/* Repairs a minimiser; one whose integers have been evaluated says nothing new. */
static bool admit(void *data, double *u)
{
    struct nes_run *run = data;
    nes_modelled *m = &run->modelled;
    nes_natural_back(run, u, run->scratch);
    nes_natural_of(run, run->scratch, u);
    return run->plan.integers == 0 || nes_archive_find(&m->known->points, m->point) == SIZE_MAX;
}

size_t nes_portion_minimisers(struct nes_run *run, size_t most)
{
    enum { FAR = 3 }; /* the length of u beyond which the best point is no centre */
    nes_modelled *m = &run->modelled;
    const size_t d = run->dim;
    double *c = m->factor, squares = 0;
    const bool repairs = run->bounds.bounder != NULL || run->plan.integers > 0;
    memset(c, 0, d * sizeof *c);
    if (m->best < SIZE_MAX) nes_frame_into(&m->frame, m->known->points.x + m->best * d, c);
    for (size_t i = 0; i < d; i++) squares += c[i] * c[i];
    if (!(squares < FAR * FAR)) memset(c, 0, d * sizeof *c);
    const nes_search search = {.c = c,
                               .n = run->g.batch.n,
                               .u = m->u,
                               .k = most,
                               .admit = repairs ? admit : NULL,
                               .data = run};
    return nes_models_minimise(m->models, &search, m->minimiser);
}

/* ---- hearing -------------------------------------------------------------------------------- */

/* The length that a local sample may have at most. */
static double longest(size_t d)
{
    return sqrt((double)d) + 2 * (double)d / (double)(d + 2);
}

static void hear_guests(struct nes_run *run)
{
    for (size_t i = 0; i < run->guests.n; i++)
        if (nes_is_told(run->guests.fate[i]))
            nes_knowledge_add(run, nes_guests_x(run) + i * run->dim, run->guests.f[i]);
}

static void copy_value(struct nes_run *run, size_t from, size_t to)
{
    nes_batch *b = &run->g.batch;
    const nes_batch *p = &run->modelled.portion;
    b->f[to] = p->f[from];
    b->fate[to] = p->fate[from];
}

static double value_of(const nes_batch *b, size_t k)
{
    return nes_is_finite_value(b->f[k]) ? b->f[k] : INFINITY;
}

/* The minimiser of slot k takes the place of the last row, with a sample that is not too long; not
 * where numbers cannot hold the sample, which only a run that somebody has made up can come to. */
static void inject(struct nes_run *run, size_t k)
{
    nes_modelled *m = &run->modelled;
    const size_t d = run->dim, last = run->g.batch.n - 1;
    const double most = longest(d);
    double squares = 0;
    memcpy(m->at, nes_batch_x(&m->portion, k), d * sizeof *m->at);
    nes_natural_of(run, m->at, m->z);
    for (size_t i = 0; i < d; i++) {
        m->z[i] *= sqrt((double)d);
        squares += m->z[i] * m->z[i];
    }
    if (!m->sound || !isfinite(squares)) return;
    const double shorter = squares > most * most ? most / sqrt(squares) : 1;
    for (size_t i = 0; i < d; i++) m->z[i] *= shorter;
    copy_value(run, k, last);
    m->injected = true;
}

/* The best of the minimisers, which failed ones are not unless all are; n: there is none. */
static size_t best_minimiser(const struct nes_run *run)
{
    const nes_batch *b = &run->modelled.portion;
    size_t best = b->n;
    for (size_t k = 0; k < b->n; k++)
        if (b->source[k] >= run->g.batch.n && (best == b->n || value_of(b, k) < value_of(b, best)))
            best = k;
    return best;
}

/* Minimisers that are no better than the best point are left out for a while. */
static void back_off(nes_modelled *m, bool better)
{
    enum { LONGEST = 1000000 };
    m->back = better ? 1 : 2 * m->back < LONGEST ? 2 * m->back : LONGEST;
    m->wait = better ? 0 : (int64_t)m->back;
}

/* Natural coordinates are found again: a run that was loaded has none. */
void nes_portion_hear(struct nes_run *run)
{
    nes_modelled *m = &run->modelled;
    const nes_batch *b = &m->portion;
    const double before = nes_knowledge_best(run);
    const size_t best = best_minimiser(run);
    nes_natural_begin(run);
    hear_guests(run);
    for (size_t k = 0; k < b->n; k++) {
        nes_knowledge_add(run, nes_batch_x(b, k), b->f[k]);
        if (b->source[k] < run->g.batch.n) copy_value(run, k, (size_t)b->source[k]);
    }
    if (best == b->n) return;
    inject(run, best);
    back_off(m, value_of(b, best) < before);
}
