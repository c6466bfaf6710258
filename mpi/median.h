/* SPDX-License-Identifier: MIT
 *
 * The median of numbers that come one after another: a heap of the smaller half, and one of the
 * others. A number costs log n steps, because rank 0 asks for the median whenever one has come. */
#ifndef NES_MPI_MEDIAN_H
#define NES_MPI_MEDIAN_H

#include <stddef.h>

typedef struct nes_median {
    double *low, *high; /* the smaller ones have the other sign, so that both heaps are alike */
    size_t lows, highs;
} nes_median;

/* For n numbers at most; memory has room for n + 2, and is borrowed. */
void nes_median_begin(nes_median *m, size_t n, double *memory);

void nes_median_add(nes_median *m, double x);

/* Of an even count, the larger of the two in the middle. There has to be one. */
double nes_median_get(const nes_median *m);

#endif
