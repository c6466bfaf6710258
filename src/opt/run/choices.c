/* SPDX-License-Identifier: MIT
 *
 * Choices beside other variables inside a run. A product of laws has a block diagonal Fisher
 * matrix, so that the natural gradient falls apart: choices take their own step, and both parts see
 * the same ranks. Families know nothing of it. [math: B20] */
#include <string.h>

#include "opt/run/run.h"
#include "technique/shaping.h"

void nes_chosen_carve(struct nes_run *run, nes_arena *a)
{
    const nes_plan *p = &run->plan;
    nes_chosen *c = &run->chosen;
    const size_t n = p->dim - p->coords;
    if (n == 0) return;
    c->of = nes_plan_choices(p);
    c->of.state = NES_CARVE(a, double, nes_choices_nstate(&c->of));
    c->mode = NES_CARVE(a, double, n);
    c->weight = NES_CARVE(a, double, 2 * p->rows);
    c->work = NES_CARVE(a, double, nes_choices_nwork(&c->of, p->rows));
}

void nes_chosen_begin(struct nes_run *run, const double *x0)
{
    if (run->chosen.of.n == 0) return;
    nes_choices_begin(&run->chosen.of, x0 != NULL ? x0 + run->dim : NULL);
    for (size_t v = 0; run->plan.pinned > 0 && v < run->chosen.of.total; v++)
        run->chosen.of.state[v] = v + 1 == run->plan.pinned;
    nes_chosen_find_modes(run);
}

void nes_chosen_draw(struct nes_run *run)
{
    const nes_batch *b = &run->g.batch;
    if (run->chosen.of.n == 0) return;
    nes_choices_draw(&run->chosen.of, &b->stream, b->n, b->choice, run->chosen.work);
}

bool nes_chosen_find_modes(struct nes_run *run)
{
    nes_chosen *c = &run->chosen;
    bool changed = false;
    for (size_t i = 0; i < c->of.n; i++) {
        const double mode = (double)nes_choices_mode(&c->of, i, NULL);
        changed = changed || mode != c->mode[i];
        c->mode[i] = mode;
    }
    return changed;
}

void nes_chosen_learn(struct nes_run *run)
{
    nes_chosen *c = &run->chosen;
    const nes_batch *b = &run->g.batch;
    double *of_rank = c->weight, *of_slot = c->weight + b->n;
    if (run->g.finite == 0 || run->plan.pinned > 0) return;
    nes_choices_weights(b->n, false, of_rank);
    nes_share_out(&run->g, of_rank, of_slot);
    nes_choices_step(&c->of, b->n, b->choice, of_slot, 1, c->work);
    if (nes_chosen_find_modes(run)) c->changed = run->tally.evaluations;
}

bool nes_modes_are_new(const struct nes_run *run)
{
    const nes_plan *p = &run->plan;
    const bool crosses = p->integers > 0 && p->crosses;
    const bool free = run->chosen.of.n > 0 && run->plan.pinned == 0;
    if ((!crosses && !free) || p->integers == run->dim) return false;
    const uint64_t of_integers = crosses ? run->integers.changed : 0;
    const uint64_t last = of_integers > run->chosen.changed ? of_integers : run->chosen.changed;
    return (double)(run->tally.evaluations - last) < nes_many_changes(p);
}

void nes_spot_keep(const struct nes_run *run, const nes_spot *at, double *x, double *outputs)
{
    const size_t d = run->dim, n = run->chosen.of.n;
    memcpy(x, at->x, d * sizeof *x);
    if (n > 0) memcpy(x + d, at->choice, n * sizeof *x);
    nes_copy_outputs(run->outputs, outputs, at->outputs);
}
