/* SPDX-License-Identifier: MIT
 *
 * Refuses runs that were read, each of which is sound, if they cannot be those of one search, or if
 * the strategy cannot go on with them. */
#include <math.h>

#include "opt/save/save.h"
#include "opt/search/runs.h"
#include "sampling/sampling.h"

static void check_most(nes_coder *c, const char *name, uint64_t v, uint64_t most)
{
    nes_code_check(c, name, v, "of all runs at most", most);
}

/* Subtracts what a run has counted from what is left of the sums. */
static void take_off(nes_coder *c, nes_tally *left, const nes_member *m)
{
    const nes_tally *t = &m->run->tally;
    const char *rest = "the sums over all runs leave";
    nes_code_check(c, "evaluations", t->evaluations, rest, left->evaluations);
    nes_code_check(c, "failed", t->failed, rest, left->failed);
    nes_code_check(c, "nonfinite", t->nonfinite, rest, left->nonfinite);
    nes_code_check(c, "generations", t->generations, rest, left->generations);
    left->evaluations -= t->evaluations;
    left->failed -= t->failed;
    left->nonfinite -= t->nonfinite;
    left->generations -= t->generations;
}

/* Checks the sums, which are over the runs that are there and those that are forgotten. */
static void check_sums(nes_coder *c, const nes_runs *r)
{
    const nes_schedule *t = &r->schedule;
    nes_tally left = r->tally;
    for (size_t i = 0; i < t->n && !c->bad; i++) take_off(c, &left, &t->member[i]);
    const uint64_t by_ended = left.evaluations; /* those of runs that have ended */
    check_most(c, "evaluations of ended runs of the start", t->ended, by_ended);
    check_most(c, "evaluations of small runs", t->spent[0], by_ended);
    if (!c->bad) check_most(c, "evaluations of large runs", t->spent[1], by_ended - t->spent[0]);
    if (r->kept.run != NULL) take_off(c, &left, &r->kept);
    if (t->present.max_evals > 0 && nes_schedule_used(t) > t->present.max_evals)
        nes_code_refuse(c, "'limit of evaluations of the start' is %llu, but %llu are used",
                        (unsigned long long)t->present.max_evals,
                        (unsigned long long)nes_schedule_used(t));
}

void nes_check_saved_course(nes_coder *c, const nes_runs *r)
{
    const nes_schedule *t = &r->schedule;
    const uint64_t all = r->tally.evaluations;
    check_most(c, "failed", r->tally.failed, all);
    check_most(c, "nonfinite", r->tally.nonfinite, all - r->tally.failed);
    check_most(c, "evaluations before the generation", r->base, all);
    check_most(c, "failed without a value between them", r->failing, r->tally.failed);
    check_most(c, "evaluations of the last large run", t->last_large, all);
    check_most(c, "runs started", t->created, t->max_runs);
    check_most(c, "challengers started", t->challengers, t->created);
    check_most(c, "doublings", t->enlarged, t->max_enlarged);
    check_most(c, "runs ended by themselves", r->ended, t->created);
    check_most(c, "runs that agree", r->agreeing, r->ended);
    check_most(c, "runs without a finite value", t->barren, t->created);
    check_most(c, "evaluations of the first run", t->opinions.cost, all);
    check_most(c, "runs in a row that agree", t->opinions.agree, t->created);
    check_most(c, "runs that ended elsewhere", t->opinions.other, all);
    check_most(c, "runs that ended at another point of the value", t->opinions.equal,
               t->opinions.other);
    check_most(c, "population of the start", t->present.popsize, nes_schedule_largest(t));
    if (r->plan.races && t->created > 0 && t->present.popsize == 0)
        nes_code_refuse(c, "'population of the start' is missing");
    check_most(c, "enlargements of the start", t->present.enlarged, t->max_enlarged);
    check_most(c, "phase of the race", t->race.phase, NES_RACE_PHASES - 1);
    if (nes_sampling_round(r->plan.sampling, t->popsize) != r->plan.s.popsize)
        nes_code_refuse(c, "'population before rounding' is %llu, but option 'popsize' %llu",
                        (unsigned long long)t->popsize, (unsigned long long)r->plan.s.popsize);
    if (isnan(r->ended_f) != (r->ended == 0))
        nes_code_refuse(c, "'value that they agree on' is %g with %llu 'runs ended by themselves'",
                        r->ended_f, (unsigned long long)r->ended);
}

static void check_numbering(nes_coder *c, const nes_runs *r, const nes_member *m)
{
    const nes_best best = nes_best_of(m->run);
    const bool any = r->plan.s.asynchronous; /* values of other runs come in between */
    const uint64_t most = any ? r->tally.evaluations : r->base + best.evaluation;
    if (m->best_evaluation > most || (m->best_evaluation == 0) != isnan(best.f))
        nes_code_refuse(c, "'best evaluation of all' of run %llu is %llu",
                        (unsigned long long)m->number, (unsigned long long)m->best_evaluation);
}

/* Checks the limit of a run, which is that of its start and shared by all runs of that start. A run
 * that goes on has not used it up, unless the clock or the caller ended the search before that was
 * looked at. */
static void check_limit(nes_coder *c, const nes_runs *r, const nes_member *m)
{
    const uint64_t limit = r->schedule.present.max_evals;
    if (m->max_evals != limit)
        nes_code_refuse(c, "'limit of evaluations' of run %llu is %llu, that of its start %llu",
                        (unsigned long long)m->number, (unsigned long long)m->max_evals,
                        (unsigned long long)limit);
    const uint64_t used = nes_schedule_used(&r->schedule);
    const bool goes_on = m->run->end.reason == NES_RUNNING && r->end.reason == NES_RUNNING;
    if (m->max_evals > 0 && (used > m->max_evals || (goes_on && used == m->max_evals)))
        nes_code_refuse(c, "'limit of evaluations' of run %llu is %llu, but %llu are used",
                        (unsigned long long)m->number, (unsigned long long)m->max_evals,
                        (unsigned long long)used);
}

/* Checks that runs are in the order of their start. */
static void check_members(nes_coder *c, const nes_runs *r)
{
    const nes_schedule *t = &r->schedule;
    const size_t most = r->plan.strategy->races ? (size_t)1 + r->plan.races : SIZE_MAX;
    if (t->n > most) nes_code_refuse(c, "%zu runs go on, but at most %zu can", t->n, most);
    for (size_t i = 0; i < t->n && !c->bad; i++) {
        const uint64_t number = t->member[i].number;
        check_numbering(c, r, &t->member[i]);
        check_limit(c, r, &t->member[i]);
        if (number == r->kept.number || (i > 0 && number <= t->member[i - 1].number))
            nes_code_refuse(c, "run %llu is there twice, or out of order",
                            (unsigned long long)number);
    }
    if (r->kept.run != NULL) check_numbering(c, r, &r->kept);
    const struct nes_run *run = r->open && r->place < t->n ? t->member[r->place].run : NULL;
    if (run != NULL)
        check_most(c, "evaluations of its run before it", r->since, run->tally.evaluations);
}

void nes_check_saved_runs(nes_coder *c, const nes_runs *r)
{
    const nes_schedule *t = &r->schedule;
    check_sums(c, r);
    check_most(c, "failed before the generation", r->base_failed, r->tally.failed);
    check_most(c, "evaluations before the phase", t->race.mark, nes_schedule_used(t));
    if (!c->bad) check_members(c, r);
    if (!c->bad && !nes_runs_fit(r))
        nes_code_refuse(c, "the runs do not fit the schedule: nothing could go on");
}
