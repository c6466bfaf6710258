/* SPDX-License-Identifier: MIT
 *
 * Recipes of double pole balancing, and reference values; see experiment/pole.h. */
#include "experiment/pole.h"

#include <math.h>
#include <stdio.h>

#include "experiment/agreement.h"

/* Values are whole numbers of steps, so that the best one of a generation is often the same for
 * long: the stop test that takes this for convergence is off. */
recipe pole_recipe(size_t neurons, const char *method, double sigma, double budget)
{
    recipe r = recipe_problem("double-pole_n%zu", neurons);
    recipe_options(&r,
                   "method=%s sigma=%.17g ties=index eval_start=no restarts=none tolx=1e-12 "
                   "max_condition=1e28 tolfun=off flat=off stagnation=off max_growth=off",
                   method, sigma);
    r.precision = 0;
    r.budget = budget;
    return r;
}

/* Quantile q of the reference: the share of the runs below it is q, up to the error of both. */
static void compare_quantile(agreement *a, sample hits, double q, double value,
                             const pole_reference *ref, const char *what)
{
    if (isnan(value)) return;
    const double error = sqrt(q * (1 - q) * (1 / (double)hits.n + 1 / (double)ref->runs));
    agreement_add(a, q - sample_share(hits, value), error, "%s of %s", what, ref->name);
}

/* Whether the share of solved runs can be compared: it is known, and runs are as long. */
static bool has_share(const experiment_data *d, const pole_reference *ref)
{
    return !data_is_quick(d) && ref->solved <= ref->runs;
}

static void compare(const experiment_data *d, agreement *a, sample hits, const pole_reference *ref)
{
    compare_quantile(a, hits, 0.25, ref->first, ref, "first quartile");
    compare_quantile(a, hits, 0.5, ref->median, ref, "median");
    compare_quantile(a, hits, 0.75, ref->third, ref, "third quartile");
    if (!has_share(d, ref)) return;
    const size_t solved = sample_count(hits, ref->budget);
    const double share = (double)ref->solved / (double)ref->runs;
    agreement_add(a, (double)solved / (double)hits.n - share,
                  share_difference_error(solved, hits.n, share, ref->runs),
                  "share of solved runs of %s", ref->name);
}

static void add_row(const experiment_data *d, sample hits, const pole_reference *ref,
                    experiment_report *r)
{
    char solved[64];
    const interval i = sample_median_interval(hits);
    if (has_share(d, ref))
        snprintf(solved, sizeof solved, "%zu of %zu | %zu of %zu", ref->solved, ref->runs,
                 sample_count(hits, ref->budget), hits.n);
    else
        snprintf(solved, sizeof solved, "– | –");
    report_row(r, "%s | %.0f | %.0f (%.0f to %.0f) | %.0f | %s", ref->name, ref->median,
               sample_median(hits), i.low, i.high, ref->budget, solved);
}

void pole_compare(const experiment_data *d, const pole_reference *list, size_t n,
                  experiment_report *r)
{
    agreement a = {.n = 0};
    report_row(r, "setting | median, reference | measured (95 %% interval) | solved within | "
                  "reference | measured");
    for (size_t i = 0; i < n; i++) {
        const sample hits = data_hits(d, "runs", "%s", list[i].labels);
        if (hits.n == 0) continue;
        compare(d, &a, hits, &list[i]);
        add_row(d, hits, &list[i], r);
    }
    report_agreement(r, &a, "the reference values: medians, quartiles and shares of solved runs");
}

const char *pole_text(sample hits, char *text, size_t size)
{
    const interval i = sample_median_interval(hits);
    snprintf(text, size, "%.0f (95 %% interval %.0f to %.0f), %zu of %zu solved",
             sample_median(hits), i.low, i.high, sample_finite(hits), hits.n);
    return text;
}
