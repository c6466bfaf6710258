/* SPDX-License-Identifier: MIT
 *
 * The strategies. Interleaved: run i gets the share p(1-p)^(i-1) of all evaluations, so that the
 * first runs go far and there is always a new one [math: A9]. ipop: a run that has ended is
 * followed by one of a larger population. bipop: the same, alternating with cheap runs of small
 * populations and step sizes, both regimes on equal budgets. opinions: later runs start far away,
 * until enough of them lead to the same point. none, ipop and bipop can have a challenger beside
 * the run. [math: B10, B18] */
#include "technique/restart.h"

#include <math.h>
#include <string.h>

#include "util/table.h"

/* After each run without a finite value the next step size is larger by this factor. */
static const double WIDER = 10;
enum { WIDEST = 8 }; /* it grows at most so many times */

static nes_decision end(void)
{
    return (nes_decision){.kind = NES_TURN_END};
}

static nes_decision advance(size_t place)
{
    return (nes_decision){.kind = NES_TURN_ADVANCE, .place = place};
}

static nes_decision drop(size_t place)
{
    return (nes_decision){.kind = NES_TURN_DROP, .place = place};
}

static nes_decision create(const nes_schedule *s, nes_newcomer run)
{
    for (uint64_t i = 0; i < s->barren && i < WIDEST; i++) run.shrink *= WIDER;
    return s->created < s->max_runs ? (nes_decision){.kind = NES_TURN_CREATE, .run = run} : end();
}

static nes_decision first(const nes_schedule *s)
{
    return create(s, (nes_newcomer){.popsize = s->popsize, .shrink = 1});
}

/* Finds the run that is furthest behind its share, among those that go on; of equals the first. */
static size_t furthest_behind(const nes_schedule *s, double total)
{
    size_t place = 0;
    double share = s->p, most = -INFINITY;
    for (size_t i = 0; i < s->n; i++) {
        const nes_member *t = &s->member[i];
        const double deficit = share * (total + (double)t->next) - (double)t->used;
        if (deficit > most) {
            most = deficit;
            place = i;
        }
        share *= 1 - s->p;
    }
    return place;
}

/* Ended runs are forgotten: the shares are those of the runs that go on, in order, and since
 * p(1-p)^i / (1-p) = p(1-p)^(i-1) those of the others are right when the first one leaves. */
static nes_decision interleaved(const nes_schedule *s)
{
    double total = 0, share = s->p;
    for (size_t i = 0; i < s->n; i++) {
        total += (double)s->member[i].used;
        share *= 1 - s->p;
    }
    const bool worth = s->n == 0 || (share * total >= (double)s->slice && !s->started);
    const bool wanted = s->created == 0 || (s->p < 1 && worth);
    if (wanted && s->created < s->max_runs) return first(s);
    return s->n > 0 ? advance(furthest_behind(s, total)) : end();
}

/* Starts a run of the method that races with the present run; if there can be no other run, the
 * present one goes on alone. Where the challenger starts is decided elsewhere. */
static nes_decision challenge(const nes_schedule *s)
{
    nes_newcomer run = s->present;
    run.challenger = true;
    if (s->created < s->max_runs) return (nes_decision){.kind = NES_TURN_CREATE, .run = run};
    return s->n > 0 ? advance(0) : end();
}

/* What comes next after the last start: the run goes on, or its challenger; or the end, and the
 * next start is due. */
static nes_decision go_on(const nes_schedule *s)
{
    if (s->race.length == 0) return s->n > 0 ? advance(0) : end();
    switch ((nes_phase)s->race.phase) {
    case NES_RACE_FIRST:
        return s->n > 1 ? drop(1) : advance(0);
    case NES_RACE_CHALLENGE:
        return s->n > 1 ? advance(1) : challenge(s);
    case NES_RACE_ANSWER:
        return advance(0);
    case NES_RACE_WON:
        return s->n > 1 ? drop(0) : s->n > 0 ? advance(0) : challenge(s);
    case NES_RACE_OVER:
    case NES_RACE_PHASES:
        break;
    }
    return s->n > 0 ? drop(s->n - 1) : end();
}

/* The population after k enlargements, in units of the first. */
static double ratio(const nes_schedule *s, uint64_t k)
{
    double r = 1;
    for (uint64_t i = 0; i < k; i++) r *= s->factor;
    return r;
}

uint64_t nes_schedule_largest(const nes_schedule *s)
{
    return (uint64_t)floor((double)s->popsize * ratio(s, s->max_enlarged));
}

static nes_decision enlarged(const nes_schedule *s)
{
    const uint64_t k = s->enlarged < s->max_enlarged ? s->enlarged + 1 : 0;
    const uint64_t popsize = (uint64_t)floor((double)s->popsize * ratio(s, k));
    return create(s, (nes_newcomer){.popsize = popsize, .shrink = 1, .large = true, .enlarged = k});
}

