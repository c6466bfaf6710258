/* SPDX-License-Identifier: MIT
 *
 * Asking and telling the runs behind a handle. Between two generations the strategy says which run
 * goes next, or that a new one starts; all points of one ask belong to one run. */
#include "opt/search/runs.h"

#include "util/try.h"

/* How many evaluations or generations a run may use in all: those that are left to all runs
 * together, up to its own limit (0: none). */
static uint64_t allowed(uint64_t limit, uint64_t used, uint64_t whole, uint64_t used_by_all)
{
    const uint64_t most = used + (whole > used_by_all ? whole - used_by_all : 0);
    return limit == 0 || most < limit ? most : limit;
}

void nes_runs_hand_budget(nes_runs *r)
{
    const nes_member *m = nes_runs_at_hand(r);
    const nes_tally *all = &r->tally, *own = &m->run->tally;
    uint64_t limit = m->max_evals; /* of all runs of its start */
    if (limit > 0) limit -= nes_schedule_used(&r->schedule) - m->used;
    m->run->budget = (nes_budget){
        .max_evals = allowed(limit, own->evaluations, r->budget.max_evals, all->evaluations),
        .most = limit > 0 ? limit : NES_MOST_COUNT,
        .max_gens = allowed(0, own->generations, r->budget.max_gens, all->generations),
        .target = r->budget.target};
}

nes_status nes_runs_begin_turn(nes_runs *r, nes_note note)
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
    r->base_known = r->tally.known;
    r->since = nes_runs_at_hand(r)->run->tally.evaluations;
    nes_runs_hand_budget(r);
    if (nes_runs_at_hand(r)->run->plan.ways) nes_runs_hand_goal(r);
    r->open = true;
    return NES_OK;
}

nes_status nes_runs_ask(nes_runs *r, nes_points *p, nes_note note)
{
    if (!r->open) NES_TRY(nes_runs_begin_turn(r, note));
    nes_run_ask(nes_runs_at_hand(r)->run, p);
    return NES_OK;
}

/* Adds one number at a time: a vector load right behind the stores of the counts would wait. */
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
    add_news(&r->tally.feasible, now->feasible, before->feasible);
    add_news(&r->tally.modelled, now->modelled, before->modelled);
    add_news(&r->tally.known, now->known, before->known);
    if (r->budget.max_evals < NES_MOST_COUNT)
        add_news(&r->budget.max_evals, now->known, before->known);
    m->used = now->evaluations;
}

/* A generation is over, or cut short. One that was cut short does not count for all_failed and
 * all_known. */
void nes_runs_end_turn(nes_runs *r, const struct nes_run *run, bool moved)
{
    const uint64_t all = r->tally.evaluations - r->base, failed = r->tally.failed - r->base_failed,
                   known = r->tally.known - r->base_known;
    if (all > 0 && !(run->open && run->end.reason != NES_RUNNING)) {
        r->failing = failed == all ? r->failing + failed : 0;
        r->stale = known == all ? r->stale + known : 0;
    }
    nes_runs_close_generation(r, moved);
}

/* The number of an evaluation of the run at hand among those of all runs. */
static uint64_t among_all(const nes_runs *r, uint64_t number)
{
    return r->base + (number - r->since);
}

/* Numbers the points that a run with constraints remembers besides: the nearest to a feasible one,
 * while there is none, and the first of these. */
static void number_constrained(nes_runs *r, nes_member *m)
{
    const struct nes_run *run = m->run;
    const uint64_t feasible = run->constrained.first_feasible;
    const uint64_t nearest = run->constrained.nearest.evaluation;
    if (isnan(run->best_f) && nearest > r->since) m->best_evaluation = among_all(r, nearest);
    if (feasible > r->since && (r->first_feasible == 0 || r->first_feasible > r->base))
        r->first_feasible = among_all(r, feasible);
}

/* Adds the news of a run that was told to the sums of all runs. A generation that was closed early
 * counts as over, though it may have made no move; one whose trial or way waits for values does
 * not. */
