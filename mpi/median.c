/* SPDX-License-Identifier: MIT
 *
 * Two binary heaps; see median.h. */
#include "median.h"

#include <stdlib.h>
#include <string.h>

static void put(double *heap, size_t *n, double x)
{
    size_t i = (*n)++;
    for (; i > 0 && x < heap[(i - 1) / 2]; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = x;
}

/* Removes the least number from the heap, and returns it. */
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

bool nes_median_reserve(nes_median *m, size_t n)
{
    if (n <= m->room) return true;
    const size_t room = 2 * n;
    double *memory = calloc(room + 2, sizeof *memory), *high = memory + room / 2 + 1;
    if (memory == NULL) return false;
    if (m->lows > 0) memcpy(memory, m->low, m->lows * sizeof *memory);
    if (m->highs > 0) memcpy(high, m->high, m->highs * sizeof *high);
    free(m->memory);
    m->memory = m->low = memory;
    m->high = high;
    m->room = room;
    return true;
}

void nes_median_clear(nes_median *m)
{
    m->lows = m->highs = 0;
}

void nes_median_free(nes_median *m)
{
    free(m->memory);
    *m = (nes_median){.room = 0};
}

void nes_median_add(nes_median *m, double x)
{
    if (m->lows + m->highs == m->room) return;
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
