/* SPDX-License-Identifier: MIT
 *
 * When to stop. Each criterion compares a value with a threshold and can be switched off.
 * [math: A26] */
#include <float.h>
#include <math.h>

#include "family/family.h"
#include "opt/run/run.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"

/* The first reason to stop stays. */
void nes_end(nes_ending *end, nes_stop reason, double value, double threshold)
{
    if (end->reason == NES_RUNNING) *end = (nes_ending){reason, value, threshold};
}

bool nes_run_is_cut(const struct nes_run *run)
{
    const nes_stop reason = run->end.reason;
    return reason == NES_RUNNING || reason == NES_STOP_EVALS || reason == NES_STOP_GENS;
}

bool nes_run_is_limited(const struct nes_run *run)
{
    const nes_stop reason = run->end.reason;
    return nes_run_is_cut(run) || reason == NES_STOP_TARGET || reason == NES_STOP_UNBOUNDED;
}

void nes_judge_budget(nes_ending *end, const nes_budget *b, const nes_tally *t, double best_f,
                      bool maximize)
{
    if (best_f <= b->target) /* false without a target */
        nes_end(end, NES_STOP_TARGET, nes_signed(maximize, best_f),
                nes_signed(maximize, b->target));
    if (best_f == -INFINITY) nes_end(end, NES_STOP_UNBOUNDED, nes_signed(maximize, best_f), NAN);
    if (b->max_failed > 0 && t->failed >= b->max_failed)
        nes_end(end, NES_STOP_FAILED, (double)t->failed, (double)b->max_failed);
    if (t->evaluations >= b->max_evals)
        nes_end(end, NES_STOP_EVALS, (double)(t->evaluations - t->known),
                (double)(b->max_evals - t->known));
    if (t->generations >= b->max_gens)
        nes_end(end, NES_STOP_GENS, (double)t->generations, (double)b->max_gens);
}

/* Whether many of the values since the last entry are equal: of n, the best one and as many as the
 * best quarter has. */
static bool is_flat(const nes_history *h, double n)
{
    return nes_is_finite_value(h->period_best) && (double)h->period_ties >= 1 + ceil(0.1 + n / 4);
}

/* The values since the last entry join the history. An entry stands for popsize evaluations: one
 * generation, or as many as that takes when a generation is a single sample. */
static void record(struct nes_run *run, double width)
{
    nes_history *h = &run->history;
    h->best[h->next] = h->period_best;
    h->next = h->next + 1 < h->length ? h->next + 1 : 0;
    if (h->used < h->length) h->used++;
    run->flat = is_flat(h, (double)run->plan.s.popsize) ? run->flat + 1 : 0;
    nes_course_add(&run->course, h->period_best, run->generation_median, run->best_f, width);
    if (width > run->most_width) run->most_width = width;
}

nes_range nes_history_range(const nes_history *h, size_t n, double limit)
{
    nes_range r = {INFINITY, -INFINITY};
    for (size_t i = 0; i < n && i < h->used && !(r.high - r.low > limit); i++) {
        const size_t back = i < h->next ? h->next - 1 - i : h->next + h->length - 1 - i;
        r.low = fmin(r.low, h->best[back]);
        r.high = fmax(r.high, h->best[back]);
    }
    return r;
}

nes_range nes_feasible_range(const nes_history *h, size_t *n)
{
    nes_range r = {INFINITY, -INFINITY};
    *n = 0;
    for (size_t i = 0; i < h->used; i++) {
        if (!(h->best[i] < INFINITY)) continue;
        r.low = fmin(r.low, h->best[i]);
        r.high = fmax(r.high, h->best[i]);
        (*n)++;
    }
    return r;
}

/* A few units in the last place of the value. */
double nes_rounding(double f)
{
    return 4 * DBL_EPSILON * fabs(f);
}

/* With constraints a quarter of the generations must have had a feasible point, and the best point
 * must be as good as those that were ranked first. [math: B19] */
static void judge_feasible_values(struct nes_run *run)
{
    enum { PART = 4 };
    const nes_history *h = &run->history;
    const double limit = fmax(run->plan.s.tolfun, nes_rounding(run->best_f));
    size_t n;
    const nes_range r = nes_feasible_range(h, &n);
    const double range = fmax(r.high, run->best_f) - r.low;
    if (PART * n < h->length || !(range <= limit) || nes_modes_are_new(run)) return;
    nes_end(&run->end, NES_STOP_TOLFUN, range, limit);
}

/* The best values hardly differ, or all values do, the worst of the last generation included. The
 * limit is absolute: one that grows with the values would call every slope flat on which the best
 * value is large and falls slowly. Differences that rounding makes say nothing, however large the
 * values are. [math: A26] */
