/* SPDX-License-Identifier: MIT
 *
 * The suite bbob-noisy against reference values: the functions below the noise, the penalty, the
 * noise of the reference's own stream; and what holds whatever the numbers are: noise depends on
 * problem, point, seed and evaluation alone. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "bbob/noise.h"
#include "nes/problems.h"
#include "support/check.h"
#include "support/csv.h"
#include "support/refused.h"

enum { HIGH_DIM = 40 };

static nes_problem *make(const char *id)
{
    nes_problem *p;
    char message[400] = "";
    if (nes_problem_create(&p, id, message, sizeof message) != NES_OK) fail_msg("%s", message);
    return p;
}

static nes_problem *open_numbers(size_t function, size_t instance, size_t dim)
{
    char id[64];
    nes_suite_id(nes_suite_find("bbob-noisy"), function, instance, dim, id, sizeof id);
    return make(id);
}

/* The problem of a row; x receives its point. */
static nes_problem *open_row(const csv *c, double x[HIGH_DIM])
{
    const size_t dim = csv_count_of(c, "dim");
    assert_int_equal(csv_reals_of(c, "x", x, HIGH_DIM), dim);
    return open_numbers(csv_count_of(c, "function"), csv_count_of(c, "instance"), dim);
}

/* f125 to f127 magnify the last bits of elementary functions. */
static void check_value(const csv *c, double got, double want, double f_opt)
{
    const size_t function = csv_count_of(c, "function");
    const double size = fmax(1.0, fmax(fabs(want), fabs(want - f_opt)));
    const double tolerance = function >= 125 && function <= 127 ? 1e-9 : 1e-12;
    if (!(fabs(got - want) <= tolerance * size))
        fail_msg("row %zu, f%zu: %.17g, not %.17g", c->row, function, got, want);
}

static void test_below_the_noise(void **state)
{
    (void)state;
    csv c;
    double x[HIGH_DIM];
    csv_open(&c, "bbob_noisy.csv");
    while (csv_next(&c)) {
        nes_problem *p = open_row(&c, x);
        const double f_opt = csv_real_of(&c, "f_opt");
        nes_noise none = {NES_NOISE_NONE, 1, 0};
        double f;
        assert_true(nes_problem_noisy(p));
        assert_within(nes_problem_optimum(p), f_opt, 1e-9);
        check_value(&c, nes_problem_value(p, x), csv_real_of(&c, "f"), f_opt);
        check_value(&c, nes_bbob_noisy_penalty(nes_problem_dim(p), x), csv_real_of(&c, "penalty"),
                    0.0);
        nes_problem_noisy_values(p, &none, 1, x, &f);
        assert_true(f == nes_problem_value(p, x) && none.evaluation == 1);
        nes_problem_destroy(p);
    }
    assert_int_equal(c.row, 2700);
}

static void test_reference_stream(void **state)
{
    (void)state;
    csv c;
    double x[HIGH_DIM], y;
    csv_open(&c, "bbob_noisy_stream.csv");
    while (csv_next(&c)) {
        nes_problem *p = open_row(&c, x);
        nes_noise noise = {NES_NOISE_REFERENCE, 99, csv_count_of(&c, "k") - 1};
        nes_problem_noisy_values(p, &noise, 1, x, &y);
        check_value(&c, y, csv_real_of(&c, "y"), nes_problem_optimum(p));
        nes_problem_destroy(p);
    }
    assert_int_equal(c.row, 480);
}

/* The counters of the reference begin again at 1 after 10^9 draws. */
static void test_reference_counter(void **state)
{
    (void)state;
    nes_bbob_stream s = {102, 1, 5};
    nes_noise start = {NES_NOISE_REFERENCE, 0, 0}, round = {NES_NOISE_REFERENCE, 0, 500000000};
    nes_bbob_draws a, b;
    nes_bbob_draw(&s, NES_BBOB_UNIFORM, &start, &a);
    nes_bbob_draw(&s, NES_BBOB_UNIFORM, &round, &b);
    assert_same_reals(2, a.uniform, b.uniform);
    assert_relative(a.uniform[0], 0.73690842778277976, 1e-15);
    assert_relative(a.uniform[1], 0.24634195875671783, 1e-15);
    nes_bbob_draw(&s, NES_BBOB_CAUCHY, &start, &a);
    assert_relative(a.uniform[0], 0.73690842778277976, 1e-15);
    assert_relative(a.normal[0], 0.26760156265651891, 1e-14);
    assert_relative(a.normal[1], -1.3448849728504375, 1e-14);
    start.evaluation = 1;
    nes_bbob_draw(&s, NES_BBOB_GAUSSIAN, &start, &a);
    assert_relative(a.normal[0], -1.3448849728504375, 1e-14);
}

