/* SPDX-License-Identifier: MIT
 *
 * Stable ranking: short runs by insertion, merged from the bottom up. The C library's qsort is
 * neither stable nor free of allocation, and a generation must not depend on either. */
#include "util/rank.h"

#include <string.h>

enum { RUN = 16 };

static void insert(size_t lo, size_t hi, nes_before before, const void *data, size_t *order)
{
    for (size_t i = lo; i < hi; i++) {
        size_t j = i;
        for (; j > lo && before(i, order[j - 1], data); j--) order[j] = order[j - 1];
        order[j] = i;
    }
}

static void merge(const size_t *in, size_t lo, size_t mid, size_t hi, nes_before before,
                  const void *data, size_t *out)
{
    size_t i = lo, j = mid;
    for (size_t k = lo; k < hi; k++) {
        const bool right = i == mid || (j < hi && before(in[j], in[i], data));
        out[k] = right ? in[j++] : in[i++];
    }
}

void nes_rank(size_t n, nes_before before, const void *data, size_t *order, size_t *scratch)
{
    for (size_t lo = 0; lo < n; lo += RUN)
        insert(lo, lo + RUN < n ? lo + RUN : n, before, data, order);
    for (size_t width = RUN; width < n; width *= 2) {
        for (size_t lo = 0; lo < n; lo += 2 * width) {
            const size_t mid = lo + width < n ? lo + width : n;
            const size_t hi = lo + 2 * width < n ? lo + 2 * width : n;
            merge(order, lo, mid, hi, before, data, scratch);
        }
        memcpy(order, scratch, n * sizeof *order);
    }
}