static void settle(nes_runs *r, const nes_tally *before)
{
    nes_member *m = nes_runs_at_hand(r);
    struct nes_run *run = m->run;
    const bool closed = run->closed;
    run->closed = false;
    nes_runs_count(r, before);
    if (run->best_evaluation > r->since) m->best_evaluation = among_all(r, run->best_evaluation);
    if (run->constrained.of.m > 0) number_constrained(r, m);
    if (r->kept.run != NULL) nes_runs_take_find(r);
    const bool moved = run->tally.generations > before->generations;
    if (moved || !run->open || run->end.reason != NES_RUNNING) nes_runs_end_turn(r, run, moved);
    if (closed && r->open && !nes_is_aside(run)) nes_runs_end_turn(r, run, false);
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

/* Whether one of the ids is of a generation that was opened early, with mixing or a model, so that
 * its points can be told without an ask. */
static bool opened_early(nes_runs *r, const nes_records *t)
{
    const nes_decision next = nes_runs_next_turn(r);
    if (next.kind != NES_TURN_ADVANCE) return false;
    const struct nes_run *run = r->schedule.member[next.place].run;
    for (size_t i = 0; run->open && i < t->n; i++)
        if (!nes_run_is_past(run, t->id[i])) return true;
    return false;
}

/* Whether the point was handed out by a run that has ended, or in a generation before the present
 * one. */
static bool is_late(const nes_runs *r, uint64_t id)
{
    const uint64_t number = (id >> NES_ID_BITS) + 1;
    const nes_schedule *t = &r->schedule;
    if (number > t->created) return false;
    for (size_t i = 0; i < t->n; i++)
        if (t->member[i].number == number) return id < t->member[i].run->next_id;
    return true;
}

/* What the look at all records has found, beyond what the run says. */
typedef struct reading {
    nes_heard of_run;
    bool unknown;   /* there is a point that no run has handed out */
    uint64_t first; /* the first such */
} reading;

/* Reads every record once. run: of the open generation; null: there is none. */
static reading read_records(const nes_runs *r, struct nes_run *run, const nes_records *t)
{
    reading all = {.of_run = {.by_id = true}};
    for (size_t i = 0; i < t->n; i++) {
        const uint64_t id = t->id[i];
        const nes_fate fate = nes_fate_at(t, i);
        if (run != NULL && !nes_run_is_past(run, id)) {
            nes_read_by_id(run, i, id, fate, &all.of_run);
        } else if (is_late(r, id)) {
            nes_read_late(i, fate, &all.of_run);
        } else if (!all.unknown) {
            all.unknown = true;
            all.first = id;
        }
    }
    if (run != NULL) nes_heard_release(run, &all.of_run);
    return all;
}

static nes_status refuse_order(nes_note note)
{
    return nes_refuse(note, NES_ERR_ORDER,
                      "no generation is open: ask for points before telling values");
}

/* How many points can have been handed out; UINT64_MAX where runs are gone that cannot say. */
static uint64_t handed_out(const nes_runs *r)
{
    const nes_schedule *t = &r->schedule;
    uint64_t n = 0;
    if (t->n < t->created) return UINT64_MAX;
    for (size_t i = 0; i < t->n; i++) n += nes_run_numbered(t->member[i].run);
    return n;
}

/* Refuses more values than points have been handed out, before their ids are looked at. */
static nes_status check_count(const nes_runs *r, size_t n, nes_note note)
{
    const uint64_t most = handed_out(r);
    if (n <= most) return NES_OK;
    if (!r->open) return refuse_order(note);
    return nes_refuse(note, NES_ERR_COUNT,
                      "%zu value%s told, but only %llu point%s handed out so far", n,
                      n == 1 ? " was" : "s were", (unsigned long long)most,
                      most == 1 ? " has been" : "s have been");
}

nes_status nes_runs_tell_some(nes_runs *r, const nes_records *t, nes_note note)
{
    NES_TRY(check_count(r, t->n, note));
    if (!r->open && r->end.reason == NES_RUNNING && opened_early(r, t))
        NES_TRY(nes_runs_begin_turn(r, note));
    struct nes_run *run = r->open ? nes_runs_at_hand(r)->run : NULL;
    const reading seen = read_records(r, run, t);
    const size_t late = seen.of_run.late;
    if (run != NULL && seen.unknown) {
        char name[NES_POINT_NAME_SIZE];
        return nes_refuse(note, NES_ERR_ID, "%s was never handed out",
                          nes_point_name(seen.first, name, sizeof name));
    }
    if (run == NULL && (late == 0 || late < t->n)) return refuse_order(note);
    if (late > 0 && late == t->n) return nes_refuse_late(seen.of_run.late_values, note);
    const nes_tally before = run->tally;
    const nes_status st = nes_run_take(run, t, &seen.of_run, note);
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
