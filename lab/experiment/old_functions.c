/* SPDX-License-Identifier: MIT
 *
 * What experiments on suites share: titles, curves of success, running times; see
 * experiment/experiments.h. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "experiment/experiments.h"

verdict verdict_in_full(const experiment_data *d, bool holds)
{
    return data_is_quick(d) ? VERDICT_NOT_COMPARABLE : verdict_of(holds);
}

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
    double last = 1;
    series_add(s, last, 0);
    for (size_t k = 0; k < sample_finite(hits); k++) {
        last = sample_ranked(hits, k);
        series_add(s, last, (double)(k + 1) / n);
    }
    if (budget > last) series_add(s, budget, sample_finite_share(hits));
}

double running_time(const experiment_data *d, const char *labels, ...)
{
    char text[128];
    va_list args;
    va_start(args, labels);
    vsnprintf(text, sizeof text, labels, args);
    va_end(args);
    const sample all = data_column(d, "runs", "evaluations", "%s", text);
    return sample_mean(all) / sample_finite_share(data_hits(d, "runs", "%s", text));
}

bool is_better_than(sample hits, double time, const published_time *t)
{
    const interval ours = share_interval(sample_finite(hits), hits.n);
    const interval theirs = share_interval(t->successes, t->trials);
    if (ours.low > theirs.high) return true;
    return ours.high >= theirs.low && time < t->evaluations;
}

void draw_published_times(panel *p, const char *name, series_kind kind, const char *algorithm,
                          size_t function, size_t n, const size_t *dims)
{
    series *s = panel_series(p, name, kind, FIGURE_REFERENCE);
    published_time t;
    for (size_t i = 0; i < n; i++)
        if (published_find("bbob", algorithm, function, dims[i], &t))
            series_add(s, (double)dims[i], t.evaluations);
}

void draw_published(panel *p, const char *name, const published_time *t)
{
    series *s = panel_series(p, name, SERIES_POINTS, FIGURE_REFERENCE);
    if (t->share > 0) series_add(s, t->evaluations, t->share);
}

void report_times(const experiment_data *d, experiment_report *r, const char *suite,
                  const size_t *functions, size_t n)
{
    enum { DIM = 5 };
    report_row(r, "function | xNES | solved | xNES-im-as | solved | xNES 2012 | of 15 | "
                  "(1,4)-CMA-ES | of 15");
    for (size_t f = 0; f < n; f++) {
        char title[96];
        published_time x = {.evaluations = NAN}, c = {.evaluations = NAN};
        function_title(suite, functions[f], title, sizeof title);
        published_find(suite, "xNES", functions[f], DIM, &x);
        published_find(suite, "CMA-ES-1-4", functions[f], DIM, &c);
        report_row(r, "%s | %.3g | %.0f %% | %.3g | %.0f %% | %.3g | %zu | %.3g | %zu", title,
                   running_time(d, "f%zu,xnes", functions[f]),
                   100 * sample_finite_share(data_hits(d, "runs", "f%zu,xnes", functions[f])),
                   running_time(d, "f%zu,xnes-im-as", functions[f]),
                   100 * sample_finite_share(data_hits(d, "runs", "f%zu,xnes-im-as", functions[f])),
                   x.evaluations, x.successes, c.evaluations, c.successes);
    }
}
