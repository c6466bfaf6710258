/* SPDX-License-Identifier: MIT
 *
 * Variables whose bounds are equal: the run is that of the other variables alone, to the bit, and
 * points, results and settings have the fixed ones in their places. Standard deviations given as
 * such (option std). */
#include "support/allocator.h"
#include "support/runs.h"

enum { D = 5, FREE = 3 };

static const size_t FREE_AT[FREE] = {0, 2, 3};
static const double X0[D] = {0.5, 7, -0.25, 1, -1e6};
static const double LOWER[D] = {-1, 7, -INFINITY, -2, -1e6};
static const double UPPER[D] = {2, 7, INFINITY, 3, -1e6};
static const double STD[D] = {0.5, 1, 2, 0.25, 1};

static void narrow(const double *from, double *to)
{
    for (size_t i = 0; i < FREE; i++) to[i] = from[FREE_AT[i]];
}

static double free_ellipsoid(size_t dim, const double *x, void *user)
{
    double y[FREE];
    assert_int_equal(dim, D);
    narrow(x, y);
    assert_true(x[1] == 7 && x[4] == -1e6);
    return run_ellipsoid(FREE, y, user);
}

/* Settings of the whole and of the free variables. */
typedef struct both {
    nes_settings all, free;
    double x0[FREE], lower[FREE], upper[FREE], std[FREE];
} both;

static void set_both(both *b, const char *method)
{
    narrow(X0, b->x0);
    narrow(LOWER, b->lower);
    narrow(UPPER, b->upper);
    narrow(STD, b->std);
    b->all = b->free = run_settings(method);
    b->all.lower = LOWER;
    b->all.upper = UPPER;
    b->free.lower = b->lower;
    b->free.upper = b->upper;
}

static void assert_same_course(nes_opt *all, nes_opt *free)
{
    const nes_result a = run_result(all), b = run_result(free);
    double x[FREE];
    assert_int_equal(a.dim, D);
    assert_int_equal(a.evaluations, b.evaluations);
    assert_int_equal(a.generations, b.generations);
    assert_int_equal(a.stop, b.stop);
    assert_true(a.best_f == b.best_f || isnan(b.best_f));
    narrow(a.mean_x, x);
    assert_same_reals(FREE, x, b.mean_x);
    narrow(a.std_x, x);
    assert_same_reals(FREE, x, b.std_x);
    assert_true(a.mean_x[1] == 7 && a.mean_x[4] == -1e6 && a.std_x[1] == 0 && a.std_x[4] == 0);
    if (a.best_x == NULL) return;
    narrow(a.best_x, x);
    assert_same_reals(FREE, x, b.best_x);
    assert_true(a.best_x[1] == 7 && a.best_x[4] == -1e6);
}

/* Rows and columns of the free variables alone, and zeros elsewhere. */
static void assert_same_matrix(nes_opt *all, nes_opt *free, const char *name)
{
    double a[D * D], b[FREE * FREE];
    size_t n;
    assert_int_equal(nes_get_length(all, name, &n), NES_OK);
    assert_int_equal(n, D * D);
    assert_int_equal(nes_get_array(all, name, n, a), NES_OK);
    assert_int_equal(nes_get_array(free, name, FREE * FREE, b), NES_OK);
    for (size_t i = 0; i < FREE; i++)
        for (size_t j = 0; j < FREE; j++) {
            double *entry = &a[FREE_AT[i] * D + FREE_AT[j]];
            run_assert_real(*entry, b[i * FREE + j]);
            *entry = 0;
        }
    for (size_t i = 0; i < D * D; i++) run_assert_real(a[i], 0);
}

