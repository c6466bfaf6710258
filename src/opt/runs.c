/* SPDX-License-Identifier: MIT
 *
 * Asking and telling the runs behind a handle. Between two generations the strategy says which run
 * goes next, or that a new one starts; all points of one ask belong to one run. A run that ended
 * leaves the schedule; its memory is kept only while no other ended run is better. */
#include "opt/runs.h"

#include <math.h>

#include "family/family.h"
#include "opt/options.h"
#include "util/clock.h"
#include "util/try.h"

static nes_member *member_at_hand(nes_runs *r)
{
    return &r->schedule.member[r->place];
}

static bool is_better(const nes_member *a, const nes_member *b)
{
    const double fa = a->run->best_f, fb = b->run->best_f;
    if (isnan(fa) || isnan(fb)) return isnan(fb) && !isnan(fa);
    return fa < fb || (fa == fb && a->best_evaluation < b->best_evaluation);
}

/* The best of the generation at hand gets its number among the evaluations of all runs. */
static void number_best(nes_runs *r)
{
    nes_member *m = member_at_hand(r);
    if (m->run->best_evaluation > r->since)
        m->best_evaluation = r->base + (m->run->best_evaluation - r->since);
}

const nes_member *nes_runs_best(const nes_runs *r)
{
    const nes_schedule *t = &r->schedule;
    const nes_member *best = r->kept.run != NULL ? &r->kept : &t->member[0];
    for (size_t i = r->kept.run == NULL; i < t->n; i++)
        if (is_better(&t->member[i], best)) best = &t->member[i];
    return best;
}

/* What a run may use in all: what is left to the whole, as far as its own limit goes; 0: anything.
 */
static uint64_t allowed(uint64_t limit, uint64_t used, uint64_t whole, uint64_t used_by_all)
{
    if (whole == 0) return limit;
    const uint64_t most = used + (whole - used_by_all);
    return limit == 0 || most < limit ? most : limit;
}

/* What the run may use of the limit since its start, which others have used a part of; 0: any. */
static uint64_t own_limit(const nes_schedule *t, const nes_member *m)
{
    return m->max_evals > 0 ? m->max_evals - (nes_schedule_used(t) - m->used) : 0;
}

void nes_runs_hand_budget(nes_runs *r)
{
    const nes_member *m = member_at_hand(r);
    m->run->budget.target = r->budget.target;
    if ((r->budget.max_evals | r->budget.max_gens | m->max_evals) == 0) return;
    const nes_tally *all = &r->tally, *own = &m->run->tally;
    const uint64_t limit = own_limit(&r->schedule, m);
    m->run->budget = (nes_budget){
        .max_evals = allowed(limit, own->evaluations, r->budget.max_evals, all->evaluations),
        .max_gens = allowed(0, own->generations, r->budget.max_gens, all->generations),
        .target = r->budget.target};
}

static nes_decision next_turn(const nes_runs *r)
{
    return nes_schedule_next(r->plan.strategy, &r->schedule);
}

/* Chooses the run that goes next and hands it what is left of the budgets. */
static nes_status open_generation(nes_runs *r, nes_note note)
{
    nes_decision next = next_turn(r);
    if (next.kind == NES_TURN_CREATE) {
        NES_TRY(nes_runs_add(r, &next.run, NULL, note));
        next = next_turn(r);
    }
    r->schedule.started = false;
    r->place = next.place;
    r->base = r->tally.evaluations;
    r->since = member_at_hand(r)->run->tally.evaluations;
    nes_runs_hand_budget(r);
    r->open = true;
    return NES_OK;
}

nes_status nes_runs_ask(nes_runs *r, nes_points *p, nes_note note)
{
    if (!r->open) NES_TRY(open_generation(r, note));
    nes_run_ask(member_at_hand(r)->run, p);
    return NES_OK;
}

double nes_agreement(const struct nes_run *run, double f)
{
    const double tolfun = run->plan.s.tolfun == NES_OFF ? 1e-12 : run->plan.s.tolfun;
    return fmax(1e3 * tolfun, 1e-6 * fabs(f));
}

bool nes_run_is_cut(const struct nes_run *run)
{
    const nes_stop reason = run->end.reason;
    return reason == NES_RUNNING || reason == NES_STOP_EVALS || reason == NES_STOP_GENS;
}

/* Whether two runs ended at the same point, or on a plateau with the very same value. Optima of
 * equal value at different places are no evidence that there is none better. Values of bits and of
 * integers are often whole numbers: equal ones are no plateau. */
static bool is_same_place(const nes_runs *r, const struct nes_run *b)
{
    static const double NEAR = 0.01; /* times the initial step size of the first run */
    const struct nes_run *a = r->kept.run;
    const bool discrete = b->g.family->binary || b->plan.integers == b->dim;
    if (a == NULL || (a->best_f == b->best_f && !discrete)) return true;
    for (size_t i = 0; i < b->dim; i++)
        if (!(fabs(a->best_x[i] - b->best_x[i]) <= NEAR * nes_start_std(&r->plan.s, i)))
            return false;
    return true;
}

