/* SPDX-License-Identifier: MIT
 *
 * Searches without a budget: a wrong answer is not called converged, where further runs began is
 * said, what no run can reach does not keep the search alive. */
#include "support/runs.h"

enum { D = 5, SEEDS = 10 };

static const double PI = 3.141592653589793;

static double griewank(size_t dim, const double *x, void *user)
{
    double sum = 0, product = 1;
    (void)user;
    for (size_t i = 0; i < dim; i++) {
        sum += x[i] * x[i];
        product *= cos(x[i] / sqrt((double)(i + 1)));
    }
    return sum / 4000 - product + 1;
}

static double rastrigin(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += x[i] * x[i] + 10 - 10 * cos(2 * PI * x[i]);
    return sum;
}

/* Two bowls, of which the one at 0 is the worse. */
static double wells(size_t dim, const double *x, void *user)
{
    double here = 0, there = -8;
    (void)user;
    for (size_t i = 0; i < dim; i++) {
        here += x[i] * x[i];
        there += (x[i] - 8) * (x[i] - 8);
    }
    return fmin(here, there);
}

/* Basins are much wider than the usual step size, and have their best points far from one another.
 */
static double schwefel(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) {
        const double y = fmin(fmax(x[i], -500), 500);
        sum += 418.9828872724338 - y * sin(sqrt(fabs(y))) + (x[i] - y) * (x[i] - y);
    }
    return sum;
}

/* A pit in a plain that is the same everywhere. */
static double pit(size_t dim, const double *x, void *user)
{
    return -exp(-run_sphere(dim, x, user) / 8);
}

/* A search with default settings but for these. */
static nes_result search(size_t dim, double x0, const nes_settings *s, nes_objective f)
{
    static nes_opt *o;
    double x[20];
    for (size_t i = 0; i < dim; i++) x[i] = x0;
    if (o != NULL) nes_destroy(o);
    if (f == NULL) return o = NULL, (nes_result){.restarts = 0};
    o = run_start(dim, x, s);
    assert_int_equal(nes_run(o, f, NULL), NES_OK);
    return run_result(o);
}

static nes_settings defaults(uint64_t seed)
{
    nes_settings s;
    nes_settings_default(&s);
    s.seed = seed;
    return s;
}

/* Of ten searches each. */
static size_t wrong_and_converged(double x0, double sigma, nes_objective f, double best)
{
    size_t wrong = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        nes_settings s = defaults(seed);
        if (sigma > 0) s.sigma = sigma;
        const nes_result r = search(D, x0, &s, f);
        wrong += r.trust == NES_TRUST_CONVERGED && r.best_f > best + 1e-6;
    }
    return wrong;
}

static void not_misled(void **state)
{
    (void)state;
    assert_int_equal(wrong_and_converged(21, 0, griewank, 0), 0);
    assert_int_equal(wrong_and_converged(4.2, 0, rastrigin, 0), 0);
    assert_in_range(wrong_and_converged(0.5, 0, wells, -8), 0, 1);
    assert_in_range(wrong_and_converged(100, 0, schwefel, 0), 0, 1);
}

/* Points are looked at as near as the optimum is, not only as near as the step size says. */
static void wide_steps(void **state)
{
    (void)state;
    assert_in_range(wrong_and_converged(0.5, 100, wells, -8), 0, 1);
    assert_int_equal(wrong_and_converged(21, 1000, griewank, 0), 0);
    assert_in_range(wrong_and_converged(4.2, 1000, rastrigin, 0), 0, 3);
}

/* Without ways runs are long, and one that agrees is not enough. */
static void whole_numbers(void **state)
{
    (void)state;
    static const double whole[] = {1, 1, 1, 1, 1};
    size_t wrong = 0;
    for (uint64_t seed = 1; seed <= 2 * SEEDS; seed++) {
        nes_settings s = defaults(seed);
        s.integer = whole;
        const nes_result r = search(D, 0, &s, wells);
        if (r.trust == NES_TRUST_CONVERGED) run_assert_has(r.trust_text, "2 further runs");
        wrong += r.trust == NES_TRUST_CONVERGED && r.best_f > -8;
    }
    assert_in_range(wrong, 0, 6);
}

/* On the sphere further runs end early. */
static void cheap(void **state)
{
    (void)state;
    for (size_t dim = 2; dim <= 20; dim += 6) {
        nes_settings s = defaults(1);
        const nes_result r = search(dim, 3, &s, run_sphere);
        const double all = (double)r.evaluations;
        assert_int_equal(r.stop, NES_STOP_AGREED);
        assert_int_equal(r.trust, NES_TRUST_CONVERGED);
        assert_true(r.best_f < 1e-10);
        run_assert_has(r.trust_text, "2 further runs, begun up to about 100 times the initial step "
                                     "size away, led to the same point");
        s.restarts = "none";
        assert_true(all < 1.95 * (double)search(dim, 3, &s, run_sphere).evaluations);
    }
}

static void local(void **state)
{
    (void)state;
    nes_settings s = defaults(1);
    s.max_runs = 3;
    const nes_result r = search(D, 4.2, &s, rastrigin);
    assert_int_equal(r.stop, NES_STOP_RESTARTS);
    assert_int_equal(r.trust, NES_TRUST_LOCAL);
    run_assert_has(r.trust_text, "the best of 3 runs, which ended at different points");
    s = defaults(1);
    s.sigma = 0.3;
    const nes_result end = search(10, 4.2, &s, rastrigin);
    assert_int_equal(end.stop, NES_STOP_COST);
    assert_true(end.stop_value >= end.stop_threshold);
    assert_true((double)end.evaluations < 1.05 * end.stop_threshold);
    run_assert_has(end.stop_text, "30 times");
}

