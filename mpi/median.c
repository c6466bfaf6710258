/* SPDX-License-Identifier: MIT
 *
 * Two binary heaps; see median.h. */
#include "median.h"

static void put(double *heap, size_t *n, double x)
{
    size_t i = (*n)++;
    for (; i > 0 && x < heap[(i - 1) / 2]; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = x;
}

/* The least one, which leaves the heap. */
static double take(double *heap, size_t *n)
{
    const double least = heap[0], last = heap[--*n];
    size_t i = 0;
    for (size_t child = 1; child < *n; child = 2 * i + 1) {
        if (child + 1 < *n && heap[child + 1] < heap[child]) child++;
        if (last <= heap[child]) break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = last;
    return least;
}

void nes_median_begin(nes_median *m, size_t n, double *memory)
{
    *m = (nes_median){.low = memory, .high = memory + n / 2 + 1};
}

void nes_median_add(nes_median *m, double x)
{
    if (m->highs == 0 || x >= m->high[0])
        put(m->high, &m->highs, x);
    else
        put(m->low, &m->lows, -x);
    if (m->highs > m->lows + 1) put(m->low, &m->lows, -take(m->high, &m->highs));
    if (m->highs < m->lows) put(m->high, &m->highs, -take(m->low, &m->lows));
}

double nes_median_get(const nes_median *m)
{
    return m->high[0];
}