/* Runs that were cut off say nothing about the value at which they would have ended. */
static void compare_end(nes_runs *r, const struct nes_run *run)
{
    const double f = run->best_f, margin = nes_agreement(run, f);
    if (nes_run_is_cut(run) || isnan(f)) return;
    const bool same = is_same_place(r, run);
    r->ended++;
    if (r->ended == 1 || f < r->ended_f - margin || (f < r->ended_f && !same))
        r->agreeing = 1;
    else if (f <= r->ended_f + margin && same)
        r->agreeing++;
    if (r->ended == 1 || f < r->ended_f) r->ended_f = f;
}

bool nes_runs_agree(const nes_runs *r, uint64_t wanted)
{
    return r->agreeing >= wanted && 2 * r->agreeing > r->ended;
}

/* So many runs that agree are evidence enough. */
static void judge_agreement(nes_runs *r)
{
    const uint64_t wanted = r->plan.s.restart_agree;
    if (wanted > 0 && nes_runs_agree(r, wanted))
        nes_end(&r->end, NES_STOP_AGREED, (double)r->agreeing, (double)wanted);
}

/* The run leaves the schedule. */
static void retire(nes_runs *r, size_t place)
{
    nes_member gone = r->schedule.member[place];
    compare_end(r, gone.run);
    const nes_outcome how = {gone.run->end.reason, gone.run->best_f};
    nes_schedule_remove(&r->schedule, place, how);
    if (r->kept.run == NULL || is_better(&gone, &r->kept)) {
        const nes_member worse = r->kept;
        r->kept = gone;
        gone = worse;
    }
    nes_run_destroy(gone.run);
}

/* Runs that lost their race go. Without a next run the whole ends: because there are no random
 * streams for another, or as its last run did; that tells more when none saw a finite value. */
static void look_ahead(nes_runs *r, nes_ending last)
{
    const nes_schedule *t = &r->schedule;
    nes_decision next = next_turn(r);
    for (; next.kind == NES_TURN_DROP; next = next_turn(r)) retire(r, next.place);
    if (next.kind != NES_TURN_END) return;
    if (r->plan.strategy->resizes && t->created >= t->max_runs && !isnan(r->best_f))
        nes_end(&r->end, NES_STOP_RESTARTS, (double)t->created, (double)t->max_runs);
    else
        r->end = last;
}

static void judge(nes_runs *r)
{
    nes_judge_budget(&r->end, &r->budget, &r->tally, r->best_f, r->plan.s.maximize);
    if (r->max_time == NES_OFF) return;
    const double seconds = nes_clock() - r->started;
    if (seconds >= r->max_time) nes_end(&r->end, NES_STOP_TIME, seconds, r->max_time);
}

/* A run that has had its generations ends, unless it has found a better value within the last fifth
 * of its evaluations. [math: B10] */
static void judge_patience(const nes_member *m)
{
    struct nes_run *run = m->run;
    const uint64_t used = run->tally.evaluations, since = used - run->best_evaluation;
    if (m->patience == 0 || run->tally.generations < m->patience || 5 * since < used) return;
    nes_end(&run->end, NES_STOP_GENS, (double)run->tally.generations, (double)m->patience);
}

/* Stop tests that compare values go off, unless the caller set them. */
void nes_runs_expect_noise(nes_runs *r, struct nes_run *run)
{
    static const char *const criteria[] = {"tolfun", "flat", "stagnation"};
    for (size_t i = 0; i < sizeof criteria / sizeof *criteria; i++) {
        const nes_field *f = nes_field_find(criteria[i]);
        if (nes_field_is_automatic(f, &r->given))
            *(double *)nes_field_in(&run->plan.s, f) = NES_OFF;
    }
}

/* What the values of the start tell. */
static void note_noise(nes_runs *r, struct nes_run *run)
{
    if (isnan(run->guests.noise)) return;
    r->noise = run->guests.noise;
    if (r->noise > 0) nes_runs_expect_noise(r, run);
}

/* best: of a generation that moved the distribution, else NaN. */
static void close_generation(nes_runs *r, double best)
{
    nes_member *m = member_at_hand(r);
    struct nes_run *run = m->run;
    r->open = false;
    note_noise(r, run);
    if (!(run->best_f >= r->best_f)) r->best_f = run->best_f; /* true while there is none */
    r->generation_best = run->generation_best;
    r->generation_median = run->generation_median;
    m->next = nes_run_next(run);
    judge(r);
    if (r->end.reason != NES_RUNNING) return;
    judge_patience(m);
    const nes_ending ending = run->end;
    if (r->seat != NULL) {
        if (!m->challenger) nes_runs_take_seat(r);
        nes_schedule_note(&r->schedule, best);
    }
    if (ending.reason != NES_RUNNING) {
        retire(r, r->place);
        judge_agreement(r);
        if (r->end.reason != NES_RUNNING) return;
    }
    if (ending.reason != NES_RUNNING || r->seat != NULL) look_ahead(r, ending);
}

