/* SPDX-License-Identifier: MIT
 *
 * The runs behind a handle, of which one at a time has its generation open, and the strategy that
 * says which goes next. Without restarts there is one run, by a strategy of its own; nothing asks
 * how many there are. [math: A9, B10] */
#pragma once

#include "opt/run/run.h"
#include "opt/search/flight.h"
#include "technique/restart.h"

/* Whether what follows a generation is done. It is left undone when the search has stopped, so that
 * it can still be done when the search goes on. Data of earlier versions does not say. */
typedef enum nes_aftermath {
    NES_UNKNOWN,
    NES_DONE,
    NES_DUE_STILL, /* to be done; the generation did not move the distribution, */
    NES_DUE_MOVED, /* or it did */
    NES_AFTERMATHS
} nes_aftermath;

struct nes_traffic;

typedef struct nes_runs {
    nes_plan plan;         /* of the first run */
    nes_settings given;    /* what later runs are resolved from: as the caller gave it, but for the
                              method, which "auto" has chosen, and the arrays, which are copies */
    struct nes_team *team; /* shared by all runs; null: none */
    double *start;         /* d: the first start point; null: there is no second start */
    double *new_start;     /* d: room for another, or for a first one that is drawn; else null */
    double *new_scale;     /* d: room for a scale, where sigma is automatic; else null */
    double *seat;          /* d: the last centre of the run that races, inside the bounds, where a
                              challenger starts; null: there is none */
    double seat_sigma;     /* its step size |det A|^(1/d) */

    nes_flight flight;     /* points under way, where they are asked for one at a time */
    nes_schedule schedule; /* with the runs that go on, which are owned */
    size_t room;           /* runs that member has room for */
    size_t place;          /* in member, of the run whose generation is open, or was last */
    nes_member kept;       /* the best of the runs that have ended; run null: none has */

    bool open;            /* the run at place has a generation open */
    uint64_t aftermath;   /* of nes_aftermath: what follows the last generation */
    uint64_t base, since; /* evaluations before that generation, of all runs and of this one */
    uint64_t base_failed; /* failed evaluations before it, of all runs */
    uint64_t failing; /* evaluations in the last generations, as far back as every one has failed */
    nes_budget budget; /* of all runs together */
    double max_time;   /* seconds; NES_OFF: any time */
    double started;    /* clock, minus what was used before a load */
    double told;       /* seconds used, as the caller counts them; NaN: the clock counts */
    nes_tally tally;   /* of all runs together */
    double best_f;     /* internal sign; NaN while there is none */
    uint64_t
        first_feasible; /* with constraints: number of the first feasible evaluation; 0: none */
    double noise;       /* standard deviation of the values of one point; NaN: not known */
    uint64_t ended;     /* runs that ended by themselves, */
    uint64_t agreeing;  /* how many of them at the best of their values, */
    double ended_f;     /* and that value */
    double generation_best, generation_median;
    nes_ending end;
} nes_runs;

/* runs.c: what the public functions do, after their checks of arguments. */
nes_status nes_runs_ask(nes_runs *r, nes_points *p, nes_note note);
nes_status nes_runs_tell(nes_runs *r, const nes_records *t, nes_note note);
nes_status nes_runs_tell_some(nes_runs *r, const nes_records *t, nes_note note);
nes_status nes_runs_close(nes_runs *r, nes_note note);

/* Chooses the run that goes next and hands it what is left of the budgets; and does what follows
 * its generation, which has moved the distribution or not. */
nes_status nes_runs_begin_turn(nes_runs *r, nes_note note);
void nes_runs_end_turn(nes_runs *r, const struct nes_run *run, bool moved);

/* runs_async.c: the same where points are asked for one at a time (option asynchronous), with those
 * that are under way, and where points are. */
nes_status nes_runs_ask_one(nes_runs *r, nes_points *p, nes_note note);
nes_status nes_runs_ask_again(nes_runs *r, nes_points *p);
nes_status nes_runs_tell_any(nes_runs *r, const nes_records *t, nes_note note);