static void run_both(const both *b, bool start, bool reload)
{
    nes_opt *all = run_start(D, start ? X0 : NULL, &b->all);
    nes_opt *free = run_start(FREE, start ? b->x0 : NULL, &b->free);
    while (nes_stopped(free) == NES_RUNNING) {
        run_step(all, free_ellipsoid, NULL);
        run_step(free, run_ellipsoid, NULL);
        assert_same_course(all, free);
        assert_same_matrix(all, free, "factor");
        assert_same_matrix(all, free, "covariance");
        if (!reload) continue;
        nes_opt *copy = run_copy(all);
        run_assert_same(all, copy);
        nes_destroy(all);
        all = copy;
    }
    assert_true(nes_stopped(all) != NES_RUNNING);
    nes_destroy(all);
    nes_destroy(free);
}

static void as_without_them(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++)
        for (int way = 0; way < 8; way++) {
            if (run_is_binary(nes_method_at(m))) continue;
            both b;
            if (!run_is_closed_form(nes_method_at(m))) continue;
            set_both(&b, nes_method_at(m)->name);
            b.all.max_evals = b.free.max_evals = 300;
            b.all.eval_start = b.free.eval_start = "auto";
            if (way / 2 % 2 == 1) b.all.std = STD, b.free.std = b.std;
            if (way / 4 == 1) b.all.restarts = b.free.restarts = "ipop";
            run_both(&b, way % 2 == 1, way % 2 == 0);
        }
}

static void in_parts(void **state)
{
    (void)state;
    both b;
    set_both(&b, "snes");
    b.all.window = b.free.window = 2;
    b.all.max_evals = b.free.max_evals = 203;
    b.all.scale = STD;
    b.free.scale = b.std;
    run_both(&b, true, true);
}

/* One of five allocations more fails every time; asking and telling need none. */
static void memory(void **state)
{
    (void)state;
    both b;
    nes_opt *o = NULL;
    char message[NES_MESSAGE_SIZE];
    set_both(&b, "snes");
    for (size_t fail = 1; o == NULL; fail++) {
        allocations a = {.fail_at = fail};
        b.all.allocator = allocator_of(&a);
        const nes_status st = nes_create(&o, D, X0, &b.all);
        if (o == NULL) {
            assert_int_equal(st, NES_ERR_MEMORY);
            assert_int_equal(a.live, 0);
            a = (allocations){.fail_at = fail};
            if (nes_settings_check(&b.all, D, X0, message, sizeof message) != NES_OK)
                run_assert_has(message, "MB");
            assert_int_equal(a.live, 0);
            continue;
        }
        assert_true(fail > 5);
        a.fail_at = 0;
        const size_t calls = a.calls;
        run_steps(o, 20, free_ellipsoid, NULL);
        run_result(o);
        assert_int_equal(a.calls, calls);
        nes_destroy(o);
        assert_int_equal(a.live, 0);
    }
}

static void results_and_settings(void **state)
{
    (void)state;
    both b;
    double x[D];
    nes_result r;
    set_both(&b, "snes");
    b.all.scale = STD;
    nes_opt *o = run_start(D, X0, &b.all);
    run_steps(o, 3, free_ellipsoid, NULL);
    assert_int_equal(nes_get_array(o, "mean_x", D, x), NES_OK);
    assert_same_reals(D, x, run_result(o).mean_x);
    assert_int_equal(nes_get_array(o, "best_x", FREE, x), NES_ERR_COUNT);
    const nes_settings *s = nes_get_settings(o);
    assert_same_reals(D, s->lower, LOWER);
    assert_same_reals(D, s->upper, UPPER);
    assert_int_equal(s->popsize, 7); /* 4 + floor(3 ln 3) */
    assert_true(s->scale[1] == 0 && s->scale[0] == 0.25 * 3 * 0.5 && s->scale[2] == 2);
    nes_destroy(o);
    memcpy(x, X0, sizeof x);
    b.all.scale = NULL;
    assert_int_equal(nes_minimize(free_ellipsoid, NULL, D, x, &b.all, &r), NES_OK);
    assert_int_equal(r.dim, D);
    assert_true(r.best_f < 1e-9 && x[1] == 7 && x[4] == -1e6);
}

