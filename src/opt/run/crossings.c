/* SPDX-License-Identifier: MIT
 *
 * Integers whose factors are a state of the run. After the step of the family, which knows nothing
 * of it, the centre is that of the points: those of another integer than the centre count as the
 * middle of theirs. Then centre and factor become what the probabilities of leaving ask for.
 * [math: B15] */
#include <math.h>

#include "family/family.h"
#include "opt/run/run.h"
#include "technique/crossing.h"

/* Where the centre would go at rate 1, and whether a point with a positive weight has left it. A
 * weight is one of the local sample, which a radial factor has made longer. */
static void note_variable(struct nes_run *run, size_t i, size_t column)
{
    const nes_batch *b = &run->g.batch;
    const double mu = run->g.dist.theta[i], here = nes_integer_near(run, i, mu);
    double sum = 0;
    bool hit = false;
    for (size_t k = 0; k < b->n; k++) {
        const double w = run->g.step.mean[k] / b->tail[k], y = b->raw[k * b->nraw + column];
        const double near = nes_integer_near(run, i, y);
        sum += w * ((near == here ? y : near) - mu);
        hit = hit || (w > 0 && near != here);
    }
    run->integers.move[i] = sum;
    run->integers.hit[i] = hit;
}

void nes_crossings_note(struct nes_run *run)
{
    size_t column = 0;
    for (size_t i = 0; i < run->dim; i++)
        if (nes_is_integer(&run->plan.s, i)) note_variable(run, i, column++);
}

static nes_cell cell_of(const struct nes_run *run, size_t i, double near)
{
    const nes_settings *s = &run->plan.s;
    const double low = nes_lower_of(s, i), high = nes_upper_of(s, i), k = exp(near);
    nes_cell c = {near, near - 0.5, near + 0.5};
    if (nes_is_log(s, i)) c = (nes_cell){near, near + log1p(-0.5 / k), near + log1p(0.5 / k)};
    if (!isinf(low) && nes_integer_near(run, i, low) == near) c.low = -INFINITY;
    if (!isinf(high) && nes_integer_near(run, i, high) == near) c.high = INFINITY;
    return c;
}

static void follow_variable(struct nes_run *run, size_t i, double rate, double std)
{
    nes_integers *g = &run->integers;
    const double low = nes_lower_of(&run->plan.s, i), high = nes_upper_of(&run->plan.s, i);
    double *mu = &run->g.dist.theta[i];
    nes_crossing c = {g->factor[i], g->rho[i]};
    *mu = fmin(fmax(g->centre[i] + rate * g->move[i], low), high);
    const nes_cell cell = cell_of(run, i, nes_integer_near(run, i, *mu));
    nes_cross(&cell, std, g->least, g->hit[i], mu, &c);
    g->factor[i] = c.factor;
    g->rho[i] = c.rho;
    if (cell.centre != nes_integer_near(run, i, g->centre[i])) g->changed = run->tally.evaluations;
}

/* A rate of 0 is that of a generation without finite values, of which nothing is learnt. */
void nes_crossings_follow(struct nes_run *run, double rate)
{
    const nes_widths *f = run->g.dist.family->widths;
    const nes_dist *p = &run->g.dist;
    if (!(rate > 0)) return;
    const double *std = f->deviations != NULL ? f->deviations(p) : run->scratch;
    if (f->deviations == NULL) f->spread(p, run->scratch);
    for (size_t i = 0; i < run->dim; i++)
        if (nes_is_integer(&run->plan.s, i)) follow_variable(run, i, rate, std[i]);
}

bool nes_counts_in_widths(const struct nes_run *run, size_t i)
{
    return !run->plan.crosses || run->plan.integers == run->dim || !nes_is_integer(&run->plan.s, i);
}
