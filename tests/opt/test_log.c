/* SPDX-License-Identifier: MIT
 *
 * Variables on a logarithmic scale. The run is that of an objective which takes the exponential
 * itself, with bounds, start and widths in logarithms, to the bit; the caller sees other numbers.
 */

#include "support/runs.h"

enum { D = 4 };

static const double LOG[D] = {1, 0, 1, 0};
static const double X0[D] = {0.1, 0.5, 300, -1};
static const double LOWER[D] = {1e-3, -3, 7, -INFINITY};
static const double UPPER[D] = {10, 3, INFINITY, 2};
static const double STD[D] = {0.7, 1.5, 0.2, 0.3};
static const double START_LOWER[D] = {0.01, -1, 8, -2}, START_UPPER[D] = {1, 1, 100, 2};
static const double START_MEAN[D] = {0.02, 0, 50, 1}, START_STD[D] = {2, 1, 0.5, 1};

/* The same in logarithms. */
static void take_logarithms(const double *from, double *to)
{
    for (size_t i = 0; i < D; i++) to[i] = LOG[i] == 1 ? log(from[i]) : from[i];
}

/* A coordinate of the plain run as the other hands it out: bounds and start are the given ones. */
static double outside(size_t i, double y)
{
    const double x[] = {X0[i], LOWER[i], UPPER[i]};
    if (LOG[i] == 0) return y;
    for (size_t k = 0; k < 3; k++)
        if (y == log(x[k])) return x[k];
    return fmin(fmax(exp(y), LOWER[i]), UPPER[i]);
}

/* Some points fail, now and then. */
static double objective(size_t dim, const double *x, void *user)
{
    const double sum = (log(x[0]) + 1) * (log(x[0]) + 1) + x[1] * x[1] +
                       1e3 * (log(x[2]) - 4) * (log(x[2]) - 4) + x[3] * x[3];
    const bool fails = user != NULL && x[1] - floor(x[1]) < 0.1;
    assert_int_equal(dim, D);
    for (size_t i = 0; i < D; i++) assert_true(x[i] >= LOWER[i] && x[i] <= UPPER[i]);
    return fails ? MARKED_FAILED : sum;
}

static double of_logarithms(size_t dim, const double *y, void *user)
{
    double x[D];
    for (size_t i = 0; i < D; i++) x[i] = outside(i, y[i]);
    return objective(dim, x, user);
}

typedef struct both {
    nes_settings log, plain;
    double x0[D], lower[D], upper[D], start_lower[D], start_upper[D], start_mean[D];
} both;

static void set_both(both *b, const char *method)
{
    take_logarithms(X0, b->x0);
    take_logarithms(LOWER, b->lower);
    take_logarithms(UPPER, b->upper);
    take_logarithms(START_LOWER, b->start_lower);
    take_logarithms(START_UPPER, b->start_upper);
    take_logarithms(START_MEAN, b->start_mean);
    b->log = b->plain = run_settings(method);
    b->log.log = LOG;
    b->log.lower = LOWER;
    b->log.upper = UPPER;
    b->plain.lower = b->lower;
    b->plain.upper = b->upper;
    b->log.max_evals = b->plain.max_evals = 250;
}

static void assert_same_points(nes_opt *log, nes_opt *plain)
{
    nes_points p, q;
    assert_int_equal(nes_ask(log, &p), NES_OK);
    assert_int_equal(nes_ask(plain, &q), NES_OK);
    assert_int_equal(p.n, q.n);
    for (size_t k = 0; k < p.n; k++) {
        assert_true(p.id[k] == q.id[k]);
        for (size_t i = 0; i < D; i++) run_assert_real(p.x[k * D + i], outside(i, q.x[k * D + i]));
    }
}

