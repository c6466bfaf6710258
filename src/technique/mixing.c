/* SPDX-License-Identifier: MIT
 *
 * Importance mixing. [math: A5]
 *   step 1  an old sample is kept with probability min(1, (1 - alpha) pi/pi_before)
 *   step 2  a new one is drawn from pi and accepted with probability max(alpha, 1 - pi_before/pi)
 * The two parts add up to pi, so every row of the batch follows the new density. */
#include "technique/mixing.h"

#include <math.h>

#include "sampling/sampling.h"
#include "technique/shaping.h"
#include "technique/techniques.h"

/* After so many rounds all candidates are taken. That ends the search when alpha is 0 and both
 * densities are the same, so that none is ever accepted; with alpha >= 0.01 it does not happen. */
enum { MOST_ROUNDS = 10000 };

enum { MOST_IDLE = 100 }; /* generations in a row without evaluation [math: A5] */

/* Logarithms of uniform numbers that decide about n samples from number first on; they stand where
 * weights will be, from slot lo on. */
static const double *decisions(nes_batch *b, uint64_t first, size_t lo, size_t n)
{
    nes_stream s = b->stream;
    s.row = 0;
    s.lane = NES_LANE_MIX;
    nes_log_uniforms(&s, first, n, b->u + lo);
    return b->u + lo;
}

/* Candidates of one round. On average a candidate is accepted with the probability with which an
 * old sample was not kept (share), so this many fill the free slots. */
static size_t round_size(const nes_batch *b, size_t free, double share)
{
    const size_t n = (size_t)ceil((double)free / share);
    return n < b->spare ? n : b->spare;
}

/* The candidates stand behind the rows that are there, down to the spare ones. With a uniform
 * number w, w > min(reference/pi', 1 - alpha) has the probability that is wanted. A ratio that is
 * not a number accepts: the run is at its end. */
void nes_mix_draw(const nes_gen *g, nes_batch *b, size_t lo, const nes_mix_target *target)
{
    const double share = (double)(b->n - lo) / (double)b->capacity, most = log1p(-target->alpha);
    uint64_t first = target->first;
    for (int round = 0; lo < b->n; round++) {
        const size_t n = round_size(b, b->n - lo, share), begin = lo, end = lo + n;
        const double *w = decisions(b, first, begin, n);
        double *ratio = b->norm2 + begin;
        for (size_t k = begin; k < end; k++) {
            b->source[k] = first++;
            b->lane[k] = 0;
        }
        nes_draw(g, b, begin, end);
        const nes_slots at = {b, begin, end};
        if (target->prepare != NULL) target->prepare(g, target->technique, at);
        target->log_ratio(g, target->technique, at, ratio);
        for (size_t k = 0; k < n && lo < b->n; k++)
            if (w[k] > most || !(w[k] <= ratio[k]) || round >= MOST_ROUNDS)
                nes_batch_copy_sample(b, begin + k, lo++);
    }
}

static void log_ratio(const nes_gen *g, const nes_active *a, nes_slots at, double *log)
{
    (void)a;
    g->dist.family->densities->ratio(&g->dist, &g->step, at, log);
}

/* Step 1: which slots stay; those have their new local coordinates. */
static void choose(nes_gen *g, double alpha)
{
    nes_batch *b = &g->batch;
    const nes_densities *f = g->dist.family->densities;
    const double *w = decisions(b, 0, 0, b->n), keep = log1p(-alpha);
    f->change(&g->dist, &g->step, b, b->norm2);
    for (size_t k = 0; k < b->n; k++) {
        const bool usable = nes_is_finite_value(b->f[k]) && isfinite(b->f[k]);
        b->fate[k] = usable && w[k] < keep + b->norm2[k];
    }
    f->relocate(&g->dist, &g->step, b, b->fate);
}

size_t nes_mix(nes_gen *g, double alpha, bool fresh)
{
    nes_batch *b = &g->batch;
    size_t first = 0;
    choose(g, alpha);
    if (fresh) b->fate[(size_t)(b->stream.generation % b->n)] = 0;
    for (size_t k = 0; k < b->n; k++)
        if (b->fate[k]) nes_batch_copy(b, k, first++);
    for (size_t k = 0; k < b->n; k++) b->fate[k] = k < first;
    const nes_mix_target present = {.alpha = alpha, .first = b->capacity, .log_ratio = log_ratio};
    nes_mix_draw(g, b, first, &present);
    return first;
}

enum { ALPHA }; /* least share of new samples */

static void take(double *own, const nes_settings *s)
{
    own[ALPHA] = s->mixing_alpha;
}

/* The state: generations in a row that needed no evaluation. After a hundred of them, or when
 * nothing forces any row to be new, one must be. */
static size_t nstate(const nes_dist *p)
{
    (void)p;
    return 1;
}

static bool sound(const nes_gen *g, const nes_active *a)
{
    (void)g;
    return a->state[0] >= 0 && a->state[0] <= MOST_IDLE;
}

static size_t before_sample(nes_gen *g, nes_active *a)
{
    const bool fresh = a->own[ALPHA] == 0 || a->state[0] >= MOST_IDLE;
    const size_t kept = nes_mix(g, a->own[ALPHA], fresh);
    a->state[0] = kept < g->batch.n ? 0 : a->state[0] + 1;
    return kept;
}

const nes_technique nes_no_mixing = {
    .option = "mixing", .name = "none", .doc = "every generation is new"};
const nes_technique nes_importance_mixing = {
    .option = "mixing",
    .name = "importance",
    .doc = "old samples are kept as far as the new density allows",
    .densities = true,
    .singly = true,
    .take = take,
    .nstate = nstate,
    .sound = sound,
    .before_sample = before_sample,
};