static void judge_values(struct nes_run *run)
{
    const nes_history *h = &run->history;
    const double tolfun = run->plan.s.tolfun;
    if (tolfun == NES_OFF || h->used < h->length) return;
    if (run->constrained.of.m > 0) {
        judge_feasible_values(run);
        return;
    }
    const double best_limit = fmax(tolfun, nes_rounding(run->best_f)), all_limit = 10 * tolfun;
    const nes_range r = nes_history_range(h, h->used, fmax(best_limit, all_limit));
    const double best = r.high - r.low, all = fmax(r.high, h->period_worst) - r.low;
    const bool alike = best <= best_limit;
    if (!(alike || all <= all_limit) || nes_modes_are_new(run)) return;
    if (alike)
        nes_end(&run->end, NES_STOP_TOLFUN, best, best_limit);
    else
        nes_end(&run->end, NES_STOP_TOLFUN, all, all_limit);
}

static void judge_flat(struct nes_run *run)
{
    const double limit = run->plan.s.flat;
    if (limit != NES_OFF && (double)run->flat > limit)
        nes_end(&run->end, NES_STOP_FLAT, (double)run->flat, limit);
}

/* Bits and choices are all but decided, and none of many changes has been for the better; of
 * integers alone, neighbours are tried often enough at any time. */
static void judge_settled(struct nes_run *run)
{
    const double limit = run->plan.s.settled;
    const double since = (double)(run->tally.evaluations - run->best_evaluation);
    bool (*settled)(const nes_dist *) = run->g.dist.family->settled;
    if (!nes_choices_settled(&run->chosen.of)) return;
    if (limit != NES_OFF && since > limit && (settled == NULL || settled(&run->g.dist)))
        nes_end(&run->end, NES_STOP_SETTLED, since, limit);
}

/* Medians over NES_RECENT generations now against those at the start of a window, which is a part
 * of the run but not shorter than what a change of the distribution takes. The window is longer
 * than that by the distance of two marks at most. */
static void judge_progress(struct nes_run *run)
{
    const nes_course *c = &run->course;
    const double part = run->plan.s.stagnation, t = (double)c->entries;
    if (part == NES_OFF || c->entries % NES_MARK_EVERY != 0) return;
    const double least = 120 + 30 * (double)run->plan.space.whole / (double)run->plan.s.popsize;
    const double window = floor(fmax(least, part * t));
    if (t < window) return;
    const nes_mark *since = nes_course_back(c, (uint64_t)window - NES_RECENT);
    if (since != NULL && since->low < INFINITY && !nes_course_improves(c, since))
        nes_end(&run->end, NES_STOP_STAGNATION, window, window);
}

/* With constraints merits of different generations cannot be compared: the best point is older than
 * a part of the run, but not less than what a change of the distribution takes. [math: B19] */
static void judge_best(struct nes_run *run)
{
    const double part = run->plan.s.stagnation;
    const double period = (double)run->plan.s.popsize / (double)run->plan.rows;
    const double t = (double)run->tally.generations / period;
    const double age = t - (double)run->constrained.improved / period;
    const double limit =
        fmax(120 + 30 * (double)run->plan.space.whole / (double)run->plan.s.popsize, part * t);
    if (part != NES_OFF && age > limit) nes_end(&run->end, NES_STOP_STAGNATION, age, limit);
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

void nes_begin_period(struct nes_run *run)
{
    run->history.period_best = INFINITY;
    run->history.period_worst = -INFINITY;
    run->history.period_ties = 0;
    run->judged = run->tally.evaluations;
}

/* Applies the criteria that follow from the state of the search. While the run goes on, the next
 * period begins. */
static void judge_state(struct nes_run *run, double width)
{
    const nes_family *f = run->g.dist.family;
    if (f->settled != NULL || (run->plan.crosses && run->plan.integers == run->dim))
        judge_settled(run);
    judge_values(run);
    judge_flat(run);
    if (f->located) nes_judge_distribution(run, width);
    if (run->constrained.of.m > 0)
        judge_best(run);
    else
        judge_progress(run);
    if (run->end.reason == NES_RUNNING) nes_begin_period(run);
}

static double width_of(const struct nes_run *run)
{
    return run->g.dist.family->located ? run->g.dist.family->widths->width(&run->g.dist) : 0;
}

/* Whether the history gets an entry: once in a population of evaluations, or, where a model has
 * some of the values, after a generation with evaluations. [math: B21] */
static bool is_due(const struct nes_run *run)
{
    const uint64_t news = run->tally.evaluations - run->judged;
    return news >= (run->plan.models ? 1 : run->plan.s.popsize);
}

void nes_judge(struct nes_run *run)
{
    nes_judge_budget(&run->end, &run->budget, &run->tally, run->best_f, run->plan.s.maximize);
    if (run->tally.generations == 0 || run->end.reason != NES_RUNNING) return;
    judge_infeasible(run);
    if (!is_due(run)) {
        if (run->plan.models) nes_judge_distribution(run, width_of(run));
        return;
    }
    const double width = width_of(run);
    nes_count_up(&run->judgements);
    record(run, width);
    judge_state(run, width);
}

/* A budget ends a run before its generation is recorded; then everything is still to be done.
 * Otherwise the record is there, and the budgets left room. */
void nes_judge_again(struct nes_run *run)
{
    const bool budget = nes_run_is_limited(run);
    run->end = (nes_ending){NES_RUNNING, NAN, NAN};
    if (budget) {
        nes_judge(run);
        return;
    }
    judge_infeasible(run);
    if (is_due(run)) judge_state(run, width_of(run));
}
