/* SPDX-License-Identifier: MIT
 *
 * Repeated evaluation of one point; see session/parts.h. */
#include "session/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "evaluate/loop.h"
#include "session/evaluators.h"

enum { REPEATS = 10, SMALL = 100 };

uint64_t mean_repeats(const nes_settings *s, uint64_t max_evals)
{
    if (strcmp(s->noisy, "no") == 0) return 0;
    return max_evals == 0 || max_evals >= SMALL ? REPEATS : 0;
}

static bool is_interrupted(void *data, const arrivals *a)
{
    (void)data, (void)a;
    return interrupt_seen();
}

/* n values of the point x. The judge is a copy: these values do not count for the run. */
static int evaluate(const session *s, const double *x, size_t n, double *f)
{
    const size_t d = s->setup->objective.dim;
    const observer watcher = {.values = is_interrupted};
    judge j = s->judge;
    evaluator e;
    double *rows = memory_zeros(n * d, sizeof *rows);
    uint64_t id[REPEATS];
    nes_fate fate[REPEATS];
    for (size_t i = 0; i < n; i++) {
        memcpy(rows + i * d, x, d * sizeof *x);
        id[i] = i;
        f[i] = (double)NAN;
    }
    const nes_points p = {.n = n, .dim = d, .x = rows, .id = id, .f = f, .fate = fate};
    const int status = evaluators_open(&e, s->setup, &j, s->team);
    if (status == 0) {
        evaluate_points(&e, &p, &watcher, 1);
        e.close(e.self);
    }
    free(rows);
    return status;
}

/* Mean and standard deviation of those of n values that are finite. */
static repeated summary(size_t n, const double *f)
{
    repeated r = {.n = 0};
    double squares = 0;
    for (size_t i = 0; i < n; i++) {
        const double from_mean = f[i] - r.mean;
        if (!isfinite(f[i])) continue;
        r.mean += from_mean / (double)++r.n;
        squares += from_mean * (f[i] - r.mean);
    }
    r.sd = r.n > 1 ? sqrt(squares / (double)(r.n - 1)) : NAN;
    return r;
}

int mean_evaluate(session *s, report *r)
{
    nes_result *result = &r->result;
    const nes_settings *settings = r->settings;
    const bool differ = strcmp(settings->noisy, "yes") == 0 || result->noise > 0;
    if (!differ || result->mean_x == NULL || interrupt_seen()) return 0;
    double f[REPEATS];
    const size_t n = (size_t)s->repeats;
    if (settings->bits) {
        r->likely = memory_zeros(result->dim, sizeof *r->likely);
        for (size_t i = 0; i < result->dim; i++) r->likely[i] = result->mean_x[i] >= 0.5;
    }
    const int status = evaluate(s, r->likely != NULL ? r->likely : result->mean_x, n, f);
    r->at_mean = summary(n, f);
    result->evaluations += n;
    return status;
}