/* The covariance is one of the logarithms. */
static void assert_same_course(nes_opt *log, nes_opt *plain)
{
    const nes_result a = run_result(log), b = run_result(plain);
    double c[D * D], e[D * D];
    assert_int_equal(a.evaluations, b.evaluations);
    assert_int_equal(a.failed, b.failed);
    assert_int_equal(a.restarts, b.restarts);
    assert_int_equal(a.challenges, b.challenges);
    assert_int_equal(a.stop, b.stop);
    assert_true(a.best_f == b.best_f || isnan(b.best_f));
    for (size_t i = 0; i < D; i++) {
        run_assert_real(a.mean_x[i], outside(i, b.mean_x[i]));
        run_assert_real(a.std_x[i], b.std_x[i] * (LOG[i] == 1 ? a.mean_x[i] : 1));
        if (b.best_x != NULL) run_assert_real(a.best_x[i], outside(i, b.best_x[i]));
    }
    assert_int_equal(nes_get_array(log, "covariance", D * D, c), NES_OK);
    assert_int_equal(nes_get_array(plain, "covariance", D * D, e), NES_OK);
    assert_same_reals(D * D, c, e);
}

static void run_both(const both *b, const double *x0, const double *y0, bool reload, void *user)
{
    nes_opt *log = run_start(D, x0, &b->log), *plain = run_start(D, y0, &b->plain);
    while (nes_stopped(plain) == NES_RUNNING) {
        assert_same_points(log, plain);
        run_step(log, objective, user);
        run_step(plain, of_logarithms, user);
        assert_same_course(log, plain);
        if (!reload) continue;
        nes_opt *copy = run_copy(log);
        run_assert_same(log, copy);
        nes_destroy(log);
        log = copy;
    }
    assert_true(nes_stopped(log) != NES_RUNNING);
    nes_destroy(log);
    nes_destroy(plain);
}

static void as_by_hand(void **state)
{
    (void)state;
    static const char *const handlers[] = {"transform", "reflect", "resample"};
    for (size_t m = 0; m < nes_method_count(); m++)
        for (int way = 0; way < 6; way++) {
            if (run_is_binary(nes_method_at(m)) || !run_is_closed_form(nes_method_at(m))) continue;
            both b;
            set_both(&b, nes_method_at(m)->name);
            b.log.bounds = b.plain.bounds = handlers[way % 3];
            if (way % 2 == 1) b.log.std = b.plain.std = STD;
            if (way >= 3) b.log.restarts = b.plain.restarts = "ipop";
            if (way == 4) b.log.eval_start = b.plain.eval_start = "yes";
            const bool start = way % 2 == 0;
            run_both(&b, start ? X0 : NULL, start ? b.x0 : NULL, way >= 2, NULL);
        }
}

static void starts_failures_parts_and_races(void **state)
{
    (void)state;
    bool fails = true;
    for (int law = 0; law < 2; law++) {
        both b;
        set_both(&b, "snes");
        b.log.restarts = b.plain.restarts = "interleaved";
        b.log.restart_slice = b.plain.restart_slice = 16;
        b.log.window = b.plain.window = 2;
        b.log.failures = b.plain.failures = "resample";
        b.log.start_lower = law == 0 ? START_LOWER : NULL;
        b.log.start_upper = law == 0 ? START_UPPER : NULL;
        b.plain.start_lower = law == 0 ? b.start_lower : NULL;
        b.plain.start_upper = law == 0 ? b.start_upper : NULL;
        b.log.start_mean = law == 1 ? START_MEAN : NULL;
        b.plain.start_mean = law == 1 ? b.start_mean : NULL;
        b.log.start_std = b.plain.start_std = law == 1 ? START_STD : NULL;
        run_both(&b, NULL, NULL, true, &fails);
        set_both(&b, "xnes");
        b.log.challenger = b.plain.challenger = "snes";
        b.log.race_first = b.plain.race_first = 50;
        b.log.race_length = b.plain.race_length = 30;
        run_both(&b, X0, b.x0, law == 1, NULL);
    }
}

/* Values one by one in another order, with a load in the middle. */
static void any_order(void **state)
{
    (void)state;
    both b;
    uint64_t random = 5;
    set_both(&b, "xnes");
    nes_opt *o = run_start(D, X0, &b.log), *p = run_start(D, X0, &b.log);
    while (nes_stopped(p) == NES_RUNNING) {
        nes_points q;
        size_t order[16];
        uint64_t id[16];
        double f[16];
        assert_int_equal(nes_ask(o, &q), NES_OK);
        const size_t n = q.n;
        run_shuffle(&random, n, order);
        for (size_t k = 0; k < n; k++) {
            id[k] = q.id[order[k]];
            f[k] = objective(D, q.x + order[k] * D, NULL);
        }
        assert_int_equal(marked_tell_some(o, n / 2, id, f), NES_OK);
        nes_opt *copy = run_copy(o);
        nes_destroy(o);
        o = copy;
        assert_int_equal(marked_tell_some(o, n - n / 2, id + n / 2, f + n / 2), NES_OK);
        run_step(p, objective, NULL);
        run_assert_same(o, p);
    }
    nes_destroy(o);
    nes_destroy(p);
}

