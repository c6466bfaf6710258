/* SPDX-License-Identifier: MIT
 *
 * Vectors of LANES numbers. The including file defines LANES. memcpy loads and stores them from any
 * address; the compiler makes single instructions of it. */
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
