/* SPDX-License-Identifier: MIT
 *
 * The course of a run at a glance: marks that lie ever further apart. A run of any length takes the
 * same memory, and two neighbouring marks are never further apart than a 32nd of its length, or
 * NES_MARK_EVERY generations. [math: A26] */
#include <math.h>

#include "opt/run/run.h"

/* Whether the upper median of all that is remembered is below a number: more than half of it is. */
static bool is_below(const double *v, double limit)
{
    size_t below = 0;
    for (size_t i = 0; i < NES_RECENT; i++) below += v[i] < limit;
    return below > NES_RECENT / 2;
}

/* The upper median: the largest value that it is not below. */
static double median(const double *v)
{
    double low = -INFINITY, high = NAN; /* it is not below low, and below high */
    for (size_t i = 0; i < NES_RECENT; i++) {
        if (!(v[i] > low) || v[i] >= high) continue;
        if (is_below(v, v[i]))
            high = v[i];
        else
            low = v[i];
    }
    return low;
}

static void thin_out(nes_course *c)
{
    for (size_t i = 0; i < NES_MARKS / 2; i++) c->mark[i] = c->mark[2 * i + 1];
    c->used = NES_MARKS / 2;
    c->stride *= 2;
}

void nes_course_add(nes_course *c, double low, double middle, double best, double width)
{
    const size_t place = (size_t)(c->entries % NES_RECENT);
    c->low[place] = isnan(low) ? INFINITY : low;
    c->middle[place] = isnan(middle) ? INFINITY : middle;
    c->entries++;
    if (c->entries < (c->used + 1) * c->stride) return;
    const bool enough = c->entries >= NES_RECENT;
    nes_mark *m = &c->mark[c->used++];
    m->best = best;
    m->low = enough ? median(c->low) : INFINITY;
    m->middle = enough ? median(c->middle) : INFINITY;
    m->width = width;
    if (c->used == NES_MARKS) thin_out(c);
}

const nes_mark *nes_course_back(const nes_course *c, uint64_t back)
{
    const uint64_t n = back < c->entries ? (c->entries - back) / c->stride : 0;
    return n == 0 ? NULL : &c->mark[n - 1];
}

bool nes_course_improves(const nes_course *c, const nes_mark *since)
{
    return is_below(c->low, since->low) || is_below(c->middle, since->middle);
}
