/* SPDX-License-Identifier: MIT
 *
 * How long simulated evaluations take: laws of mean 1, of which two look at the value. */
#ifndef NES_BENCH_DURATIONS_H
#define NES_BENCH_DURATIONS_H

#include <math.h>

#include "measured.h"

static inline double uniform(uint64_t *random)
{
    return random_value(random) * 0x1p-53;
}

static inline double normal(uint64_t *random)
{
    const double u = 1 - uniform(random), v = uniform(random);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

enum { CONSTANT, JITTER, UNI, EXPO, LOGN, BIMOD, LONGER, SHORTER, HANGS, LAWS };
static const char *const laws[LAWS] = {"const", "jitter",      "uni",          "expo", "logn",
                                       "bimod", "better-long", "better-short", "hang"};

typedef struct clockwork {
    int law;
    uint64_t random;
    double mean, square; /* of ln f, of late */
} clockwork;

/* How far ln f is from what it was of late, in standard deviations, within +-2. */
static inline double standing(clockwork *c, double f)
{
    static const double WEIGHT = 0.05;
    const double v = log(fmax(f, 1e-300)), fresh = isnan(c->mean);
    const double spread = fresh != 0 ? 0 : sqrt(fmax(c->square - c->mean * c->mean, 0));
    const double u = spread > 0 ? (v - c->mean) / spread : 0;
    c->mean = fresh != 0 ? v : (1 - WEIGHT) * c->mean + WEIGHT * v;
    c->square = fresh != 0 ? v * v : (1 - WEIGHT) * c->square + WEIGHT * v * v;
    return fmin(fmax(u, -2), 2);
}

/* How long the evaluation takes; infinity: it never comes back. */
static inline double duration(clockwork *c, double f)
{
    const double u = uniform(&c->random), v = uniform(&c->random);
    const double s = standing(c, f);
    switch (c->law) {
    case JITTER:
        return 0.95 + 0.1 * u;
    case UNI:
        return 0.5 + u;
    case EXPO:
        return -log(1 - u);
    case LOGN:
        return exp(normal(&c->random) - 0.5);
    case BIMOD:
        return u < 0.1 ? 10 : 1;
    case LONGER:
        return exp(-0.8 * s) * (0.75 + 0.5 * u);
    case SHORTER:
        return exp(0.8 * s) * (0.75 + 0.5 * u);
    case HANGS:
        return v < 0.02 ? INFINITY : 0.5 + u;
    default:
        return 1;
    }
}

#endif
