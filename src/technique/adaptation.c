/* SPDX-License-Identifier: MIT
 *
 * Adaptation sampling. [math: A6, A7] The last move is imagined with a rate of the scale larger by
 * the factor as_ratio. If a weighted Mann-Whitney test finds its samples better, the rate grows;
 * otherwise it falls back towards its initial value.
 *   virtual  the batch itself, weighted by the ratio of densities: no evaluations
 *   sampled  as many samples of the larger rate
 *   mixed    the batch as far as importance mixing would keep it, and samples for the rest */
#include <math.h>

#include "family/straight.h"
#include "nes/mann_whitney.h"
#include "sampling/sampling.h"
#include "technique/mixing.h"
#include "technique/shaping.h"
#include "technique/techniques.h"

/* Samples of the trial have numbers that no row and no candidate of the batch has. */
static const uint64_t TRIAL = UINT64_C(1) << 31;

/* Options: how many times larger the imagined rate is; rho = 1/2 - 1/(c_rho (d + 1)); how the rate
 * changes; the least share of new samples. */
enum { RATIO, C_RHO, GROW, DECAY, MOST, ALPHA };

static void take(double *own, const nes_settings *s)
{
    own[RATIO] = s->as_ratio;
    own[C_RHO] = s->c_rho;
    own[GROW] = s->as_grow;
    own[DECAY] = s->as_decay;
    own[MOST] = s->as_most;
    own[ALPHA] = s->mixing_alpha;
}

static void log_longer(const nes_gen *g, const nes_active *a, nes_slots at, double *log)
{
    g->dist.family->densities->longer(&g->dist, &g->step, at, a->own[RATIO] - 1, log);
}

/* The weight of a row of the batch as a sample of the larger rate: the ratio of densities, or where
 * there will be other samples too, the probability with which importance mixing would keep it. */
static double weight_of(const nes_active *a, double log_ratio)
{
    if (a->technique->draw_trial == NULL) return exp(log_ratio);
    const double w = (1 - a->own[ALPHA]) * exp(log_ratio);
    return w > 1 ? 1 : w;
}

/* Adds n slots, as far as there is room; returns the first. */
static size_t extend_trial(const nes_gen *g, nes_batch *trial, size_t n)
{
    const size_t first = trial->n, room = trial->capacity - first;
    trial->n += n < room ? n : room;
    trial->stream = g->batch.stream;
    trial->origin = false;
    for (size_t k = first; k < trial->n; k++) {
        trial->source[k] = TRIAL + nes_sampling_source(g->sampling, k);
        trial->lane[k] = 0;
    }
    return first;
}

static int stretch(const nes_gen *g, const nes_active *a, nes_slots at)
{
    return g->dist.family->densities->stretch(&g->dist, &g->step, at, a->own[RATIO] - 1);
}

static void draw_sampled(nes_gen *g, nes_active *a, nes_batch *trial)
{
    const size_t first = extend_trial(g, trial, g->batch.n);
    nes_draw(g, trial, first, trial->n);
    if (stretch(g, a, (nes_slots){trial, first, trial->n})) trial->n = first;
}

static void log_shorter(const nes_gen *g, const nes_active *a, nes_slots at, double *log)
{
    log_longer(g, a, at, log);
    for (size_t k = 0; k < at.hi - at.lo; k++) log[k] = -log[k];
}

/* Where the larger rate gives no distribution, the wanted number is NaN, and none is drawn. */
static void draw_mixed(nes_gen *g, nes_active *a, nes_batch *trial)
{
    double kept = 0, *log = a->scratch;
    log_longer(g, a, nes_slots_of(&g->batch), log);
    for (size_t k = 0; k < g->batch.n; k++) kept += weight_of(a, log[k]);
    const double wanted = fmax(0, round((double)g->batch.n - kept));
    const size_t first = extend_trial(g, trial, (size_t)wanted);
    const nes_mix_target larger = {a, a->own[ALPHA], TRIAL, stretch, log_shorter};
    nes_mix_draw(g, trial, first, &larger);
}

/* One weighted sample, ascending in fitness. */
typedef struct sample {
    size_t n;
    double *value;
    double *weight; /* null: all weights are 1 */
} sample;

/* Takes the finite rows of the batch, worst first. In the sample `now` each row counts one; in the
 * sample `then`, of the larger rate, it counts by its weight, where the technique weighs rows. */
