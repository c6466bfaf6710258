/* SPDX-License-Identifier: MIT
 *
 * Asking and telling a handle with restarts. Between two generations the strategy says which run
 * goes next, or that a new one starts; all points of one ask belong to one run. A run that ended
 * leaves the schedule; its handle lives on only while no other ended run is better. */
#include "opt/runs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "util/try.h"

static nes_member *member_at_hand(const nes_opt *o)
{
    return &o->runs->schedule.run[o->runs->place];
}

static bool is_better(const nes_member *a, const nes_member *b)
{
    const double fa = a->o->best_f, fb = b->o->best_f;
    if (isnan(fa) || isnan(fb)) return isnan(fb) && !isnan(fa);
    return fa < fb || (fa == fb && a->best_evaluation < b->best_evaluation);
}

const nes_member *nes_runs_leader(const nes_opt *o)
{
    const nes_runs *r = o->runs;
    const nes_schedule *t = &r->schedule;
    const nes_member *best = r->kept.o != NULL ? &r->kept : &t->run[0];
    for (size_t i = 0; i < t->n; i++)
        if (is_better(&t->run[i], best)) best = &t->run[i];
    return best;
}

/* Importance mixing opens a generation early, and keeps rows that have values. */
uint64_t nes_runs_next(nes_opt *run)
{
    if (!run->open) return !run->begun && strcmp(run->s.eval_start, "yes") == 0 ? 1 : run->rows;
    const nes_batch *b = nes_open_batch(run);
    uint64_t waiting = 0;
    for (size_t k = 0; k < b->n; k++) waiting += !b->valued[k];
    return waiting;
}

/* What a run may use in all: what is left to the whole, as far as its own limit goes; 0: anything.
 */
static uint64_t allowed(uint64_t limit, uint64_t used, uint64_t whole, uint64_t used_by_all)
{
    if (whole == 0) return limit;
    const uint64_t most = used + (whole - used_by_all);
    return limit == 0 || most < limit ? most : limit;
}

static nes_status open_generation(nes_opt *o)
{
    nes_runs *r = o->runs;
    const nes_note note = {o->message, sizeof o->message};
    nes_decision next = r->strategy->next(&r->schedule);
    if (next.kind == NES_TURN_CREATE) {
        NES_TRY(nes_runs_add(o, &next.run, note));
        next = r->strategy->next(&r->schedule);
    }
    r->schedule.started = false;
    r->place = next.place;
    nes_member *m = member_at_hand(o);
    r->base = o->evaluations;
    r->since = m->used;
    nes_settings *s = &m->o->s;
    s->max_evals = allowed(m->max_evals, m->used, o->s.max_evals, o->evaluations);
    s->max_gens = allowed(m->max_gens, m->o->generations, o->s.max_gens, o->generations);
    o->open = true;
    return NES_OK;
}

nes_status nes_runs_ask(nes_opt *o, nes_points *p)
{
    if (!o->open) NES_TRY(open_generation(o));
    NES_TRY(nes_ask(member_at_hand(o)->o, p));
    o->asked = p->n;
    return NES_OK;
}

/* The best of the generation at hand gets its number among the evaluations of all runs. */
static void number_best(nes_opt *o)
{
    nes_member *m = member_at_hand(o);
    const nes_opt *run = m->o;
    if (run->best_evaluation > o->runs->since)
        m->best_evaluation = o->runs->base + (run->best_evaluation - o->runs->since);
}

static void retire(nes_opt *o)
{
    nes_runs *r = o->runs;
    nes_member gone = *member_at_hand(o);
    nes_schedule_remove(&r->schedule, r->place);
    if (r->kept.o == NULL || is_better(&gone, &r->kept)) {
        const nes_member worse = r->kept;
        r->kept = gone;
        gone = worse;
    }
    nes_destroy(gone.o);
}

/* Without a next run the whole ends: by the limit of restarts, or as a single run does. */
static void end_if_last(nes_opt *o, nes_stop reason, double value, double threshold)
{
    const nes_runs *r = o->runs;
    const nes_schedule *t = &r->schedule;
    if (r->strategy->next(t).kind != NES_TURN_END) return;
    if (r->strategy->resizes)
        nes_end(o, NES_STOP_RESTARTS, (double)t->doubling, (double)t->max_doubling);
    else
        nes_end(o, reason, value, threshold);
}

