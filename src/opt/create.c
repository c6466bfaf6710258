/* SPDX-License-Identifier: MIT
 *
 * Making and destroying a handle: settings are resolved, one block of memory is taken and carved,
 * inputs are copied, the distribution is initialised. */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "family/user.h"
#include "gradient/gradient.h"
#include "opt/opt.h"
#include "opt/runs.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"
#include "technique/technique.h"
#include "util/clock.h"
#include "util/limits.h"
#include "util/memory.h"
#include "util/team.h"
#include "util/try.h"

/* Local samples are stored up to this many bytes; beyond, families that can make them again do. */
static const double STORED_SAMPLES = 64e6;

/* Of more generations than MOST nobody waits for the end. [math: A26] */
static size_t history_length(size_t dim, double popsize)
{
    enum { MOST = 1 << 20 };
    const double length = 10 + ceil(30 * (double)dim / popsize);
    return length < MOST ? (size_t)length : MOST;
}

/* Everything a handle owns, in one pass; runs twice, first to count. */
static void carve(nes_opt *o, const nes_plan *p, nes_arena *a)
{
    const size_t d = o->dim, n = p->rows;
    const bool step = p->mixes || p->adapts;
    const bool in_parts = p->window < n; /* points, and then samples too, are not kept */
    const bool keep_z = p->family->stores || p->sampling->whole || p->gradient->scores || step ||
                        (!in_parts && (double)d * (double)n * 8 <= STORED_SAMPLES);
    const nes_batch_size size = {.d = d,
                                 .n = n,
                                 .spare = p->mixes ? n : 0,
                                 .window = p->window,
                                 .keep_z = keep_z,
                                 .keep_y = p->family->images};
    const nes_batch_size trial = {
        .d = d, .n = n, .spare = n, .window = n, .keep_z = true, .keep_y = p->family->images};
    const bool square = !p->family->square || d <= SIZE_MAX / 64 / (d + 16);
    const nes_settings *s = &p->s;
    const size_t ntheta = nes_family_ntheta(p->family, d, s->density);
    const size_t nparam = p->gradient->scores ? nes_family_nparam(p->family, d, s->density) : 0;
    o->g.dist.theta = NES_CARVE(a, double, square ? ntheta : SIZE_MAX / 8);
    o->g.dist.work = NES_CARVE(a, double, nes_family_nwork(p->family, d, n, 0));
    nes_batch_carve(&o->g.batch, a, &size);
    if (p->technique[NES_ADAPTATION]->plan != NULL) nes_batch_carve(&o->trial, a, &trial);
    const size_t nrecord = step ? nes_family_nrecord(p->family, d, n, 0, p->mixes, s->density) : 0;
    const nes_step_size move = {n, nparam, nrecord, p->mixes};
    nes_step_carve(&o->g.step, a, &move);
    o->g.work = NES_CARVE(a, double,
                          p->gradient->nwork != NULL ? p->gradient->nwork(ntheta, nparam, n) : 0);
    o->density.theta0 = NES_CARVE(a, double, nes_user_nparam(s->density));
    nes_techniques_carve(&o->g, a, p->technique, p->family, d, n);
    o->g.utilities = NES_CARVE(a, double, n);
    o->g.mean_utilities = NES_CARVE(a, double, n);
    o->history.best = NES_CARVE(a, double, o->history.length);
    o->best_x = NES_CARVE(a, double, d);
    o->mean_x = NES_CARVE(a, double, s->lower != NULL || s->upper != NULL ? d : 0);
    if (in_parts && p->family->deviations != NULL)
        o->scratch = o->g.batch.x; /* free whenever the stop tests run */
    else
        o->scratch = NES_CARVE(a, double, d);
    const bool varied = s->scale != NULL || s->factor != NULL || s->sigma == NES_AUTO;
    o->std0 = NES_CARVE(a, double, varied ? d : 0);
    o->s.lower = NES_CARVE(a, double, s->lower != NULL ? d : 0);
    o->s.upper = NES_CARVE(a, double, s->upper != NULL ? d : 0);
    o->s.utilities = NES_CARVE(a, double, s->utilities != NULL ? (size_t)s->popsize : 0);
}

static void copy(const double *to, const double *from, size_t n)
{
    if (to != NULL && from != NULL) memcpy((double *)(uintptr_t)to, from, n * sizeof *from);
}

/* Bounds that no double can reach are none. */
static double clip_bound(double b)
{
    return fabs(b) >= NES_HUGE ? copysign(INFINITY, b) : b;
}