/* Start and bounds are handed out and shown as they were given, before and after a load. */
static void given_numbers(void **state)
{
    (void)state;
    both b;
    nes_points p;
    set_both(&b, "xnes");
    b.log.eval_start = "yes";
    b.log.start_lower = START_LOWER;
    b.log.start_upper = START_UPPER;
    b.log.restarts = "ipop";
    nes_opt *o = run_start(D, X0, &b.log), *copy = run_copy(o);
    for (int k = 0; k < 2; k++) {
        nes_opt *one = k == 0 ? o : copy;
        const nes_settings *s = nes_get_settings(one);
        assert_same_reals(D, s->lower, LOWER);
        assert_same_reals(D, s->upper, UPPER);
        assert_same_reals(D, s->start_lower, START_LOWER);
        assert_same_reals(D, s->start_upper, START_UPPER);
        assert_same_reals(D, s->log, LOG);
        assert_int_equal(nes_ask(one, &p), NES_OK);
        assert_same_reals(D, p.x, X0);
        for (size_t i = 0; i < p.n; i++) p.f[i] = (double)i; /* the start is the best */
        assert_int_equal(marked_tell(one, p.n, p.f), NES_OK);
        assert_same_reals(D, run_result(one).best_x, X0);
    }
    run_assert_same(o, copy);
    nes_destroy(o);
    nes_destroy(copy);
}

/* Without arrays that say something nothing is different. */
static void nothing_logarithmic(void **state)
{
    (void)state;
    static const double none[D] = {0};
    nes_settings a = run_settings("xnes"), b = a;
    b.log = b.integer = none;
    nes_opt *o = run_start(D, X0, &a), *p = run_start(D, X0, &b);
    run_steps(o, 20, run_sphere, NULL);
    run_steps(p, 20, run_sphere, NULL);
    assert_same_reals(D, run_result(o).best_x, run_result(p).best_x);
    nes_opt *copy = run_copy(p);
    run_assert_same(p, copy);
    nes_destroy(o);
    nes_destroy(p);
    nes_destroy(copy);
}

static double downhill(size_t dim, const double *x, void *user)
{
    const double sign = *(const double *)user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) {
        assert_true(x[i] > 0 && isfinite(x[i]));
        sum += sign * log(x[i]);
    }
    return sum;
}

/* Over all orders of magnitude that there are, and beyond them. */
static void extremes(void **state)
{
    (void)state;
    static const double all[D] = {1, 1, 1, 1};
    static const double low[D] = {1e-300, 1e-310, 1e-300, 1e299},
                        high[D] = {1e300, 1, 1e-299, 1e308};
    for (int k = 0; k < 4; k++) {
        double sign = k % 2 == 0 ? 1 : -1;
        nes_settings s = run_settings(k < 2 ? "xnes" : "snes");
        s.log = all;
        s.max_evals = 4000;
        if (k < 2) s.lower = low, s.upper = high;
        nes_opt *o = run_start(D, NULL, &s);
        run_to_end(o, downhill, &sign);
        const nes_result r = run_result(o);
        for (size_t i = 0; i < D; i++) {
            assert_true(isfinite(r.std_x[i]) && isfinite(r.mean_x[i]));
            if (k >= 2) continue;
            assert_true(r.best_x[i] >= low[i] && r.best_x[i] <= high[i]);
            assert_within(log(r.best_x[i]), log(sign > 0 ? low[i] : high[i]), 1e-3);
        }
        nes_destroy(o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_by_hand), cmocka_unit_test(starts_failures_parts_and_races),
        cmocka_unit_test(any_order),  cmocka_unit_test(given_numbers),
        cmocka_unit_test(extremes),   cmocka_unit_test(nothing_logarithmic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
