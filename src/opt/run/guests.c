/* SPDX-License-Identifier: MIT
 *
 * Guests of the first generation: the start, which is evaluated along and takes no part in the
 * ranking. Best value, counts and budgets know of it, the distribution does not. Guests are handed
 * out first, so that a budget smaller than a generation still pays for them. */
#include <math.h>
#include <string.h>

#include "opt/run/run.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"

/* The batch that guests stand before: that of the first ask. */
static const nes_batch *host_of(const struct nes_run *run)
{
    return run->plan.models ? &run->modelled.portion : &run->g.batch;
}

void nes_guests_carve(struct nes_run *run, nes_arena *a)
{
    const size_t n = run->plan.guests;
    run->guests.f = NES_CARVE(a, double, n);
    run->guests.tries = NES_CARVE(a, uint64_t, n);
    run->guests.outputs = NES_CARVE(a, double, n * run->outputs);
    run->guests.fate = NES_CARVE(a, unsigned char, n);
}

double *nes_guests_x(const struct nes_run *run)
{
    return run->plan.guests > 0 ? host_of(run)->x - run->plan.guests * run->dim : NULL;
}

double *nes_guests_choices(const struct nes_run *run)
{
    const nes_batch *b = &run->g.batch;
    return b->nchoices > 0 && run->plan.guests > 0 ? b->choice - run->plan.guests * b->nchoices
                                                   : NULL;
}

void nes_guests_copy(struct nes_run *run)
{
    const size_t n = run->chosen.of.n;
    double *x = nes_guests_x(run), *choice = nes_guests_choices(run);
    for (size_t i = 1; i < run->plan.guests; i++) {
        memcpy(x + i * run->dim, x, run->dim * sizeof *x);
        if (n > 0) memcpy(choice + i * n, choice, n * sizeof *choice);
    }
}

size_t nes_guests_expected(const struct nes_run *run)
{
    const size_t parent = run->plan.scheme->elitist && run->plan.guests > 0;
    return run->begun ? 0 : run->plan.guests - parent; /* the parent is a row of its own */
}

void nes_guests_open(struct nes_run *run)
{
    nes_guests *g = &run->guests;
    g->n = g->waiting = nes_guests_expected(run);
    for (size_t i = 0; i < g->n; i++) g->tries[i] = g->fate[i] = 0;
}

/* Statistics of the finite values of the start: those of the guests, and of the parent where the
 * batch is the parent alone. */
typedef struct sample {
    size_t n;
    double mean, squares, low, high; /* squares: of the deviations from the mean */
} sample;

static void add(sample *s, double f)
{
    const double from_mean = f - s->mean;
    s->low = s->n == 0 ? f : fmin(s->low, f);
    s->high = s->n == 0 ? f : fmax(s->high, f);
    s->mean += from_mean / (double)++s->n;
    s->squares += from_mean * (f - s->mean);
}

/* Standard deviation of the values; 0 where they differ by rounding errors at most, NaN if there
 * are not two of them. */
static double spread(const sample *s)
{
    static const double ROUNDING = 1e-12;
    if (s->n < 2) return NAN;
    if (s->high - s->low <= ROUNDING * fmax(fabs(s->low), fabs(s->high))) return 0;
    return sqrt(s->squares / (double)(s->n - 1));
}

void nes_guests_close(struct nes_run *run)
{
    nes_guests *g = &run->guests;
    const nes_batch *b = &run->g.batch;
    sample s = {.n = 0};
    size_t told = 0;
    for (size_t i = 0; i < g->n; i++) {
        told += nes_is_told(g->fate[i]);
        if (nes_is_told(g->fate[i]) && nes_is_finite_value(g->f[i])) add(&s, g->f[i]);
    }
    g->infinite = told > 0 && s.n == 0;
    if (g->n > 0 && b->origin && b->n == 1 && nes_is_finite_value(b->f[0])) add(&s, b->f[0]);
    g->noise = spread(&s);
    run->next_id += g->n;
    g->n = g->waiting = 0;
    g->kept = false;
}

/* Ids of guests follow those of the batch. */
static uint64_t first_id(const struct nes_run *run)
{
    return run->next_id + nes_open_batch(run)->n;
}

size_t nes_guests_gather(struct nes_run *run)
{
    const nes_guests *g = &run->guests;
    uint64_t *id = nes_open_batch(run)->id - g->waiting;
    for (size_t i = 0; i < g->n; i++)
        if (!g->fate[i]) *id++ = first_id(run) + i;
    return g->waiting;
}

size_t nes_guests_find(const struct nes_run *run, uint64_t id)
{
    const nes_guests *g = &run->guests;
    return id >= first_id(run) && id - first_id(run) < g->n ? (size_t)(id - first_id(run)) : g->n;
}
