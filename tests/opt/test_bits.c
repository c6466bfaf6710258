/* SPDX-License-Identifier: MIT
 *
 * Runs over strings of bits: OneMax is solved within a bound, points and answers are 0 and 1,
 * "auto" chooses the method, later runs start with even odds, the order of values is all that
 * counts, and what real variables have is refused by name. [math: B6] */
#include <stdio.h>

#include "support/runs.h"

enum { D = 100, SMALL = 8 };

static double zeros(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) {
        assert_true(x[i] == 0 || x[i] == 1);
        sum += x[i] == 0;
    }
    return sum;
}

static nes_settings bits(void)
{
    nes_settings s;
    nes_settings_default(&s);
    s.bits = true;
    return s;
}

/* Twenty of twenty. Over seeds 1 to 1000 the evaluations are 1195 on average, with a standard
 * deviation of 67, and 1360 at most: the bound is six of these away. */
static void onemax(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        nes_settings s = run_settings("bernoulli");
        s.seed = seed;
        s.target = 0;
        s.max_evals = 1600;
        nes_opt *o = run_start(D, NULL, &s);
        run_to_end(o, zeros, NULL);
        const nes_result r = run_result(o);
        assert_int_equal(r.stop, NES_STOP_TARGET);
        assert_string_equal(r.method, "bernoulli");
        for (size_t i = 0; i < D; i++) assert_true(r.best_x[i] == 1);
        nes_destroy(o);
    }
}

/* The length of the string behind its leading ones. */
static double behind_ones(size_t dim, const double *x, void *user)
{
    size_t ones = 0;
    (void)user;
    while (ones < dim && x[ones] == 1) ones++;
    return (double)(dim - ones);
}

/* Without target and budget a run ends at the optimum by itself, and is trusted. */
static void by_itself(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        nes_settings s = run_settings("bernoulli");
        s.seed = seed;
        nes_opt *o = run_start(30, NULL, &s);
        run_to_end(o, seed % 2 == 0 ? zeros : behind_ones, NULL);
        const nes_result r = run_result(o);
        assert_int_equal(r.stop, NES_STOP_SETTLED);
        assert_int_equal(r.trust, NES_TRUST_CONVERGED);
        run_assert_has(r.trust_text, "the bits are all but decided");
        run_assert_real(r.best_f, 0);
        nes_destroy(o);
    }
}

/* Blocks of four that look better with fewer ones, but are best with four. */
static double misleading(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i += 4) {
        const double ones = x[i] + x[i + 1] + x[i + 2] + x[i + 3];
        sum += ones == 4 ? 0 : 1 + ones;
    }
    return sum;
}

static double constant(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return 7;
}

static double first_two(size_t dim, const double *x, void *user)
{
    (void)dim, (void)user;
    return x[0] + x[1];
}

/* A local optimum ends a run too; values that never differ end it and are doubted; bits that do not
 * matter do not keep a run going. */
static void other_ends(void **state)
{
    (void)state;
    nes_settings s = run_settings("bernoulli");
    nes_opt *o = run_start(20, NULL, &s);
    run_to_end(o, misleading, NULL);
    assert_int_equal(nes_stopped(o), NES_STOP_SETTLED);
    assert_true(run_result(o).best_f > 0);
    nes_destroy(o);
    o = run_start(20, NULL, &s);
    run_to_end(o, constant, NULL);
    assert_int_equal(nes_stopped(o), NES_STOP_FLAT);
    assert_int_equal(run_result(o).trust, NES_TRUST_DOUBTFUL);
    for (size_t i = 0; i < 20; i++) run_assert_real(run_result(o).mean_x[i], 0.5);
    nes_destroy(o);
    o = run_start(40, NULL, &s);
    run_to_end(o, first_two, NULL);
    run_assert_real(run_result(o).best_f, 0);
    nes_destroy(o);
}

/* By the flag, by the family, and with other parts; alone and with what it is restarted by. */
static void chosen(void **state)
{
    (void)state;
    nes_settings s = bits();
    nes_opt *o = run_start(D, NULL, &s);
    assert_string_equal(run_result(o).method, "categorical");
    assert_string_equal(nes_choice_text(o),
                        "categorical, because the variables are bits; 18 points a generation");
    assert_string_equal(nes_get_settings(o)->restarts, "none");
    nes_destroy(o);
    s.max_evals = 1000;
    o = run_start(D, NULL, &s);
    assert_string_equal(nes_get_settings(o)->restarts, "ipop");
    nes_destroy(o);
    s.mixing = "importance";
    o = run_start(D, NULL, &s);
    assert_string_equal(nes_get_settings(o)->family, "bernoulli");
    nes_destroy(o);
    s = run_settings("auto");
    s.family = "bernoulli";
    o = run_start(D, NULL, &s);
    assert_string_equal(run_result(o).method, "bernoulli");
    assert_true(nes_get_settings(o)->bits);
    run_assert_real(nes_get_settings(o)->margin, 0.01);
    run_assert_real(nes_get_settings(o)->flat, 242);
    assert_within(nes_get_settings(o)->settled, log(2000) / (0.01 * pow(0.99, 99)), 1e-9);
    nes_destroy(o);
    o = run_start(2, NULL, &s);
    run_assert_real(nes_get_settings(o)->margin, 0.25);
    nes_destroy(o);
}

/* A start is evaluated, and draws the probabilities halfway; later runs know nothing of it. */
static void starts(void **state)
{
    (void)state;
    const double x0[SMALL] = {1, 0, 1, 1, 0, 0, 1, 0};
    nes_settings s = bits();
    nes_points p;
    s.restarts = "ipop";
    s.settled = 10;
    s.max_evals = 20000;
    nes_opt *o = run_start(SMALL, x0, &s);
    for (size_t i = 0; i < SMALL; i++) run_assert_real(run_result(o).mean_x[i], 0.25 + 0.5 * x0[i]);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_memory_equal(p.x, x0, sizeof x0);
    while (run_result(o).restarts == 0) run_step(o, zeros, NULL);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, 30); /* three times the first */
    nes_destroy(o);
}

