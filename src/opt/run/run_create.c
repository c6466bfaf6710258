/* SPDX-License-Identifier: MIT
 *
 * Making and destroying a run: one block of memory is taken and carved, the distribution is
 * initialised. */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "gradient/gradient.h"
#include "opt/run/run.h"
#include "opt/settings/check.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"
#include "technique/technique.h"
#include "util/arena.h"
#include "util/limits.h"
#include "util/try.h"

/* Local samples are stored up to this many bytes; beyond, families that can make them again do. */
static const double STORED_SAMPLES = 64e6;

/* The history is never longer than MOST entries: no run lasts so many generations. [math: A26] */
static size_t history_length(size_t dim, double popsize)
{
    enum { MOST = 1 << 20 };
    const double length = 10 + ceil(30 * (double)dim / popsize);
    return length < MOST ? (size_t)length : MOST;
}

/* Rows that techniques and steps along scores add to the samples. *trials: whether a technique has
 * samples of its own evaluated. */
static size_t extra_rows(const nes_plan *p, const nes_dist *dist, bool *trials)
{
    size_t rows = nes_family_nalong(dist, p->gradient->scores);
    *trials = false;
    for (size_t i = 0; i < p->ntechniques; i++) {
        rows += p->technique[i]->extra;
        *trials = *trials || p->technique[i]->draw_trial != NULL;
    }
    return rows;
}

/* Sums over coordinates that are made at a time: two for each sample, and a few others. */
static size_t most_sums(size_t n)
{
    return 2 * n + 1 > NES_LENGTHS ? 2 * n + 1 : NES_LENGTHS;
}

/* Takes all arrays of a run from the arena. Called twice, first to count bytes. */
static void carve(struct nes_run *run, nes_arena *a)
{
    const nes_plan *p = &run->plan;
    const nes_settings *s = &p->s;
    const nes_dist *dist = &run->g.dist;
    bool trials;
    const size_t d = p->coords, n = p->rows, extra = extra_rows(p, dist, &trials);
    const bool varied = s->scale != NULL || s->factor != NULL || s->sigma == NES_AUTO;
    const bool step = p->mixes || p->adapts;
    const bool in_parts = p->window < n; /* points, and then samples too, are not kept */
    const size_t width = p->family->nimage != NULL ? p->family->nimage(dist) : 0;
    const size_t draws = nes_sampling_draws(p->sampling, d, n);
    const bool keep_z = nes_plan_stores(p) || p->gradient->scores || step ||
                        (!in_parts && (double)d * (double)n * 8 <= STORED_SAMPLES);
    const nes_batch_size size = {.d = d,
                                 .n = n,
                                 .spare = p->mixes ? n : 0,
                                 .window = p->window,
                                 .outputs = run->outputs,
                                 .raw = p->crosses ? p->integers : 0,
                                 .choices = p->dim - d,
                                 .extra = extra,
                                 .draws = draws,
                                 .ahead = p->guests,
                                 .width = width,
                                 .keep_z = keep_z};
    const nes_batch_size trial = {.d = d,
                                  .n = n,
                                  .spare = n,
                                  .window = n,
                                  .outputs = run->outputs,
                                  .width = width,
                                  .keep_z = true};
    const bool square = !p->family->matrix || d <= SIZE_MAX / 64 / (d + 16);
    const size_t ntheta = p->family->ntheta(dist);
    const size_t nparam = p->gradient->scores ? p->family->scores->nparam(dist) : 0;
    run->g.dist.theta = NES_CARVE(a, double, square ? ntheta : SIZE_MAX / 8);
    run->g.dist.work = NES_CARVE(a, double, nes_family_nwork(dist, n, extra));
    nes_batch_carve(&run->g.batch, a, &size);
    nes_guests_carve(run, a);
    nes_arrivals_carve(run, a);
    nes_claims_carve(run, a);
    nes_integers_carve(run, a);
    nes_chosen_carve(run, a);
    nes_constrained_carve(run, a);
    if (trials) nes_batch_carve(&run->trial, a, &trial);
    nes_way_carve(run, a);
    const nes_asked asked = {.densities = p->mixes, .stretches = p->adapts};
    const nes_step_size move = {.rows = n + extra,
                                .ndirection = nes_family_ndirection(dist, p->gradient->scores),
                                .nrecord = step ? nes_family_nrecord(dist, n, extra, asked) : 0,
                                .nparts =
                                    p->family->carries ? nes_family_parts(dist, NULL, NULL) : 0,
                                .densities = p->mixes,
                                .stretches = p->adapts};
    nes_step_carve(&run->g.step, a, &move);
    run->g.work = NES_CARVE(a, double,
                            p->gradient->nwork != NULL ? p->gradient->nwork(ntheta, nparam, n) : 0);
    nes_techniques_carve(&run->g, a, p->technique, p->ntechniques, n);
    nes_utilities_carve(&run->g.utilities, a, n);
    run->history.best = NES_CARVE(a, double, run->history.length);
    run->best_x = NES_CARVE(a, double, p->dim);
    run->best_outputs = NES_CARVE(a, double, run->outputs);
    if (in_parts && p->family->widths->deviations != NULL)
        run->scratch = run->g.batch.x; /* free whenever the stop tests run */
    else
        run->scratch = NES_CARVE(a, double, d);
    run->std0 = NES_CARVE(a, double, varied ? d : 0);
    if (nes_is_sliced(&p->space)) nes_coords_carve(&run->coords, a, most_sums(n));
}