/* The present run, where the point of that id is one of its points; else null. */
struct nes_run *nes_runs_home(const nes_runs *r, uint64_t id);
void nes_runs_traffic(const nes_runs *r, struct nes_traffic *t);

/* The run whose generation is open, or was last; not there if it has ended since. */
static inline nes_member *nes_runs_at_hand(nes_runs *r)
{
    return &r->schedule.member[r->place];
}

static inline nes_decision nes_runs_next_turn(const nes_runs *r)
{
    return nes_schedule_next(r->plan.strategy, &r->schedule);
}

/* Adds what the run at hand has counted since `before` to the sums of all runs. */
void nes_runs_count(nes_runs *r, const nes_tally *before);

/* runs_end.c: does what follows a generation of the run at hand that is over, or was cut short. */
void nes_runs_close_generation(nes_runs *r, bool moved);

/* Parts of it: end the search if a budget of all runs is used, or if enough runs agree. */
void nes_runs_judge(nes_runs *r);
void nes_runs_judge_agreement(nes_runs *r);

/* Drops runs that lost their race. Ends the search if there is no next run: because no more runs
 * are allowed, or for the reason of the last run, which says more if none saw a finite value. */
void nes_runs_look_ahead(nes_runs *r, nes_ending last);

/* runs_continue.c: lets the search go on unless a limit still forbids it. The plan of all runs has
 * the new limits; in news, options that have changed are set by name. There must be room for one
 * run more. NES_ERR_DAMAGED: data that was loaded does not fit. */
nes_status nes_runs_continue(nes_runs *r, const nes_settings *news, nes_note note);

/* Whether the parts fit each other, so that asking and telling will not go astray. */
bool nes_runs_fit(const nes_runs *r);

/* Gives stop criteria that compare values the defaults for noise, unless the caller has set them.
 */
void nes_runs_expect_noise(nes_runs *r, struct nes_run *run);

/* The run with the best value, of equals the one with the earlier evaluation; any run while there
 * is no value. */
const nes_member *nes_runs_best(const nes_runs *r);

/* The run that is at work; between two runs the one that has ended, as far as it is kept. */
const nes_member *nes_runs_at_work(const nes_runs *r);

/* Whether enough runs have ended at the best point, by the rule of the strategy. */
bool nes_runs_settled(const nes_runs *r);

/* Whether so many further runs are of the opinion that the best end is the best. One less will do
 * where runs were long, unless they have no ways: those are always long. */
bool nes_runs_share_opinion(const nes_runs *r, uint64_t wanted);

/* Whether as many runs as wanted ended by themselves at the best point, and more than half of all
 * that did: two among many may have met in a local optimum. */
bool nes_runs_agree(const nes_runs *r, uint64_t wanted);

/* Values of two runs that differ by less mean the same optimum. */
double nes_agreement(const struct nes_run *run, double f);

/* trust_runs.c: whether several runs led to the best point; enough to believe it; too few, though
 * there were others. What there is to say of the last two is appended to the text. */
bool nes_runs_repeat(const nes_runs *r);
bool nes_runs_confirm(const nes_runs *r);
bool nes_runs_disagree(const nes_runs *r);
void nes_say_agreement(const nes_runs *r, char *text, size_t size);
void nes_say_disagreement(const nes_runs *r, char *text, size_t size);

/* Whether values have always been the same, as far as the stop tests of the run can tell. */
bool nes_has_seen_nothing(const struct nes_run *run);

/* Whether the search ended by itself before it reached a target. */
bool nes_runs_miss_target(const nes_runs *r);

/* runs_create.c: whether points on straight ways can end a run early. */
bool nes_has_ways(const nes_plan *plan);

/* runs_create.c: whether a start so many step sizes away is drawn between the bounds of variable i,
 * which are nearer. */
bool nes_starts_between(const nes_settings *s, size_t i, double far);

