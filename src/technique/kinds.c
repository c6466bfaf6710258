/* SPDX-License-Identifier: MIT
 *
 * Which rows of a generation are of a kind. [math: B19] */
#include "technique/kinds.h"

static bool equal(size_t n, const double *a, const double *b)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return false;
    return true;
}

static bool alike(const nes_traits *t, size_t integers, size_t j, size_t k)
{
    if (t->choices > 0 &&
        !equal(t->choices, t->choice + j * t->choices, t->choice + k * t->choices))
        return false;
    return integers == 0 || equal(integers, t->integer + j * integers, t->integer + k * integers);
}

static size_t find(const nes_traits *t, size_t integers, size_t n, const bool *counts,
                   size_t *first)
{
    size_t kinds = 0;
    for (size_t k = 0; k < n; k++) {
        if (!counts[k]) continue;
        size_t j = 0;
        while (j < k && !(counts[j] && first[j] == j && alike(t, integers, j, k))) j++;
        first[k] = j;
        kinds += j == k;
    }
    return kinds;
}

size_t nes_kinds_find(const nes_traits *t, size_t n, const bool *counts, size_t *first)
{
    static const double LEAST = 0.4; /* part of the rows that are not the first of their kind */
    size_t rows = 0;
    for (size_t k = 0; k < n; k++) rows += counts[k];
    const size_t kinds = find(t, t->integers, n, counts, first);
    if (t->integers == 0 || (double)(rows - kinds) >= LEAST * (double)rows) return kinds;
    return find(t, 0, n, counts, first);
}