static double cubed(size_t dim, const double *x, void *user)
{
    return pow(zeros(dim, x, user), 3) - 100;
}

static double ones(size_t dim, const double *x, void *user)
{
    return -zeros(dim, x, user);
}

/* Only the order of values counts, and the sign follows maximize. */
static void order_alone(void **state)
{
    (void)state;
    const nes_objective other[] = {cubed, ones};
    for (int i = 0; i < 2; i++) {
        nes_settings s = run_settings("bernoulli");
        nes_opt *a = run_start(SMALL, NULL, &s);
        s.maximize = i == 1;
        nes_opt *b = run_start(SMALL, NULL, &s);
        for (int t = 0; t < 6; t++) {
            run_step(a, zeros, NULL);
            run_step(b, other[i], NULL);
            const nes_result ra = run_result(a), rb = run_result(b);
            assert_memory_equal(ra.mean_x, rb.mean_x, SMALL * sizeof(double));
            assert_memory_equal(ra.best_x, rb.best_x, SMALL * sizeof(double));
        }
        nes_destroy(a);
        nes_destroy(b);
    }
}

/* Every gradient, mixing and every form of adaptation solves it. */
static void parts(void **state)
{
    (void)state;
    static const char *const choices[][3] = {
        {"local", "importance", "none"},    {"local", "none", "virtual"},
        {"local", "importance", "sampled"}, {"local", "none", "mixed"},
        {"fisher", "none", "none"},         {"plain", "none", "none"}};
    for (size_t i = 0; i < 6; i++) {
        nes_settings s = run_settings("bernoulli");
        s.gradient = choices[i][0];
        s.mixing = choices[i][1];
        s.adaptation = choices[i][2];
        s.target = 0;
        s.max_evals = 100000;
        nes_opt *o = run_start(30, NULL, &s);
        run_to_end(o, zeros, NULL);
        assert_int_equal(nes_stopped(o), NES_STOP_TARGET);
        nes_destroy(o);
    }
}

static void refused(const nes_settings *s, const double *x0, nes_status status, const char *part)
{
    char message[NES_MESSAGE_SIZE];
    assert_int_equal(nes_settings_check(s, 2, x0, message, sizeof message), status);
    run_assert_has(message, part);
}

static void refusals(void **state)
{
    (void)state;
    const double numbers[3] = {0.5, 1, 2};
    nes_settings s = bits();
    s.sigma = 2;
    refused(&s, NULL, NES_ERR_METHOD, "option 'sigma' is 2, which is of no use with method 'cat");
    s = bits();
    s.tolx = 1e-3;
    refused(&s, NULL, NES_ERR_METHOD, "not 'user', 'categorical' or 'bernoulli'; choose that");
    s.tolx = NES_OFF;
    nes_destroy(run_start(2, NULL, &s));
    s = bits();
    s.eta_mu = 0.5;
    refused(&s, NULL, NES_ERR_METHOD, "option 'eta_mu' is 0.5, which is of no use");
    s = bits();
    refused(&s, numbers, NES_ERR_START, "variable 1 of x0 is 0.5, but");
    const double **arrays[] = {&s.scale, &s.std, &s.start_lower, &s.start_mean};
    static const char *const names[] = {"scale", "std", "start_lower", "start_mean"};
    for (size_t i = 0; i < 4; i++) {
        char text[64];
        *arrays[i] = i < 2 ? numbers + 1 : numbers;
        snprintf(text, sizeof text, "option '%s' is given, which is of no use", names[i]);
        s.start_upper = i == 2 ? numbers : NULL;
        s.start_std = i == 3 ? numbers : NULL;
        refused(&s, NULL, NES_ERR_METHOD, text);
        *arrays[i] = NULL;
    }
    s = bits();
    s.lower = numbers;
    refused(&s, NULL, NES_ERR_BOUNDS, "option 'lower' is given, but the variables are bits");
    s.lower = NULL;
    s.upper = numbers;
    refused(&s, NULL, NES_ERR_BOUNDS, "option 'upper' is given, but the variables are bits");
    s.upper = NULL;
    s.method = "xnes";
    refused(&s, NULL, NES_ERR_METHOD, "but family 'gauss-full' has real ones");
    s = run_settings("xnes");
    s.margin = 0.1;
    refused(&s, NULL, NES_ERR_METHOD, "option 'margin' is 0.1, which is of no use");
    s.margin = NES_AUTO;
    s.settled = 100;
    refused(&s, NULL, NES_ERR_METHOD, "it needs integers, choices (option 'choices') or bits");
    s = run_settings("bernoulli");
    s.scheme = "elitist";
    refused(&s, NULL, NES_ERR_METHOD, "learns from several samples at a time");
    s = run_settings("bernoulli");
    s.sampling = "mirrored";
    refused(&s, NULL, NES_ERR_METHOD, "needs independent samples");
    s = run_settings("bernoulli");
    s.rates = "snr";
    refused(&s, NULL, NES_ERR_METHOD, "needs steps in natural coordinates");
    s = run_settings("bernoulli");
    s.challenger = "snes";
    refused(&s, NULL, NES_ERR_METHOD, "use challenger 'none'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(onemax), cmocka_unit_test(by_itself), cmocka_unit_test(other_ends),
        cmocka_unit_test(chosen), cmocka_unit_test(starts),    cmocka_unit_test(order_alone),
        cmocka_unit_test(parts),  cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
