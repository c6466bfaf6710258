/* SPDX-License-Identifier: MIT
 *
 * The suite bbob against the reference library's values: every row of the tables, one point at a
 * time and in batches, with every form of the code that this processor can run. What an id may be,
 * and points that are not points. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bbob/bbob.h"
#include "nes/problems.h"
#include "support/check.h"
#include "support/csv.h"
#include "support/refused.h"

enum { DIM_MAX = 40, POINTS_MAX = 6 };

static nes_problem *make(size_t function, size_t instance, size_t dim)
{
    nes_problem *p;
    char id[64], message[320] = "";
    nes_suite_id(nes_suite_find("bbob"), function, instance, dim, id, sizeof id);
    if (nes_problem_create(&p, id, message, sizeof message) != NES_OK) fail_msg("%s", message);
    return p;
}

/* f16, f19 and f23 magnify the last bits of the elementary functions. */
static double tolerance(size_t function)
{
    return function == 16 || function == 19 || function == 23 ? 1e-9 : 1e-12;
}

static double error(double f, double want, double fopt)
{
    return fabs(f - want) / fmax(1.0, fmax(fabs(want), fabs(want - fopt)));
}

/* The points of one problem of the table. */
typedef struct group {
    size_t function, instance, dim, n;
    double x[POINTS_MAX * DIM_MAX], f[POINTS_MAX];
} group;

static void check_batch(const nes_problem *p, const group *g, const double *single)
{
    double f[POINTS_MAX];
    for (size_t first = 0; first < g->n; first++) {
        nes_problem_values(p, g->n - first, g->x + first * g->dim, f);
        assert_same_reals(g->n - first, f, single + first);
    }
}

/* The code for other processors that this one can run gives the same. */
static void check_codes(const nes_bbob_function *row, const group *g, const double *single)
{
    for (size_t c = 1; nes_bbob_code_at(c); c++) {
        nes_problem p = {.dim = g->dim};
        double f[POINTS_MAX];
        assert_int_equal(nes_bbob_make(&p, row, g->instance, c), NES_OK);
        nes_problem_values(&p, g->n, g->x, f);
        assert_same_reals(g->n, f, single);
        p.release(&p);
        free(p.solution);
    }
}

static void check_group(const group *g)
{
    double single[POINTS_MAX];
    nes_problem *p = make(g->function, g->instance, g->dim);
    for (size_t k = 0; k < g->n; k++) {
        single[k] = nes_problem_value(p, g->x + k * g->dim);
        const double e = error(single[k], g->f[k], nes_problem_optimum(p));
        if (!(e <= tolerance(g->function)))
            fail_msg("%s, point %zu: %.17g, not %.17g: error %g", nes_problem_id(p), k, single[k],
                     g->f[k], e);
    }
    check_batch(p, g, single);
    check_codes(p->row, g, single);
    nes_problem_destroy(p);
}

static void test_every_row(void **state)
{
    (void)state;
    static csv c;
    static group g;
    size_t rows = 0;
    csv_open(&c, "bbob.csv");
    for (bool more = csv_next(&c); more;) {
        g = (group){
            .function = csv_count(&c, 0), .instance = csv_count(&c, 1), .dim = csv_count(&c, 2)};
        do {
            assert_true(g.n < POINTS_MAX);
            g.f[g.n] = csv_real(&c, 4);
            assert_int_equal(csv_reals(&c, 5, g.x + g.n * g.dim, g.dim), g.dim);
            g.n++;
            rows++;
            more = csv_next(&c);
        } while (more && csv_count(&c, 0) == g.function && csv_count(&c, 1) == g.instance &&
                 csv_count(&c, 2) == g.dim);
        check_group(&g);
    }
    assert_int_equal(rows, 4320);
}

static void test_optimal_values(void **state)
{
    (void)state;
    static csv c;
    size_t rows = 0;
    csv_open(&c, "bbob_fopt.csv");
    for (; csv_next(&c); rows++) {
        nes_problem *p = make(csv_count(&c, 0), csv_count(&c, 1), 2);
        assert_within(nes_problem_optimum(p), csv_real(&c, 2), 1e-12);
        nes_problem_destroy(p);
    }
    assert_int_equal(rows, 600);
}