static void set_generation(struct nes_run *run, struct nes_team *team)
{
    nes_gen *g = &run->g;
    const nes_plan *p = &run->plan;
    const nes_settings *s = &p->s;
    g->sampling = p->sampling;
    g->gradient = p->gradient;
    g->scheme = p->scheme;
    if (nes_is_sliced(&p->space)) g->dist.coords = g->batch.coords = &run->coords;
    g->dist.team = team;
    g->parent_f = INFINITY;
    g->parent_group = NES_RANKED_AS_NAN;
    if (p->gradient->take != NULL) p->gradient->take(g->gradient_own, s);
    if (p->scheme->take != NULL) p->scheme->take(g->own, s);
    nes_utilities_take(&g->utilities, p->shaping, s);
    g->eta = g->base = (nes_rates){.mu = s->eta_mu,
                                   .sigma = s->eta_sigma,
                                   .shape = s->eta_shape,
                                   .limit = s->exponent_limit,
                                   .nu = s->eta_nu,
                                   .diag = s->eta_diag};
    const nes_extent extent = nes_plan_extent(p);
    if (g->step.nparts > 0) nes_family_parts(&g->dist, &extent, g->step.part);
    g->step.straight = p->gradient->scores && p->family->scores->along == NULL;
    nes_techniques_start(g, s);
}

/* The bounds of a plan, of which std has the initial standard deviations (null: all are sigma). */
static nes_bounds bounds_of(const nes_plan *p, const double *std)
{
    return (nes_bounds){.d = p->coords,
                        .bounder = p->bounder,
                        .lower = p->s.lower,
                        .upper = p->s.upper,
                        .margin = std,
                        .sigma = p->s.sigma,
                        .integer = p->s.integer,
                        .skips = p->crosses};
}

static void set_start(struct nes_run *run)
{
    nes_settings *s = &run->plan.s;
    for (size_t i = 0; run->std0 != NULL && i < run->dim; i++) run->std0[i] = nes_start_std(s, i);
    s->scale = run->std0; /* initial standard deviations are sigma times scale, resolved */
    s->std = NULL;
    if (run->std0 != NULL) s->sigma = 1;
    run->bounds = bounds_of(&run->plan, run->std0);
    nes_integers_begin(run);
    nes_chosen_begin(run, NULL);
    nes_constrained_begin(run);
    run->budget = nes_free_budget(NAN);
    run->best_f = run->generation_best = run->generation_median = NAN;
    run->guests.noise = NAN;
    run->first_f = NAN;
    run->course.stride = NES_MARK_EVERY;
    nes_begin_period(run);
    run->end.value = run->end.threshold = NAN;
}

nes_status nes_no_memory_for_run(const nes_plan *p, size_t bytes, nes_note note)
{
    return nes_refuse(note, NES_ERR_MEMORY,
                      "a run of family '%s' with %zu rows a generation needs %.3g MB, which cannot "
                      "be had: lower popsize or dimension, or use gauss-diag",
                      p->family->name, p->rows, (double)bytes / 1e6);
}

static void begin(struct nes_run *run, const nes_plan *plan)
{
    nes_plan_copy(&run->plan, plan);
    run->g.dist = nes_plan_dist(plan);
    run->dim = plan->coords;
    run->whole = plan->space.whole - (plan->dim - plan->coords);
    run->coords = nes_coords_of(&plan->space);
    run->outputs = (size_t)plan->s.outputs;
    run->history.length = history_length(plan->space.whole, (double)plan->s.popsize);
}

nes_status nes_run_allocate(struct nes_run **out, const nes_plan *plan, struct nes_team *team,
                            nes_note note)
{
    const nes_allocator *a = &plan->s.allocator;
    struct nes_run *run = nes_allocate(a, sizeof *run);
    nes_arena arena = {NULL, 0};
    *out = NULL;
    if (run == NULL) return nes_no_memory_for_run(plan, sizeof *run, note);
    begin(run, plan);
    carve(run, &arena);
    const size_t size = nes_arena_size(&arena);
    if (size != SIZE_MAX) run->memory = nes_allocate(a, size);
    if (run->memory == NULL) {
        nes_run_destroy(run);
        return nes_no_memory_for_run(plan, size, note);
    }
    arena = nes_arena_on(run->memory);
    carve(run, &arena);
    set_generation(run, team);
    set_start(run);
    *out = run;
    return NES_OK;
}

