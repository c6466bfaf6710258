/* SPDX-License-Identifier: MIT
 *
 * When to stop. Each criterion compares a value with a threshold and can be switched off.
 * [math: A26] */
#include <math.h>

#include "family/family.h"
#include "opt/opt.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"
#include "util/clock.h"

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

nes_stop nes_stopped(const nes_opt *o)
{
    return o != NULL ? o->stop : NES_STOP_USER;
}

/* The first reason stays. */
void nes_end(nes_opt *o, nes_stop reason, double value, double threshold)
{
    if (o->stop != NES_RUNNING) return;
    o->stop = reason;
    o->stop_value = value;
    o->stop_threshold = threshold;
}

void nes_stop_now(nes_opt *o)
{
    if (o != NULL) nes_end(o, NES_STOP_USER, NAN, NAN);
}

void nes_judge_budgets(nes_opt *o)
{
    const nes_settings *s = &o->s;
    const double target = s->target == NES_OFF ? -INFINITY : nes_sign(o, s->target);
    if (o->best_f <= target)
        nes_end(o, NES_STOP_TARGET, nes_sign(o, o->best_f), nes_sign(o, target));
    if (s->max_evals > 0 && o->evaluations >= s->max_evals)
        nes_end(o, NES_STOP_EVALS, (double)o->evaluations, (double)s->max_evals);
    if (s->max_gens > 0 && o->generations >= s->max_gens)
        nes_end(o, NES_STOP_GENS, (double)o->generations, (double)s->max_gens);
    if (s->max_time == NES_OFF) return;
    const double seconds = nes_clock() - o->started;
    if (seconds >= s->max_time) nes_end(o, NES_STOP_TIME, seconds, s->max_time);
}

/* The next generation's best value joins the history; an elitist one is popsize evaluations. */
static void record(nes_opt *o)
{
    nes_history *h = &o->history;
    h->best[h->next] = h->period_best;
    h->next = (h->next + 1) % h->length;
    if (h->used < h->length) h->used++;
    h->period_best = INFINITY;
}

/* From the newest back, until the range is too wide. */
static void judge_values(nes_opt *o)
{
    const nes_history *h = &o->history;
    if (o->s.tolfun == NES_OFF || h->used < h->length) return;
    const double threshold = o->s.tolfun * fmax(1, fabs(o->best_f));
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < h->length; i++) {
        const double f = h->best[(h->next + h->length - 1 - i) % h->length];
        low = fmin(low, f);
        high = fmax(high, f);
        if (!(high - low <= threshold)) return;
    }
    nes_end(o, NES_STOP_TOLFUN, high - low, threshold);
}

/* The centre and what stands next to it every time, a matrix behind them once in d times. */
static void judge_finite(nes_opt *o)
{
    const nes_dist *p = &o->g.dist;
    const size_t all = nes_family_ntheta(o->g.family, o->dim, o->s.density);
    const size_t n = o->judgements % o->dim == 0 || all < 2 * o->dim ? all : 2 * o->dim;
    for (size_t i = 0; i < n; i++)
        if (!isfinite(p->theta[i])) {
            nes_end(o, NES_STOP_NONFINITE, p->theta[i], NAN);
            return;
        }
}

/* All standard deviations below factor times std0 (or 1): the largest ratio, if it is below. The
 * width is a cheap lower bound of the largest one, so most calls end there. */
static void judge_width(nes_opt *o, double factor, bool relative, nes_stop reason)
{
    const double widest = relative ? o->max_std0 : 1;
    double ratio = 0;
    if (factor == NES_OFF || o->g.family->width(&o->g.dist) >= factor * widest) return;
    o->g.family->spread(&o->g.dist, o->scratch);
    for (size_t i = 0; i < o->dim; i++) {
        const double std0 = !relative ? 1 : o->std0 != NULL ? o->std0[i] : o->s.sigma;
        if (isnan(o->scratch[i])) return;
        ratio = fmax(ratio, o->scratch[i] / std0);
    }
    if (ratio < factor) nes_end(o, reason, ratio, factor);
}

/* One axis a generation, in turn. */
static void judge_effect(nes_opt *o)
{
    const double *mu = o->g.dist.theta;
    if (!o->s.noeffect) return;
    const size_t axis = (size_t)(o->judgements % o->dim);
    o->g.family->axis(&o->g.dist, axis, o->scratch);
    double length = 0, largest = 0;
    for (size_t i = 0; i < o->dim; i++) {
        if (mu[i] + 0.1 * o->scratch[i] != mu[i]) return;
        length = fmax(length, fabs(o->scratch[i]));
        largest = fmax(largest, fabs(mu[i]));
    }
    nes_end(o, NES_STOP_NOEFFECT, 0.1 * length, 0x1p-53 * largest);
}

static void judge_condition(nes_opt *o)
{
    const nes_family *f = o->g.family;
    if (o->s.max_condition == NES_OFF || o->judgements % o->dim != 0) return;
    if (f->condition_bound != NULL && f->condition_bound(&o->g.dist) <= o->s.max_condition) return;
    const double condition = f->condition(&o->g.dist);
    if (!isfinite(condition))
        nes_end(o, NES_STOP_NONFINITE, condition, NAN);
    else if (condition > o->s.max_condition)
        nes_end(o, NES_STOP_CONDITION, condition, o->s.max_condition);
}

static void judge_infeasible(nes_opt *o)
{
    const uint64_t period = o->s.popsize / o->rows; /* generations that count as one */
    const uint64_t limit = o->s.max_infeasible * period;
    if (limit > 0 && o->infeasible >= limit)
        nes_end(o, NES_STOP_INFEASIBLE, (double)(o->infeasible / period),
                (double)o->s.max_infeasible);
}

void nes_judge(nes_opt *o)
{
    const bool located = o->g.family->located; /* has a centre and widths */
    nes_judge_budgets(o);
    if (o->generations == 0 || o->stop != NES_RUNNING) return;
    judge_infeasible(o);
    if (o->evaluations - o->judged < o->s.popsize) return;
    o->judged = o->evaluations;
    o->judgements++;
    record(o);
    judge_finite(o);
    if (located) judge_width(o, o->s.tolx_abs, false, NES_STOP_TOLX_ABS);
    if (located) judge_width(o, o->s.tolx, true, NES_STOP_TOLX);
    judge_values(o);
    if (located) judge_condition(o);
    if (located) judge_effect(o);
}
