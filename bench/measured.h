/* SPDX-License-Identifier: MIT
 *
 * What several measurements share: the clock, and values that cost almost nothing. */
#ifndef NES_BENCH_MEASURED_H
#define NES_BENCH_MEASURED_H

#include <stdint.h>
#include <time.h>

/* Seconds of processor time of this thread. */
static inline double thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The next pseudo-random number in [0, 2^53), by splitmix64. */
static inline double random_value(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return (double)(z >> 11);
}

#endif
