/* SPDX-License-Identifier: MIT
 *
 * The update of values that arrived in any order. A point that is younger than the last update
 * counts with its sample z. The distribution has moved on since an older one was drawn: it counts
 * with a blend of z and of y, the local coordinates that it has now,
 *   zeta = 3/4 z + 1/4 y,   m + sigma D B y = x
 * since z alone repeats steps that have been made, and y alone pulls the centre back. Rows are put
 * in the order of their ids, so that only which values make an update matters, not in which order
 * they came. [math: A28] */
#include "opt/run/arrivals.h"

#include <math.h>
#include <string.h>

#include "family/family.h"
#include "linalg/vector.h"
#include "opt/run/run.h"
#include "sampling/sampling.h"
#include "technique/shaping.h"
#include "util/rank.h"

static const double LOCAL = 0.25; /* weight of the local coordinates of an old point */

static const uint64_t NUMBERS = (UINT64_C(1) << NES_ID_BITS) - 1;

/* Until the update, the source of a row is the number of updates before it was drawn. */
static uint64_t *born(const struct nes_run *run)
{
    return run->g.batch.source;
}

void nes_arrivals_carve(struct nes_run *run, nes_arena *a)
{
    const nes_plan *p = &run->plan;
    const size_t d = p->coords, n = p->rows;
    if (!p->s.asynchronous) return;
    const nes_batch_size size = {.d = d,
                                 .n = n,
                                 .window = n,
                                 .draws = nes_sampling_draws(p->sampling, d, n),
                                 .width = run->g.batch.width,
                                 .keep_z = true};
    nes_batch_carve(&run->arrivals.draft, a, &size);
    run->arrivals.drawn = NES_CARVE(a, double, n *d);
    run->arrivals.work = NES_CARVE(a, double, p->family->nlocalize(&run->g.dist, n));
}

/* ---- points --------------------------------------------------------------------------------- */

uint64_t nes_arrivals_first_id(const struct nes_run *run)
{
    return run->next_id & ~NUMBERS;
}

static uint64_t sample_of(const struct nes_run *run, uint64_t id)
{
    return (id & NUMBERS) - run->plan.guests;
}

bool nes_arrivals_is_start(const struct nes_run *run, uint64_t id)
{
    return (id & NUMBERS) < run->plan.guests;
}

bool nes_arrivals_has_asked(const struct nes_run *run, uint64_t id)
{
    if (nes_arrivals_is_start(run, id)) return run->begun;
    return sample_of(run, id) < run->arrivals.asked;
}

void nes_arrivals_begin(struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    b->n = b->first = 0;
    b->origin = false;
    run->base_evaluations = run->tally.evaluations;
}

/* The draws of a block are those of the generation of that number. */
static void draw_block(struct nes_run *run, uint64_t number)
{
    nes_batch *b = &run->arrivals.draft;
    if (run->arrivals.block == number + 1) return;
    b->n = run->plan.rows;
    b->stream.seed = run->plan.s.seed;
    b->stream.run = (uint32_t)run->plan.s.run;
    b->stream.generation = number;
    for (size_t k = 0; k < b->n; k++) {
        b->source[k] = nes_sampling_source(run->g.sampling, k);
        b->lane[k] = 0;
    }
    nes_draw(&run->g, b, 0, b->n);
    run->arrivals.block = number + 1;
}

/* Draws the block of a sample; returns the sample's row. */
static size_t find_sample(struct nes_run *run, uint64_t number)
{
    draw_block(run, number / run->plan.rows);
    return (size_t)(number % run->plan.rows);
}

uint64_t nes_arrivals_draw(struct nes_run *run, double *x, double *z)
{
    const size_t bytes = run->dim * sizeof *x;
    const uint64_t first = nes_arrivals_first_id(run);
    nes_batch *b = &run->arrivals.draft;
    if (!run->begun && run->plan.guests > 0) {
        run->begun = true;
        memcpy(x, nes_guests_x(run), bytes);
        memset(z, 0, bytes);
        return first;
    }
    run->begun = true;
    const uint64_t number = run->arrivals.asked++;
    const size_t k = find_sample(run, number);
    nes_place_slots(run, b, k, k + 1);
    memcpy(x, nes_batch_x(b, k), bytes);
    memcpy(z, b->z + k * b->d, bytes);
    return first + run->plan.guests + number;
}

void nes_arrivals_redraw(struct nes_run *run, uint64_t id, double *z)
{
    const size_t d = run->dim;
    if (nes_arrivals_is_start(run, id))
        memset(z, 0, d * sizeof *z);
    else
        memcpy(z, run->arrivals.draft.z + find_sample(run, sample_of(run, id)) * d, d * sizeof *z);
}