enum { POINTS = 60, DIM = 3 };

static void fill_points(double *x)
{
    for (size_t i = 0; i < POINTS * DIM; i++) x[i] = 6.0 * sin(1.0 + 3.7 * (double)i);
}

/* All at once, one at a time from the last to the first, and in blocks. */
static void test_any_order(void **state)
{
    (void)state;
    static const nes_noise_kind kinds[] = {NES_NOISE_OWN, NES_NOISE_REFERENCE};
    double x[POINTS * DIM], all[POINTS], one[POINTS], blocks[POINTS];
    fill_points(x);
    for (size_t f = 101; f <= 130; f++)
        for (size_t k = 0; k < 2; k++) {
            nes_problem *p = open_numbers(f, 2, DIM);
            nes_noise noise = {kinds[k], 7, 1000};
            nes_problem_noisy_values(p, &noise, POINTS, x, all);
            assert_int_equal(noise.evaluation, 1000 + POINTS);
            for (size_t i = POINTS; i-- > 0;) {
                nes_noise single = {kinds[k], 7, 1000 + i};
                nes_problem_noisy_values(p, &single, 1, x + i * DIM, one + i);
            }
            noise.evaluation = 1000;
            for (size_t i = 0; i < POINTS; i += 12)
                nes_problem_noisy_values(p, &noise, 12, x + i * DIM, blocks + i);
            assert_same_reals(POINTS, one, all);
            assert_same_reals(POINTS, blocks, all);
            nes_problem_destroy(p);
        }
}

typedef struct half {
    const nes_problem *p;
    const double *x;
    double *f;
    uint64_t first;
} half;

static void *evaluate_half(void *argument)
{
    half *h = argument;
    nes_noise noise = {NES_NOISE_OWN, 3, h->first};
    for (int repeat = 0; repeat < 200; repeat++) {
        noise.evaluation = h->first;
        nes_problem_noisy_values(h->p, &noise, POINTS / 2, h->x, h->f);
    }
    return NULL;
}

static void test_two_threads(void **state)
{
    (void)state;
    double x[POINTS * DIM], all[POINTS], halves[POINTS];
    fill_points(x);
    nes_problem *p = open_numbers(130, 1, DIM);
    nes_noise noise = {NES_NOISE_OWN, 3, 0};
    nes_problem_noisy_values(p, &noise, POINTS, x, all);
    half lower = {p, x, halves, 0};
    half upper = {p, x + POINTS / 2 * DIM, halves + POINTS / 2, POINTS / 2};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, evaluate_half, &upper), 0);
    evaluate_half(&lower);
    pthread_join(thread, NULL);
    assert_same_reals(POINTS, halves, all);
    nes_problem_destroy(p);
}

/* Another seed, evaluation, function, instance or dimension: another noise. */
static void test_noise_of_its_own(void **state)
{
    (void)state;
    const nes_noise first = {NES_NOISE_OWN, 1, 0}, seed = {NES_NOISE_OWN, 2, 0},
                    upper = {NES_NOISE_OWN, UINT64_C(1) << 32 | 1, 0}, next = {NES_NOISE_OWN, 1, 1},
                    far = {NES_NOISE_OWN, 1, UINT64_C(1) << 32};
    const nes_noise *noises[] = {&first, &seed, &upper, &next, &far, &first, &first, &first};
    const nes_bbob_stream s[] = {{101, 1, 5}, {101, 1, 5}, {101, 1, 5}, {101, 1, 5},
                                 {101, 1, 5}, {102, 1, 5}, {101, 2, 5}, {101, 1, 6}};
    enum { N = sizeof s / sizeof *s };
    nes_bbob_draws d[N];
    for (size_t i = 0; i < N; i++) {
        nes_bbob_draw(&s[i], NES_BBOB_CAUCHY, noises[i], &d[i]);
        assert_true(d[i].uniform[0] > 0.0 && d[i].uniform[0] < 1.0);
        for (size_t j = 0; j < i; j++)
            assert_true(d[i].uniform[0] != d[j].uniform[0] && d[i].normal[0] != d[j].normal[0]);
    }
}

