/* SPDX-License-Identifier: MIT
 *
 * Settings of models: where "auto" has one, what is refused and with which remedy, populations for
 * batches, and what text and results say. [math: B22] */
#include "nes/slice.h"
#include "opt/settings/resolve.h"
#include "support/runs.h"

enum { D = 5 };

static void check_refused(size_t dim, const nes_settings *s, const char *word)
{
    char message[NES_MESSAGE_SIZE];
    assert_true(nes_settings_check(s, dim, NULL, message, sizeof message) < 0);
    run_assert_has(message, word);
}

/* An option that goes with no model, and the remedy. */
static const char *const OTHERS[][3] = {
    {"family", "gauss-full", "method 'dd-xnes'"},   {"scheme", "elitist", "method 'dd-xnes'"},
    {"constraints", "1", "a penalty in the value"}, {"challenger", "snes", "challenger 'none'"},
    {"shaping", "raw", "shaping 'active'"},         {"window", "2", "no window"},
};

static void refuses(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        nes_settings s = run_settings("dd-xnes");
        s.model = "on";
        assert_int_equal(nes_set(&s, OTHERS[i][0], OTHERS[i][1]), NES_OK);
        check_refused(D, &s, "model is 'on', but ");
        check_refused(D, &s, OTHERS[i][2]);
        s.model = "off";
        char message[NES_MESSAGE_SIZE] = "";
        nes_settings_check(&s, D, NULL, message, sizeof message);
        assert_null(strstr(message, "model"));
    }
}

static void refuses_sizes(void **state)
{
    static const double choices[D] = {0, 3, 0, 0, 0};
    const nes_slice all = {.n = D};
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = NULL;
    (void)state;
    nes_settings s = run_settings("dd-xnes");
    s.model = "on";
    check_refused(1, &s, "there is 1 variable to search, and models are for 2 to 40");
    check_refused(41, &s, "there are 41 variables");
    assert_int_equal(nes_settings_check(&s, 40, NULL, NULL, 0), NES_OK);
    s.choices = choices;
    check_refused(D, &s, "choices");
    s.choices = NULL;
    s.method = "snes";
    check_refused(D, &s, "method 'dd-xnes'");
    assert_true(nes_create_slice(&o, D, &all, NULL, &s, message, sizeof message) < 0);
    run_assert_has(message, "shared out");
    s.method = "dd-xnes";
    s.model = "off";
    assert_int_equal(nes_set(&s, "batch", "4"), NES_OK);
    check_refused(D, &s, "batch");
}

/* A variable that is fixed is none of those that are searched. */
static void fixed_variables_do_not_count(void **state)
{
    double lower[41], upper[41];
    nes_settings s = run_settings("dd-xnes");
    (void)state;
    for (size_t i = 0; i < 41; i++) lower[i] = 0, upper[i] = i == 7 ? 0 : 1;
    s.model = "on";
    s.lower = lower;
    s.upper = upper;
    assert_int_equal(nes_settings_check(&s, 41, NULL, NULL, 0), NES_OK);
}

static bool has_model(size_t dim, const nes_settings *s)
{
    nes_opt *o = run_start(dim, NULL, s);
    const bool on = strcmp(nes_get_settings(o)->model, "on") == 0;
    assert_true(on == (strstr(nes_choice_text(o), "a model saves evaluations") != NULL));
    nes_destroy(o);
    return on;
}

