/* SPDX-License-Identifier: MIT
 *
 * Asking and telling the runs behind a handle. Between two generations the strategy says which run
 * goes next, or that a new one starts; all points of one ask belong to one run. */
#include "opt/search/runs.h"

#include "util/try.h"

/* What a run may use in all: what is left to the whole, as far as its own limit goes, if it has one
 * (not 0). */
static uint64_t allowed(uint64_t limit, uint64_t used, uint64_t whole, uint64_t used_by_all)
{
    const uint64_t most = used + (whole > used_by_all ? whole - used_by_all : 0);
    return limit == 0 || most < limit ? most : limit;
}

void nes_runs_hand_budget(nes_runs *r)
{
    const nes_member *m = nes_runs_at_hand(r);
    const nes_tally *all = &r->tally, *own = &m->run->tally;
    const uint64_t others = nes_schedule_used(&r->schedule) - m->used; /* of the same start */
    const uint64_t limit = m->max_evals > 0 ? m->max_evals - others : 0;
    m->run->budget = (nes_budget){
        .max_evals = allowed(limit, own->evaluations, r->budget.max_evals, all->evaluations),
        .max_gens = allowed(0, own->generations, r->budget.max_gens, all->generations),
        .target = r->budget.target};
}

/* Chooses the run that goes next and hands it what is left of the budgets. */
static nes_status open_generation(nes_runs *r, nes_note note)
{
    nes_decision next = nes_runs_next_turn(r);
    if (next.kind == NES_TURN_CREATE) {
        NES_TRY(nes_runs_add(r, &next.run, NULL, note));
        next = nes_runs_next_turn(r);
    }
    r->schedule.started = false;
    r->place = next.place;
    r->base = r->tally.evaluations;
    r->base_failed = r->tally.failed;
    r->since = nes_runs_at_hand(r)->run->tally.evaluations;
    nes_runs_hand_budget(r);
    r->open = true;
    return NES_OK;
}

nes_status nes_runs_ask(nes_runs *r, nes_points *p, nes_note note)
{
    if (!r->open) NES_TRY(open_generation(r, note));
    nes_run_ask(nes_runs_at_hand(r)->run, p);
    return NES_OK;
}

/* One number at a time: a vector load right behind the stores of these counts would have to wait.
 */
static void add_news(uint64_t *sum, uint64_t now, uint64_t before)
{
    if (now != before) *sum += now - before;
}

void nes_runs_count(nes_runs *r, const nes_tally *before)
{
    nes_member *m = nes_runs_at_hand(r);
    const nes_tally *now = &m->run->tally;
    add_news(&r->tally.evaluations, now->evaluations, before->evaluations);
    add_news(&r->tally.failed, now->failed, before->failed);
    add_news(&r->tally.nonfinite, now->nonfinite, before->nonfinite);
    add_news(&r->tally.generations, now->generations, before->generations);
    m->used = now->evaluations;
}

/* A generation is over, or cut short. One that was cut short does not count for all_failed. */
static void close_generation(nes_runs *r, bool moved)
{
    const struct nes_run *run = nes_runs_at_hand(r)->run;
    const uint64_t all = r->tally.evaluations - r->base, failed = r->tally.failed - r->base_failed;
    if (all > 0 && !(run->open && run->end.reason != NES_RUNNING))
        r->failing = failed == all ? r->failing + failed : 0;
    nes_runs_close_generation(r, moved);
}

/* After a run was told: its news goes to the whole. A generation that was closed early counts as
 * over, though it may have made no move; one whose trial waits for values does not. */
static void settle(nes_runs *r, const nes_tally *before)
{
    nes_member *m = nes_runs_at_hand(r);
    struct nes_run *run = m->run;
    const bool closed = run->closed;
    run->closed = false;
    nes_runs_count(r, before);
    if (run->best_evaluation > r->since) /* its number among the evaluations of all runs */
        m->best_evaluation = r->base + (run->best_evaluation - r->since);
    const bool moved = run->tally.generations > before->generations;
    if (moved || !run->open || run->end.reason != NES_RUNNING) close_generation(r, moved);
    if (closed && r->open && !run->in_trial) close_generation(r, false);
}

