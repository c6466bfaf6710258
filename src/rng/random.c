/* SPDX-License-Identifier: MIT
 *
 * The random numbers of one sample, one after the other. [math: R1] */
#include "rng/random.h"

#include <math.h>

static const uint64_t FIRST_NORMAL = (uint64_t)1 << 32; /* uniform numbers have lower coordinates */

double nes_random_uniform(nes_random *r)
{
    return r != NULL ? nes_uniform(&r->stream, r->uniforms++) : NAN;
}

double nes_random_normal(nes_random *r)
{
    double z;
    if (r == NULL) return NAN;
    nes_normals(&r->stream, FIRST_NORMAL + r->normals++, 1, &z);
    return z;
}
