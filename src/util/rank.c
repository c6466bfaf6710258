/* SPDX-License-Identifier: MIT
 *
 * Stable ranking: a merge sort from the bottom up. The C library's qsort is neither stable nor free
 * of allocation, and a generation must not depend on either. */
#include "util/rank.h"

#include <string.h>

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
    for (size_t i = 0; i < n; i++) order[i] = i;
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t lo = 0; lo < n; lo += 2 * width) {
            const size_t mid = lo + width < n ? lo + width : n;
            const size_t hi = lo + 2 * width < n ? lo + 2 * width : n;
            merge(order, lo, mid, hi, before, data, scratch);
        }
        memcpy(order, scratch, n * sizeof *order);
    }
}