nes_status nes_runs_tell(nes_runs *r, const nes_records *t, nes_note note)
{
    if (!r->open)
        return nes_refuse(note, NES_ERR_ORDER,
                          "nothing was asked: ask for points before telling values");
    struct nes_run *run = nes_runs_at_hand(r)->run;
    const nes_tally before = run->tally;
    NES_TRY(nes_run_tell(run, t, note));
    settle(r, &before);
    return NES_OK;
}

/* Importance mixing opens the next generation of a run early: its points can be told unasked.
 * Whether one of the ids is of such a generation. */
static bool opened_early(nes_runs *r, const nes_records *t)
{
    const nes_decision next = nes_runs_next_turn(r);
    if (next.kind != NES_TURN_ADVANCE) return false;
    const struct nes_run *run = r->schedule.member[next.place].run;
    for (size_t i = 0; run->open && i < t->n; i++)
        if (!nes_run_is_past(run, t->id[i])) return true;
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

/* Refuses ids that are neither those of the open generation (if any) nor late, and counts the late
 * ones. */
static nes_status check_ids(const nes_runs *r, const nes_records *t, size_t *late, nes_note note)
{
    const struct nes_run *run = r->open ? r->schedule.member[r->place].run : NULL;
    *late = 0;
    for (size_t i = 0; i < t->n; i++) {
        const uint64_t id = t->id[i];
        if (run != NULL && !nes_run_is_past(run, id)) continue; /* the run will see */
        if (!is_late(r, id) && run != NULL)
            return nes_refuse(note, NES_ERR_ID, "point %llu was never handed out",
                              (unsigned long long)id);
        *late += is_late(r, id);
    }
    return NES_OK;
}

static nes_status refuse_order(nes_note note)
{
    return nes_refuse(note, NES_ERR_ORDER,
                      "no generation is open: ask for points before telling values");
}

/* Points that have been handed out at most, as far as it is known: runs that are gone cannot say.
 */
static uint64_t handed_out(const nes_runs *r)
{
    const nes_schedule *t = &r->schedule;
    uint64_t n = 0;
    if (t->n < t->created) return UINT64_MAX;
    for (size_t i = 0; i < t->n; i++) n += nes_run_numbered(t->member[i].run);
    return n;
}

/* More values than there are points for: the ids are not looked at, since there cannot be as many.
 */
static nes_status check_count(const nes_runs *r, size_t n, nes_note note)
{
    const uint64_t most = handed_out(r);
    if (n <= most) return NES_OK;
    if (!r->open) return refuse_order(note);
    return nes_refuse(note, NES_ERR_COUNT,
                      "%zu values were told, but only %llu points have been handed out so far", n,
                      (unsigned long long)most);
}

static size_t count_values(const nes_records *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++) n += nes_is_told(nes_fate_at(t, i));
    return n;
}

nes_status nes_runs_tell_some(nes_runs *r, const nes_records *t, nes_note note)
{
    size_t late;
    NES_TRY(check_count(r, t->n, note));
    if (!r->open && r->end.reason == NES_RUNNING && opened_early(r, t))
        NES_TRY(open_generation(r, note));
    NES_TRY(check_ids(r, t, &late, note));
    if (!r->open && (late == 0 || late < t->n)) return refuse_order(note);
    if (late > 0 && late == t->n) return nes_refuse_late(count_values(t), note);
    struct nes_run *run = nes_runs_at_hand(r)->run;
    const nes_tally before = run->tally;
    const nes_status st = nes_run_tell_some(run, t, note);
    if (st == NES_OK || st == NES_ERR_LATE) settle(r, &before);
    return st;
}

nes_status nes_runs_close(nes_runs *r, nes_note note)
{
    if (!r->open)
        return nes_refuse(note, NES_ERR_ORDER, "no generation is open: there is nothing to close");
    struct nes_run *run = nes_runs_at_hand(r)->run;
    const nes_tally before = run->tally;
    NES_TRY(nes_run_close(run, note));
    settle(r, &before);
    return NES_OK;
}
