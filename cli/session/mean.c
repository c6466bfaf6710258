/* SPDX-License-Identifier: MIT
 *
 * Repeated evaluation of one point; see session/parts.h. */
#include "session/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"
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

/* Evaluates the point x n times; values has room for n rows of a value and its outputs. The noise
 * is drawn by a copy, since these values do not count for the run. */
static int evaluate(session *s, const double *x, size_t n, double *values)
{
    const size_t d = s->setup->objective.dim, m = (size_t)s->setup->settings.outputs;
    const observer watcher = {.values = is_interrupted};
    noisy_problem noisy = s->noisy;
    evaluator e;
    double *rows = memory_zeros(n * d, sizeof *rows);
    uint64_t id[REPEATS];
    nes_fate fate[REPEATS];
    for (size_t i = 0; i < n; i++) {
        memcpy(rows + i * d, x, d * sizeof *x);
        id[i] = i;
    }
    for (size_t i = 0; i < n * (1 + m); i++) values[i] = (double)NAN;
    const nes_points p = {
        .n = n, .dim = d, .x = rows, .id = id, .f = values, .fate = fate, .outputs = m};
    int status = evaluators_open(&e, s->setup, &noisy, s->team);
    if (status == 0) {
        status = aside_evaluate(s, &(aside_evaluators){&e, &e}, &p, &watcher, true);
        e.close(e.self);
    }
    free(rows);
    return status == EXIT_INTERRUPTED ? 0 : status;
}

static bool is_feasible(const double *g, size_t constraints)
{
    for (size_t i = 0; i < constraints; i++)
        if (!(g[i] <= 0)) return false;
    return true;
}

/* Mean and standard deviation of those of n values that are finite, in rows with their outputs. */
static repeated summary(size_t n, const double *values, const nes_settings *s)
{
    repeated r = {.n = 0};
    double squares = 0;
    for (size_t i = 0; i < n; i++) {
        const double *row = values + i * (size_t)(1 + s->outputs), from_mean = row[0] - r.mean;
        if (!isfinite(row[0])) continue;
        r.mean += from_mean / (double)++r.n;
        squares += from_mean * (row[0] - r.mean);
        r.violations += !is_feasible(row + 1, (size_t)s->constraints);
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
    const size_t n = (size_t)s->repeats;
    double *values = memory_zeros(n, (size_t)(1 + settings->outputs) * sizeof *values);
    if (settings->bits) {
        r->likely = memory_zeros(result->dim, sizeof *r->likely);
        for (size_t i = 0; i < result->dim; i++) r->likely[i] = result->mean_x[i] >= 0.5;
    }
    const int status = evaluate(s, r->likely != NULL ? r->likely : result->mean_x, n, values);
    r->at_mean = summary(n, values, settings);
    free(values);
    result->evaluations += n;
    return status;
}
