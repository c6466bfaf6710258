/* SPDX-License-Identifier: MIT
 *
 * The median of numbers that come one after another: a heap of the smaller half, and one of the
 * others. Adding a number takes log n steps, because rank 0 asks for the median after each. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct nes_median {
    size_t room;        /* numbers that memory is reserved for */
    double *memory;     /* memory of both heaps; owned */
    double *low, *high; /* low holds negated numbers, so that both heaps are alike */
    size_t lows, highs;
} nes_median; /* all zero: no numbers */

/* Makes room for n numbers in all. False: out of memory. */
bool nes_median_reserve(nes_median *m, size_t n);
void nes_median_clear(nes_median *m);
void nes_median_free(nes_median *m);

/* Adds a number, if there is room. */
void nes_median_add(nes_median *m, double x);

/* Returns the median of at least one number; of an even count, the larger of the two in the
 * middle. */
double nes_median_get(const nes_median *m);
