/* SPDX-License-Identifier: MIT
 *
 * Expected running time, median and bootstrap intervals; see stats/run_stats.h. */
#include "stats/run_stats.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/mix.h"
#include "base/order.h"

size_t run_successes(const run_sample *s)
{
    return sample_finite((sample){s->n, s->hit});
}

double run_ert(const run_sample *s)
{
    return run_ert_drawn(s, NULL);
}

double run_median(const run_sample *s)
{
    return sample_median((sample){s->n, s->hit});
}

/* SplitMix64. */
uint64_t run_random_next(run_random *r)
{
    return mix64(r->state += MIX_STEP);
}

void run_draw(size_t *drawn, size_t n, run_random *r)
{
    for (size_t i = 0; i < n; i++)
        drawn[i] = (size_t)((double)(run_random_next(r) >> 11) * 0x1p-53 * (double)n);
}

double run_ert_drawn(const run_sample *s, const size_t *drawn)
{
    double sum = 0;
    size_t successes = 0;
    for (size_t i = 0; i < s->n; i++) {
        const size_t k = drawn == NULL ? i : drawn[i];
        const double hit = s->hit[k];
        sum += isfinite(hit) ? hit : s->total[k];
        successes += isfinite(hit) ? 1 : 0;
    }
    return successes == 0 ? INFINITY : sum / (double)successes;
}

interval run_middle(double *v, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(v[i])) v[kept++] = v[i];
    if (kept == 0) return (interval){NAN, NAN};
    qsort(v, kept, sizeof *v, order_reals);
    const size_t cut = kept / 40; /* 2.5 % at either end */
    return (interval){v[cut], v[kept - 1 - cut]};
}

interval run_ert_interval(const run_sample *s)
{
    run_random r = {s->n};
    double ert[RUN_DRAWS];
    size_t *drawn = memory_zeros(s->n, sizeof *drawn);
    for (size_t i = 0; i < RUN_DRAWS; i++) {
        run_draw(drawn, s->n, &r);
        ert[i] = s->n == 0 ? NAN : run_ert_drawn(s, drawn);
    }
    free(drawn);
    return run_middle(ert, RUN_DRAWS);
}
