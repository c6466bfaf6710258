/* SPDX-License-Identifier: MIT
 *
 * Importance mixing. [math: A5]
 *   step 1  an old sample is kept with probability min(1, (1 - alpha) pi/pi_before)
 *   step 2  a new one is drawn from pi and accepted with probability max(alpha, 1 - pi_before/pi)
 * The two parts add up to pi, so every row of the batch follows the new density. */
#include "technique/mixing.h"

#include <math.h>

#include "family/family.h"
#include "technique/shaping.h"

/* An accepted share below one in so many is not waited for: the candidates are taken. Never met for
 * alpha >= 0.01; it ends the search when both densities are the same and alpha is 0. */
enum { MOST_ROUNDS = 10000 };

/* Uniform numbers that decide about the samples from number first on; they stand where the weights
 * will be. */
static const double *decisions(nes_batch *b, uint64_t first, size_t lo)
{
    nes_stream s = b->stream;
    s.row = 0;
    s.lane = NES_LANE_MIX;
    nes_uniforms(&s, first, b->n - lo, b->u + lo);
    return b->u;
}

/* A round draws as many candidates as slots are free, so none is drawn in vain. A ratio that is not
 * a number accepts: the run is at its end. */
void nes_mix_draw(const nes_gen *g, nes_batch *b, size_t lo, double alpha, uint64_t first,
                  const nes_mix_target *target)
{
    for (int round = 0; lo < b->n; round++) {
        const double *u = decisions(b, first, lo);
        for (size_t k = lo; k < b->n; k++) {
            b->source[k] = first++;
            b->lane[k] = 0;
        }
        g->family->draw(&g->dist, b, lo, b->n);
        if (target->prepare != NULL) target->prepare(g, b, lo, b->n);
        target->log_ratio(g, b, lo, b->n, b->norm2 + lo);
        for (size_t k = lo; k < b->n; k++)
            if (u[k] < alpha || !(exp(b->norm2[k]) >= 1 - u[k]) || round >= MOST_ROUNDS)
                nes_batch_copy_sample(b, k, lo++);
    }
}

static void ratio(const nes_gen *g, const nes_batch *b, size_t lo, size_t hi, double *log)
{
    g->family->ratio(&g->dist, b, lo, hi, log);
}

static const nes_mix_target present = {.log_ratio = ratio};

/* Step 1: which slots stay; those have their new local coordinates. */
static void choose(nes_gen *g, double keep)
{
    nes_batch *b = &g->batch;
    const double *u = decisions(b, 0, 0);
    g->family->change(&g->dist, b, b->norm2);
    for (size_t k = 0; k < b->n; k++) {
        const bool usable = nes_is_finite_value(b->f[k]) && isfinite(b->f[k]);
        b->valued[k] = usable && u[k] < keep * exp(b->norm2[k]);
    }
    g->family->relocate(&g->dist, b, b->valued);
}

size_t nes_mix(nes_gen *g, double alpha, bool fresh)
{
    nes_batch *b = &g->batch;
    size_t first = 0;
    choose(g, 1 - alpha);
    if (fresh) b->valued[(size_t)(b->stream.generation % b->n)] = 0;
    for (size_t k = 0; k < b->n; k++)
        if (b->valued[k]) nes_batch_copy(b, k, first++);
    for (size_t k = 0; k < b->n; k++) b->valued[k] = k < first;
    nes_mix_draw(g, b, first, alpha, b->capacity, &present);
    return first;
}
