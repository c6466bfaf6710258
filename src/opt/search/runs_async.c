/* SPDX-License-Identifier: MIT
 *
 * Asking and telling one point at a time, in any order. A value is for the run that drew its point:
 * the present run gathers it for its next update; one that has ended, or a search that has stopped,
 * counts it only. The answer is a function of the calls and their order, and of nothing else.
 * [math: A28] */
#include <math.h>
#include <string.h>

#include "nes/async.h"
#include "opt/search/runs.h"
#include "technique/shaping.h"
#include "util/try.h"

struct nes_run *nes_runs_home(const nes_runs *r, uint64_t id)
{
    const nes_schedule *t = &r->schedule;
    if (r->place >= t->n || t->member[r->place].number != (id >> NES_ID_BITS) + 1) return NULL;
    return t->member[r->place].run;
}

/* Whether a run gathers values for an update. */
static bool is_gathering(const nes_runs *r)
{
    return r->open && r->end.reason == NES_RUNNING;
}

static nes_status begin_turn(nes_runs *r, nes_note note)
{
    NES_TRY(nes_runs_begin_turn(r, note));
    nes_arrivals_begin(nes_runs_at_hand(r)->run);
    return NES_OK;
}

/* The turn of a run that goes on begins with whatever comes first, a point or a value. A new run
 * begins with a point alone. */
static void go_on(nes_runs *r)
{
    if (r->open || r->end.reason != NES_RUNNING) return;
    if (nes_runs_next_turn(r).kind == NES_TURN_ADVANCE) begin_turn(r, (nes_note){NULL, 0});
}

/* ---- asking --------------------------------------------------------------------------------- */

/* Hands out the point at that place of the flight as number i of an ask. */
static void hand_out(nes_runs *r, size_t place, size_t i)
{
    nes_flight *t = &r->flight;
    nes_flier *f = &t->of[place];
    f->again = false;
    t->id[i] = f->id;
    memcpy(t->asked + i * t->d, nes_flight_shown(t, place), t->d * sizeof *t->asked);
}

static void describe(const nes_runs *r, size_t n, nes_points *p)
{
    const nes_flight *t = &r->flight;
    *p = (nes_points){.n = n,
                      .dim = t->d,
                      .x = t->asked,
                      .id = t->id,
                      .outputs = (size_t)r->plan.s.outputs,
                      .f = t->told,
                      .fate = t->fate};
}

static uint64_t left(const nes_runs *r)
{
    return r->budget.max_evals - r->tally.evaluations;
}

static nes_status check_room(const nes_runs *r, nes_note note)
{
    const nes_flight *t = &r->flight;
    const size_t busy = nes_flight_busy(t);
    if (busy >= left(r))
        return nes_refuse(note, NES_ERR_ORDER,
                          "%zu point%s under way, and max_evals leaves %llu evaluation%s: tell "
                          "their values, or drop them",
                          busy, busy == 1 ? " is" : "s are", (unsigned long long)left(r),
                          left(r) == 1 ? "" : "s");
    if (t->n == t->room && busy == t->n)
        return nes_refuse(note, NES_ERR_ORDER,
                          "%zu points are under way, and there is no room for another: tell their "
                          "values, or drop those that will never come",
                          t->n);
    return NES_OK;
}

/* The place of a point to hand out: one that is to be tried again, or a new one. */
static size_t next_point(nes_runs *r)
{
    nes_flight *t = &r->flight;
    const nes_member *m = nes_runs_at_hand(r);
    for (size_t i = 0; i < t->n; i++)
        if (t->of[i].again) return i;
    const size_t i = nes_flight_enter(t);
    t->of[i].born = m->run->tally.generations;
    t->of[i].large = m->large;
    t->of[i].id = nes_arrivals_draw(m->run, nes_flight_x(t, i), nes_flight_z(t, i));
    nes_arrivals_show(m->run, t->of[i].id, nes_flight_x(t, i), nes_flight_shown(t, i));
    return i;
}

