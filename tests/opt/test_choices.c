/* SPDX-License-Identifier: MIT
 *
 * Choices beside other variables and alone. Points have the caller's order, choices are values of
 * theirs, runs are saved and loaded at any time, probabilities and starts are what they are said to
 * be, and what choices cannot be combined with is refused. */

#include "support/runs.h"

enum { D = 6 };

static const double CHOICES[D] = {3, 0, 1, 0, 4, 0}, ALONE[D] = {3, 5, 1, 2, 4, 2};
static const double INTEGER[D] = {0, 0, 0, 1, 0, 0}, LOG[D] = {0, 0, 0, 0, 0, 1};
static const double LOWER[D] = {-INFINITY, -3, -INFINITY, -4, -INFINITY, 0.01};
static const double UPPER[D] = {INFINITY, 5, INFINITY, 6, INFINITY, 100};

static double objective(size_t dim, const double *x, void *user)
{
    const double *count = user != NULL ? user : CHOICES;
    double sum = 0;
    assert_int_equal(dim, D);
    for (size_t i = 0; i < D; i++) {
        const double middle = LOG[i] == 1 ? log(x[i]) - 1 : x[i] - 1;
        if (count[i] == 0) {
            assert_true(x[i] >= LOWER[i] && x[i] <= UPPER[i]);
            sum += middle * middle;
            continue;
        }
        assert_true(x[i] >= 0 && x[i] < count[i] && x[i] == floor(x[i]) && !signbit(x[i]));
        sum += x[i] == count[i] - 1 ? 0 : 1 + 0.1 * fabs(x[1]);
    }
    return sum;
}

static nes_settings mixed(const char *method)
{
    nes_settings s = run_settings(method);
    s.choices = CHOICES;
    s.integer = INTEGER;
    s.log = LOG;
    s.lower = LOWER;
    s.upper = UPPER;
    s.max_evals = 250;
    return s;
}

/* Every method of populations with a centre; other ones are refused. */
static bool can_choose(const nes_method *m)
{
    const char *const techniques[] = {"mixing", "adaptation", "rates"};
    for (size_t i = 0; i < 3; i++)
        if (!run_method_is(m, techniques[i], i == 2 ? "fixed" : "none")) return false;
    return !run_is_binary(m) && !run_is_elitist(m);
}

static void to_end(nes_opt *o, void *user)
{
    while (nes_stopped(o) == NES_RUNNING) {
        run_step(o, objective, user);
        const nes_result r = run_result(o);
        assert_true(isfinite(objective(D, r.mean_x, user)));
        if (r.best_x != NULL) run_assert_real(objective(D, r.best_x, user), r.best_f);
        nes_opt *copy = run_copy(o);
        run_assert_same(o, copy);
        if (nes_stopped(copy) == NES_RUNNING) run_step(copy, objective, user);
        nes_destroy(copy);
    }
    nes_destroy(o);
}

static void every_method(void **state)
{
    (void)state;
    static const double x0[D] = {2, 0.5, 0, 2, -1, 20}, whole[D] = {2, 0.5, -1, 2.25, 3, 20};
    const char *const handlers[] = {"transform", "reflect", "resample"};
    size_t methods = 0;
    for (size_t m = 0; m < nes_method_count(); m++)
        for (int way = 0; way < 6 && can_choose(nes_method_at(m)); way++) {
            const nes_method *method = nes_method_at(m);
            nes_settings s = mixed(method->name);
            s.bounds = handlers[way % 3];
            s.eval_start = way % 2 == 0 ? "yes" : "auto";
            if (way >= 3 && run_is_closed_form(method)) s.restarts = way == 3 ? "ipop" : "bipop";
            if (way == 5) s.max_evals = 1000, s.tolfun = 1;
            to_end(run_start(D, way == 0 ? NULL : way % 2 == 0 ? x0 : whole, &s), NULL);
            methods++;
        }
    assert_true(methods >= 6 * 8);
}

static void alone(void **state)
{
    (void)state;
    for (int restarts = 0; restarts < 2; restarts++) {
        nes_settings s = run_settings("auto");
        s.choices = ALONE;
        s.restarts = restarts ? "ipop" : "none";
        if (restarts) s.max_evals = 2000;
        nes_opt *o = run_start(D, NULL, &s);
        assert_string_equal(run_result(o).method, "categorical");
        to_end(o, (double *)(uintptr_t)ALONE);
    }
}

/* ---- what is shown ---- */

