/* SPDX-License-Identifier: MIT
 *
 * Vectors of LANES numbers, which the including file has said. */
#include <string.h>

#include "util/each.h"

typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));

static inline lanes load(const double *p)
{
    lanes v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void store(double *p, lanes v)
{
    memcpy(p, &v, sizeof v);
}