/* Whatever the best run looked like, a search that ended without agreement is local, and a right
 * answer is that or better. */
static void local_or_right(void **state)
{
    (void)state;
    size_t improving = 0, before = 0;
    for (size_t dim = 2; dim <= 5; dim += 3)
        for (uint64_t seed = 1; seed <= 3 * SEEDS; seed++) {
            nes_settings s = defaults(seed);
            if (seed > 2 * SEEDS) s.sigma = 20;
            const nes_result r = search(dim, seed % 2 == 0 ? 21 : -13, &s, griewank);
            const bool sure = r.best_f < 1e-6 && r.trust == NES_TRUST_CONVERGED;
            if (!sure && r.trust != NES_TRUST_LOCAL)
                fail_msg("seed %d, d = %zu: %g, %s: %s", (int)seed, dim, r.best_f,
                         nes_trust_name(r.trust), r.trust_text);
            improving += strstr(r.trust_text, "look further; still improving: ") != NULL;
            before += strstr(r.trust_text, "; the run settled at 0.0") != NULL;
        }
    assert_true(improving > 0 && before > 0);
}

/* Every point is inside, of ways too. */
static double boxed(size_t dim, const double *x, void *user)
{
    for (size_t i = 0; i < dim; i++) assert_true(x[i] >= -2 && x[i] <= 3);
    return run_ellipsoid(dim, x, user);
}

static void bounds(void **state)
{
    (void)state;
    static const double lower[] = {-2, -2, -2, -2, -2}, upper[] = {3, 3, 3, 3, 3};
    nes_settings s = defaults(1);
    s.lower = lower;
    s.upper = upper;
    const nes_result r = search(D, 3, &s, boxed);
    assert_int_equal(r.trust, NES_TRUST_CONVERGED);
    assert_true(r.best_f < 1e-9);
    run_assert_has(r.trust_text, "begun anywhere between the bounds");
    s.start_lower = lower;
    s.start_upper = upper;
    run_assert_has(search(D, 3, &s, boxed).trust_text, "begun as option start_lower says");
}

/* Nothing is finite far away. */
static double narrow_world(size_t dim, const double *x, void *user)
{
    for (size_t i = 0; i < dim; i++)
        if (fabs(x[i]) > 40) return NAN;
    return run_sphere(dim, x, user);
}

static void nothing_far_away(void **state)
{
    (void)state;
    const nes_settings s = defaults(1);
    const nes_result r = search(D, 3, &s, narrow_world);
    assert_int_equal(r.stop, NES_STOP_AGREED);
    assert_int_equal(r.trust, NES_TRUST_CONVERGED);
}

/* Runs that saw nothing but the plain have no opinion. */
static void plain(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const nes_settings s = defaults(seed);
        const nes_result r = search(D, 1, &s, pit);
        assert_int_equal(r.trust, NES_TRUST_CONVERGED);
        assert_within(r.best_f, -1, 1e-9);
    }
}

static double lifted(size_t dim, const double *x, void *user)
{
    return 1 + run_sphere(dim, x, user);
}

/* A target that cannot be reached does not keep the search alive, with few variables or many. */
static void unreachable(void **state)
{
    (void)state;
    for (size_t dim = 1; dim < 21; dim += 19) {
        nes_settings s = defaults(1);
        const nes_result free_of_it = search(dim, 3, &s, lifted);
        const uint64_t all = free_of_it.evaluations;
        s.target = 0.5;
        const nes_result r = search(dim, 3, &s, lifted);
        assert_int_equal(r.evaluations, all);
        assert_int_equal(r.stop, NES_STOP_AGREED);
        run_assert_has(r.trust_text, "; the target 0.5 was not reached");
        s.target = -INFINITY;
        run_assert_has(search(dim, 3, &s, lifted).trust_text, "; the target -inf was not reached");
        s.target = 2;
        assert_int_equal(search(dim, 3, &s, lifted).stop, NES_STOP_TARGET);
    }
}

/* A better point between two optima is met on a way. */
static double between(size_t dim, const double *x, void *user)
{
    double r = run_sphere(dim, x, user);
    return r > 0.3 && r < 400 && fabs(sin(r)) < 0.3 ? -1 - fabs(sin(3 * r)) : r;
}

/* The number of the best evaluation is that of its value. */
static void best_of_all(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        nes_settings s = defaults(seed);
        nes_opt *o = run_start(2, (double[]){0.01, 0.02}, &s);
        double best = INFINITY;
        uint64_t number = 0, at = 0;
        while (nes_stopped(o) == NES_RUNNING) {
            nes_points p;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            for (size_t k = 0; k < p.n; k++) {
                p.f[k] = between(2, p.x + k * 2, NULL);
                number++;
                if (p.f[k] < best) best = p.f[k], at = number;
            }
            assert_int_equal(marked_tell(o, p.n, p.f), NES_OK);
            const nes_result r = run_result(o);
            run_assert_real(r.best_f, best);
            assert_int_equal(r.best_evaluation, at);
            run_assert_real(between(2, r.best_x, NULL), best);
            assert_int_equal(r.evaluations, number);
        }
        nes_destroy(o);
    }
}

static void refused(void **state)
{
    (void)state;
    nes_settings s = defaults(1);
    s.restarts = "opinions";
    s.method = "bernoulli";
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "for bits and choices use restarts 'ipop'");
    search(D, 1, &s, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(not_misled),    cmocka_unit_test(wide_steps),
        cmocka_unit_test(whole_numbers), cmocka_unit_test(cheap),
        cmocka_unit_test(local),         cmocka_unit_test(local_or_right),
        cmocka_unit_test(bounds),        cmocka_unit_test(nothing_far_away),
        cmocka_unit_test(plain),         cmocka_unit_test(unreachable),
        cmocka_unit_test(best_of_all),   cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
