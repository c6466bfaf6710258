/* SPDX-License-Identifier: MIT
 *
 * The course of the runs behind a handle, saved and loaded by one walk: what new runs are made of,
 * the schedule, and every run that still matters. The format is docs/save-format.md. */
#include <math.h>

#include "family/family.h"
#include "opt/save/save.h"
#include "opt/search/runs.h"
#include "util/limits.h"
#include "util/monotonic.h"
#include "util/try.h"

#define FIELD(kind, name, field) NES_CODED(kind, nes_runs, name, field)

static const nes_coded course[] = {
    FIELD(COUNT, "evaluations", tally.evaluations),
    FIELD(COUNT, "failed", tally.failed),
    FIELD(COUNT, "nonfinite", tally.nonfinite),
    FIELD(COUNT, "generations", tally.generations),
    FIELD(COUNT, "evaluations before the generation", base),
    FIELD(COUNT, "evaluations of its run before it", since),
    FIELD(COUNT, "runs started", schedule.created),
    FIELD(COUNT, "population before rounding", schedule.popsize),
    FIELD(COUNT, "challengers started", schedule.challengers),
    FIELD(COUNT, "doublings", schedule.enlarged),
    FIELD(COUNT, "evaluations of small runs", schedule.spent[0]),
    FIELD(COUNT, "evaluations of large runs", schedule.spent[1]),
    FIELD(COUNT, "evaluations of the last large run", schedule.last_large),
    FIELD(COUNT, "runs ended by themselves", ended),
    FIELD(COUNT, "runs that agree", agreeing),
    FIELD(VALUE, "value that they agree on", ended_f),
    FIELD(COUNT, "evaluations of ended runs of the start", schedule.ended),
    FIELD(COUNT, "runs without a finite value", schedule.barren),
    FIELD(COUNT, "population of the start", schedule.present.popsize),
    FIELD(COUNT, "limit of evaluations of the start", schedule.present.max_evals),
    FIELD(FLAG, "large start", schedule.present.large),
    FIELD(COUNT, "enlargements of the start", schedule.present.enlarged),
    FIELD(COUNT, "phase of the race", schedule.race.phase),
    FIELD(WORD, "next challenge", schedule.race.due),
    FIELD(COUNT, "evaluations before the phase", schedule.race.mark),
    FIELD(LEVEL, "best of the part of the run", schedule.race.best),
    FIELD(LEVEL, "best of the part of the challenger", schedule.race.challenger),
    FIELD(REAL, "step size for a challenger", seat_sigma),
    FIELD(REAL, "noise", noise),
    FIELD(REAL, "best of the generation", generation_best),
    FIELD(REAL, "median of the generation", generation_median),
    FIELD(REAL, "stop value", end.value),
    FIELD(REAL, "stop threshold", end.threshold),
    FIELD(WORD, "failed before the generation", base_failed),
    FIELD(COUNT, "failed without a value between them", failing),
    FIELD(COUNT, "what follows the generation", aftermath),
    FIELD(FLAG, "open", open),
    FIELD(SIZE, "place", place),
};

/* Of strategies that ask for opinions. */
static const nes_coded opinion_fields[] = {
    FIELD(COUNT, "evaluations of the first run", schedule.opinions.cost),
    FIELD(COUNT, "runs in a row that agree", schedule.opinions.agree),
    FIELD(COUNT, "runs that ended elsewhere", schedule.opinions.other),
    FIELD(COUNT, "runs that ended at another point of the value", schedule.opinions.equal),
    FIELD(COUNT, "runs that saw nothing", schedule.opinions.blind),
    FIELD(REAL, "nearest start of runs that agree", schedule.opinions.begun),
    FIELD(REAL, "distance of the closest other end", schedule.opinions.closest),
    FIELD(REAL, "distance of the farthest other end", schedule.opinions.reach),
};

static const nes_coded member_fields[] = {
    NES_CODED(COUNT, nes_member, "number", number),
    NES_CODED(COUNT, nes_member, "popsize", popsize),
    NES_CODED(WIDTH, nes_member, "factor of the step size", shrink),
    NES_CODED(FLAG, nes_member, "large", large),
    NES_CODED(COUNT, nes_member, "limit of evaluations", max_evals),
    NES_CODED(COUNT, nes_member, "limit of generations", patience),
    NES_CODED(FLAG, nes_member, "challenger", challenger),
    NES_CODED(COUNT, nes_member, "best evaluation of all", best_evaluation),
};

enum { MEMBER_SIZE = 64 }; /* bytes; every saved run has more */

void nes_code_stop(nes_coder *c, nes_stop *reason)
{
    uint64_t stop = (uint64_t)*reason;
    nes_code_count(c, &stop);
    nes_code_check(c, "reason to stop", stop, "at most", NES_STOP_END_ - 1);
    if (c->in != NULL) *reason = c->bad ? NES_STOP_USER : (nes_stop)stop;
}

