/* SPDX-License-Identifier: MIT
 *
 * Making a handle with restarts, and the runs in it. The handle keeps what a new run is made of:
 * resolved settings, copies of the caller's arrays, the first start. Later runs start at random:
 * uniformly between two finite bounds, otherwise around the first start by its step size.
 * [math: B10] */
#include <math.h>
#include <string.h>

#include "opt/runs.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "util/clock.h"
#include "util/memory.h"
#include "util/try.h"

static const uint64_t MAX_RUNS = 65536; /* as many as a stream has addresses for */
static const uint64_t MAX_POPSIZE = 4294967295u;
static const double MAX_COUNT = 9e15;
enum { ID_BITS = 48 }; /* the ids of a run's points begin with its number: all are different */

static const double *carve_copy(nes_arena *a, const double *from, size_t n)
{
    double *to = NES_CARVE(a, double, from != NULL ? n : 0);
    if (to != NULL) memcpy(to, from, n * sizeof *to);
    return to;
}

/* Everything a handle with restarts owns but its runs; twice, first to count. */
static void carve(nes_opt *o, const nes_settings *s, nes_arena *a)
{
    const size_t d = o->dim;
    nes_runs *r = o->runs;
    r->start = NES_CARVE(a, double, d);
    r->new_start = NES_CARVE(a, double, d);
    r->new_scale = NES_CARVE(a, double, s->sigma == NES_AUTO ? d : 0);
    o->s.lower = carve_copy(a, s->lower, d);
    o->s.upper = carve_copy(a, s->upper, d);
    o->s.scale = carve_copy(a, s->scale, d);
    o->s.factor = carve_copy(a, s->factor, d * d);
    o->s.utilities = carve_copy(a, s->utilities, (size_t)s->popsize);
    if (s->density == NULL) return;
    o->density = *s->density;
    o->density.theta0 = carve_copy(a, s->density->theta0, s->density->nparam);
    o->s.density = &o->density;
}

/* A table of utilities fits one population only. */
static nes_status check(const nes_strategy *strategy, const nes_settings *s, nes_note note)
{
    if (!strategy->resizes || strcmp(s->shaping, "table") != 0) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "restarts '%s' change the population, but shaping 'table' has utilities for "
                      "%llu points: use another shaping, or restarts 'interleaved'",
                      strategy->name, (unsigned long long)s->popsize);
}

static void set_schedule(nes_schedule *t, const nes_settings *s)
{
    t->p = s->restart_p;
    t->slice = s->restart_slice;
    t->popsize = s->popsize;
    t->max_runs = MAX_RUNS - s->run;
    t->stream = (nes_stream){.seed = s->seed, .run = (uint32_t)s->run};
    while (t->max_doubling < s->restart_max && s->popsize <= MAX_POPSIZE >> (t->max_doubling + 1))
        t->max_doubling++;
}

static nes_status no_memory(nes_note note, size_t bytes)
{
    return nes_refuse(
        note, NES_ERR_MEMORY,
        "a set of runs needs %.3g MB besides the runs, which cannot be had: lower the "
        "dimension or run without restarts",
        (double)bytes / 1e6);
}

nes_status nes_runs_allocate(nes_opt **out, size_t dim, const double *x0, const nes_settings *user,
                             nes_note note)
{
    nes_plan plan;
    nes_arena arena = {NULL, 0};
    *out = NULL;
    NES_TRY(nes_resolve(&plan, dim, x0, user, note));
    const nes_strategy *strategy = nes_strategy_find(plan.s.restarts);
    NES_TRY(check(strategy, &plan.s, note));
    nes_opt *o = nes_allocate(&plan.s.allocator, sizeof *o);
    if (o == NULL) return no_memory(note, sizeof *o);
    o->allocator = plan.s.allocator;
    o->s = plan.s;
    o->dim = dim;
    o->method = plan.method;
    memcpy(o->choice, plan.choice, sizeof o->choice);
    o->runs = nes_allocate(&o->allocator, sizeof *o->runs);
    if (o->runs != NULL) {
        carve(o, &plan.s, &arena);
        if (arena.used != SIZE_MAX) o->memory = nes_allocate(&o->allocator, nes_arena_size(&arena));
    }
    if (o->memory == NULL) {
        nes_destroy(o);
        return no_memory(note, arena.used);
    }
    const nes_status st = nes_opt_team(o, &plan, note);
    if (st != NES_OK) {
        nes_destroy(o);
        return st;
    }
    arena = nes_arena_on(o->memory);
    carve(o, &plan.s, &arena);
    o->runs->strategy = strategy;
    set_schedule(&o->runs->schedule, &o->s);
    for (size_t i = 0; i < dim; i++) o->runs->start[i] = nes_start_mean(&o->s, x0, i);
    o->best_f = o->generation_best = o->generation_median = NAN;
    o->stop_value = o->stop_threshold = NAN;
    o->started = nes_clock();
    *out = o;
    return NES_OK;
}