/* trust.c: how far the answer can be trusted, and a line about it. */
nes_trust nes_judge_trust(const nes_runs *r, char *text, size_t size);

/* trust_constraints.c: the judgement of constraints on the answer of a run, NES_TRUST_OPEN where
 * they say nothing; and a remark on those that hold it back. Both append to text. */
nes_trust nes_judge_constraints(const nes_runs *r, const struct nes_run *run, char *text,
                                size_t size);
void nes_remark_constraints(const struct nes_run *run, char *text, size_t size);

/* The best values of recent generations, with constraints of those that had a feasible point; and
 * by how much a run may settle above its best value: points within the tolerance of an equality are
 * better than the one that meets it. */
nes_range nes_recent_values(const struct nes_run *run);
double nes_settling_slack(const struct nes_run *run);

/* trust_bounds.c: in how many variables the best point of a run is at a bound; a remark on that is
 * appended to text. */
size_t nes_at_bounds(const struct nes_run *run);
void nes_remark_bounds(const struct nes_run *run, char *text, size_t size);

/* Gives the run at place what it may still use of the budgets of all runs. */
void nes_runs_hand_budget(nes_runs *r);

/* goal.c: shows the run at place, which has ways, the best end of other runs, to which its ways may
 * lead downhill; with its value, once in a generation: values on ways are compared with that. */
void nes_runs_show_goal(nes_runs *r);
void nes_runs_hand_goal(nes_runs *r);

/* Takes down what a run says of the best end, whose own end is at x. */
void nes_runs_hear(nes_runs *r, nes_opinion said, const double *x);

/* Takes a better point that the run at place has found on such a way for that of the best end,
 * which there is. */
void nes_runs_take_find(nes_runs *r);

/* Gives the best end a better point, which was evaluation `number` of all; returns whether it is.
 */
bool nes_runs_adopt(nes_runs *r, const nes_find *found, uint64_t number);

/* Notes where the run at place is now, for a challenger that starts there. */
void nes_runs_take_seat(nes_runs *r);

/* runs_create.c. The first run, from x0 (null: as the settings say). */
nes_status nes_runs_create(nes_runs *r, const double *x0, nes_note note);
void nes_runs_destroy(nes_runs *r); /* the runs, not the struct */

/* Carves the arrays of nes_runs from the arena of the handle. user: the caller's settings, which
 * say what arrays there are; their copies are not there while the arena counts. */
void nes_runs_carve(nes_runs *r, const nes_settings *user, nes_arena *a);

/* Seconds used: those that the caller told last (nes_set_seconds), or those of the clock. Setting
 * NaN lets the clock count on from here. */
double nes_runs_seconds(const nes_runs *r);
void nes_runs_set_seconds(nes_runs *r, double seconds);

/* Takes the limits of all runs together from the settings of the plan. */
void nes_runs_set_limits(nes_runs *r);

/* Sets budgets and schedule before there is any run, for creating and for loading. */
void nes_runs_begin(nes_runs *r, const double *x0);

/* Makes room for n runs in all. On failure nothing has changed. */
nes_status nes_runs_make_room(nes_runs *r, size_t n, nes_note note);

/* Adds a new run. The first one starts at x0 (null: as the settings say), a challenger where the
 * run is that it races with, the others at random. On failure nothing has changed. */
nes_status nes_runs_add(nes_runs *r, const nes_newcomer *like, const double *x0, nes_note note);

/* Whether the caller names the law of all starts: a box, or normal numbers. */
bool nes_has_start_law(const nes_settings *s);

/* The point where a run begins; null: the settings say where. */
const double *nes_runs_start(nes_runs *r, const nes_newcomer *like, const double *x0);

/* 1 + the value that the only choice has in this run; 0: it is free. */
size_t nes_runs_pin(const nes_runs *r, const nes_newcomer *like);

/* The plan of a run with its start x0 (may be null). */
nes_status nes_runs_plan(const nes_runs *r, const nes_newcomer *like, const double *x0,
                         nes_plan *plan, nes_note note);