static void probabilities(void **state)
{
    (void)state;
    double q[8], again[8];
    size_t n;
    nes_settings s = mixed("dd-xnes");
    nes_opt *o = run_start(D, NULL, &s);
    for (int t = 0; t < 15; t++) {
        run_step(o, objective, NULL);
        assert_int_equal(nes_get_length(o, "probabilities", &n), NES_OK);
        assert_int_equal(n, 8); /* three, one that is certain, four */
        assert_int_equal(nes_get_array(o, "probabilities", n, q), NES_OK);
        const nes_result r = run_result(o);
        assert_within(q[0] + q[1] + q[2], 1, 1e-14);
        assert_within(q[4] + q[5] + q[6] + q[7], 1, 1e-14);
        run_assert_real(q[3], 1);
        assert_within(1 - q[(size_t)r.mean_x[0]], r.std_x[0], 1e-15);
        assert_within(1 - q[4 + (size_t)r.mean_x[4]], r.std_x[4], 1e-15);
        run_assert_real(r.std_x[2], 0);
    }
    assert_true(q[2] > 0.8); /* of the better value */
    nes_opt *copy = run_copy(o);
    assert_int_equal(nes_get_array(copy, "probabilities", n, again), NES_OK);
    assert_same_reals(8, q, again);
    nes_destroy(o);
    nes_destroy(copy);
    s = run_settings("xnes");
    o = run_start(D, NULL, &s);
    assert_int_equal(nes_get_length(o, "probabilities", &n), NES_ERR_ORDER);
    run_assert_has(nes_message(o), "no variable is a choice");
    nes_destroy(o);
}

/* Settings are the caller's, and can be used again. */
static void settings_again(void **state)
{
    (void)state;
    nes_settings s = mixed("dd-xnes");
    s.choice_margin = 0.4;
    nes_opt *o = run_start(D, NULL, &s), *copy = run_copy(o);
    for (int k = 0; k < 2; k++) {
        const nes_settings *t = nes_get_settings(k == 0 ? o : copy);
        assert_same_reals(D, t->choices, CHOICES);
        assert_same_reals(D, t->lower, LOWER);
        assert_same_reals(D, t->upper, UPPER);
        assert_same_reals(D, t->integer, INTEGER);
        run_assert_real(t->choice_margin, 0.4);
        assert_within(t->margin, 1 - pow(0.6, 1.0 / 3), 1e-15); /* an integer and two choices */
    }
    const nes_settings again = *nes_get_settings(o);
    nes_opt *other = run_start(D, NULL, &again);
    run_steps(o, 5, objective, NULL);
    run_steps(other, 5, objective, NULL);
    assert_same_reals(D, run_result(o).best_x, run_result(other).best_x);
    nes_destroy(o);
    nes_destroy(copy);
    nes_destroy(other);
}

/* A matrix is one of the variables with a centre. */
static void matrix(void **state)
{
    (void)state;
    double a[D * D], lengths[D];
    nes_settings s = mixed("dd-xnes");
    nes_opt *o = run_start(D, NULL, &s);
    run_steps(o, 5, objective, NULL);
    assert_int_equal(nes_get_array(o, "covariance", D * D, a), NES_OK);
    for (size_t i = 0; i < D; i++)
        for (size_t j = 0; j < D; j++)
            if (CHOICES[i] > 0 || CHOICES[j] > 0)
                run_assert_real(a[i * D + j], 0);
            else
                assert_true(i != j || a[i * D + j] > 0);
    assert_int_equal(nes_get_array(o, "axes", D, lengths), NES_OK);
    assert_true(lengths[2] == 0 && lengths[3] > 0);
    nes_destroy(o);
}

/* ---- starts ---- */

static void starts(void **state)
{
    (void)state;
    static const double x0[D] = {2, 0.5, 0, 2.25, 1, 20}, partly[D] = {2, 0.5, 0, 2.25, -1, 20};
    double q[8];
    nes_points p;
    nes_settings s = mixed("dd-xnes");
    s.eval_start = "auto";
    nes_opt *o = run_start(D, x0, &s);
    assert_int_equal(nes_get_array(o, "probabilities", 8, q), NES_OK);
    const double even[8] = {1.0 / 6, 1.0 / 6, 4.0 / 6, 1, 0.125, 0.625, 0.125, 0.125};
    for (size_t i = 0; i < 8; i++) assert_within(q[i], even[i], 1e-15);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    const double met[D] = {2, 0.5, 0, 2, 1, 20};
    assert_int_equal(p.n, nes_get_settings(o)->popsize + 1);
    assert_same_reals(D, p.x, met);
    nes_destroy(o);
    o = run_start(D, partly, &s); /* that is no point */
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, nes_get_settings(o)->popsize);
    nes_destroy(o);
    s.eval_start = "yes";
    o = run_start(D, partly, &s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, nes_get_settings(o)->popsize + 1);
    run_assert_real(p.x[4], 0);
    nes_destroy(o);
    static const double none[D] = {-1, -1, -1, -1, -1, 1}, first[D] = {0, 0, 0, 0, 0, 1};
    s = run_settings("categorical");
    s.choices = ALONE;
    s.eval_start = "yes";
    o = run_start(D, none, &s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_same_reals(D, p.x, first);
    nes_destroy(o);
}

