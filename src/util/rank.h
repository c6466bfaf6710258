/* SPDX-License-Identifier: MIT
 *
 * Stable ranking without allocation. */
#ifndef NES_UTIL_RANK_H
#define NES_UTIL_RANK_H

#include <stdbool.h>
#include <stddef.h>

/* True when element a must stand before element b. A strict weak order. */
typedef bool (*nes_before)(size_t a, size_t b, const void *data);

/* Sorts 0..n-1 into order; equal elements keep their order. scratch: n elements. */
void nes_rank(size_t n, nes_before before, const void *data, size_t *order, size_t *scratch);

#endif