/* The value at the solution is the optimum, and nothing around it is better; also far from the
 * dimensions and instances of the table. */
static void test_solution(void **state)
{
    (void)state;
    static const size_t dims[] = {2, 7, 64, 0}, instances[] = {1, 17, 12345, 200000, 0};
    for (size_t f = 1; f <= 24; f++)
        for (const size_t *d = dims; *d; d++)
            for (const size_t *i = instances; *i; i++) {
                nes_problem *p = make(f, *i, *d);
                double x[64];
                const double best = nes_problem_value(p, nes_problem_solution(p));
                assert_within(best, nes_problem_optimum(p), 2e-11 * fmax(1.0, fabs(best)));
                for (size_t k = 0; k < *d; k++)
                    x[k] = nes_problem_solution(p)[k] + 0.01 * cos(5.0 * (double)k);
                /* f5 and f7 are flat in places */
                assert_true(nes_problem_value(p, x) >= best);
                nes_problem_destroy(p);
            }
}

/* A batch of any length is its points one by one. */
static void test_batches(void **state)
{
    (void)state;
    enum { N = 37, D = 5 };
    double x[N * D], all[N], some[N];
    for (size_t k = 0; k < N * D; k++) x[k] = 6.0 * sin(1.7 * (double)k);
    for (size_t f = 1; f <= 24; f++) {
        nes_problem *p = make(f, 3, D);
        for (size_t k = 0; k < N; k++) all[k] = nes_problem_value(p, x + k * D);
        for (size_t n = 0; n <= N; n++) {
            nes_problem_values(p, n, x, some);
            assert_same_reals(n, some, all);
            nes_problem_values(p, N - n, x + n * D, some);
            assert_same_reals(N - n, some, all + n);
        }
        nes_problem_destroy(p);
    }
}

static void test_not_finite(void **state)
{
    (void)state;
    double x[5][3] = {{1, 2, 3}, {1, NAN, 3}, {INFINITY, NAN, 0}, {NAN, 0, -INFINITY}, {4, 5, 6}};
    double f[5];
    for (size_t n = 1; n <= 24; n++) {
        nes_problem *p = make(n, 1, 3);
        nes_noise noise = {NES_NOISE_OWN, 1, 7};
        nes_problem_values(p, 5, x[0], f);
        assert_true(isfinite(f[0]) && isnan(f[1]) && isfinite(f[4]));
        assert_true(f[2] == INFINITY && f[3] == INFINITY);
        assert_true(f[0] == nes_problem_value(p, x[0]) && f[4] == nes_problem_value(p, x[4]));
        nes_problem_noisy_values(p, &noise, 5, x[0], f);
        assert_true(isfinite(f[0]) && isnan(f[1]) && f[2] == INFINITY);
        assert_int_equal(noise.evaluation, 9); /* two points were points */
        assert_false(nes_problem_noisy(p));
        nes_problem_destroy(p);
    }
}

/* Far away there are still values, and they do not spoil their neighbours. */
static void test_far_away(void **state)
{
    (void)state;
    static const double far[] = {1e3, 1e10, 1e100, 1e300, DBL_MAX, DBL_MIN, 5e-324, -1e200};
    for (size_t n = 1; n <= 24; n++) {
        nes_problem *p = make(n, 2, 2);
        double x[18], f[9];
        for (size_t k = 0; k < 8; k++) {
            x[2 * k] = far[k];
            x[2 * k + 1] = -far[k] / 3.0;
        }
        x[16] = x[17] = 1.0;
        nes_problem_values(p, 9, x, f);
        assert_true(f[8] == nes_problem_value(p, x + 16));
        for (size_t k = 0; k < 8; k++) {
            const double alone = nes_problem_value(p, x + 2 * k);
            assert_true(f[k] == alone || (isnan(f[k]) && isnan(alone)));
        }
        assert_true(isfinite(f[0]) && isfinite(f[5]) && isfinite(f[6]));
        nes_problem_destroy(p);
    }
}