/* Each value of a choice occurs as often as its probability says. */
static void stratified(void **state)
{
    (void)state;
    const double count[2] = {0, 4};
    nes_settings s = run_settings("snes");
    nes_points p;
    s.choices = count;
    s.popsize = 40;
    nes_opt *o = run_start(2, NULL, &s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    size_t seen[4] = {0};
    for (size_t k = 0; k < p.n; k++) seen[(size_t)p.x[2 * k + 1]]++;
    for (size_t v = 0; v < 4; v++) assert_int_equal(seen[v], 10);
    nes_destroy(o);
}

/* ---- refusals ---- */

static void bad_arrays(void **state)
{
    (void)state;
    static const double counts[4] = {2.5, -1, NAN, 2e6}, zeros[D] = {0};
    double count[D], lower[D], upper[D], std[D], flags[D], x0[D] = {0, 0, 0, 0, 0, 1};
    for (size_t i = 0; i < 4; i++) {
        nes_settings s = run_settings("auto");
        memcpy(count, zeros, sizeof count);
        count[1] = counts[i];
        s.choices = count;
        run_refuse(D, &s, NULL, NES_ERR_VALUE, "number 2 of option 'choices' is");
    }
    memcpy(lower, LOWER, sizeof lower);
    memcpy(upper, UPPER, sizeof upper);
    nes_settings s = mixed("auto");
    lower[0] = 0;
    s.lower = lower;
    run_refuse(D, &s, NULL, NES_ERR_BOUNDS, "option 'lower' is 0 there: give -infinity");
    s.lower = LOWER;
    upper[4] = 3;
    s.upper = upper;
    run_refuse(D, &s, NULL, NES_ERR_BOUNDS, "variable 5 is a choice");
    s.upper = UPPER;
    for (size_t i = 0; i < D; i++) std[i] = flags[i] = 1;
    s.std = std;
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "option 'std' is 1 there: give 0 for it");
    s.std = NULL;
    s.integer = flags;
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "option 'integer' is 1 there: give 0 for it");
    s.integer = NULL;
    s.log = flags;
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "option 'log' is 1 there: give 0 for it");
    s.log = LOG;
    s.groups = flags;
    s.method = "block-xnes";
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "option 'groups' is 1 there: give 0 for it");
    const double values[3] = {3, 0.5, -2};
    for (size_t i = 0; i < 3; i++) {
        s = mixed("auto");
        x0[0] = values[i];
        run_refuse(D, &s, x0, NES_ERR_START, "it is a choice among 3 values: give the number");
    }
}

static void bad_parts(void **state)
{
    (void)state;
    double factor[D * D] = {0};
    const char *const techniques[3][2] = {
        {"mixing", "importance"}, {"adaptation", "virtual"}, {"rates", "snr"}};
    for (size_t i = 0; i < 3; i++) {
        nes_settings s = mixed("xnes");
        assert_int_equal(nes_set(&s, techniques[i][0], techniques[i][1]), NES_OK);
        run_refuse(D, &s, NULL, NES_ERR_METHOD, "cannot be done with choices: use");
    }
    nes_settings s = mixed("1+1-xnes");
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "choices are learnt from several samples at a time");
    s = mixed("xnes");
    for (size_t i = 0; i < D; i++) factor[i * D + i] = 1;
    s.factor = factor;
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "with which option 'factor' cannot be used");
    s = mixed("categorical");
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "variable 2 is no choice, but family 'categorical'");
    s = run_settings("dd-xnes");
    s.choices = ALONE;
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "all variables are choices, but family 'gauss-dd'");
    s.method = "bernoulli";
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "which have two values each");
    s.method = "auto";
    s.bits = true;
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "which have two values each");
    s = run_settings("auto");
    s.choices = ALONE;
    s.restarts = "opinions";
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "for bits and choices use restarts 'ipop'");
    s = run_settings("xnes");
    s.choice_margin = 0.3;
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "it needs choices (option 'choices')");
    s.choice_margin = 0.95;
    s.choices = CHOICES;
    run_refuse(D, &s, NULL, NES_ERR_VALUE, "choice_margin");
    const double ones[2] = {1, 1};
    s = run_settings("auto");
    s.choices = ones;
    run_refuse(2, &s, NULL, NES_ERR_BOUNDS, "there is nothing to search");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method),  cmocka_unit_test(alone),
        cmocka_unit_test(probabilities), cmocka_unit_test(matrix),
        cmocka_unit_test(starts),        cmocka_unit_test(stratified),
        cmocka_unit_test(bad_arrays),    cmocka_unit_test(settings_again),
        cmocka_unit_test(bad_parts),

    };
    return cmocka_run_group_tests_name("choices", tests, NULL, NULL);
}
