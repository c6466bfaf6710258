/* SPDX-License-Identifier: MIT
 *
 * Searches with choices: how fast they are, whatever values are called, and how they end and start
 * again. */

#include "support/runs.h"

/* ---- searches ---- */

/* The population follows all variables, and is even. */
static void population(void **state)
{
    (void)state;
    const double one[2] = {0, 7};
    nes_settings s = run_settings("xnes");
    s.choices = one;
    nes_opt *o = run_start(2, NULL, &s);
    assert_int_equal(nes_get_settings(o)->popsize, 6); /* 4 + floor(3 ln 2) */
    nes_destroy(o);
}

static double count_wrong(size_t dim, const double *x, void *user)
{
    const double *right = user;
    double n = 0;
    for (size_t i = 0; i < dim; i++) n += x[i] != right[i];
    return n;
}

static double evaluations(const char *method, size_t dim, const double *count, double *right)
{
    double sum = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        nes_settings s = run_settings(method);
        s.seed = seed;
        s.choices = count;
        s.target = 0;
        s.max_evals = 20000;
        nes_opt *o = run_start(dim, NULL, &s);
        run_to_end(o, count_wrong, right);
        assert_int_equal(nes_stopped(o), NES_STOP_TARGET);
        sum += (double)run_result(o).evaluations / 30;
        nes_destroy(o);
    }
    return sum;
}

/* What a value is called says nothing: any of them is found as fast. */
static void names(void **state)
{
    (void)state;
    enum { N = 12 };
    double count[N], right[N], mean[3];
    for (size_t i = 0; i < N; i++) count[i] = 5;
    for (int way = 0; way < 3; way++) {
        for (size_t i = 0; i < N; i++) right[i] = way == 0 ? 0 : way == 1 ? 4 : (double)(i % 5);
        mean[way] = evaluations("categorical", N, count, right);
    }
    assert_within(mean[1], mean[0], 0.15 * mean[0]); /* standard errors are 3 % */
    assert_within(mean[2], mean[0], 0.15 * mean[0]);
}

/* Of two values each, as bits that are searched by the older family: in fewer evaluations. */
static void bits(void **state)
{
    (void)state;
    enum { N = 30 };
    double count[N], right[N];
    for (size_t i = 0; i < N; i++) count[i] = 2, right[i] = 1;
    const double choices = evaluations("categorical", N, count, right);
    const double strings = evaluations("categorical", N, NULL, right);
    const double older = evaluations("bernoulli", N, NULL, right);
    run_assert_real(choices, strings); /* the same search */
    assert_true(choices < older);
}

/* ---- ends ---- */

static double wrong_ones(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += x[i] != 1;
    return sum;
}

/* A search without real variables ends when every neighbour of its point has been tried; noise may
 * hide that. */
static void settled(void **state)
{
    (void)state;
    static const double count[4] = {3, 0, 5, 0}, all[4] = {3, 2, 5, 3};
    static const double integer[4] = {0, 1, 0, 1}, lower[4] = {-INFINITY, -5, -INFINITY, -5};
    static const double *const choices[2] = {count, all};
    for (int i = 0; i < 2; i++) {
        nes_settings s = run_settings("auto");
        s.choices = choices[i];
        if (i == 0) s.integer = integer, s.lower = lower;
        s.restarts = "none";
        nes_opt *o = run_start(4, NULL, &s);
        run_to_end(o, wrong_ones, NULL);
        const nes_result r = run_result(o);
        assert_string_equal(nes_stop_name(r.stop), "settled");
        run_assert_real(r.best_f, 0);
        assert_int_equal(r.trust, NES_TRUST_CONVERGED);
        run_assert_has(r.trust_text, "every other value of");
        /* Neighbours, and the least probability of one of them. */
        const double p[2] = {(1 - pow(0.9, 0.25)) / 2, (1 - pow(0.5, 0.25)) / 4};
        const double n[2] = {2 * 2 + 2 + 4, 2 + 1 + 4 + 2};
        run_assert_real(r.stop_threshold, ceil(2 * log(20 * n[i]) / p[i]));
        assert_true(r.stop_value > r.stop_threshold);
        nes_destroy(o);
        s.noisy = "yes";
        s.max_evals = 5000;
        o = run_start(4, NULL, &s);
        run_assert_real(nes_get_settings(o)->settled, NES_OFF);
        run_to_end(o, wrong_ones, NULL);
        assert_true(nes_stopped(o) != NES_STOP_SETTLED);
        nes_destroy(o);
    }
}

/* Widths end a run only when all changes have been tried since the last one of a most probable
 * value. */
static void not_too_early(void **state)
{
    (void)state;
    static const double count[4] = {0, 4, 0, 4};
    nes_settings s = run_settings("dd-xnes");
    s.choices = count;
    s.tolx = 0.9; /* which the widths soon are below */
    nes_opt *o = run_start(4, NULL, &s);
    uint64_t changed = 0;
    double mode[2] = {-1, -1};
    while (nes_stopped(o) == NES_RUNNING) {
        run_step(o, wrong_ones, NULL);
        const nes_result r = run_result(o);
        if (r.mean_x[1] != mode[0] || r.mean_x[3] != mode[1]) changed = r.evaluations;
        mode[0] = r.mean_x[1], mode[1] = r.mean_x[3];
    }
    const double least = (1 - pow(0.73, 0.5)) / 3;
    const nes_result r = run_result(o);
    assert_true((double)(r.evaluations - changed) >= 2 * log(20 * 6) / least);
    nes_destroy(o);
}

/* ---- restarts ---- */

/* The start value is one of the first run alone, as it is of its point. */
static void restarted(void **state)
{
    (void)state;
    static const double count[3] = {0, 4, 4}, x0[3] = {0.5, 3, 2};
    double q[8];
    nes_settings s = run_settings("dd-xnes");
    s.choices = count;
    s.restarts = "ipop";
    s.max_evals = 3000;
    nes_opt *o = run_start(3, x0, &s);
    uint64_t runs = 0;
    while (nes_stopped(o) == NES_RUNNING) {
        uint64_t run;
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_int_equal(nes_get_count(o, "run", &run), NES_OK);
        if (run > runs && run > 1) {
            size_t seen[4] = {0};
            for (size_t k = 0; k < p.n; k++) seen[(size_t)p.x[3 * k + 1]]++;
            for (size_t v = 0; v < 4; v++) /* a quarter of them, rounded up or down */
                assert_true(seen[v] == p.n / 4 || seen[v] == (p.n + 3) / 4);
        }
        runs = run;
        for (size_t k = 0; k < p.n; k++)
            p.f[k] = p.x[3 * k] * p.x[3 * k] + (p.x[3 * k + 1] != 1) + (p.x[3 * k + 2] != 0);
        assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
    }
    assert_true(runs > 2);
    assert_int_equal(nes_get_array(o, "probabilities", 8, q), NES_OK);
    run_assert_real(run_result(o).best_x[1], 1);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(population), cmocka_unit_test(names),         cmocka_unit_test(bits),
        cmocka_unit_test(settled),    cmocka_unit_test(not_too_early), cmocka_unit_test(restarted),
    };
    return cmocka_run_group_tests_name("ends of choices", tests, NULL, NULL);
}
