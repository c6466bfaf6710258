/* SPDX-License-Identifier: MIT
 *
 * Random numbers by address: one Philox block of 128 bits is a pair of 53-bit uniforms, which
 * Box-Muller turns into the normal numbers of two neighbouring coordinates.
 * [math: R1] */
#include "rng/stream.h"

#include <math.h>

#include <Random123/philox.h>

static const double TWO_PI = 6.283185307179586476925286766559;

typedef struct pair {
    uint64_t a, b;
} pair;

static pair block(const nes_stream *s, uint64_t index)
{
    const philox4x32_key_t key = {{(uint32_t)s->seed, (uint32_t)(s->seed >> 32)}};
    const uint32_t high = (uint32_t)(s->generation >> 32) & 0xffu;
    const philox4x32_ctr_t counter = {{(uint32_t)index, s->row, (uint32_t)s->generation,
                                       high << 24 | (s->run & 0xffffu) << 8 | (s->lane & 0xffu)}};
    const philox4x32_ctr_t r = philox4x32_R(10, counter, key);
    return (pair){(uint64_t)r.v[0] << 32 | r.v[1], (uint64_t)r.v[2] << 32 | r.v[3]};
}

/* 53 bits in (0, 1]: never 0, so that its logarithm is finite. */
static double unit(uint64_t bits)
{
    return ((double)(bits >> 11) + 0.5) * 0x1p-53;
}

static void normal_pair(const nes_stream *s, uint64_t index, double z[2])
{
    const pair r = block(s, index);
    const double radius = sqrt(-2.0 * log(unit(r.a)));
    const double angle = TWO_PI * unit(r.b);
    z[0] = radius * cos(angle);
    z[1] = radius * sin(angle);
}

void nes_normals(const nes_stream *s, uint64_t first, size_t n, double *out)
{
    double z[2];
    size_t i = 0;
    if (n > 0 && first % 2 == 1) {
        normal_pair(s, first / 2, z);
        out[i++] = z[1];
    }
    for (; i + 1 < n; i += 2) normal_pair(s, (first + i) / 2, out + i);
    if (i < n) {
        normal_pair(s, (first + i) / 2, z);
        out[i] = z[0];
    }
}

double nes_uniform(const nes_stream *s, uint64_t coordinate)
{
    const pair r = block(s, coordinate / 2);
    return unit(coordinate % 2 == 0 ? r.a : r.b);
}

void nes_uniforms(const nes_stream *s, uint64_t first, size_t n, double *out)
{
    size_t i = 0;
    if (n > 0 && first % 2 == 1) out[i++] = nes_uniform(s, first);
    for (; i + 1 < n; i += 2) {
        const pair r = block(s, (first + i) / 2);
        out[i] = unit(r.a);
        out[i + 1] = unit(r.b);
    }
    if (i < n) out[i] = nes_uniform(s, first + i);
}