void nes_run_destroy(struct nes_run *run)
{
    if (run == NULL) return;
    const nes_allocator a = run->plan.s.allocator;
    nes_release(&a, run->memory);
    nes_release(&a, run);
}

/* Of a choice without a start it is the first value. */
static double start_of(const nes_settings *s, const double *x0, size_t i)
{
    const double x = nes_start_mean(s, x0, i);
    return nes_choice_count(s, i) > 0 ? fmax(0, x) : x;
}

/* Guests are the start as it was given: the way through the bounds and back could change its last
 * bits. */
static void set_guests(struct nes_run *run, const double *x0)
{
    double *x = nes_guests_x(run);
    if (x == NULL) return;
    for (size_t i = 0; i < run->dim; i++) x[i] = start_of(&run->plan.s, x0, i);
    nes_integers_round(run, x);
    for (size_t i = 0; i < run->chosen.of.n; i++)
        nes_guests_choices(run)[i] = start_of(&run->plan.s, x0, run->dim + i);
    nes_guests_copy(run);
    run->guests.kept = true;
}

/* Initial standard deviations behind a factor, as far as numbers go; the largest of all. */
static void set_widths(struct nes_run *run)
{
    const nes_dist *p = &run->g.dist;
    if (run->plan.s.factor != NULL) p->family->widths->spread(p, run->std0);
    for (size_t i = 0; run->std0 != NULL && i < run->dim; i++)
        run->std0[i] = fmin(run->std0[i], NES_HUGE);
    run->plan.s.factor = NULL; /* now in the distribution */
    run->max_std0 = run->std0 == NULL ? run->plan.s.sigma : 0;
    for (size_t i = 0; run->std0 != NULL && i < run->dim; i++)
        run->max_std0 = fmax(run->max_std0, run->std0[i]);
    nes_coords_max(p->coords, 1, &run->max_std0);
    if (p->family->located) run->start_width = p->family->widths->width(p);
    run->most_width = run->start_width;
}

static nes_status refused_start(const nes_plan *p, nes_note note)
{
    if (p->s.factor != NULL)
        return nes_refuse(note, NES_ERR_VALUE,
                          "option 'factor' is a singular matrix: it must be invertible");
    return nes_refuse(note, NES_ERR_VALUE,
                      "the initial standard deviations are too large, too small or too "
                      "different for family '%s': scale the variables",
                      p->family->name);
}

/* Makes the distribution from centre mu and widths std, which the call overwrites. Refuses what
 * only the family finds out about a start: a singular factor, step sizes that its parameters cannot
 * hold. Functions of the user are tried there. */
static nes_status init(nes_dist *dist, const nes_plan *p, const double *x0, double *mu, double *std,
                       nes_note note)
{
    const nes_bounds bounds = bounds_of(p, std);
    for (size_t i = 0; i < p->coords; i++) {
        mu[i] = nes_start_mean(&p->s, x0, i);
        std[i] = nes_start_std(&p->s, i);
    }
    if (p->bounder != NULL) nes_bounds_from(&bounds, mu);
    const bool odds = p->family->binary || p->family->discrete;
    const nes_start start = {.mu = odds && x0 == NULL ? NULL : mu,
                             .std = std,
                             .factor = p->s.factor,
                             .seed = p->s.seed,
                             .run = (uint32_t)p->s.run};
    const bool refused = p->family->init(dist, &start) != 0;
    if (nes_coords_any(dist->coords, refused)) return refused_start(p, note);
    return p->family->attempt != NULL ? p->family->attempt(dist, p->s.seed, mu, note) : NES_OK;
}

nes_status nes_run_create(struct nes_run **out, const nes_plan *plan, const double *x0,
                          struct nes_team *team, nes_note note)
{
    struct nes_run *run;
    *out = NULL;
    nes_status st = nes_agree(&plan->space, nes_run_allocate(&run, plan, team, note), note);
    if (st == NES_OK) /* best_x and scratch are free as yet */
        st = init(&run->g.dist, plan, x0, run->best_x, run->scratch, note);
    if (st != NES_OK) {
        nes_run_destroy(run);
        return st;
    }
    memset(run->best_x, 0, plan->dim * sizeof *run->best_x);
    nes_chosen_begin(run, x0);
    set_guests(run, x0);
    set_widths(run);
    *out = run;
    return NES_OK;
}

nes_status nes_try_challenger(const nes_plan *p, const double *x0, nes_note note)
{
    nes_plan plan;
    struct nes_run *run;
    if (!p->races) return NES_OK;
    NES_TRY(nes_plan_challenger(p, x0, &plan, note));
    const nes_status st = nes_run_create(&run, &plan, x0, NULL, note);
    nes_run_destroy(run);
    if (st != NES_ERR_VALUE) return st;
    return nes_refuse(note, NES_ERR_VALUE,
                      "challenger '%s' cannot begin with these initial standard deviations, which "
                      "are too large, too small or too different for family '%s': scale the "
                      "variables, or use another challenger",
                      p->s.challenger, plan.family->name);
}
