/* SPDX-License-Identifier: MIT
 *
 * Learning rates by signal-to-noise ratio. Steps in natural coordinates are averaged: E is the
 * average step, V that of its squared length. Where consecutive steps agree, |E|^2 is close to V
 * and the rate grows towards that of the settings; where they are noise, it falls. Mean and shape
 * have a rate each, factors eta <= 1 of the rates of the settings:
 *
 *     E <- (1 - beta) E + beta step,   V <- (1 - beta) V + beta |step|^2
 *     ratio = (|E|^2 - beta/(2 - beta) V)/(V - |E|^2)
 *     eta <- min(1, eta exp(min(gamma eta, beta) clip(ratio/(alpha eta) - 1, -1, 1)))
 *
 * A mean that moves by a shorter part of its step wants a wider distribution: sigma changes by the
 * inverse of its factor. [math: B8] */
#include <math.h>

#include "linalg/vector.h"
#include "technique/techniques.h"

/* Options */
enum { ALPHA, BETA_MEAN, BETA_SHAPE, GAMMA };

static void take(double *own, const nes_settings *s)
{
    own[ALPHA] = s->snr_alpha;
    own[BETA_MEAN] = s->snr_beta_mean;
    own[BETA_SHAPE] = s->snr_beta_shape;
    own[GAMMA] = s->snr_gamma;
}

/* One factor and the averages behind it. */
typedef struct track {
    double *eta, *length2; /* eta and V */
    double *average;       /* E, n numbers */
    size_t n;
} track;

/* The state: both factors, both V, the logarithm of the last change of sigma; then both E. */
enum { ETA = 0, LENGTH2 = 2, CHANGE = 4, AVERAGES = 5 };

static track track_of(const nes_gen *g, const nes_active *a, size_t i)
{
    const size_t d = g->dist.d;
    return (track){a->state + ETA + i, a->state + LENGTH2 + i, a->state + AVERAGES + i * d,
                   i == 0 ? d : g->dist.family->natural->count(d)};
}

static size_t nstate(const nes_dist *p)
{
    return AVERAGES + p->d + p->family->natural->count(p->d);
}

/* One step. */
static size_t nscratch(const nes_dist *p, size_t n)
{
    (void)n;
    return p->d + p->family->natural->count(p->d);
}

static void start(nes_active *a)
{
    a->state[ETA] = a->state[ETA + 1] = 1;
}

static bool is_factor(double eta)
{
    return eta >= 0 && eta <= 1;
}

static bool sound(const nes_gen *g, const nes_active *a)
{
    (void)g;
    return is_factor(a->state[ETA]) && is_factor(a->state[ETA + 1]);
}

/* Where V and |E|^2 are equal, nothing is known about noise: the factor stays. */
static void follow(const track *t, const double *step, double beta, const double *own)
{
    const double length2 = nes_dot(t->n, step, step);
    if (!isfinite(length2)) return;
    nes_combine(t->n, 1 - beta, t->average, beta, step, t->average);
    *t->length2 = (1 - beta) * *t->length2 + beta * length2;
    const double signal = nes_dot(t->n, t->average, t->average), noise = *t->length2 - signal;
    if (!(noise > 0)) return;
    const double ratio = (signal - beta / (2 - beta) * *t->length2) / noise;
    const double change = fmin(1, fmax(-1, ratio / (own[ALPHA] * *t->eta) - 1));
    *t->eta = fmin(1, *t->eta * exp(fmin(own[GAMMA] * *t->eta, beta) * change));
}

static void in_force(const nes_active *a, nes_rates *eta)
{
    const double mean = a->state[ETA], shape = a->state[ETA + 1];
    eta->mu *= mean;
    eta->sigma *= shape;
    eta->shape *= shape;
    eta->nu *= shape;
}

static void before_apply(nes_gen *g, nes_active *a, nes_rates *eta)
{
    const track mean = track_of(g, a, 0), shape = track_of(g, a, 1);
    double *step = a->scratch, before = *mean.eta;
    g->step.rates = *eta;
    g->dist.family->natural->step(&g->dist, &g->batch, &g->step, step, step + mean.n);
    follow(&mean, step, a->own[BETA_MEAN], a->own);
    follow(&shape, step + mean.n, a->own[BETA_SHAPE], a->own);
    in_force(a, eta);
    a->state[CHANGE] = log(before / *mean.eta);
}

static void after_apply(nes_gen *g, nes_active *a)
{
    nes_family_rescale(&g->dist, &g->batch, a->state[CHANGE]);
}

const nes_technique nes_fixed_rates = {
    .option = "rates", .name = "fixed", .doc = "the rates of the settings"};
const nes_technique nes_snr_rates = {
    .option = "rates",
    .name = "snr",
    .doc = "rates fall where steps are mostly noise; for noisy and rugged objectives",
    .natural = true,
    .rescales = true,
    .take = take,
    .nstate = nstate,
    .nscratch = nscratch,
    .start = start,
    .sound = sound,
    .before_apply = before_apply,
    .after_apply = after_apply,
    .in_force = in_force,
};
