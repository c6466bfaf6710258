/* SPDX-License-Identifier: MIT
 *
 * Making the runs behind a handle: their schedule, settings and step sizes. [math: B10, B18] */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "opt/search/runs.h"
#include "opt/settings/check.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "util/limits.h"
#include "util/monotonic.h"
#include "util/try.h"

static const uint64_t MAX_RUNS = 65536; /* a stream has addresses for so many runs */
static const double MAX_POPSIZE = 4294967295;
static const double MAX_COUNT = 9e15;
static const double LATER_GROWTH = 1e4; /* option max_growth of runs that are not the first */

void nes_runs_carve(nes_runs *r, const nes_settings *user, nes_arena *a)
{
    const size_t d = r->plan.dim;
    const bool again = r->plan.strategy->restarts, races = r->plan.races;
    const bool far = r->plan.strategy->opinions;
    r->start = NES_CARVE(a, double, again ? d : 0);
    r->new_start = NES_CARVE(a, double, again || nes_has_start_law(user) ? d : 0);
    const bool widths = user->scale != NULL || user->std != NULL;
    const bool varied = r->plan.s.sigma == NES_AUTO || (races && widths) || far;
    r->new_scale = NES_CARVE(a, double, (again || races) && varied ? d : 0);
    r->seat = NES_CARVE(a, double, races ? d : 0);
    if (r->plan.s.asynchronous) nes_flight_carve(&r->flight, &r->plan, a);
}

static void set_schedule(nes_schedule *t, const nes_plan *p)
{
    const nes_settings *s = &p->s;
    t->p = s->restart_p;
    t->slice = s->restart_slice;
    t->popsize = p->popsize;
    t->factor = s->restart_factor;
    t->noisy = p->noisy;
    t->stream = (nes_stream){.seed = s->seed, .run = (uint32_t)s->run};
    double most = (double)t->popsize * t->factor;
    for (; t->max_enlarged < s->restart_max && most <= MAX_POPSIZE; most *= t->factor)
        t->max_enlarged++;
    const nes_choices choices = nes_plan_choices(p);
    if (p->strategy->pins) {
        t->values = nes_choices_values(&choices, 0);
        t->trial = 20 * p->space.whole;
    }
    if (!p->races) return;
    t->race.first = s->race_first;
    t->race.length = s->race_length;
}

void nes_runs_set_limits(nes_runs *r)
{
    const nes_settings *s = &r->plan.s;
    nes_schedule *t = &r->schedule;
    t->max_runs = MAX_RUNS - s->run;
    if (s->max_runs > 0 && s->max_runs < t->max_runs) t->max_runs = s->max_runs;
    r->budget =
        (nes_budget){.max_evals = s->max_evals > 0 ? s->max_evals : NES_MOST_COUNT,
                     .max_gens = s->max_gens > 0 ? s->max_gens : NES_MOST_COUNT,
                     .max_failed = s->max_failed,
                     .target = s->target == NES_OFF ? NAN : nes_signed(s->maximize, s->target)};
    r->max_time = s->max_time;
}

double nes_runs_seconds(const nes_runs *r)
{
    return isnan(r->told) ? nes_clock() - r->started : r->told;
}

void nes_runs_set_seconds(nes_runs *r, double seconds)
{
    const double used = isnan(seconds) ? nes_runs_seconds(r) : seconds;
    r->started = nes_clock() - used; /* so that the clock can count on from here */
    r->told = seconds;
}

void nes_runs_begin(nes_runs *r, const double *x0)
{
    const nes_settings *s = &r->plan.s;
    set_schedule(&r->schedule, &r->plan);
    nes_runs_set_limits(r);
    r->started = nes_clock();
    r->told = NAN;
    r->aftermath = NES_DONE;
    r->best_f = r->ended_f = r->generation_best = r->noise = r->generation_median = NAN;
    r->end.value = r->end.threshold = NAN;
    for (size_t i = 0; r->start != NULL && i < r->plan.dim; i++)
        r->start[i] = nes_start_mean(s, x0, i);
}

nes_status nes_runs_create(nes_runs *r, const double *x0, nes_note note)
{
    nes_runs_begin(r, x0);
    const nes_decision first = nes_runs_next_turn(r);
    return nes_runs_add(r, &first.run, x0, note);
}