static void copy_inputs(nes_opt *o, const nes_plan *p)
{
    double *lower = (double *)(uintptr_t)o->s.lower, *upper = (double *)(uintptr_t)o->s.upper;
    for (size_t i = 0; i < o->dim; i++) {
        if (lower != NULL) lower[i] = clip_bound(p->s.lower[i]);
        if (upper != NULL) upper[i] = clip_bound(p->s.upper[i]);
        if (o->std0 != NULL) o->std0[i] = nes_start_std(&p->s, i);
    }
    copy(o->s.utilities, p->s.utilities, (size_t)p->s.popsize);
    if (p->s.density != NULL) {
        const double *theta0 = o->density.theta0;
        copy(theta0, p->s.density->theta0, p->s.density->nparam);
        o->density = *p->s.density;
        o->density.theta0 = theta0;
        o->s.density = &o->density;
    }
    o->s.scale = o->std0; /* initial standard deviations are sigma times scale, resolved */
    if (o->std0 != NULL) o->s.sigma = 1;
    o->s.factor = NULL; /* now in the distribution */
}

static void set_parts(nes_opt *o, const nes_plan *p)
{
    nes_gen *g = &o->g;
    const nes_settings *s = &o->s;
    const nes_shaping *shaping = nes_shaping_find(s->shaping);
    g->family = p->family;
    g->sampling = p->sampling;
    g->gradient = p->gradient;
    g->scheme = p->scheme;
    g->dist.d = o->dim;
    g->dist.model = s->density;
    g->dist.team = o->team;
    g->dist.level = nes_cpu_best();
    g->dist.nu = s->nu;
    g->dist.adapt_nu = s->adapt_nu;
    g->dist.literal = s->cauchy_literal;
    g->average_ties = strcmp(s->ties, "average") == 0;
    g->elitist = (nes_elitist){s->elitist_up, s->elitist_down, s->elitist_learn, INFINITY};
    g->base = (nes_rates){s->eta_mu, s->eta_sigma, s->eta_shape, s->exponent_limit, s->eta_nu};
    g->eta = g->base;
    g->raw = shaping->raw;
    g->baseline = s->baseline;
    if (shaping->fill != NULL) shaping->fill(p->rows, g->mean_utilities, g->utilities);
    for (size_t i = 0; shaping->fill == NULL && !shaping->raw && i < p->rows; i++)
        g->mean_utilities[i] = g->utilities[i] = s->utilities[i];
    o->bounds = (nes_bounds){
        .d = o->dim, .lower = s->lower, .upper = s->upper, .margin = o->std0, .sigma = s->sigma};
    if (s->lower != NULL || s->upper != NULL) o->bounds.bounder = nes_bounder_find(s->bounds);
    g->adapt.ratio = s->as_ratio;
    g->adapt.c_rho = s->c_rho;
    g->adapt.grow = s->as_grow;
    g->adapt.decay = s->as_decay;
    g->adapt.most = s->as_most;
    g->mixing_alpha = s->mixing_alpha;
    g->snr = (nes_snr){s->snr_alpha, s->snr_beta_mean, s->snr_beta_shape, s->snr_gamma};
    nes_techniques_start(g);
    o->mixes = p->mixes;
    o->adapts = p->adapts;
    o->rows = p->rows;
}

/* In numbers of a separable family, some nanoseconds each; one of a full family costs as many more
 * as a product with a row takes. Below it, a tenth of a millisecond, threads hardly help. */
nes_status nes_opt_team(nes_opt *o, const nes_plan *p, nes_note note)
{
    const double worth_it = 20000, d = (double)o->dim;
    const double work = (double)p->rows * d * (p->family->square ? 1 + d / 32 : 1);
    if (!p->family->shares || o->s.threads == 1 || work < worth_it) return NES_OK;
    return nes_team_create(&o->team, o->s.threads, &o->allocator, note);
}

static nes_status no_memory(nes_note note, size_t bytes, const nes_plan *p)
{
    return nes_refuse(note, NES_ERR_MEMORY,
                      "a run of family '%s' with %zu rows a generation needs %.3g MB, which cannot "
                      "be had: lower popsize or dimension, or use gauss-diag",
                      p->family->name, p->rows, (double)bytes / 1e6);
}