/* One number at a time: a vector load right behind the stores of these counts would have to wait.
 */
static void add_news(uint64_t *sum, uint64_t now, uint64_t before)
{
    if (now != before) *sum += now - before;
}

/* After a run was told: its news goes to the whole. */
static void settle(nes_runs *r, const nes_tally *before)
{
    nes_member *m = member_at_hand(r);
    const struct nes_run *run = m->run;
    const nes_tally *now = &run->tally;
    add_news(&r->tally.evaluations, now->evaluations, before->evaluations);
    add_news(&r->tally.failed, now->failed, before->failed);
    add_news(&r->tally.nonfinite, now->nonfinite, before->nonfinite);
    add_news(&r->tally.generations, now->generations, before->generations);
    m->used = now->evaluations;
    number_best(r);
    const bool moved = now->generations > before->generations;
    if (moved || !run->open || run->end.reason != NES_RUNNING)
        close_generation(r, moved ? run->generation_best : NAN);
}

/* A generation that was given up counts as over, though it made no move; one whose trial waits for
 * values does not. */
static void settle_closed(nes_runs *r, const nes_tally *before)
{
    const struct nes_run *run = member_at_hand(r)->run;
    settle(r, before);
    if (r->open && !run->in_trial) close_generation(r, NAN);
}

nes_status nes_runs_tell(nes_runs *r, size_t n, const double *f, nes_note note)
{
    if (!r->open)
        return nes_refuse(note, NES_ERR_ORDER, "nothing was asked: call nes_ask before nes_tell");
    struct nes_run *run = member_at_hand(r)->run;
    const nes_tally before = run->tally;
    NES_TRY(nes_run_tell(run, n, f, note));
    settle(r, &before);
    return NES_OK;
}

/* Importance mixing opens the next generation of a run early: its points can be told unasked.
 * Whether one of the ids is of such a generation. */
static bool opened_early(nes_runs *r, size_t n, const uint64_t *id)
{
    const nes_decision next = next_turn(r);
    if (next.kind != NES_TURN_ADVANCE) return false;
    const struct nes_run *run = r->schedule.member[next.place].run;
    for (size_t i = 0; run->open && i < n; i++)
        if (!nes_run_is_past(run, id[i])) return true;
    return false;
}

/* The point was handed out by a run that has ended, or in a generation before the present one. */
static bool is_late(const nes_runs *r, uint64_t id)
{
    const uint64_t number = (id >> NES_ID_BITS) + 1;
    const nes_schedule *t = &r->schedule;
    if (number > t->created) return false;
    for (size_t i = 0; i < t->n; i++)
        if (t->member[i].number == number) return id < t->member[i].run->next_id;
    return true;
}

/* Refuses ids that are neither those of the open generation (if any) nor late. */
static nes_status check_ids(const nes_runs *r, size_t n, const uint64_t *id, size_t *late,
                            nes_note note)
{
    const struct nes_run *run = r->open ? r->schedule.member[r->place].run : NULL;
    *late = 0;
    for (size_t i = 0; i < n; i++) {
        if (run != NULL && !nes_run_is_past(run, id[i])) continue; /* the run will see */
        if (!is_late(r, id[i]) && run != NULL)
            return nes_refuse(note, NES_ERR_ID, "point %llu was never handed out",
                              (unsigned long long)id[i]);
        *late += is_late(r, id[i]);
    }
    return NES_OK;
}

nes_status nes_runs_tell_some(nes_runs *r, size_t n, const uint64_t *id, const double *f,
                              nes_note note)
{
    size_t late;
    if (!r->open && r->end.reason == NES_RUNNING && opened_early(r, n, id))
        NES_TRY(open_generation(r, note));
    NES_TRY(check_ids(r, n, id, &late, note));
    if (!r->open && (late == 0 || late < n))
        return nes_refuse(note, NES_ERR_ORDER,
                          "no generation is open: call nes_ask before nes_tell_some");
    if (late > 0 && late == n) return nes_refuse_late(late, note);
    struct nes_run *run = member_at_hand(r)->run;
    const nes_tally before = run->tally;
    const nes_status st = nes_run_tell_some(run, n, id, f, note);
    if (st == NES_OK || st == NES_ERR_LATE) settle(r, &before);
    return st;
}

nes_status nes_runs_close(nes_runs *r, nes_note note)
{
    if (!r->open)
        return nes_refuse(note, NES_ERR_ORDER, "no generation is open: there is nothing to close");
    struct nes_run *run = member_at_hand(r)->run;
    const nes_tally before = run->tally;
    NES_TRY(nes_run_close(run, note));
    settle_closed(r, &before);
    return NES_OK;
}
