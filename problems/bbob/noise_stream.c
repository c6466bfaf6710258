/* SPDX-License-Identifier: MIT
 *
 * Random numbers for the noise. They depend on the number of the evaluation, not on what was drawn
 * before.
 *
 * The reference counts uniform and normal draws separately, both from 30, and for every draw seeds
 * its generator with the counter. As a model needs the same draws in every evaluation, the counters
 * follow from the number of the evaluation. In this stream small uniform numbers are too frequent,
 * and consecutive seeds are related; it is here for comparisons only.
 *
 * Our own stream consists of blocks of Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC 2011;
 * Random123). The key is made of the seed, the counter of evaluation and problem. */
#include "noise.h"

#include <math.h>

#include <Random123/philox.h>

#include "random.h"

enum { FIRST_COUNT = 30 };
static const uint64_t LAST_COUNT = 1000000000; /* after it the counter is 1 again */

static const size_t uniforms[] = {
    [NES_BBOB_GAUSSIAN] = 0, [NES_BBOB_UNIFORM] = 2, [NES_BBOB_CAUCHY] = 1};
static const size_t normals[] = {
    [NES_BBOB_GAUSSIAN] = 1, [NES_BBOB_UNIFORM] = 0, [NES_BBOB_CAUCHY] = 2};

/* The reference's counter at draw number i of an evaluation that has `each` draws of this kind. */
static int64_t count(uint64_t evaluation, size_t each, size_t i)
{
    const uint64_t turn = evaluation % LAST_COUNT; /* so that turn * each cannot overflow */
    return (int64_t)((FIRST_COUNT + turn * each + i) % LAST_COUNT + 1);
}

static void draw_reference(nes_bbob_noise_kind kind, uint64_t evaluation, nes_bbob_draws *draws)
{
    const size_t u = uniforms[kind], n = normals[kind];
    for (size_t i = 0; i < u; i++) nes_bbob_unif(1, count(evaluation, u, i), &draws->uniform[i]);
    for (size_t i = 0; i < n; i++) nes_bbob_gauss(1, count(evaluation, n, i), &draws->normal[i]);
}

/* Two numbers in (0, 1), each the middle of one of 2^53 equal cells. The seed is not itself the
 * key: an optimiser that uses this generator with the same seed must not get the same numbers. */
static void uniform_pair(const nes_bbob_stream *s, const nes_noise *noise, uint32_t lane,
                         double v[2])
{
    const uint64_t key = noise->seed ^ UINT64_C(0x6e6f697365206f66);
    const philox4x32_key_t k = {{(uint32_t)key, (uint32_t)(key >> 32)}};
    const philox4x32_ctr_t counter = {{(uint32_t)noise->evaluation,
                                       (uint32_t)(noise->evaluation >> 32), s->instance,
                                       s->dim << 8 | (s->function & 0x7fu) << 1 | lane}};
    const philox4x32_ctr_t r = philox4x32_R(10, counter, k);
    for (size_t i = 0; i < 2; i++) {
        const uint64_t bits = (uint64_t)r.v[2 * i] << 32 | r.v[2 * i + 1];
        v[i] = ((double)(bits >> 11) + 0.5) * 0x1p-53;
    }
}

/* Box-Muller */
static void normal_pair(const nes_bbob_stream *s, const nes_noise *noise, double v[2])
{
    double u[2];
    uniform_pair(s, noise, 1, u);
    const double radius = sqrt(-2.0 * log(u[0])), angle = 6.283185307179586 * u[1];
    v[0] = radius * cos(angle);
    v[1] = radius * sin(angle);
}

void nes_bbob_draw(const nes_bbob_stream *s, nes_bbob_noise_kind kind, const nes_noise *noise,
                   nes_bbob_draws *draws)
{
    if (noise->kind == NES_NOISE_REFERENCE) {
        draw_reference(kind, noise->evaluation, draws);
        return;
    }
    if (uniforms[kind] > 0) uniform_pair(s, noise, 0, draws->uniform);
    if (normals[kind] > 0) normal_pair(s, noise, draws->normal);
}
