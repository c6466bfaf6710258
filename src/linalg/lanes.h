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

/* The sum of a vector: its upper half is added to its lower half until one number is left. */
static inline double fold(lanes v)
{
#if LANES == 8
    typedef double four __attribute__((vector_size(4 * sizeof(double))));
    typedef double two __attribute__((vector_size(2 * sizeof(double))));
    const four f =
        __builtin_shufflevector(v, v, 0, 1, 2, 3) + __builtin_shufflevector(v, v, 4, 5, 6, 7);
    const two t = __builtin_shufflevector(f, f, 0, 1) + __builtin_shufflevector(f, f, 2, 3);
#elif LANES == 4
    typedef double two __attribute__((vector_size(2 * sizeof(double))));
    const two t = __builtin_shufflevector(v, v, 0, 1) + __builtin_shufflevector(v, v, 2, 3);
#else
    const lanes t = v;
#endif
    return t[0] + t[1];
}
