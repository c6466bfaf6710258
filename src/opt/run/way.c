/* SPDX-License-Identifier: MIT
 *
 * Whether a run would end where others did. Once it is narrow, the ways from some points of a
 * generation straight to that end are looked at, a few steps on each, in two parts. If values fall
 * all the way on every one of them, the run would go there too, and ends here. Its own best point
 * stays apart from the steps, which do not come from its distribution. [math: B18] */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "opt/run/run.h"
#include "sampling/sampling.h"
#include "technique/shaping.h"

void nes_way_carve(struct nes_run *run, nes_arena *a)
{
    const nes_batch_size size = {
        .d = run->dim, .n = NES_WAY_PART, .window = NES_WAY_PART, .outputs = run->outputs};
    if (!run->plan.ways) return;
    nes_batch_carve(&run->way.steps, a, &size);
    run->way.find.x = NES_CARVE(a, double, run->dim);
    run->way.find.outputs = NES_CARVE(a, double, run->outputs);
    run->way.find.f = NAN;
}

enum { PARTS = NES_WAY_STEPS / NES_WAY_PART };

/* The row of the generation from which the present way begins; of a mirrored pair the first. */
static size_t start_of(const struct nes_run *run)
{
    return (size_t)(run->way.at / PARTS) * run->plan.sampling->multiple;
}

/* Places step i on the way from a point of the generation, a part ((8 - i - u)/8)^2 of the way
 * before the goal: more often near the goal. */
static void place(struct nes_run *run, const nes_stream *stream, size_t i, double *x)
{
    const nes_settings *s = &run->plan.s;
    const double *from = nes_batch_x(&run->g.batch, start_of(run)), *to = run->way.goal;
    const double part = ((double)(NES_WAY_STEPS - i) - nes_uniform(stream, i)) / NES_WAY_STEPS;
    for (size_t k = 0; k < run->dim; k++) {
        const double y = to[k] + part * part * (from[k] - to[k]);
        x[k] = fmin(fmax(y, nes_lower_of(s, k)), nes_upper_of(s, k)); /* rounding may leave them */
    }
}

/* Opens the next part of a way. */
static void open_part(struct nes_run *run)
{
    nes_way *w = &run->way;
    nes_batch *b = &w->steps;
    const size_t first = (size_t)(w->at % PARTS) * NES_WAY_PART;
    nes_stream stream = run->g.batch.stream;
    stream.lane = NES_LANE_WAY;
    stream.row = (uint32_t)(w->at / PARTS);
    if (first == 0) w->above = run->g.batch.f[start_of(run)];
    nes_place_again(run, start_of(run));
    b->n = NES_WAY_PART;
    run->base_evaluations = run->tally.evaluations;
    for (size_t k = 0; k < b->n; k++) {
        nes_begin_slot(run, b, k);
        b->number[k] = run->base_evaluations + k + 1;
        b->fate[k] = b->lane[k] = 0;
        b->source[k] = k;
        place(run, &stream, first + k, nes_batch_x(b, k));
    }
    run->waiting = b->n;
    w->taken = 0;
    w->on = run->open = true;
}

/* |det A|^(1/d). */
static double step_size(const nes_dist *p)
{
    const nes_widths *w = p->family->widths;
    return w->volume != NULL ? w->volume(p) : w->sigma(p);
}

/* After a test that failed, and after a look at the step size, which takes time, the run goes on
 * for a part of its evaluations. */
static bool begin(struct nes_run *run)
{
    static const double LOOK = 1.02, TEST = 1.1;
    nes_way *w = &run->way;
    const uint64_t used = run->tally.evaluations;
    if (run->tally.generations == 0 || used < w->due) return false;
    const bool narrow = step_size(&run->g.dist) <= w->narrow;
    const bool better = run->best_f < w->goal_f - w->margin;
    w->due = (uint64_t)ceil((narrow && !better ? TEST : LOOK) * (double)used);
    if (!narrow || better) return false;
    w->at = 0;
    open_part(run);
    return true;
}

/* Whether values do not rise on the part of the way that was evaluated, but for the margin. Steps
 * that failed, or were dropped, say that they may. */
static bool leads_downhill(nes_way *w)
{
    bool downhill = nes_is_finite_value(w->above) && w->steps.n == NES_WAY_PART;
    for (size_t k = 0; downhill && k < w->steps.n; k++) {
        const double f = w->steps.f[k];
        downhill = nes_is_finite_value(f) && f <= w->above + w->margin;
        w->above = f;
    }
    return downhill;
}

void nes_way_renumber(nes_way *w, uint64_t from, uint64_t to)
{
    if (w->taken == from) w->taken = to;
    if (w->find.number == from) w->find.number = to;
}

static bool go_on(struct nes_run *run)
{
    nes_way *w = &run->way;
    bool downhill = leads_downhill(w) && w->goal != NULL;
    w->on = false;
    w->at++;
    const bool whole = w->at % PARTS == 0;
    if (whole) downhill = downhill && w->goal_f <= w->above + w->margin;
    if (!downhill) return false;
    if (!whole || (w->at / PARTS < w->ways && start_of(run) < run->g.batch.n)) {
        open_part(run);
        return true;
    }
    nes_end(&run->end, NES_STOP_DOWNHILL, (double)(w->at / PARTS), NAN);
    return false;
}

bool nes_way_go(struct nes_run *run)
{
    if (run->way.on) return go_on(run);
    return run->way.goal != NULL && begin(run);
}
