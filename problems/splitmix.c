/* SPDX-License-Identifier: MIT
 *
 * Uniform and normal numbers from splitmix64. */
#include "splitmix.h"

#include <math.h>

double nes_splitmix_uniform(uint64_t *state)
{
    const uint64_t bits = nes_splitmix_mix(*state);
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return ((double)(bits >> 11) + 0.5) * 0x1p-53;
}

double nes_splitmix_normal(uint64_t *state)
{
    const double tau = 6.283185307179586;
    const double radius = sqrt(-2.0 * log(nes_splitmix_uniform(state)));
    return radius * cos(tau * nes_splitmix_uniform(state));
}
