/* SPDX-License-Identifier: MIT
 *
 * Vectors of LANES numbers, which the including file has said. */
#include <string.h>

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

/* A loop with a constant number of turns. Unrolled this early, it leaves no array behind: sums are
 * registers from the first load to the last store. */
#define EACH(i, n) _Pragma("GCC unroll 16") for (size_t i = 0; i < (n); i++)