nes_status nes_runs_ask_one(nes_runs *r, nes_points *p, nes_note note)
{
    NES_TRY(check_room(r, note));
    if (!r->open) NES_TRY(begin_turn(r, note));
    hand_out(r, next_point(r), 0);
    describe(r, 1, p);
    return NES_OK;
}

nes_status nes_runs_ask_again(nes_runs *r, nes_points *p)
{
    const size_t n = r->flight.n < left(r) ? r->flight.n : (size_t)left(r);
    for (size_t i = 0; i < n; i++) hand_out(r, i, i);
    describe(r, n, p);
    return NES_OK;
}

/* ---- reading what is told ------------------------------------------------------------------- */

/* Whether a point of that id has been handed out, but is under way no more. Runs that are gone do
 * not say how many points they have handed out. */
static bool is_late(const nes_runs *r, uint64_t id)
{
    const struct nes_run *run = nes_runs_home(r, id);
    if (run != NULL) return nes_arrivals_has_asked(run, id);
    return id >> NES_ID_BITS < r->schedule.created;
}

/* What a look at all records has found. */
typedef struct reading {
    size_t values, late; /* values for points under way, and for points that are not any more */
} reading;

static nes_status read_record(nes_runs *r, const nes_records *t, size_t i, reading *all,
                              nes_note note)
{
    nes_flight *flight = &r->flight;
    const nes_fate fate = nes_fate_at(t, i);
    const size_t k = nes_flight_find(flight, t->id[i]);
    char name[NES_POINT_NAME_SIZE];
    nes_point_name(t->id[i], name, sizeof name);
    if ((unsigned)fate >= NES_FATE_END_)
        return nes_refuse(note, NES_ERR_VALUE, "fate %d of record %zu is none", (int)fate, i + 1);
    if (k == flight->n && !is_late(r, t->id[i]))
        return nes_refuse(note, NES_ERR_ID, "%s was never handed out", name);
    if (k < flight->n && flight->of[k].heard)
        return nes_refuse(note, NES_ERR_ID, "%s is told twice", name);
    if (k < flight->n && fate != NES_WAITING) {
        flight->of[k].heard = true;
        all->values++;
    } else if (k == flight->n) {
        all->late += nes_is_told(fate);
    }
    return NES_OK;
}

/* Looks at every record before the first is taken, so that all of them are refused together. */
static nes_status read_records(nes_runs *r, const nes_records *t, reading *all, nes_note note)
{
    nes_status st = NES_OK;
    for (size_t i = 0; st == NES_OK && i < t->n; i++) st = read_record(r, t, i, all, note);
    for (size_t i = 0; i < r->flight.n; i++) r->flight.of[i].heard = false;
    if (st == NES_OK && all->values > left(r))
        return nes_refuse(note, NES_ERR_COUNT, "%zu value%s told, but max_evals leaves %llu",
                          all->values, all->values == 1 ? " was" : "s were",
                          (unsigned long long)left(r));
    return st;
}

/* ---- taking what is told -------------------------------------------------------------------- */

/* Counts an evaluation. */
static void count(nes_tally *t, const nes_arrival *p)
{
    t->evaluations++;
    t->failed += p->fate == NES_FAILED || p->fate == NES_GIVEN_UP;
    t->nonfinite += p->fate == NES_MEASURED && !nes_is_finite_value(p->f);
}

/* Takes the value of a point of a run that has ended: it may be the best of those that have. */
static void take_others(nes_runs *r, const nes_arrival *p, bool large)
{
    struct nes_run *best = r->kept.run;
    count(&r->tally, p);
    r->schedule.spent[large]++;
    if (best == NULL || p->fate != NES_MEASURED || !nes_is_finite_value(p->f)) return;
    if (isnan(best->best_f)) best->best_evaluation = best->tally.evaluations;
    if (isnan(best->best_f)) best->best_f = INFINITY;
    const nes_find found = {
        .f = p->f, .x = (double *)(uintptr_t)p->shown, .outputs = (double *)(uintptr_t)p->outputs};
    nes_runs_adopt(r, &found, r->tally.evaluations);
}

/* Adds what the present run has counted to the sums of all, and judges the whole. full: its values
 * have made an update. */