/* The start is handed out as it was given. */
void nes_arrivals_show(const struct nes_run *run, uint64_t id, const double *x, double *shown)
{
    memcpy(shown, x, run->dim * sizeof *x);
    if (run->bounds.bounder != NULL && !nes_arrivals_is_start(run, id))
        nes_bounds_into(&run->bounds, shown);
}

/* ---- values --------------------------------------------------------------------------------- */

/* Of equal values the point with the lower id is the best. */
static void remember_best(struct nes_run *run, const nes_arrival *p)
{
    nes_arrivals *a = &run->arrivals;
    const double f = p->f;
    if (!nes_is_finite_value(f) || f > run->best_f) return; /* false while there is no best */
    if (f == run->best_f && p->id >= a->best_id) return;
    run->best_f = f;
    run->best_evaluation = run->tally.evaluations;
    a->best_id = p->id;
    memcpy(run->best_x, p->shown, run->dim * sizeof *run->best_x);
    nes_copy_outputs(run->outputs, run->best_outputs, p->outputs);
}

static void gather(struct nes_run *run, const nes_arrival *p)
{
    nes_batch *b = &run->g.batch;
    const size_t k = b->n++, bytes = run->dim * sizeof *p->x;
    double *outputs = nes_outputs_at(b->outputs, b->noutputs, k);
    b->row[k] = k;
    b->id[k] = p->id;
    b->fate[k] = (unsigned char)p->fate;
    b->f[k] = p->f;
    b->tries[k] = p->tries;
    b->number[k] = run->tally.evaluations;
    b->tail[k] = 1;
    b->lane[k] = 0;
    born(run)[k] = p->born;
    memcpy(b->z + k * b->d, p->z, bytes);
    memcpy(b->x + k * b->d, p->x, bytes);
    for (size_t i = 0; i < run->outputs; i++) outputs[i] = p->outputs ? p->outputs[i] : NAN;
}

bool nes_arrivals_take(struct nes_run *run, const nes_arrival *p, bool gathers)
{
    const bool start = nes_arrivals_is_start(run, p->id);
    remember_best(run, p);
    if (start) run->guests.kept = false;
    if (start) run->guests.infinite = !nes_is_finite_value(p->f);
    if (start || !gathers) return false;
    gather(run, p);
    return run->g.batch.n == run->plan.rows;
}

/* ---- the update ----------------------------------------------------------------------------- */

static bool is_earlier(size_t i, size_t k, const void *data)
{
    const nes_batch *b = data;
    return b->id[i] < b->id[k];
}

static void order_rows(nes_batch *b)
{
    nes_rank(b->n, is_earlier, b, b->order, b->scratch);
    for (size_t r = 0; r < b->n; r++) b->row[b->order[r]] = r;
    nes_batch_restore(b);
}

/* Whether all rows are younger than the last update. */
static bool are_young(const struct nes_run *run)
{
    for (size_t k = 0; k < run->g.batch.n; k++)
        if (born(run)[k] < run->tally.generations) return false;
    return true;
}

/* Old rows become the blend of their samples and their local coordinates. Where these cannot be
 * had, samples stay as they are, and the stop tests look at the distribution. */
static void blend(struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    double *drawn = run->arrivals.drawn;
    const nes_slots all = {b, 0, b->n};
    memcpy(drawn, b->z, b->n * b->d * sizeof *drawn);
    for (size_t k = 0; run->bounds.bounder != NULL && k < b->n; k++)
        nes_bounds_near(&run->bounds, run->g.dist.theta, nes_batch_x(b, k));
    const int flaw = run->g.dist.family->localize(&run->g.dist, all, run->arrivals.work);
    for (size_t k = 0; k < b->n; k++) {
        double *z = b->z + k * b->d;
        const double *own = drawn + k * b->d;
        const double local = flaw || born(run)[k] == run->tally.generations ? 0 : LOCAL;
        if (local > 0)
            nes_combine(b->d, 1 - local, own, local, z, z);
        else
            memcpy(z, own, b->d * sizeof *z);
    }
}

/* Rows are pairs where every second one mirrors the one before it: half of the products will do. */
static bool are_pairs(const struct nes_run *run)
{
    const nes_batch *b = &run->g.batch;
    if (!run->g.sampling->mirrors || b->n % 2 != 0) return false;
    for (size_t k = 0; k < b->n; k += 2)
        if (sample_of(run, b->id[k]) % 2 != 0 || b->id[k + 1] != b->id[k] + 1) return false;
    return true;
}

void nes_arrivals_close(struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    order_rows(b);
    const bool young = are_young(run), pairs = young && are_pairs(run);
    if (!young) blend(run);
    for (size_t k = 0; k < b->n; k++) b->source[k] = pairs && k % 2 == 1 ? k | NES_MIRROR : k;
    run->g.dist.family->place(&run->g.dist, b, 0, b->n); /* images of the rows, as B is now */
    nes_finish_generation(run);
    b->n = 0;
}