static void test_words(void **state)
{
    (void)state;
    nes_problem *p = make(16, 1, 2);
    double x[2];
    assert_string_equal(nes_problem_id(p), "bbob_f016_i01_d02");
    assert_string_equal(nes_problem_name(p), "Weierstrass");
    assert_string_equal(nes_problem_group(p), "4-multi-modal");
    assert_true(nes_problem_sigma(p) == 2.0);
    nes_problem_start(p, x);
    assert_true(x[0] == 0.0 && x[1] == 0.0);
    nes_problem_destroy(p);
    p = make(6, 1, 2);
    assert_string_equal(nes_problem_name(p), "Attractive sector");
    assert_string_equal(nes_problem_group(p), "2-moderate");
    nes_problem_destroy(p);
}

static void test_suite(void **state)
{
    (void)state;
    const nes_suite *s = nes_suite_find("bbob");
    char id[64];
    assert_non_null(s);
    assert_ptr_equal(nes_suite_at(0), s);
    assert_true(s->first == 1 && s->last == 24);
    assert_true(s->dims[0] == 2 && s->dims[5] == 40 && s->dims[6] == 0);
    assert_true(s->instances[4] == 5 && s->instances[5] == 71 && s->instances[15] == 0);
    assert_int_equal(nes_suite_id(s, 8, 3, 10, id, sizeof id), 17);
    assert_string_equal(id, "bbob_f008_i03_d10");
    nes_suite_id(s, 24, 101, 4000, id, sizeof id);
    assert_string_equal(id, "bbob_f024_i101_d4000");
    assert_int_equal(nes_suite_id(s, 8, 3, 10, NULL, 0), 17);
    assert_null(nes_suite_find("bob"));
    assert_null(nes_suite_find(NULL));
    assert_null(nes_suite_at(1000));
}

static void test_bad_ids(void **state)
{
    (void)state;
    refused("bbob", NES_ERR_OPTION, "'bbob'", "bbob_f001_i01_d10");
    refused("bbob_f001", NES_ERR_OPTION, "'bbob_f001'", "bbob_f001_i01_d10");
    refused("bbob_f001_d10", NES_ERR_OPTION, "bbob_fF_iI_dD", "bbob_f001_i01_d10");
    refused("bbob_f001_i01_d10x", NES_ERR_OPTION, "bbob_fF_iI_dD", "dimension 10");
    refused("bbob_f001_i01_d", NES_ERR_OPTION, "bbob_fF_iI_dD", "dimension 10");
    refused("bbob_f001_i-1_d10", NES_ERR_OPTION, "bbob_fF_iI_dD", "instance 1");
    refused("bbob_f000_i01_d10", NES_ERR_OPTION, "no function 0", "functions 1 to 24");
    refused("bbob_f025_i01_d10", NES_ERR_OPTION, "no function 25", "functions 1 to 24");
    refused("bbob_f001_i00_d10", NES_ERR_OPTION, "no instance 0", "1 to 200000");
    refused("bbob_f001_i200001_d10", NES_ERR_OPTION, "no instance 200001", "1 to 200000");
    refused("bbob_f001_i01_d01", NES_ERR_DIMENSION, "bbob functions need at least dimension 2",
            "not 1");
    refused("bbob_f001_i01_d00", NES_ERR_DIMENSION, "at least dimension 2", "not 0");
    refused("bbob_f010_i01_d4001", NES_ERR_DIMENSION, "too large", "4000");
    refused("bbob_f001_i01_d99999999999999999999", NES_ERR_MEMORY, "not enough memory", "smaller");
    refused("bbobs_f001_i01_d10", NES_ERR_OPTION, "no problem", "nes list problems");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_row),  cmocka_unit_test(test_optimal_values),
        cmocka_unit_test(test_solution),   cmocka_unit_test(test_batches),
        cmocka_unit_test(test_not_finite), cmocka_unit_test(test_far_away),
        cmocka_unit_test(test_words),      cmocka_unit_test(test_suite),
        cmocka_unit_test(test_bad_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
