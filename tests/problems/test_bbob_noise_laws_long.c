/* SPDX-License-Identifier: MIT
 *
 * The distribution of 20000 noisy values of one point: those of the reference's stream have its
 * sample quantiles, ours have the exact quantiles of the models up to five standard deviations.
 * Where a quantile is a value that has a probability of its own, that probability is compared. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nes/problems.h"
#include "support/check.h"
#include "support/csv.h"
#include "support/stats.h"

enum { N = 20000, BLOCK = 100, HIGH_DIM = 20, QUANTILES = 7 };

static const double levels[QUANTILES] = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
static const char *const reference[] = {"q01", "q05", "q25", "q50", "q75", "q95", "q99"};
static const char *const exact[] = {"i01", "i05", "i25", "i50", "i75", "i95", "i99"};

static nes_problem *open_row(const csv *c, double x[HIGH_DIM])
{
    char id[64];
    nes_problem *p;
    const size_t d = csv_count_of(c, "dim");
    assert_int_equal(csv_reals_of(c, "x", x, HIGH_DIM), d);
    nes_suite_id(nes_suite_find("bbob-noisy"), csv_count_of(c, "function"),
                 csv_count_of(c, "instance"), d, id, sizeof id);
    assert_int_equal(nes_problem_create(&p, id, NULL, 0), NES_OK);
    return p;
}

static int ascending(const void *a, const void *b)
{
    const double u = *(const double *)a, v = *(const double *)b;
    return (u > v) - (u < v);
}

/* The values of evaluations 0 to N - 1 at x, in ascending order. */
static void sample(const nes_problem *p, nes_noise_kind kind, const double *x, double *y)
{
    double points[BLOCK * HIGH_DIM];
    const size_t d = nes_problem_dim(p);
    nes_noise noise = {kind, 20, 0};
    for (size_t k = 0; k < BLOCK; k++) memcpy(points + k * d, x, d * sizeof *x);
    for (size_t k = 0; k < N; k += BLOCK) nes_problem_noisy_values(p, &noise, BLOCK, points, y + k);
    qsort(y, N, sizeof *y, ascending);
}

static void check_reference(const csv *c, const nes_problem *p, const double *y)
{
    const size_t function = csv_count_of(c, "function");
    const double tolerance = function >= 125 && function <= 127 ? 1e-9 : 1e-12;
    for (size_t i = 0; i < QUANTILES; i++) {
        const double rank = (N - 1) * levels[i], want = csv_real_of(c, reference[i]);
        const size_t k = (size_t)rank;
        const double got = y[k] + (rank - (double)k) * (y[k + 1] - y[k]);
        const double size = fmax(1.0, fmax(fabs(want), fabs(want - nes_problem_optimum(p))));
        if (!(fabs(got - want) <= tolerance * size))
            fail_msg("row %zu, f%zu, %s: %.17g, not %.17g", c->row, function, reference[i], got,
                     want);
    }
}

static double share_up_to(const double *y, double limit)
{
    size_t n = 0;
    while (n < N && y[n] <= limit) n++;
    return (double)n / N;
}

static void check_share(const csv *c, const char *what, double got, double want)
{
    if (!(fabs(got - want) <= FIVE * sqrt(want * (1.0 - want) / N)))
        fail_msg("row %zu, f%zu, %s: share %g, not %g", c->row, csv_count_of(c, "function"), what,
                 got, want);
}

/* Cauchy: most values are the same, the outliers are on both sides of them. */
static void check_cauchy(const csv *c, const double *y)
{
    const double outliers = csv_count_of(c, "function") < 107 ? 0.05 : 0.2;
    const double usual = csv_real_of(c, "i50"), width = 1e-12 * fmax(1.0, fabs(usual));
    for (size_t i = 0; i < QUANTILES; i++)
        if (fmin(levels[i], 1.0 - levels[i]) < 0.5 * outliers)
            check_share(c, exact[i], share_up_to(y, csv_real_of(c, exact[i])), levels[i]);
    check_share(c, "usual value", share_up_to(y, usual + width) - share_up_to(y, usual - width),
                1.0 - outliers);
}

static void check_own(const csv *c, const nes_problem *p, const double *y)
{
    if ((csv_count_of(c, "function") - 101) % 3 == 2) {
        check_cauchy(c, y);
    } else if (strcmp(csv_text_of(c, "point_id"), "xopt") == 0) {
        assert_within(y[0], nes_problem_optimum(p) + 1.01e-8, 1e-12 * fmax(1.0, fabs(y[0])));
        assert_within(y[N - 1], y[0], 1e-12 * fmax(1.0, fabs(y[0])));
    } else {
        for (size_t i = 0; i < QUANTILES; i++)
            check_share(c, exact[i], share_up_to(y, csv_real_of(c, exact[i])), levels[i]);
    }
}

static void test_quantiles(void **state)
{
    (void)state;
    static double y[N];
    csv c;
    double x[HIGH_DIM];
    csv_open(&c, "bbob_noisy_stats.csv");
    while (csv_next(&c)) {
        nes_problem *p = open_row(&c, x);
        sample(p, NES_NOISE_REFERENCE, x, y);
        check_reference(&c, p, y);
        sample(p, NES_NOISE_OWN, x, y);
        check_own(&c, p, y);
        nes_problem_destroy(p);
    }
    assert_int_equal(c.row, 236);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_quantiles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
