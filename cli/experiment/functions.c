/* SPDX-License-Identifier: MIT
 *
 * Names of the functions of a suite, curves of success, maps of problems; see
 * experiment/experiments.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "experiment/experiments.h"

void function_title(const char *suite, size_t function, char *title, size_t size)
{
    char id[64];
    nes_problem *p = NULL;
    nes_suite_id(nes_suite_find(suite), function, 1, 5, id, sizeof id);
    const nes_status st = nes_problem_create(&p, id, NULL, 0);
    snprintf(title, size, "f%zu %s", function, st == NES_OK ? nes_problem_name(p) : "");
    nes_problem_destroy(p);
}

void draw_success(panel *p, const char *name, size_t style, sample hits, double budget)
{
    series *s = panel_series(p, name, SERIES_STEPS, style);
    const double n = (double)hits.n;
    double last = 0;
    for (size_t k = 1; k <= sample_finite(hits); k++) {
        last = sample_quantile(hits, ((double)k - 1) / (n - 1));
        series_add(s, last, (double)k / n);
    }
    if (budget > last) series_add(s, budget, sample_finite_share(hits));
}

void draw_problem_map(panel *p, const char *id, double low, double high, bool log_scale)
{
    enum { SIDE = 301 };
    nes_problem *f = NULL;
    double *values = malloc(SIDE * SIDE * sizeof *values);
    if (values != NULL && nes_problem_create(&f, id, NULL, 0) == NES_OK) {
        const double step = (high - low) / (SIDE - 1);
        for (size_t i = 0; i < SIDE * SIDE; i++)
            values[i] = nes_problem_value(f, (const double[]){low + step * (double)(i % SIDE),
                                                              low + step * (double)(i / SIDE)});
        panel_map(p, SIDE, SIDE, low, high, low, high, values, log_scale);
    }
    nes_problem_destroy(f);
    free(values);
}

const char *reference_text(double value, char *text, size_t size)
{
    if (isnan(value))
        snprintf(text, size, "–");
    else
        snprintf(text, size, "%.3f", value);
    return text;
}
