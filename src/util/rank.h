/* SPDX-License-Identifier: MIT
 *
 * Stable ranking without allocation: runs of 16 are sorted by insertion, then merged from the
 * bottom up. The C library's qsort may allocate and need not be stable, so the order of equal
 * values would depend on the system. The functions are inline so that the compiler can build the
 * comparison into the loops. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether element a must come before element b: a strict weak order. */
typedef bool (*nes_before)(size_t a, size_t b, const void *data);

enum { NES_RANK_RUN = 16 };

/* Sorts the elements lo .. hi-1 into order[lo .. hi-1]. */
static inline void nes_rank_insert(size_t lo, size_t hi, nes_before before, const void *data,
                                   size_t *order)
{
    for (size_t i = lo; i < hi; i++) {
        size_t j = i;
        for (; j > lo && before(i, order[j - 1], data); j--) order[j] = order[j - 1];
        order[j] = i;
    }
}

/* Merges the sorted parts ends[0] .. ends[1]-1 and ends[1] .. ends[2]-1; of equal elements the left
 * one goes first. */
static inline void nes_rank_merge(const size_t *in, const size_t *ends, nes_before before,
                                  const void *data, size_t *out)
{
    size_t i = ends[0], j = ends[1];
    for (size_t k = ends[0]; k < ends[2]; k++) {
        const bool right = i == ends[1] || (j < ends[2] && before(in[j], in[i], data));
        out[k] = right ? in[j++] : in[i++];
    }
}

/* Sorts 0..n-1 into order; equal elements keep their order. scratch: n elements. */
static inline void nes_rank(size_t n, nes_before before, const void *data, size_t *order,
                            size_t *scratch)
{
    for (size_t lo = 0; lo < n; lo += NES_RANK_RUN)
        nes_rank_insert(lo, lo + NES_RANK_RUN < n ? lo + NES_RANK_RUN : n, before, data, order);
    for (size_t width = NES_RANK_RUN; width < n; width *= 2) {
        for (size_t lo = 0; lo < n; lo += 2 * width) {
            const size_t ends[] = {lo, lo + width < n ? lo + width : n,
                                   lo + 2 * width < n ? lo + 2 * width : n};
            nes_rank_merge(order, ends, before, data, scratch);
        }
        memcpy(order, scratch, n * sizeof *order);
    }
}