/* Whether the schedule can have made such a run. */
static void check_newcomer(nes_coder *c, const nes_runs *r, const nes_member *m)
{
    const nes_schedule *t = &r->schedule;
    if (m->number == 0 || m->number > t->created)
        nes_code_refuse(c, "'number' of a run is %llu, but %llu were started",
                        (unsigned long long)m->number, (unsigned long long)t->created);
    if (m->popsize == 0 || m->popsize > nes_schedule_largest(t))
        nes_code_refuse(c, "'popsize' of run %llu is %llu, but at most %llu",
                        (unsigned long long)m->number, (unsigned long long)m->popsize,
                        (unsigned long long)nes_schedule_largest(t));
    if (!(m->shrink > 0)) nes_code_refuse(c, "'factor of the step size' of a run is missing");
    if (m->challenger && (r->seat == NULL || m->number == 1))
        nes_code_refuse(c, "'challenger' of run %llu is 1, but there is none",
                        (unsigned long long)m->number);
}

/* Makes the run that is read, from what has been read of it. Data that is too short for the
 * distribution and the outputs of the best point is refused before memory is asked for them. */
static nes_status remake(nes_coder *c, nes_runs *r, nes_member *m, nes_note note)
{
    const nes_newcomer like = {.number = m->number,
                               .popsize = m->popsize,
                               .shrink = m->shrink,
                               .challenger = m->challenger};
    nes_plan plan;
    check_newcomer(c, r, m);
    if (c->bad) return NES_ERR_DAMAGED;
    NES_TRY(nes_runs_plan(r, &like, NULL, &plan, note));
    const nes_dist dist = nes_plan_dist(&plan);
    const size_t ntheta = plan.family->ntheta(&dist), room = (c->size - c->used) / 8;
    if (ntheta > room || plan.s.outputs > room - ntheta)
        nes_code_refuse(c, "a distribution of %zu numbers is cut short", ntheta);
    if (c->bad) return NES_ERR_DAMAGED;
    NES_TRY(nes_agree(&r->plan.space, nes_run_allocate(&m->run, &plan, r->team, note), note));
    m->run->next_id = (m->number - 1) << NES_ID_BITS;
    if (r->noise > 0) nes_runs_expect_noise(r, m->run);
    return NES_OK;
}

static nes_status code_member(nes_coder *c, nes_runs *r, nes_member *m, nes_note note)
{
    NES_CODE_TABLE(c, member_fields, m);
    if (c->bad) return NES_OK;
    if (c->in != NULL) NES_TRY(remake(c, r, m, note));
    nes_code_run(c, m->run);
    if (c->in == NULL || c->bad) return NES_OK;
    m->used = m->run->tally.evaluations;
    m->next = nes_run_next(m->run);
    return NES_OK;
}

/* Codes the runs that go on, then the best of those that have ended. */
static nes_status code_members(nes_coder *c, nes_runs *r, nes_note note)
{
    nes_schedule *t = &r->schedule;
    size_t n = t->n;
    bool kept = r->kept.run != NULL;
    nes_code_size(c, &n);
    if (c->in != NULL && n > (c->size - c->used) / MEMBER_SIZE)
        nes_code_refuse(c, "there are %zu runs, for which there is no data", n);
    if (c->bad) return NES_OK;
    const nes_status room = nes_runs_make_room(r, n, note);
    NES_TRY(c->in != NULL ? nes_agree(&r->plan.space, room, note) : room);
    for (size_t i = 0; i < n && !c->bad; i++) {
        const nes_status st = code_member(c, r, &t->member[i], note);
        if (c->in != NULL && t->member[i].run != NULL) t->n = i + 1;
        NES_TRY(st);
    }
    nes_code_flag(c, &kept);
    return kept && !c->bad ? code_member(c, r, &r->kept, note) : NES_OK;
}

bool nes_runs_fit(const nes_runs *r)
{
    const nes_schedule *t = &r->schedule;
    const bool runs_on = r->end.reason == NES_RUNNING;
    if (t->n == 0 && r->kept.run == NULL) return false;
    if (runs_on && !nes_schedule_fits(t)) return false;
    const bool due = r->aftermath != NES_DONE;
    if ((r->open || due) && r->place >= t->n) return false;
    if (due && (r->open || runs_on)) return false;
    for (size_t i = 0; i < t->n; i++)
        if (runs_on && t->member[i].run->end.reason != NES_RUNNING) return false;
    if (!runs_on) return true;
    if (r->tally.evaluations >= r->budget.max_evals) return false;
    if (r->tally.generations >= r->budget.max_gens) return false;
    if (r->open) return true;
    const nes_turn_kind next = nes_schedule_next(r->plan.strategy, t).kind;
    return next == NES_TURN_CREATE || next == NES_TURN_ADVANCE;
}

