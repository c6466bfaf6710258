/* SPDX-License-Identifier: MIT
 *
 * What a run looks like at its end; see opt/search/evidence.h. */
#include "opt/search/evidence.h"

#include <math.h>

#include "family/family.h"

nes_evidence nes_evidence_gather(const nes_runs *r, char *text, size_t size)
{
    nes_evidence e = {.runs = r, .run = nes_runs_best(r)->run, .text = text, .size = size};
    const nes_family *f = e.run->g.dist.family;
    e.recent = nes_history_range(&e.run->history, SIZE_MAX, INFINITY);
    if (f->located && e.run->most_width > 0) {
        e.width = f->widths->width(&e.run->g.dist);
        e.most_width = fmax(e.run->most_width, e.width);
    }
    const uint64_t itself = nes_run_is_cut(e.run) ? 0 : 1;
    const bool ends = r->ended_f <= e.run->best_f + nes_agreement(e.run, e.run->best_f);
    e.agreed = ends && nes_runs_agree(r, itself + 1);
    e.disagreed = r->ended > itself && !e.agreed;
    return e;
}

bool nes_never_differed(const nes_evidence *e)
{
    const struct nes_run *run = e->run;
    const double tolfun = run->plan.s.tolfun == NES_OFF ? 0 : run->plan.s.tolfun;
    return run->first_f - run->best_f <= 1e3 * fmax(tolfun, nes_rounding(run->best_f));
}

double nes_power_of_width(const nes_evidence *e)
{
    static const double NEAR = 10, APART = 30, FAR = 1000;
    const nes_course *c = &e->run->course;
    const double best = e->run->best_f, least = 100 * nes_rounding(best);
    const nes_mark *near = NULL, *far = NULL;
    for (const nes_mark *m = c->mark + c->used; m-- > c->mark;) {
        if (near == NULL && m->width >= NEAR * e->width && m->low - best > least) near = m;
        if (near == NULL || m->width < (far == NULL ? APART * near->width : far->width)) continue;
        far = m;
        if (far->width >= FAR * near->width) break;
    }
    if (far == NULL) return NAN;
    return log((far->low - best) / (near->low - best)) / log(far->width / near->width);
}

static bool is_near(double x, double bound, double scale)
{
    return fabs(x - bound) <= 1e-6 * scale;
}

/* A bound of the variable; for an integer, the last integer inside it. */
static double last_inside(const struct nes_run *run, size_t i, double bound)
{
    return nes_is_integer(&run->plan.s, i) ? nes_integer_near(run, i, bound) : bound;
}

size_t nes_at_bounds(const struct nes_run *run)
{
    const nes_settings *s = &run->plan.s;
    const nes_coords *c = run->g.dist.coords;
    size_t n = 0;
    for (size_t i = 0; run->bounds.bounder != NULL && i < run->dim; i++) {
        const double scale = nes_two_sided(s, i) ? s->upper[i] - s->lower[i] : nes_start_std(s, i);
        n += (s->lower != NULL &&
              is_near(run->best_x[i], last_inside(run, i, s->lower[i]), scale)) ||
             (s->upper != NULL && is_near(run->best_x[i], last_inside(run, i, s->upper[i]), scale));
    }
    double all = (double)n;
    if (run->bounds.bounder != NULL) nes_coords_add(c, 1, &all);
    return all < INFINITY ? (size_t)all : 0;
}

bool nes_is_rounding(const nes_evidence *e)
{
    enum { BEFORE = 3 };
    const nes_range r =
        nes_history_range(&e->run->history, (size_t)e->run->flat + BEFORE, INFINITY);
    return e->width < 1e-3 * e->most_width && r.high - r.low <= 16 * nes_rounding(e->run->best_f);
}
