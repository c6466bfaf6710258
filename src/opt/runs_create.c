/* SPDX-License-Identifier: MIT
 *
 * Making the runs behind a handle. Later runs start at random: uniformly between two finite bounds,
 * otherwise around the first start by its step size. [math: B10] */
#include <math.h>
#include <string.h>

#include "opt/runs.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "util/clock.h"
#include "util/try.h"

static const uint64_t MAX_RUNS = 65536; /* as many as a stream has addresses for */
static const uint64_t MAX_POPSIZE = 4294967295u;
static const double MAX_COUNT = 9e15;

void nes_runs_carve(nes_runs *r, nes_arena *a)
{
    const size_t d = r->plan.strategy->restarts ? r->plan.dim : 0;
    r->start = NES_CARVE(a, double, d);
    r->new_start = NES_CARVE(a, double, d);
    r->new_scale = NES_CARVE(a, double, r->plan.s.sigma == NES_AUTO ? d : 0);
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

void nes_runs_begin(nes_runs *r, const double *x0)
{
    const nes_settings *s = &r->plan.s;
    set_schedule(&r->schedule, s);
    r->budget = (nes_budget){.max_evals = s->max_evals,
                             .max_gens = s->max_gens,
                             .target = s->target == NES_OFF ? -INFINITY
                                                            : nes_signed(s->maximize, s->target)};
    r->max_time = s->max_time;
    r->started = nes_clock();
    r->best_f = r->generation_best = r->generation_median = NAN;
    r->end.value = r->end.threshold = NAN;
    for (size_t i = 0; r->start != NULL && i < r->plan.dim; i++)
        r->start[i] = nes_start_mean(s, x0, i);
}

nes_status nes_runs_create(nes_runs *r, const double *x0, nes_note note)
{
    nes_runs_begin(r, x0);
    const nes_decision first = r->plan.strategy->next(&r->schedule);
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

/* A point beyond a lone bound is mirrored at it. */
static double inside(const nes_settings *s, size_t i, double x, double start)
{
    if (s->lower != NULL && x < s->lower[i]) x = s->lower[i] + (s->lower[i] - x);
    if (s->upper != NULL && x > s->upper[i]) x = s->upper[i] - (x - s->upper[i]);
    return isfinite(x) ? x : start;
}

static const double *draw_start(nes_runs *r, uint64_t number)
{
    const nes_settings *s = &r->plan.s;
    const nes_stream normal = nes_newcomer_stream(&r->schedule, number, NES_START_NORMALS);
    const nes_stream uniform = nes_newcomer_stream(&r->schedule, number, NES_START_UNIFORMS);
    double *x = r->new_start;
    nes_normals(&normal, 0, r->plan.dim, x);
    for (size_t i = 0; i < r->plan.dim; i++) {
        const double start = r->start[i];
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
static uint64_t generations(const nes_plan *p)
{
    const double d = (double)p->dim, n = (double)p->s.popsize;
    const double most = floor(100 + 50 * (d + 3) * (d + 3) / sqrt(n));
    return (uint64_t)fmin(p->scheme->elitist ? most * n : most, MAX_COUNT);
}

nes_status nes_runs_plan(const nes_runs *r, const nes_newcomer *like, uint64_t number,
                         const double *x0, nes_plan *plan, nes_note note)
{
    nes_settings s = r->given;
    if (number == 1) {
        *plan = r->plan;
        return NES_OK;
    }
    s.run += number - 1;
    s.popsize = nes_sampling_round(r->plan.sampling, like->popsize);
    if (s.sigma == NES_AUTO && r->plan.s.sigma != NES_AUTO) s.sigma = r->plan.s.sigma;
    shrink(&s, like->shrink, r->plan.dim, r->new_scale);
    NES_TRY(nes_resolve(plan, r->plan.dim, x0, &s, note));
    if (!plan->scheme->elitist) plan->guests = 0; /* chance chose the start, not the caller */
    return NES_OK;
}

nes_status nes_runs_add(nes_runs *r, const nes_newcomer *like, const double *x0, nes_note note)
{
    nes_schedule *t = &r->schedule;
    const uint64_t number = t->created + 1;
    const double *start = number == 1 ? x0 : draw_start(r, number);
    nes_plan plan;
    struct nes_run *run;
    NES_TRY(nes_runs_make_room(r, t->n + 1, note));
    NES_TRY(nes_runs_plan(r, like, number, start, &plan, note));
    NES_TRY(nes_run_create(&run, &plan, start, r->team, note));
    run->next_id = (number - 1) << NES_ID_BITS;
    nes_schedule_add(t, like, nes_run_next(run), run);
    if (r->plan.strategy->resizes && plan.s.restart_limit)
        t->member[t->n - 1].max_gens = generations(&plan);
    return NES_OK;
}