static void auto_decides(void **state)
{
    static const double half[D] = {1, 1, 1, 0, 0}, few[D] = {1, 1, 0, 0, 0};
    nes_settings s;
    (void)state;
    nes_settings_default(&s);
    assert_false(has_model(D, &s));
    s.max_evals = 250 * D;
    assert_true(has_model(D, &s));
    assert_false(has_model(1, &s));
    s.max_evals++;
    assert_false(has_model(D, &s));
    s.max_evals = 0;
    assert_false(has_model(D, &s));
    s.eval_time = 1e-3;
    assert_false(has_model(D, &s));
    s.eval_time = 1e-2;
    assert_true(has_model(D, &s));
    assert_false(has_model(41, &s));
    assert_false(has_model(20, &s));
    s.eval_time = 0.2;
    assert_true(has_model(20, &s));
    s.batch = 17;
    assert_false(nes_settings_check(&s, D, NULL, NULL, 0) == NES_OK);
    s.batch = 16;
    assert_true(has_model(D, &s));
    s.integer = half;
    s.batch = 0;
    assert_false(has_model(D, &s));
    s.integer = few;
    assert_true(has_model(D, &s));
    s.noisy = "yes";
    assert_false(has_model(D, &s));
    s.noisy = "auto";
    assert_true(has_model(D, &s));
    s.model = "off";
    assert_false(has_model(D, &s));
}

/* A method that is named stays what it is. */
static void a_named_method_has_none(void **state)
{
    nes_settings s = run_settings("dd-xnes");
    (void)state;
    s.max_evals = 50;
    assert_false(has_model(D, &s));
}

static void batches(void **state)
{
    static const struct {
        size_t d;
        uint64_t jobs, batch, want, popsize;
    } cases[] = {{2, 1, 0, 1, 6},    {2, 4, 0, 4, 8},   {5, 6, 0, 6, 8},   {5, 16, 0, 16, 16},
                 {5, 64, 0, 16, 16}, {5, 64, 5, 5, 10}, {2, 1, 3, 3, 6},   {2, 1, 7, 7, 8},
                 {10, 8, 0, 8, 10},  {3, 0, 0, 1, 8},   {2, 1, 32, 32, 32}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nes_settings s = run_settings("dd-xnes");
        s.model = "on";
        s.jobs = cases[i].jobs;
        s.batch = cases[i].batch;
        nes_opt *o = run_start(cases[i].d, NULL, &s);
        assert_int_equal(nes_get_settings(o)->batch, cases[i].want);
        assert_int_equal(nes_get_settings(o)->popsize, cases[i].popsize);
        nes_destroy(o);
    }
}

/* By the words of the rule, one by one. */
static void populations(void **state)
{
    (void)state;
    for (uint64_t n = 4; n < 20; n++)
        for (uint64_t q = 1; q < 40; q++) {
            uint64_t want = n > q ? n : q;
            want += want % 2;
            const uint64_t rest = want % q;
            if (rest > 0 && 2 * rest >= q) want = (want / q + 1) * q;
            want += want % 2;
            assert_int_equal(nes_popsize_for_batch(n, q), want);
        }
}

/* Values of the model are no evaluations, and none of them is the best. */
static void counts(void **state)
{
    const double x0[D] = {1, 2, 3, -1, -2};
    nes_settings s = run_settings("dd-xnes");
    double best = INFINITY;
    uint64_t told = 0, modelled = 0, rows = 0;
    (void)state;
    s.model = "on";
    s.batch = 3;
    nes_opt *o = run_start(D, x0, &s);
    for (size_t t = 0; t < 12; t++) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t k = 0; k < p.n; k++) {
            p.f[k] = 1 + run_ellipsoid(D, p.x + k * D, NULL);
            best = fmin(best, p.f[k]);
        }
        told += p.n;
        assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
    }
    const nes_result r = run_result(o);
    assert_int_equal(nes_get_count(o, "modelled", &modelled), NES_OK);
    assert_int_equal(r.evaluations, told);
    run_assert_real(r.best_f, best);
    run_assert_real(r.best_f, 1 + run_ellipsoid(D, r.best_x, NULL));
    rows = r.generations * nes_get_settings(o)->popsize;
    assert_true(modelled > rows / 2 && modelled < rows);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refuses),
                                       cmocka_unit_test(refuses_sizes),
                                       cmocka_unit_test(fixed_variables_do_not_count),
                                       cmocka_unit_test(auto_decides),
                                       cmocka_unit_test(a_named_method_has_none),
                                       cmocka_unit_test(batches),
                                       cmocka_unit_test(populations),
                                       cmocka_unit_test(counts)};
    return cmocka_run_group_tests_name("settings of models", tests, NULL, NULL);
}