void nes_runs_destroy(nes_runs *r)
{
    nes_schedule *t = &r->schedule;
    for (size_t i = 0; i < t->n; i++) nes_run_destroy(t->member[i].run);
    nes_run_destroy(r->kept.run);
    nes_release(&r->given.allocator, t->member);
}

nes_status nes_runs_make_room(nes_runs *r, size_t n, nes_note note)
{
    nes_schedule *t = &r->schedule;
    if (n <= r->room) return NES_OK;
    const size_t room = n == 1 ? 1 : 2 * n;
    nes_member *member = nes_allocate(&r->given.allocator, room * sizeof *member);
    if (member == NULL)
        return nes_refuse(note, NES_ERR_MEMORY,
                          "a list of %zu runs needs %.3g MB, which cannot be had: run without "
                          "restarts",
                          room, (double)(room * sizeof *member) / 1e6);
    if (t->n > 0) memcpy(member, t->member, t->n * sizeof *member);
    nes_release(&r->given.allocator, t->member);
    t->member = member;
    r->room = room;
    return NES_OK;
}

static bool is_step_size(double x)
{
    return x > 0 && x < NES_HUGE;
}

/* Whether a run can start with step sizes times that factor. */
static bool can_shrink(const nes_settings *s, double factor, size_t d)
{
    const bool varied = s->sigma == NES_AUTO || s->scale != NULL;
    if (s->sigma != NES_AUTO && !is_step_size(s->sigma * factor)) return false;
    for (size_t i = 0; i < (varied ? d : 1); i++)
        if (!is_step_size(nes_start_std(s, i) * factor)) return false;
    return true;
}

/* Multiplies step sizes by a factor: sigma, or std or scale where there is no sigma for all. They
 * stay where one of them would leave the range of numbers. */
static void shrink(nes_settings *s, double factor, const nes_plan *p, double *scale)
{
    const nes_space *space = &p->space;
    const size_t d = p->coords;
    if (nes_in_any_slice(space, !can_shrink(s, factor, d))) return;
    if (s->sigma != NES_AUTO) {
        s->sigma *= factor;
        return;
    }
    const double **widths = s->std != NULL ? &s->std : &s->scale;
    for (size_t i = 0; i < d; i++) scale[i] = (*widths != NULL ? (*widths)[i] : 1) * factor;
    *widths = scale;
}

/* Multiplies step sizes by a factor, but none beyond a quarter of the distance of its bounds, which
 * would leave most samples outside. */
static void widen(nes_settings *s, double factor, const nes_plan *p, double *std)
{
    const nes_space *space = &p->space;
    const size_t d = p->coords;
    if (nes_in_any_slice(space, !can_shrink(s, factor, d))) return;
    for (size_t i = 0; i < d; i++) {
        const double first = nes_start_std(s, i),
                     most = 0.25 * (nes_upper_of(s, i) - nes_lower_of(s, i));
        std[i] = fmin(factor * first, fmax(first, most));
    }
    s->std = std;
    s->sigma = NES_AUTO;
    s->scale = NULL;
}

/* Geometric mean of the initial standard deviations. */
static double initial_sigma(nes_runs *r)
{
    const nes_settings *s = &r->plan.s;
    if (s->sigma != NES_AUTO && s->scale == NULL) return s->sigma;
    for (size_t i = 0; i < r->plan.coords; i++) r->new_scale[i] = nes_start_std(s, i);
    return nes_geometric_mean(r->plan.coords, r->new_scale);
}

void nes_runs_take_seat(nes_runs *r)
{
    const struct nes_run *run = r->schedule.member[r->place].run;
    const double *mu = run->g.dist.theta, sigma = run->g.dist.family->widths->sigma(&run->g.dist);
    if (run->end.reason == NES_STOP_NONFINITE) return;
    memcpy(r->seat, mu, run->dim * sizeof *mu);
    if (run->bounds.bounder != NULL) nes_bounds_into(&run->bounds, r->seat);
    for (size_t i = 0; i < run->chosen.of.n; i++) r->seat[run->dim + i] = run->chosen.mode[i];
    for (size_t i = 0; i < run->dim; i++) r->seat[i] = fmin(fmax(r->seat[i], -NES_HUGE), NES_HUGE);
    if (sigma > 0 && sigma < NES_HUGE) r->seat_sigma = sigma;
}

/* Generations after which a run must improve. A generation of a hill climber is a single
 * evaluation. [math: B10] */
