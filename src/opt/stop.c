/* SPDX-License-Identifier: MIT
 *
 * When to stop. Each criterion compares a value with a threshold and can be switched off.
 * [math: A26] */
#include <math.h>

#include "family/family.h"
#include "opt/run.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"

const char *nes_stop_name(nes_stop reason)
{
    switch (reason) {
#define NES_STOP_CASE(name, value, word, text)                                                     \
    case name:                                                                                     \
        return word;
        NES_STOP_LIST(NES_STOP_CASE)
#undef NES_STOP_CASE
    case NES_STOP_END_:
        break;
    }
    return "unknown";
}

const char *nes_stop_text(nes_stop reason)
{
    switch (reason) {
#define NES_STOP_CASE(name, value, word, text)                                                     \
    case name:                                                                                     \
        return text;
        NES_STOP_LIST(NES_STOP_CASE)
#undef NES_STOP_CASE
    case NES_STOP_END_:
        break;
    }
    return "unknown reason";
}

/* The first reason stays. */
void nes_end(nes_ending *end, nes_stop reason, double value, double threshold)
{
    if (end->reason == NES_RUNNING) *end = (nes_ending){reason, value, threshold};
}

void nes_judge_budget(nes_ending *end, const nes_budget *b, const nes_tally *t, double best_f,
                      bool maximize)
{
    if (best_f <= b->target)
        nes_end(end, NES_STOP_TARGET, nes_signed(maximize, best_f),
                nes_signed(maximize, b->target));
    if (b->max_evals > 0 && t->evaluations >= b->max_evals)
        nes_end(end, NES_STOP_EVALS, (double)t->evaluations, (double)b->max_evals);
    if (b->max_gens > 0 && t->generations >= b->max_gens)
        nes_end(end, NES_STOP_GENS, (double)t->generations, (double)b->max_gens);
}

/* The best value since the last entry joins the history. An entry stands for popsize evaluations:
 * one generation, or as many as that takes when a generation is a single sample. */
static void record(struct nes_run *run)
{
    nes_history *h = &run->history;
    h->best[h->next] = h->period_best;
    h->next = (h->next + 1) % h->length;
    if (h->used < h->length) h->used++;
    h->period_best = INFINITY;
}

/* From the newest back, until the range is too wide. */
static void judge_values(struct nes_run *run)
{
    const nes_history *h = &run->history;
    if (run->plan.s.tolfun == NES_OFF || h->used < h->length) return;
    const double threshold = run->plan.s.tolfun * fmax(1, fabs(run->best_f));
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < h->length; i++) {
        const double f = h->best[(h->next + h->length - 1 - i) % h->length];
        low = fmin(low, f);
        high = fmax(high, f);
        if (!(high - low <= threshold)) return;
    }
    nes_end(&run->end, NES_STOP_TOLFUN, high - low, threshold);
}

/* The centre and what stands next to it every time, a matrix behind them once in d times. */
static void judge_finite(struct nes_run *run)
{
    const nes_dist *p = &run->g.dist;
    const size_t all = nes_family_ntheta(run->g.family, run->dim, run->plan.s.density);
    const size_t n = run->judgements % run->dim == 0 || all < 2 * run->dim ? all : 2 * run->dim;
    for (size_t i = 0; i < n; i++)
        if (!isfinite(p->theta[i])) {
            nes_end(&run->end, NES_STOP_NONFINITE, p->theta[i], NAN);
            return;
        }
}

/* All standard deviations below factor times std0 (or 1): the largest ratio, if it is below. The
 * width is a cheap lower bound of the largest one, so most calls end there. */
static void judge_width(struct nes_run *run, double factor, bool relative, nes_stop reason)
{
    const double widest = relative ? run->max_std0 : 1;
    double ratio = 0;
    if (factor == NES_OFF || run->g.family->width(&run->g.dist) >= factor * widest) return;
    run->g.family->spread(&run->g.dist, run->scratch);
    for (size_t i = 0; i < run->dim; i++) {
        const double std0 = !relative ? 1 : run->std0 != NULL ? run->std0[i] : run->plan.s.sigma;
        if (isnan(run->scratch[i])) return;
        ratio = fmax(ratio, run->scratch[i] / std0);
    }
    if (ratio < factor) nes_end(&run->end, reason, ratio, factor);
}

/* One axis a generation, in turn. */
static void judge_effect(struct nes_run *run)
{
    const double *mu = run->g.dist.theta;
    if (!run->plan.s.noeffect) return;
    const size_t axis = (size_t)(run->judgements % run->dim);
    run->g.family->axis(&run->g.dist, axis, run->scratch);
    double length = 0, largest = 0;
    for (size_t i = 0; i < run->dim; i++) {
        if (mu[i] + 0.1 * run->scratch[i] != mu[i]) return;
        length = fmax(length, fabs(run->scratch[i]));
        largest = fmax(largest, fabs(mu[i]));
    }
    nes_end(&run->end, NES_STOP_NOEFFECT, 0.1 * length, 0x1p-53 * largest);
}

static void judge_condition(struct nes_run *run)
{
    const nes_family *f = run->g.family;
    if (run->plan.s.max_condition == NES_OFF || run->judgements % run->dim != 0) return;
    if (f->condition_bound != NULL && f->condition_bound(&run->g.dist) <= run->plan.s.max_condition)
        return;
    const double condition = f->condition(&run->g.dist);
    if (!isfinite(condition))
        nes_end(&run->end, NES_STOP_NONFINITE, condition, NAN);
    else if (condition > run->plan.s.max_condition)
        nes_end(&run->end, NES_STOP_CONDITION, condition, run->plan.s.max_condition);
}

static void judge_infeasible(struct nes_run *run)
{
    const uint64_t period =
        run->plan.s.popsize / run->plan.rows; /* generations that count as one */
    const uint64_t limit = run->plan.s.max_infeasible * period;
    if (limit > 0 && run->infeasible >= limit)
        nes_end(&run->end, NES_STOP_INFEASIBLE, (double)(run->infeasible / period),
                (double)run->plan.s.max_infeasible);
}

void nes_judge(struct nes_run *run)
{
    const bool located = run->g.family->located; /* has a centre and widths */
    nes_judge_budget(&run->end, &run->budget, &run->tally, run->best_f, run->plan.s.maximize);
    if (run->tally.generations == 0 || run->end.reason != NES_RUNNING) return;
    judge_infeasible(run);
    if (run->tally.evaluations - run->judged < run->plan.s.popsize) return;
    run->judged = run->tally.evaluations;
    run->judgements++;
    record(run);
    judge_finite(run);
    if (located) judge_width(run, run->plan.s.tolx_abs, false, NES_STOP_TOLX_ABS);
    if (located) judge_width(run, run->plan.s.tolx, true, NES_STOP_TOLX);
    judge_values(run);
    if (located) judge_condition(run);
    if (located) judge_effect(run);
}