static nes_decision ipop(const nes_schedule *s)
{
    const nes_decision turn = go_on(s);
    if (turn.kind != NES_TURN_END) return turn;
    return s->created == 0 ? first(s) : enlarged(s);
}

/* The population is between the first one and half the last large one, more often near the first;
 * the step size goes down to a hundredth, uniform in the logarithm. */
static nes_decision small(const nes_schedule *s)
{
    const nes_stream stream = nes_newcomer_stream(s, s->created + 1, NES_START_REGIME);
    const double u = nes_uniform(&stream, 0), v = nes_uniform(&stream, 1);
    const double most = fmax(1, 0.5 * ratio(s, s->enlarged));
    const uint64_t popsize = (uint64_t)floor((double)s->popsize * pow(most, u * u));
    const uint64_t budget = s->last_large / 2;
    return create(s, (nes_newcomer){.popsize = popsize,
                                    .shrink = pow(10, -2 * v),
                                    .max_evals = budget > 0 ? budget : 1});
}

static nes_decision bipop(const nes_schedule *s)
{
    const nes_decision turn = go_on(s);
    if (turn.kind != NES_TURN_END) return turn;
    if (s->created == 0) return first(s);
    return s->spent[1] <= s->spent[0] ? enlarged(s) : small(s);
}

/* The run with the fewest evaluations, of equals the first. */
static size_t least_used(const nes_schedule *s)
{
    size_t place = 0;
    for (size_t i = 1; i < s->n; i++)
        if (s->member[i].used < s->member[place].used) place = i;
    return place;
}

/* A run for each value of a choice; the worst of n is given up after 2^(values - n) trials each. */
static nes_decision values(const nes_schedule *s)
{
    const size_t least = least_used(s);
    const bool more = s->created < s->values && s->created < s->max_runs;
    if (more && (s->n == 0 || s->member[s->n - 1].used > 0)) return first(s);
    if (more || s->n == 1) return advance(least);
    if (s->n == 0) return bipop(s);
    const double tried = (double)s->member[least].used / (double)s->trial;
    return tried >= pow(2, (double)(s->values - s->n)) ? drop(s->worst) : advance(least);
}

/* Later runs are as long as the cost allows, but not shorter than the first. */
static nes_decision opinions(const nes_schedule *s)
{
    const nes_opinions *o = &s->opinions;
    const uint64_t total = nes_schedule_total(s);
    if (s->n > 0) return advance(0);
    if (o->cost == 0) return first(s);
    if (s->noisy || nes_opinions_cost(o, total) == 0 || s->created >= s->max_runs) return end();
    const double far = nes_opinions_far(o);
    const uint64_t k = o->other < s->max_enlarged ? o->other : s->max_enlarged;
    const nes_newcomer run = {.popsize = (uint64_t)floor((double)s->popsize * ratio(s, k)),
                              .far = far,
                              .around_best = o->other > 0,
                              .shrink = far / 3,
                              .max_evals = nes_opinions_cost(o, total)};
    return (nes_decision){.kind = NES_TURN_CREATE, .run = run};
}

/* There is no other start: a run that has lost against a challenger that has ended goes on. */
static nes_decision single(const nes_schedule *s)
{
    const nes_decision turn = go_on(s);
    if (s->created == 0) return first(s);
    const bool lost = turn.kind == NES_TURN_DROP && s->race.phase == NES_RACE_OVER;
    return lost && !s->member[0].challenger ? advance(0) : turn;
}

static const nes_strategy none = {.name = "none", .doc = "one run", .next = single, .races = true};
static const nes_strategy strategy_interleaved = {
    .name = "interleaved",
    .doc = "all runs advance together, run i with the share p(1-p)^(i-1) of evaluations",
    .next = interleaved,
    .restarts = true};
static const nes_strategy strategy_ipop = {
    .name = "ipop",
    .doc = "a run that ended is followed by one from a new point with a larger population",
    .next = ipop,
    .restarts = true,
    .resizes = true,
    .races = true};
static const nes_strategy strategy_bipop = {
    .name = "bipop",
    .doc = "ipop, alternating with cheap runs of small populations and step sizes",
    .next = bipop,
    .restarts = true,
    .resizes = true,
    .races = true};
static const nes_strategy strategy_opinions = {
    .name = "opinions",
    .doc = "runs from far away, until enough of them lead to the same point",
    .next = opinions,
    .restarts = true,
    .resizes = true,
    .opinions = true};

static const nes_strategy strategy_values = {
    .name = "values",
    .doc = "a run for each value of the only choice, of which the worst are given up; then bipop",
    .next = values,
    .restarts = true,
    .resizes = true,
    .pins = true};

static const nes_strategy *const table[] = {
    &none,           &strategy_interleaved, &strategy_ipop,
    &strategy_bipop, &strategy_opinions,    &strategy_values};
NES_TABLE(nes_strategy, nes_strategy, table)

nes_decision nes_schedule_next(const nes_strategy *strategy, const nes_schedule *s)
{
    return s->hopeless ? end() : strategy->next(s);
}