static void settle(nes_runs *r, const nes_tally *before, bool full)
{
    nes_member *m = nes_runs_at_hand(r);
    struct nes_run *run = m->run;
    nes_runs_count(r, before);
    if (run->best_evaluation > before->evaluations) m->best_evaluation = r->tally.evaluations;
    if (!(run->best_f >= r->best_f)) r->best_f = run->best_f; /* also while best_f is NaN */
    if (full) {
        nes_runs_end_turn(r, run, run->tally.generations > before->generations);
        return;
    }
    nes_runs_judge(r);
    if (!is_gathering(r) || !nes_run_is_spent(run)) return;
    nes_judge(run); /* an update that is cut short moves nothing */
    run->g.batch.n = 0;
    nes_runs_end_turn(r, run, false);
}

/* Takes the value of a point of the present run; returns whether it waits for another try. */
static bool take_own(nes_runs *r, struct nes_run *run, nes_arrival *p)
{
    const nes_tally before = run->tally;
    bool full = false;
    count(&run->tally, p);
    const bool again = p->fate == NES_FAILED && (p->tries + 1) % (run->plan.s.retries + 1) != 0;
    if (p->fate == NES_FAILED) p->fate = NES_GIVEN_UP;
    if (!again && p->fate != NES_LATE) full = nes_arrivals_take(run, p, is_gathering(r));
    if (full) nes_arrivals_close(run);
    settle(r, &before, full);
    return again;
}

/* Takes a record for the point at place i of the flight. The point is gone before the update that
 * it may complete, which may end its run. */
static void take(nes_runs *r, size_t i, nes_fate fate, const double *values)
{
    nes_flight *t = &r->flight;
    const nes_flier f = t->of[i];
    const bool measured = fate == NES_MEASURED;
    struct nes_run *run = nes_runs_home(r, f.id);
    nes_arrival p = {.id = f.id,
                     .born = f.born,
                     .tries = f.tries,
                     .x = nes_flight_x(t, i),
                     .z = nes_flight_z(t, i),
                     .shown = nes_flight_shown(t, i),
                     .fate = fate,
                     .f = nes_signed(r->plan.s.maximize, measured ? values[0] : nes_no_value()),
                     .outputs = measured ? values + 1 : NULL};
    if (run != NULL && take_own(r, run, &p)) {
        t->of[i].again = true;
        t->of[i].tries++;
        return;
    }
    if (run == NULL) take_others(r, &p, f.large);
    if (run == NULL) nes_runs_judge(r);
    nes_flight_leave(t, i);
}

nes_status nes_runs_tell_any(nes_runs *r, const nes_records *t, nes_note note)
{
    reading all = {0};
    if (t->id == NULL)
        return nes_refuse(note, NES_ERR_ORDER,
                          "values of an asynchronous search are told by id: use nes_tell_some or "
                          "nes_tell_records with ids");
    NES_TRY(read_records(r, t, &all, note));
    for (size_t i = 0; i < t->n; i++) {
        const size_t k = nes_flight_find(&r->flight, t->id[i]);
        const nes_fate fate = nes_fate_at(t, i);
        go_on(r);
        if (k < r->flight.n && fate != NES_WAITING && (unsigned)fate < NES_FATE_END_)
            take(r, k, fate, t->values + i * (1 + (size_t)r->plan.s.outputs));
    }
    return nes_refuse_late(all.late, note);
}

/* ---- where points are ----------------------------------------------------------------------- */

void nes_runs_traffic(const nes_runs *r, nes_traffic *t)
{
    const nes_flight *flight = &r->flight;
    const nes_member *m = nes_runs_at_work(r);
    *t = (nes_traffic){.under_way = flight->n,
                       .arrived = r->open ? m->run->g.batch.n : 0,
                       .popsize = m->run->plan.rows,
                       .updates = r->tally.generations,
                       .run = m->number,
                       .dim = m->run->whole};
    for (size_t i = 0; i < flight->n; i++) {
        const struct nes_run *run = nes_runs_home(r, flight->of[i].id);
        t->again += flight->of[i].again;
        t->of_run += run != NULL && !nes_arrivals_is_start(run, flight->of[i].id);
    }
}
