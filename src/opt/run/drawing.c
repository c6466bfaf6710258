/* SPDX-License-Identifier: MIT
 *
 * From local samples to points: drawn, placed by the family, brought into the bounds; the points of
 * a generation that is handed out in parts. [math: B11] */
#include <string.h>

#include "family/family.h"
#include "opt/run/run.h"
#include "sampling/sampling.h"
#include "util/team.h"

enum { RESAMPLES = 100 }; /* redraws of the bounds handler "resample" [math: B11] */

/* All slots at once: one matrix product. */
void nes_place_slots(struct nes_run *run, nes_batch *b, size_t lo, size_t hi)
{
    run->g.dist.family->place(&run->g.dist, b, lo, hi);
    if (run->plan.integers > 0) nes_integers_spread(run, b, lo, hi);
    nes_range_points(run, b, lo, hi);
}

static void sample(struct nes_run *run, size_t lo, size_t hi)
{
    nes_draw(&run->g, &run->g.batch, lo, hi);
    nes_place_slots(run, &run->g.batch, lo, hi);
}

static bool all_inside(const struct nes_run *run, size_t lo, size_t hi)
{
    bool inside = true;
    for (size_t k = lo; inside && k < hi; k++)
        inside = nes_bounds_contain(&run->bounds, nes_batch_x(&run->g.batch, k));
    return !nes_coords_any(run->g.dist.coords, !inside);
}

/* The handler "resample": rows that belong together are drawn again while one is outside. */
static void redraw_outside(struct nes_run *run, size_t lo, size_t hi)
{
    nes_batch *b = &run->g.batch;
    for (int i = 0; i < RESAMPLES && b->lane[lo] < NES_LANE_REDRAWS; i++) {
        if (all_inside(run, lo, hi)) return;
        for (size_t k = lo; k < hi; k++) b->lane[k]++;
        sample(run, lo, hi);
    }
}

typedef struct points {
    const struct nes_run *run;
    nes_batch *b;
    size_t lo;
} points;

static void points_into_bounds(void *data, size_t first, size_t last)
{
    const points *p = data;
    for (size_t k = p->lo + first; k < p->lo + last; k++) {
        double *x = nes_batch_x(p->b, k);
        if (p->run->bounds.bounder != NULL) nes_bounds_into(&p->run->bounds, x);
        nes_integers_take(p->run, p->b, k);
    }
}

void nes_into_bounds(const struct nes_run *run, nes_batch *b, size_t lo, size_t hi)
{
    if (run->bounds.bounder == NULL && run->plan.integers == 0) return;
    points p = {run, b, lo};
    nes_team_run(run->g.dist.team, hi - lo, 1, points_into_bounds, &p);
}

void nes_bring_inside(struct nes_run *run, size_t lo, size_t hi)
{
    if (run->bounds.bounder != NULL && run->bounds.bounder->into == NULL) {
        const size_t group = nes_sampling_group(run->g.sampling, run->dim, run->g.batch.n);
        for (size_t k = lo; k < hi; k += group)
            redraw_outside(run, k, hi - k < group ? hi : k + group);
    }
    nes_into_bounds(run, &run->g.batch, lo, hi);
}

void nes_draw_slots(struct nes_run *run, size_t lo, size_t hi)
{
    sample(run, lo, hi);
    nes_bring_inside(run, lo, hi);
}

/* The point is the start itself, or the centre in runs that were saved without a start. */
void nes_place_start(struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    const double *start = run->guests.kept ? nes_guests_x(run) : NULL;
    memcpy(b->x, start != NULL ? start : run->g.dist.theta, run->dim * sizeof *b->x);
    if (start == NULL) nes_into_bounds(run, b, 0, 1);
    b->tail[0] = 1;
}

/* The fields are written one by one: copying a struct that has just been written is slow. */
void nes_address(struct nes_run *run)
{
    nes_stream *s = &run->g.batch.stream;
    s->seed = run->plan.s.seed;
    s->generation = run->drawn;
    s->run = (uint32_t)run->plan.s.run;
    s->row = s->lane = 0;
}

static bool window_is_valued(const nes_batch *b)
{
    for (size_t k = b->first; k < nes_batch_end(b); k++)
        if (!b->fate[k]) return false;
    return true;
}

/* Draws the points at hand again, which are somewhere else now or were not loaded. */
static void draw_again(struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    sample(run, b->first, nes_batch_end(b));
    nes_into_bounds(run, b, b->first, nes_batch_end(b));
}

void nes_place_again(struct nes_run *run, size_t k)
{
    nes_batch *b = &run->g.batch;
    if (k >= b->first && k < nes_batch_end(b)) return;
    b->first = k - k % b->window;
    draw_again(run);
}

void nes_replace_batch(struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    if (b->origin) {
        nes_place_start(run);
        return;
    }
    nes_chosen_draw(run);
    while (run->guests.waiting == 0 && b->first + b->window < b->n && window_is_valued(b)) {
        if (b->nraw > 0) draw_again(run); /* for coordinates of integers, which are kept */
        b->first += b->window;
    }
    for (size_t k = 0; k < b->first; k++) b->tail[k] = 1; /* as drawing them would set it */
    draw_again(run);
}

void nes_turn_window(struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    if (nes_is_aside(run) || run->guests.waiting > 0 || !window_is_valued(b)) return;
    nes_batch_restore(b);
    b->first += b->window;
    nes_draw_slots(run, b->first, nes_batch_end(b));
}
