/* SPDX-License-Identifier: MIT
 *
 * See objective/durations.h. */
#include "objective/durations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"

static const double FAR_LONGER = 10; /* times the median, and */
static const double FAR_SECONDS = 5; /* seconds at least */

void durations_note(durations *d, double seconds)
{
    if (seconds >= 0) d->seconds[d->n++ % DURATIONS_REMEMBERED] = seconds;
}

static int by_size(const void *a, const void *b)
{
    return ORDER(*(const double *)a, *(const double *)b);
}

double durations_median(const durations *d, uint64_t least)
{
    double sorted[DURATIONS_REMEMBERED];
    const size_t n = d->n < DURATIONS_REMEMBERED ? (size_t)d->n : DURATIONS_REMEMBERED;
    if (n == 0 || d->n < least) return (double)NAN;
    memcpy(sorted, d->seconds, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_size);
    return sorted[n / 2];
}

bool durations_hang(double seconds, double median)
{
    return !isnan(median) && seconds > fmax(FAR_SECONDS, FAR_LONGER * median);
}