static int take_batch(const nes_gen *g, const nes_active *a, sample *now, sample *then)
{
    const nes_batch *b = &g->batch;
    double *log = a->scratch + 5 * b->n;
    const bool weighs = a->technique->weighs;
    if (weighs) log_longer(g, a, nes_slots_of(b), log);
    for (size_t i = b->n; i-- > 0;) {
        const size_t k = b->order[i];
        if (!isfinite(b->f[k]) || !nes_is_finite_value(b->f[k])) continue;
        now->value[now->n++] = -b->f[k];
        if (!weighs) continue;
        const double w = weight_of(a, log[k]);
        if (!isfinite(w)) return 1;
        then->value[then->n] = -b->f[k];
        then->weight[then->n] = w;
        then->n += w > 0;
    }
    return 0;
}

/* Inserts a value of weight 1 where it belongs. */
static void insert(sample *s, double value)
{
    size_t i = s->n++;
    for (; i > 0 && s->value[i - 1] > value; i--) {
        s->value[i] = s->value[i - 1];
        s->weight[i] = s->weight[i - 1];
    }
    s->value[i] = value;
    s->weight[i] = 1;
}

static bool larger_is_better(const nes_gen *g, const nes_active *a, const nes_batch *trial)
{
    const size_t n = g->batch.n;
    const double d = (double)g->dist.d, rho = 0.5 - 1 / (a->own[C_RHO] * (d + 1));
    sample now = {0, a->scratch, NULL};
    sample then = {0, a->scratch + n, a->scratch + 3 * n};
    nes_mann_whitney_result r;
    if (take_batch(g, a, &now, &then)) return false;
    for (size_t k = 0; trial != NULL && k < trial->n; k++)
        if (isfinite(trial->f[k]) && nes_is_finite_value(trial->f[k])) insert(&then, -trial->f[k]);
    if (nes_mann_whitney(now.n, now.value, now.weight, then.n, then.value, then.weight, &r) !=
        NES_OK)
        return false;
    return r.p < rho;
}

static void adapt(nes_gen *g, nes_active *a, const nes_batch *trial)
{
    const double initial = g->base.sigma, *own = a->own;
    double *eta = &g->eta.sigma;
    if (larger_is_better(g, a, trial))
        *eta = fmin(own[GROW] * *eta, fmax(own[MOST], initial));
    else
        *eta = (1 - own[DECAY]) * *eta + own[DECAY] * initial;
}

/* Whether the longer step, which the next test imagines, is one with that part of the rate. */
static bool has_room(nes_gen *g, const nes_active *a, const nes_rates *eta, double part)
{
    nes_rates longer = *eta;
    longer.sigma *= part * a->own[RATIO];
    return nes_straight_fits(&g->dist, &g->step, &longer, g->work);
}

/* A factor is positive whatever the rate, but a straight step with a raised rate may leave the
 * distributions. Such a rate is lowered until even the longer step is one, by bisection in the
 * logarithm. The initial rate, which adaptation did not choose, is taken as it is. [math: A7] */
static void leave_room(nes_gen *g, nes_active *a, nes_rates *eta)
{
    enum { HALVINGS = 6 };
    if (!g->step.straight || !(g->eta.sigma > g->base.sigma)) return;
    if (has_room(g, a, eta, 1)) return;
    double low = g->base.sigma / g->eta.sigma, high = 1;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = sqrt(low * high);
        *(has_room(g, a, eta, middle) ? &low : &high) = middle;
    }
    g->eta.sigma *= low;
    eta->sigma *= low;
}

/* There are two samples of values, the second of up to 2 n with weights, and n logarithms. */
static size_t nscratch(const nes_dist *p, size_t n)
{
    (void)p;
    return 6 * n;
}

const nes_technique nes_no_adaptation = {
    .option = "adaptation", .name = "none", .doc = "the rates stay as they are"};
const nes_technique nes_virtual_adaptation = {
    .option = "adaptation",
    .name = "virtual",
    .doc = "tests a larger rate on the batch at hand: no evaluations",
    .stretches = true,
    .weighs = true,
    .take = take,
    .nscratch = nscratch,
    .before_propose = adapt,
    .before_apply = leave_room,
};
const nes_technique nes_sampled_adaptation = {
    .option = "adaptation",
    .name = "sampled",
    .doc = "tests a larger rate on as many samples of its own",
    .stretches = true,
    .take = take,
    .nscratch = nscratch,
    .draw_trial = draw_sampled,
    .before_propose = adapt,
    .before_apply = leave_room,
};
const nes_technique nes_mixed_adaptation = {
    .option = "adaptation",
    .name = "mixed",
    .doc = "tests a larger rate on the batch as far as it fits, and a few samples of its own",
    .stretches = true,
    .weighs = true,
    .singly = true,
    .take = take,
    .nscratch = nscratch,
    .draw_trial = draw_mixed,
    .before_propose = adapt,
    .before_apply = leave_room,
};
