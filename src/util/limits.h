/* SPDX-License-Identifier: MIT
 *
 * The largest numbers and counts that a search works with. */
#pragma once

#include <stdint.h>

/* Numbers beyond this count as infinite: values of an objective, points, bounds, rates. The limit
 * is below DBL_MAX, so that differences and small multiples of finite numbers stay finite. */
#define NES_HUGE 1e300

/* The largest count of any option, at which a search ends even without a budget: counts stay exact
 * as doubles, and counts in a saved run stay below their limit (2^53) while it goes on. */
#define NES_MOST_COUNT 9000000000000000

/* Adds one, unless the count has reached the limit. */
static inline void nes_count_up(uint64_t *n)
{
    if (*n < NES_MOST_COUNT) ++*n;
}
