/* SPDX-License-Identifier: MIT
 *
 * Random numbers of the constraints: x_i <- x_(i-607) + x_(i-273) mod 1, begun by a congruential
 * generator. The reference starts to read at number 12. */
#include <math.h>

#include "constrained.h"

enum { LAG = 273, FIRST = 12 };
static const double PI = 3.14159265358979323846;

void nes_lagged_seed(nes_lagged *g, int64_t seed)
{
    uint32_t v = (uint32_t)seed;
    for (uint32_t i = 0; i < NES_LAGS; i++) {
        g->x[i] = (double)v / 4294967295.0;
        v = UINT32_C(1812433253) * (v ^ (v >> 30)) + (i + 1);
    }
    g->next = FIRST;
}

static void refill(nes_lagged *g)
{
    for (size_t i = 0; i < NES_LAGS; i++) {
        const double t = g->x[i] + g->x[i < LAG ? i + (NES_LAGS - LAG) : i - LAG];
        g->x[i] = t >= 1.0 ? t - 1.0 : t;
    }
    g->next = 0;
}

double nes_lagged_uniform(nes_lagged *g)
{
    if (g->next >= NES_LAGS) refill(g);
    return g->x[g->next++];
}

double nes_lagged_normal(nes_lagged *g)
{
    const double u = nes_lagged_uniform(g), w = nes_lagged_uniform(g);
    return sqrt(-2.0 * log(u)) * cos(2.0 * PI * w);
}
