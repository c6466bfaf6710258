/* SPDX-License-Identifier: MIT
 *
 * The one clock of the library. Of the core, only this file and team.c need more than C11. */
#include "util/monotonic.h"

#include <time.h>

double nes_clock(void)
{
    struct timespec t;
#ifdef CLOCK_MONOTONIC
    clock_gettime(CLOCK_MONOTONIC, &t);
#else
    timespec_get(&t, TIME_UTC);
#endif
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
