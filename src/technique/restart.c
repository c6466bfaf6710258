/* SPDX-License-Identifier: MIT
 *
 * The strategies. Interleaved: run i gets the share p(1-p)^(i-1) of all evaluations, so that the
 * first runs go far and there is always a new one [math: A9]. ipop: a run that has ended is
 * followed by one of a larger population. bipop: the same, alternating with cheap runs of small
 * populations and step sizes, both regimes on equal budgets. All but the first can have a
 * challenger beside the run. [math: B10] */
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

static const nes_strategy *const table[] = {&none, &strategy_interleaved, &strategy_ipop,
                                            &strategy_bipop};
NES_TABLE(nes_strategy, nes_strategy, table)

nes_decision nes_schedule_next(const nes_strategy *strategy, const nes_schedule *s)
{
    return s->hopeless ? end() : strategy->next(s);
}

uint64_t nes_schedule_used(const nes_schedule *s)
{
    uint64_t used = s->ended;
    for (size_t i = 0; i < s->n; i++) used += s->member[i].used;
    return used;
}

void nes_schedule_add(nes_schedule *s, const nes_newcomer *like, uint64_t next, struct nes_run *run)
{
    s->started = true;
    s->created++;
    s->challengers += like->challenger;
    if (like->large) s->enlarged = like->enlarged;
    if (!like->challenger) {
        s->present = *like;
        s->ended = 0;
        nes_race_begin(&s->race);
    }
    s->member[s->n++] = (nes_member){.next = next,
                                     .large = like->large,
                                     .challenger = like->challenger,
                                     .max_evals = like->max_evals,
                                     .run = run,
                                     .number = s->created,
                                     .popsize = like->popsize,
                                     .shrink = like->shrink};
}

void nes_schedule_note(nes_schedule *s, double best)
{
    nes_race_note(&s->race, nes_schedule_used(s), best, s->n > 1);
}

/* Learns from a run that has ended by itself, not from one that was given up. Growing step sizes
 * say that the objective is unbounded only in the first run: those of later runs may have been far
 * too small, and are allowed to grow less. */
static void learn(nes_schedule *s, const nes_member *gone, nes_outcome how)
{
    if (how.reason == NES_RUNNING) return;
    if (how.reason == NES_STOP_GROWTH && gone->number == 1) s->hopeless = true;
    if (!isnan(how.best))
        s->barren = 0;
    else if (how.reason == NES_STOP_INFEASIBLE)
        s->barren++;
    if (s->race.length > 0)
        nes_race_end(&s->race, nes_schedule_used(s), gone->challenger, how.reason);
}

void nes_schedule_remove(nes_schedule *s, size_t place, nes_outcome how)
{
    const nes_member gone = s->member[place];
    learn(s, &gone, how);
    s->spent[gone.large] += gone.used;
    s->ended += gone.used;
    if (gone.large || s->created - s->challengers == 1) s->last_large = s->ended;
    s->n--;
    memmove(s->member + place, s->member + place + 1, (s->n - place) * sizeof *s->member);
}

/* The race is forgotten: the run goes on alone, until it is challenged again, or as the challenger
 * that has won. */
void nes_schedule_return(nes_schedule *s, const nes_member *m, nes_outcome how)
{
    memmove(s->member + 1, s->member, s->n * sizeof *s->member);
    s->member[0] = *m;
    s->n++;
    s->spent[m->large] -= m->used;
    s->ended -= m->used;
    if (s->created - s->challengers == 1) s->last_large = 0; /* there was none before it */
    s->hopeless = false;
    if (isnan(how.best) && how.reason == NES_STOP_INFEASIBLE && s->barren > 0) s->barren--;
    if (s->race.length > 0) s->race.phase = m->challenger ? NES_RACE_WON : NES_RACE_FIRST;
}

/* In each phase of a race there are the runs that go_on() names. */
static bool race_fits(const nes_schedule *s)
{
    const bool challenged = s->n > 1 && s->member[1].challenger;
    const bool run = s->n > 0 && !s->member[0].challenger;
    switch ((nes_phase)s->race.phase) {
    case NES_RACE_FIRST:
        return s->n == 1 && run;
    case NES_RACE_CHALLENGE:
    case NES_RACE_ANSWER:
        return run && (s->n == 1 || (s->n == 2 && challenged));
    case NES_RACE_WON:
        return s->n == 0 || (s->n == 1 && !run);
    case NES_RACE_OVER:
        return s->n == 0 || (s->n == 1 && run);
    case NES_RACE_PHASES:
        break;
    }
    return false;
}

bool nes_schedule_fits(const nes_schedule *s)
{
    if (s->enlarged > s->max_enlarged || s->created > s->max_runs) return false;
    if (s->challengers > s->created || s->popsize == 0 || s->popsize > UINT32_MAX) return false;
    return s->race.length == 0 || race_fits(s);
}

nes_stream nes_newcomer_stream(const nes_schedule *s, uint64_t number, uint32_t row)
{
    nes_stream stream = s->stream;
    stream.run += (uint32_t)(number - 1);
    stream.row = row;
    stream.lane = NES_LANE_START;
    return stream;
}
