/* SPDX-License-Identifier: MIT
 *
 * Repeated evaluation of one point; see session/mean.h. */
#include "session/mean.h"

#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "evaluate/loop.h"
#include "session/evaluators.h"

enum { REPEATS = 10, SMALL = 100 };

uint64_t mean_repeats(const nes_settings *s, uint64_t max_evals)
{
    if (strcmp(s->noisy, "no") == 0) return 0;
    return max_evals == 0 || max_evals >= SMALL ? REPEATS : 0;
}

/* The most probable string of bits; null: no memory. */
static double *most_probable(const nes_result *r)
{
    double *bits = malloc(r->dim * sizeof *bits);
    for (size_t i = 0; bits != NULL && i < r->dim; i++) bits[i] = r->mean_x[i] >= 0.5;
    return bits;
}

static bool is_interrupted(void *data, const arrivals *a)
{
    (void)data, (void)a;
    return interrupt_seen();
}

/* n values of the point x. The noise is drawn by a copy: these values do not count for the run. */
static int evaluate(const session *s, const double *x, size_t n, double *f)
{
    const size_t d = s->setup->objective.dim;
    const observer watcher = {.values = is_interrupted};
    noisy_problem j = s->noisy;
    evaluator e;
    double *rows = malloc(n * d * sizeof *rows);
    uint64_t id[REPEATS];
    nes_fate fate[REPEATS];
    if (rows == NULL) return text_error(EXIT_USAGE, "no memory for dimension %zu", d);
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

int mean_evaluate(session *s, report *r)
{
    nes_result *result = &r->result;
    const nes_settings *settings = r->settings;
    const bool differ = strcmp(settings->noisy, "yes") == 0 || result->noise > 0;
    if (!differ || result->mean_x == NULL || interrupt_seen()) return 0;
    double f[REPEATS];
    const size_t n = (size_t)s->repeats;
    if (settings->bits && (r->likely = most_probable(result)) == NULL)
        return text_error(EXIT_USAGE, "no memory for %zu bits", result->dim);
    const int status = evaluate(s, r->likely != NULL ? r->likely : result->mean_x, n, f);
    r->at_mean = repeated_values(n, f);
    result->evaluations += n;
    return status;
}