static void refused(void **state)
{
    (void)state;
    both b;
    double x[D], factor[D * D] = {0};
    const double one_low[D] = {0}, one_high[D] = {1, 1, 1, 1};
    set_both(&b, "xnes");
    memcpy(x, X0, sizeof x);
    x[1] = 7.5;
    run_refuse(D, &b.all, x, NES_ERR_START, "variable 2 of x0 is 7.5, but its bounds fix it at 7");
    memcpy(x, X0, sizeof x);
    x[3] = 4;
    run_refuse(D, &b.all, x, NES_ERR_START, "variable 4 of x0"); /* the caller's number */
    b.all.factor = factor;
    run_refuse(D, &b.all, X0, NES_ERR_METHOD, "fix 2 variables, with which option 'factor'");
    b.all.lower = one_low;
    b.all.upper = one_high;
    run_refuse(D, &b.all, NULL, NES_ERR_METHOD,
               "fix 1 variable, with which option 'factor' cannot");
    b.all.factor = NULL;
    b.all.lower = LOWER;
    b.all.upper = LOWER;
    run_refuse(D, &b.all, NULL, NES_ERR_BOUNDS, "variable 3"); /* infinite, hence not fixed */
    b.all.lower = b.all.upper = X0;
    run_refuse(D, &b.all, NULL, NES_ERR_BOUNDS, "fix all 5 variables");
    assert_int_equal(nes_set_array(&b.all, "lower", 2, X0), NES_OK);
    run_refuse(D, &b.all, NULL, NES_ERR_COUNT, "'lower' has 2 numbers");
}

/* The same numbers by sigma and scale. */
static void standard_deviations(void **state)
{
    (void)state;
    static const char *const strategies[] = {"none", "interleaved", "ipop"};
    static const double half[D] = {0.25, 0.5, 1, 0.125, 0.5}, wide[D] = {9, 9, 9, 9, 9};
    static const double low[D] = {-9, -9, -9, -9, -9};
    for (size_t m = 0; m < 2; m++)
        for (size_t i = 0; i < 6; i++) {
            nes_settings a = run_settings(m == 0 ? "snes" : "xnes"), b = a;
            a.restarts = b.restarts = strategies[i % 3];
            a.max_evals = b.max_evals = 4000;
            if (i >= 3) a.lower = b.lower = low, a.upper = b.upper = wide;
            a.std = half;
            b.sigma = 0.5;
            b.scale = STD;
            nes_opt *o = run_start(D, NULL, &a), *p = run_start(D, NULL, &b);
            nes_opt *copy = run_copy(o);
            run_to_end(o, run_ellipsoid, NULL);
            run_to_end(p, run_ellipsoid, NULL);
            run_to_end(copy, run_ellipsoid, NULL);
            run_assert_same(o, copy);
            const nes_result r = run_result(o), q = run_result(p);
            assert_same_reals(D, r.best_x, q.best_x);
            assert_int_equal(r.evaluations, q.evaluations);
            nes_destroy(o);
            nes_destroy(p);
            nes_destroy(copy);
        }
}

static void std_is_refused(void **state)
{
    (void)state;
    static const double zero[D] = {1, 1, 0, 1, 1};
    nes_settings s = run_settings("snes");
    s.std = STD;
    s.sigma = 2;
    run_refuse(D, &s, NULL, NES_ERR_VALUE, "'sigma' is given too");
    s.sigma = NES_AUTO;
    s.scale = STD;
    run_refuse(D, &s, NULL, NES_ERR_VALUE, "'scale' is given too");
    s.scale = NULL;
    s.std = zero;
    run_refuse(D, &s, NULL, NES_ERR_VALUE, "variable 3 is 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_without_them), cmocka_unit_test(in_parts),
        cmocka_unit_test(memory),          cmocka_unit_test(results_and_settings),
        cmocka_unit_test(refused),         cmocka_unit_test(standard_deviations),
        cmocka_unit_test(std_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
