/* SPDX-License-Identifier: MIT
 *
 * The strategies. Interleaved: run i gets the share p(1-p)^(i-1) of all evaluations, so that the
 * first runs go far and there is always a new one [math: A9]. ipop: a run that has ended is
 * followed by one of twice its population. bipop: the same, alternating with cheap runs of small
 * populations and step sizes, both regimes on equal budgets [math: B10]. */
#include "technique/restart.h"

#include <math.h>
#include <string.h>

#include "util/table.h"

static nes_decision end(void)
{
    return (nes_decision){NES_TURN_END, 0, {0, 1, 0, false}};
}

static nes_decision advance(size_t place)
{
    return (nes_decision){NES_TURN_ADVANCE, place, {0, 1, 0, false}};
}

static nes_decision create(const nes_schedule *s, nes_newcomer run)
{
    return s->created < s->max_runs ? (nes_decision){NES_TURN_CREATE, 0, run} : end();
}

/* Of the runs that go on, the one furthest behind its share; of equals the first. */
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
    if (wanted && s->created < s->max_runs)
        return create(s, (nes_newcomer){s->popsize, 1, 0, false});
    return s->n > 0 ? advance(furthest_behind(s, total)) : end();
}

static nes_decision doubled(const nes_schedule *s)
{
    if (s->doubling >= s->max_doubling) return end();
    return create(s, (nes_newcomer){s->popsize << (s->doubling + 1), 1, 0, true});
}

static nes_decision ipop(const nes_schedule *s)
{
    if (s->n > 0) return advance(0);
    return s->created == 0 ? create(s, (nes_newcomer){s->popsize, 1, 0, false}) : doubled(s);
}

/* Population between the first one and half the last large one, more often near the first; step
 * size down to a hundredth, uniform in the logarithm. */
static nes_decision small(const nes_schedule *s)
{
    const nes_stream stream = nes_newcomer_stream(s, s->created + 1, NES_START_REGIME);
    const double u = nes_uniform(&stream, 0), v = nes_uniform(&stream, 1);
    const double most = ldexp(1, (int)s->doubling - 1); /* half the last large one over the first */
    const uint64_t popsize = (uint64_t)floor((double)s->popsize * pow(most, u * u));
    const uint64_t budget = s->last_large / 2;
    return create(s, (nes_newcomer){popsize, pow(10, -2 * v), budget > 0 ? budget : 1, false});
}

static nes_decision bipop(const nes_schedule *s)
{
    if (s->n > 0) return advance(0);
    if (s->created == 0) return create(s, (nes_newcomer){s->popsize, 1, 0, false});
    return s->spent[0] < s->spent[1] ? small(s) : doubled(s);
}

static nes_decision single(const nes_schedule *s)
{
    if (s->n > 0) return advance(0);
    return s->created == 0 ? create(s, (nes_newcomer){s->popsize, 1, 0, false}) : end();
}

static const nes_strategy none = {.name = "none", .doc = "one run", .next = single};
static const nes_strategy strategy_interleaved = {
    .name = "interleaved",
    .doc = "all runs advance together, run i with the share p(1-p)^(i-1) of evaluations",
    .next = interleaved,
    .restarts = true};
static const nes_strategy strategy_ipop = {
    .name = "ipop",
    .doc = "a run that ended is followed by one from a new point with twice the population",
    .next = ipop,
    .restarts = true,
    .resizes = true};
static const nes_strategy strategy_bipop = {
    .name = "bipop",
    .doc = "ipop, alternating with cheap runs of small populations and step sizes",
    .next = bipop,
    .restarts = true,
    .resizes = true};

static const nes_strategy *const table[] = {&none, &strategy_interleaved, &strategy_ipop,
                                            &strategy_bipop};
NES_TABLE(nes_strategy, nes_strategy, table)

void nes_schedule_add(nes_schedule *s, const nes_newcomer *like, uint64_t next, struct nes_run *run)
{
    s->started = true;
    s->created++;
    s->doubling += like->large;
    s->member[s->n++] = (nes_member){.next = next,
                                     .large = like->large,
                                     .max_evals = like->max_evals,
                                     .run = run,
                                     .number = s->created,
                                     .popsize = like->popsize,
                                     .shrink = like->shrink};
}

void nes_schedule_remove(nes_schedule *s, size_t place)
{
    const nes_member gone = s->member[place];
    s->spent[gone.large] += gone.used;
    if (gone.large) s->last_large = gone.used;
    s->n--;
    memmove(s->member + place, s->member + place + 1, (s->n - place) * sizeof *s->member);
}

nes_stream nes_newcomer_stream(const nes_schedule *s, uint64_t number, uint32_t row)
{
    nes_stream stream = s->stream;
    stream.run += (uint32_t)(number - 1);
    stream.row = row;
    stream.lane = NES_LANE_START;
    return stream;
}