static uint64_t patience(const nes_plan *p)
{
    const double d = (double)p->space.whole, n = (double)p->s.popsize;
    const double most = floor(100 + 150 * (d + 3) * (d + 3) / sqrt(n));
    return (uint64_t)fmin(p->scheme->elitist ? most * n : most, MAX_COUNT);
}

/* Whether values between two points tell something of both: a generation has points, and there are
 * others in between. */
bool nes_has_ways(const nes_plan *p)
{
    return !p->s.asynchronous && p->s.constraints == 0 && p->family->located &&
           !p->scheme->elitist && p->integers == 0 && p->choices == 0;
}

nes_status nes_runs_plan(const nes_runs *r, const nes_newcomer *like, const double *x0,
                         nes_plan *plan, nes_note note)
{
    nes_settings s;
    if (like->number == 1) {
        nes_plan_copy(plan, &r->plan);
        plan->pinned = nes_runs_pin(r, like);
        return NES_OK;
    }
    nes_settings_copy(&s, &r->given);
    s.challenger = r->plan.s.challenger;
    if (like->challenger) nes_challenger_settings(&s);
    s.run += like->number - 1;
    if (strcmp(r->plan.s.noisy, "auto") == 0) s.noisy = r->noise > 0 ? "yes" : "no";
    if (s.max_growth == NES_AUTO && !like->challenger) s.max_growth = LATER_GROWTH;
    s.popsize = nes_sampling_round(
        like->challenger ? nes_challenger_sampling(&s) : r->plan.sampling, like->popsize);
    if (s.sigma == NES_AUTO && r->plan.s.sigma != NES_AUTO) s.sigma = r->plan.s.sigma;
    if (r->plan.strategy->opinions && r->plan.bounder != NULL)
        widen(&s, like->shrink, &r->plan, r->new_scale);
    else
        shrink(&s, like->shrink, &r->plan, r->new_scale);
    NES_TRY(nes_resolve(plan, &r->plan.space, x0, &s, note));
    if (!plan->scheme->elitist) plan->guests = 0; /* chance chose the start, not the caller */
    plan->pinned = nes_runs_pin(r, like);
    plan->ways = r->plan.strategy->opinions && nes_has_ways(plan);
    return NES_OK;
}

/* Plans a new run and makes it. Some families cannot begin with step sizes whose squares are out of
 * range; then the step sizes are those of the first run, which has begun, without the factor. */
static nes_status make_newcomer(nes_runs *r, nes_newcomer *like, const double *start,
                                struct nes_run **run, nes_note note)
{
    nes_plan plan;
    nes_status st = nes_agree(&r->plan.space, nes_runs_plan(r, like, start, &plan, note), note);
    if (st == NES_OK) st = nes_run_create(run, &plan, start, r->team, note);
    if (st != NES_ERR_VALUE || like->number == 1 || like->shrink == 1) return st;
    if (note.size > 0) note.text[0] = '\0';
    like->shrink = 1;
    return make_newcomer(r, like, start, run, note);
}

/* The units of violations are those of the first generation of the search. */
static void share_units(const nes_runs *r, struct nes_run *run)
{
    const struct nes_run *other = r->kept.run != NULL ? r->kept.run : r->schedule.member[0].run;
    if (other != run) nes_constrained_share(run, other);
}

nes_status nes_runs_add(nes_runs *r, const nes_newcomer *newcomer, const double *x0, nes_note note)
{
    nes_schedule *t = &r->schedule;
    nes_newcomer like = *newcomer;
    like.number = t->created + 1;
    if (like.challenger) like.shrink = r->seat_sigma / initial_sigma(r);
    const double *start = nes_runs_start(r, &like, x0);
    struct nes_run *run;
    NES_TRY(nes_agree(&r->plan.space, nes_runs_make_room(r, t->n + 1, note), note));
    NES_TRY(make_newcomer(r, &like, start, &run, note));
    run->next_id = (like.number - 1) << NES_ID_BITS;
    nes_schedule_add(t, &like, nes_run_next(run), run);
    r->place = t->n - 1;
    share_units(r, run);
    const bool limited = r->plan.strategy->resizes && !r->plan.strategy->opinions;
    if (limited && run->plan.s.restart_limit && run->constrained.of.m == 0)
        t->member[t->n - 1].patience = patience(&run->plan);
    if (r->seat != NULL && !like.challenger) nes_runs_take_seat(r);
    return NES_OK;
}