nes_status nes_runs_create(nes_opt **out, size_t dim, const double *x0, const nes_settings *s,
                           nes_note note)
{
    nes_opt *o;
    NES_TRY(nes_runs_allocate(&o, dim, x0, s, note));
    const nes_decision first = o->runs->strategy->next(&o->runs->schedule);
    const nes_status st = nes_runs_add(o, &first.run, note);
    if (st == NES_OK)
        *out = o;
    else
        nes_destroy(o);
    return st;
}

void nes_runs_destroy(nes_opt *o)
{
    nes_schedule *t = &o->runs->schedule;
    for (size_t i = 0; i < t->n; i++) nes_destroy(t->run[i].o);
    nes_destroy(o->runs->kept.o);
    nes_release(&o->allocator, t->run);
    nes_release(&o->allocator, o->runs);
}

nes_status nes_runs_make_room(nes_opt *o, size_t n, nes_note note)
{
    nes_runs *r = o->runs;
    nes_schedule *t = &r->schedule;
    if (n <= r->room) return NES_OK;
    const size_t room = n < 4 ? 4 : 2 * n;
    nes_member *run = nes_allocate(&o->allocator, room * sizeof *run);
    if (run == NULL) return no_memory(note, room * sizeof *run);
    if (t->n > 0) memcpy(run, t->run, t->n * sizeof *run);
    nes_release(&o->allocator, t->run);
    t->run = run;
    r->room = room;
    return NES_OK;
}

/* A point beyond a lone bound is mirrored at it. */
static double inside(const nes_settings *s, size_t i, double x, double start)
{
    if (s->lower != NULL && x < s->lower[i]) x = s->lower[i] + (s->lower[i] - x);
    if (s->upper != NULL && x > s->upper[i]) x = s->upper[i] - (x - s->upper[i]);
    return isfinite(x) ? x : start;
}

static const double *draw_start(nes_opt *o, uint64_t number)
{
    const nes_settings *s = &o->s;
    const nes_schedule *t = &o->runs->schedule;
    const nes_stream normal = nes_newcomer_stream(t, number, NES_START_NORMALS);
    const nes_stream uniform = nes_newcomer_stream(t, number, NES_START_UNIFORMS);
    double *x = o->runs->new_start;
    nes_normals(&normal, 0, o->dim, x);
    for (size_t i = 0; i < o->dim; i++) {
        const double start = o->runs->start[i];
        if (nes_two_sided(s, i))
            x[i] = fmin(s->lower[i] + nes_uniform(&uniform, i) * (s->upper[i] - s->lower[i]),
                        s->upper[i]);
        else
            x[i] = inside(s, i, start + nes_start_std(s, i) * x[i], start);
    }
    return x;
}

/* Step sizes times a factor: by sigma, or by the scale where bounds give sigma. */
static void shrink(nes_settings *s, double factor, size_t d, double *scale)
{
    if (s->sigma != NES_AUTO) {
        s->sigma *= factor;
        return;
    }
    for (size_t i = 0; i < d; i++) scale[i] = (s->scale != NULL ? s->scale[i] : 1) * factor;
    s->scale = scale;
}

/* Generations of one run. A generation of a hill climber is a single evaluation. [math: B10] */
static uint64_t generations(const nes_settings *s, size_t dim)
{
    const double d = (double)dim, n = (double)s->popsize;
    const double most = floor(100 + 50 * (d + 3) * (d + 3) / sqrt(n));
    const double all = nes_scheme_find(s->scheme)->elitist ? most * n : most;
    return (uint64_t)fmin(all, MAX_COUNT);
}

nes_status nes_runs_add(nes_opt *o, const nes_newcomer *run, nes_note note)
{
    nes_runs *r = o->runs;
    const uint64_t number = r->schedule.created + 1;
    nes_settings s = o->s;
    nes_opt *member = NULL;
    NES_TRY(nes_runs_make_room(o, r->schedule.n + 1, note));
    s.restarts = nes_strategy_at(0)->name;
    s.run += number - 1;
    s.popsize = nes_sampling_round(nes_sampling_find(s.sampling), run->popsize);
    shrink(&s, run->shrink, o->dim, r->new_scale);
    s.target = s.max_time = NES_OFF; /* budgets are those of the whole, see open_generation */
    s.max_evals = s.max_gens = 0;
    s.threads = 1; /* those of the whole */
    const double *start = number == 1 ? r->start : draw_start(o, number);
    NES_TRY(nes_opt_create(&member, o->dim, start, &s, note));
    member->next_id = (number - 1) << ID_BITS;
    member->g.dist.team = o->team;
    nes_schedule_add(&r->schedule, run, nes_runs_next(member), member);
    if (r->strategy->resizes && s.restart_limit)
        r->schedule.run[r->schedule.n - 1].max_gens = generations(&s, o->dim);
    return NES_OK;
}