/* Derives what no field says. A budget ends the search before what follows a generation is done;
 * the first run has grown without end where that has ended the search. */
static void recall_end(nes_runs *r)
{
    const nes_stop why = r->end.reason;
    const bool budget = why == NES_STOP_TARGET || why == NES_STOP_EVALS || why == NES_STOP_GENS ||
                        why == NES_STOP_TIME || why == NES_STOP_UNBOUNDED;
    if (r->aftermath == NES_UNKNOWN)
        r->aftermath = budget && !r->open && r->place < r->schedule.n ? NES_DUE_MOVED : NES_DONE;
    if (r->base_failed == UINT64_MAX) r->base_failed = r->tally.failed;
    if (why == NES_STOP_GROWTH && nes_runs_next_turn(r).kind != NES_TURN_END)
        r->schedule.hopeless = true;
}

/* Codes the seconds used, any that nes_set_seconds takes, where a limit of time makes them part of
 * the run; else 0, so that equal runs save equal bytes. */
static void code_time(nes_coder *c, nes_runs *r)
{
    double used = r->max_time != NES_OFF ? nes_runs_seconds(r) : 0;
    nes_code_row(c, "seconds used", NES_CODED_LENGTH, &used, 1);
    if (c->in != NULL) r->started = nes_clock() - used;
}

/* Codes a point inside the bounds; null: there is none. */
static void code_point(nes_coder *c, const nes_settings *s, const char *name, double *x, size_t d)
{
    if (x != NULL) nes_code_row(c, name, NES_CODED_FINITE, x, d);
    for (size_t i = 0; x != NULL && c->in != NULL && i < d; i++)
        if ((s->lower != NULL && x[i] < s->lower[i]) || (s->upper != NULL && x[i] > s->upper[i]))
            nes_code_refuse(c, "number %zu of the %s is %g, outside its bounds", i + 1, name, x[i]);
        else if (s->choices != NULL && s->choices[i] > 0 &&
                 (x[i] != rint(x[i]) || x[i] < -1 || x[i] >= s->choices[i]))
            nes_code_refuse(c, "number %zu of the %s is %g, which is no value of that choice",
                            i + 1, name, x[i]);
}

/* Codes all but the runs. */
static void code_course(nes_coder *c, nes_runs *r)
{
    if (!c->digest) code_time(c, r);
    code_point(c, &r->plan.s, "first start", r->start, r->plan.dim);
    code_point(c, &r->plan.s, "start of a challenger", r->seat, r->plan.dim);
    if (c->in != NULL) r->aftermath = NES_UNKNOWN;
    if (c->in != NULL) r->base_failed = UINT64_MAX; /* unknown, unless the data says it */
    NES_CODE_TABLE(c, course, r);
    nes_code_constrained_course(c, r);
    if (r->plan.strategy->opinions) NES_CODE_TABLE(c, opinion_fields, r);
    nes_code_stop(c, &r->end.reason);
    if (c->in == NULL || c->bad) return;
    nes_code_check(c, "what follows the generation", r->aftermath, "at most", NES_AFTERMATHS - 1);
    if (r->noise < 0) nes_code_refuse(c, "'noise' is %g, but must be at least 0", r->noise);
    if (r->seat != NULL && !(r->seat_sigma > 0 && r->seat_sigma < NES_HUGE))
        nes_code_refuse(c, "'step size for a challenger' is %g, but must be above 0",
                        r->seat_sigma);
    nes_check_saved_course(c, r);
}

uint64_t nes_moment_of(nes_runs *r)
{
    nes_coder c = {.digest = true, .format = NES_FORMAT};
    uint64_t settings = nes_digest_settings(r);
    nes_code_count(&c, &settings);
    NES_CODE_TABLE(&c, course, r);
    for (nes_member *m = r->schedule.member; m < r->schedule.member + r->schedule.n; m++) {
        NES_CODE_TABLE(&c, member_fields, m);
        nes_code_count(&c, &m->run->tally.evaluations);
        nes_code_count(&c, &m->run->next_id);
    }
    return c.hash;
}

nes_status nes_code_runs(nes_coder *c, nes_runs *r, nes_note note)
{
    code_course(c, r);
    if (c->bad) return NES_OK;
    NES_TRY(code_members(c, r, note));
    if (r->plan.s.asynchronous && !c->bad) nes_code_flight(c, r);
    if (c->in == NULL || c->bad) return NES_OK;
    recall_end(r);
    nes_check_saved_runs(c, r);
    if (c->bad) return NES_OK;
    r->best_f = nes_runs_best(r)->run->best_f;
    r->schedule.noisy = r->plan.noisy || r->noise > 0;
    if (r->open) nes_runs_hand_budget(r);
    if (r->place < r->schedule.n && nes_runs_at_hand(r)->run->plan.ways) nes_runs_show_goal(r);
    return NES_OK;
}