nes_status nes_opt_allocate(nes_opt **out, size_t dim, const double *x0, const nes_settings *user,
                            nes_note note)
{
    nes_plan plan;
    nes_arena arena = {NULL, 0};
    *out = NULL;
    NES_TRY(nes_resolve(&plan, dim, x0, user, note));
    nes_opt *o = nes_allocate(&plan.s.allocator, sizeof *o);
    if (o == NULL) return no_memory(note, sizeof *o, &plan);
    o->allocator = plan.s.allocator;
    o->s = plan.s;
    o->dim = dim;
    o->method = plan.method;
    memcpy(o->choice, plan.choice, sizeof o->choice);
    o->history.length = history_length(dim, (double)plan.s.popsize);
    carve(o, &plan, &arena);
    if (arena.used != SIZE_MAX) o->memory = nes_allocate(&o->allocator, nes_arena_size(&arena));
    if (o->memory == NULL) {
        const nes_status st = no_memory(note, arena.used, &plan);
        nes_destroy(o);
        return st;
    }
    const nes_status st = nes_opt_team(o, &plan, note);
    if (st != NES_OK) {
        nes_destroy(o);
        return st;
    }
    arena = nes_arena_on(o->memory);
    carve(o, &plan, &arena);
    copy_inputs(o, &plan);
    set_parts(o, &plan);
    o->best_f = o->generation_best = o->generation_median = NAN;
    o->history.period_best = INFINITY;
    o->stop_value = o->stop_threshold = NAN;
    o->started = nes_clock();
    *out = o;
    return NES_OK;
}

static void widest(nes_opt *o)
{
    o->max_std0 = o->std0 == NULL ? o->s.sigma : 0;
    for (size_t i = 0; o->std0 != NULL && i < o->dim; i++)
        o->max_std0 = fmax(o->max_std0, o->std0[i]);
}

nes_status nes_opt_create(nes_opt **out, size_t dim, const double *x0, const nes_settings *s,
                          nes_note note)
{
    nes_opt *o;
    NES_TRY(nes_opt_allocate(&o, dim, x0, s, note));
    double *mu = o->best_x, *std = o->scratch; /* for the time being */
    for (size_t i = 0; i < dim; i++) {
        mu[i] = nes_start_mean(&o->s, x0, i);
        std[i] = o->std0 != NULL ? o->std0[i] : o->s.sigma;
    }
    if (o->bounds.bounder != NULL) nes_bounds_from(&o->bounds, mu);
    const double *factor = s != NULL ? s->factor : NULL;
    const nes_start start = {mu, std, factor, o->s.seed};
    const int refused = o->g.family->init(&o->g.dist, &start);
    memset(mu, 0, dim * sizeof *mu);
    if (refused) {
        const char *family = o->g.family->name;
        nes_destroy(o);
        if (factor == NULL)
            return nes_refuse(note, NES_ERR_VALUE,
                              "the initial standard deviations are too large, too small or too "
                              "different for family '%s': scale the variables",
                              family);
        return nes_refuse(note, NES_ERR_VALUE,
                          "option 'factor' is a singular matrix: it must be invertible");
    }
    if (o->s.density != NULL) {
        const nes_status st =
            nes_user_try(o->s.density, dim, o->s.seed, o->g.batch.z, o->g.work, note);
        if (st != NES_OK) {
            nes_destroy(o);
            return st;
        }
    }
    if (factor != NULL) o->g.family->spread(&o->g.dist, o->std0);
    widest(o);
    *out = o;
    return NES_OK;
}

static nes_status create(nes_opt **o, size_t dim, const double *x0, const nes_settings *s,
                         nes_note note)
{
    const bool several = s != NULL && s->restarts != NULL && strcmp(s->restarts, "none") != 0;
    return several ? nes_runs_create(o, dim, x0, s, note) : nes_opt_create(o, dim, x0, s, note);
}

nes_status nes_create(nes_opt **o, size_t dim, const double *x0, const nes_settings *s)
{
    const nes_note silent = {NULL, 0};
    if (o == NULL) return NES_ERR_ARGUMENT;
    *o = NULL;
    return create(o, dim, x0, s, silent);
}

nes_status nes_settings_check(const nes_settings *s, size_t dim, const double *x0, char *message,
                              size_t size)
{
    nes_opt *o = NULL;
    const nes_note note = {message, size};
    if (message != NULL && size > 0) message[0] = '\0';
    const nes_status st = create(&o, dim, x0, s, note);
    nes_destroy(o);
    return st;
}

void nes_destroy(nes_opt *o)
{
    if (o == NULL) return;
    const nes_allocator a = o->allocator;
    if (o->runs != NULL) nes_runs_destroy(o);
    nes_team_destroy(o->team);
    nes_release(&a, o->memory);
    nes_release(&a, o);
}
