/* SPDX-License-Identifier: MIT
 *
 * What strategies look at: the runs that go on, and what is known of those that have ended. See
 * technique/restart.h. [math: B10, B18] */
#include <math.h>
#include <string.h>

#include "technique/restart.h"

uint64_t nes_schedule_total(const nes_schedule *s)
{
    return s->spent[0] + s->spent[1];
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
    if (s->opinions.cost == 0 && !isnan(how.best)) s->opinions.cost = nes_schedule_total(s);
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
    if (s->created == 1) s->opinions.cost = 0;
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