static void close_generation(nes_opt *o)
{
    nes_member *m = member_at_hand(o);
    nes_opt *run = m->o;
    number_best(o);
    o->open = false;
    o->generation_best = run->generation_best;
    o->generation_median = run->generation_median;
    m->next = nes_runs_next(run);
    const nes_member *leader = nes_runs_leader(o);
    o->best_f = leader->o->best_f;
    o->best_evaluation = leader->best_evaluation;
    nes_judge_budgets(o);
    if (o->stop != NES_RUNNING || run->stop == NES_RUNNING) return;
    const nes_stop reason = run->stop;
    const double value = run->stop_value, threshold = run->stop_threshold;
    retire(o);
    end_if_last(o, reason, value, threshold);
}

typedef struct counts {
    uint64_t evaluations, failed, nonfinite, generations;
} counts;

static counts counts_of(const nes_opt *o)
{
    return (counts){o->evaluations, o->failed, o->nonfinite, o->generations};
}

/* After a run was told: its news goes to the whole. */
static nes_status settle(nes_opt *o, counts before, nes_status status)
{
    nes_member *m = member_at_hand(o);
    const nes_opt *run = m->o;
    if (status != NES_OK) {
        memcpy(o->message, run->message, sizeof o->message);
        return status;
    }
    o->evaluations += run->evaluations - before.evaluations;
    o->failed += run->failed - before.failed;
    o->nonfinite += run->nonfinite - before.nonfinite;
    o->generations += run->generations - before.generations;
    m->used = run->evaluations;
    o->asked = 0;
    const bool finished = run->generations > before.generations || !run->open;
    if (finished || run->stop != NES_RUNNING) close_generation(o);
    return NES_OK;
}

nes_status nes_runs_tell(nes_opt *o, size_t n, const double *f)
{
    nes_opt *run = member_at_hand(o)->o;
    const counts before = counts_of(run);
    return settle(o, before, nes_tell(run, n, f));
}

nes_status nes_runs_tell_some(nes_opt *o, size_t n, const uint64_t *id, const double *f)
{
    nes_opt *run = member_at_hand(o)->o;
    const counts before = counts_of(run);
    return settle(o, before, nes_tell_some(run, n, id, f));
}

static void describe(const nes_opt *o, uint64_t best_run, char *text, size_t size)
{
    const unsigned long long restarts = o->runs->schedule.created - 1, best = best_run;
    nes_describe_stop(o, text, size);
    const size_t used = strlen(text);
    text += used;
    size -= used;
    if (best > 0)
        snprintf(text, size, "; %llu restart%s, run %llu %s", restarts, restarts == 1 ? "" : "s",
                 best, o->stop == NES_RUNNING ? "leads" : "won");
    else
        snprintf(text, size, "; %llu restart%s", restarts, restarts == 1 ? "" : "s");
}

/* The best run's result, with the counts and the end of the whole. */
nes_status nes_runs_result(nes_opt *o, nes_result *r)
{
    if (o->open) {
        nes_remember_best(member_at_hand(o)->o);
        number_best(o);
    }
    const nes_member *leader = nes_runs_leader(o);
    NES_TRY(nes_get_result(leader->o, r));
    r->evaluations = o->evaluations;
    r->best_evaluation = leader->best_evaluation;
    r->failed = o->failed;
    r->nonfinite = o->nonfinite;
    r->generations = o->generations;
    r->restarts = o->runs->schedule.created - 1;
    r->best_run = r->best_x != NULL ? leader->number : 0;
    r->generation_best = nes_sign(o, o->generation_best);
    r->generation_median = nes_sign(o, o->generation_median);
    r->stop = o->stop;
    r->stop_value = o->stop_value;
    r->stop_threshold = o->stop_threshold;
    describe(o, r->best_run, r->stop_text, sizeof r->stop_text);
    return NES_OK;
}