static void test_not_finite(void **state)
{
    (void)state;
    nes_problem *p = open_numbers(109, 1, 3);
    const double x[] = {1, 2, 3, 1, NAN, 3, -INFINITY, NAN, 3, 4, 4, 4};
    double f[4], last;
    nes_noise noise = {NES_NOISE_OWN, 1, 10}, single = {NES_NOISE_OWN, 1, 11};
    nes_problem_noisy_values(p, &noise, 4, x, f);
    nes_problem_noisy_values(p, &single, 1, x + 9, &last);
    assert_int_equal(noise.evaluation, 12);
    assert_true(isfinite(f[0]) && isnan(f[1]) && f[2] == INFINITY && f[3] == last);
    nes_problem_destroy(p);
}

/* Optimum and names agree with the function of bbob that lies below. */
static void test_suite(void **state)
{
    (void)state;
    static const size_t base[] = {1, 8, 1, 8, 7, 10, 14, 17, 19, 21};
    const nes_suite *s = nes_suite_find("bbob-noisy");
    assert_non_null(s);
    assert_true(s->first == 101 && s->last == 130);
    assert_true(s->dims[0] == 2 && s->dims[5] == 40 && s->dims[6] == 0);
    assert_true(s->instances[0] == 1 && s->instances[14] == 15 && s->instances[15] == 0);
    char id[64];
    assert_int_equal(nes_suite_id(s, 101, 1, 5, id, sizeof id), 23);
    assert_string_equal(id, "bbob_noisy_f101_i01_d05");
    for (size_t f = 101; f <= 130; f++) {
        nes_problem *p = open_numbers(f, 3, 4), *q;
        nes_suite_id(nes_suite_find("bbob"), base[(f - 101) / 3], 3, 4, id, sizeof id);
        q = make(id);
        assert_false(nes_problem_noisy(q));
        assert_true(nes_problem_optimum(p) == nes_problem_optimum(q));
        assert_same_reals(4, nes_problem_solution(p), nes_problem_solution(q));
        const size_t length = strlen(nes_problem_name(q));
        assert_true(strncmp(nes_problem_name(p), nes_problem_name(q), length) == 0);
        assert_non_null(strstr(nes_problem_name(p), f < 107 ? "moderate" : "severe"));
        assert_non_null(nes_problem_group(p));
        nes_problem_destroy(p);
        nes_problem_destroy(q);
    }
}

static void test_bad_ids(void **state)
{
    (void)state;
    refused("bbob_noisy", NES_ERR_OPTION, "bbob_noisy_f101_i01_d10", "'bbob_noisy'");
    refused("bbob_noisy_f101", NES_ERR_OPTION, "bbob_noisy_f101_i01_d10", "'bbob_noisy_f101'");
    refused("bbob_noisy_f100_i01_d02", NES_ERR_OPTION, "100", "101 to 130");
    refused("bbob_noisy_f131_i01_d02", NES_ERR_OPTION, "131", "101 to 130");
    refused("bbob_noisy_f001_i01_d02", NES_ERR_OPTION, "function 1", "101 to 130");
    refused("bbob_noisy_f101_i00_d02", NES_ERR_OPTION, "instance 0", "instances");
    refused("bbob_noisy_f101_i01_d01", NES_ERR_DIMENSION, "at least dimension 2", "d01");
    refused("bbob_noisy_f101_i01_d02x", NES_ERR_OPTION, "d02x", "bbob_noisy_f101_i01_d10");
    refused("bbob_f101_i01_d02", NES_ERR_OPTION, "101", "1 to 24");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_below_the_noise),   cmocka_unit_test(test_reference_stream),
        cmocka_unit_test(test_reference_counter), cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_two_threads),       cmocka_unit_test(test_noise_of_its_own),
        cmocka_unit_test(test_not_finite),        cmocka_unit_test(test_suite),
        cmocka_unit_test(test_bad_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
