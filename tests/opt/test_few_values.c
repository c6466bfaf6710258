/* SPDX-License-Identifier: MIT
 *
 * What a generation makes of values that are missing. The share of finite values multiplies every
 * rate but that of the mean. Without a finite value everything shrinks by exp(-1/sqrt d), or is
 * doubled while no value was ever seen. A
 * run with missing values is compared with one that has them all and smaller rates: both must hand
 * out the same points, to the last bit. */
#include "support/runs.h"

enum { D = 3, N = 8, FINITE = 5 };

/* All bad ranks weigh the same, so that their order does not matter. */
static const double UTILITIES[N] = {0.5, 0.2, 0.15, 0.1, 0.05, -1.0 / 3, -1.0 / 3, -1.0 / 3};

/* Distinct rates, each times a factor. */
typedef struct factors {
    double sigma, shape, nu;
} factors;

static nes_opt *start(const char *method, factors c)
{
    const double x0[D] = {1, -2, 3};
    nes_settings s = run_settings(method);
    s.popsize = N;
    s.shaping = "table";
    s.utilities = UTILITIES;
    s.nu = 3;
    s.adapt_nu = strcmp(method, "t-xnes") == 0;
    s.eta_sigma = 0.5 * c.sigma;
    s.eta_shape = 0.3 * c.shape;
    s.eta_nu = 0.7 * c.nu;
    run_drop_unused(D, x0, &s);
    return run_start(D, x0, &s);
}

/* One generation; values are ranks in an order of their own. Behind the first ones they are bad. */
static void tell(nes_opt *o, size_t finite)
{
    static const double rank[N] = {4, 0, 7, 2, 5, 1, 3, 6};
    nes_points p;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, N);
    for (size_t k = 0; k < N; k++)
        p.f[k] = rank[k] < (double)finite ? rank[k] : k % 2 == 0 ? NAN : INFINITY;
    assert_int_equal(marked_tell(o, N, p.f), NES_OK);
}

/* Whether both hand out the same points now. */
static bool same_points(nes_opt *a, nes_opt *b)
{
    nes_points p, q;
    assert_int_equal(nes_ask(a, &p), NES_OK);
    assert_int_equal(nes_ask(b, &q), NES_OK);
    assert_int_equal(p.n, q.n);
    return memcmp(p.x, q.x, p.n * p.dim * sizeof *p.x) == 0;
}

/* Whether five finite values of eight act as eight of them do with those factors of the rates. */
static bool acts_like(const char *method, factors c)
{
    nes_opt *few = start(method, (factors){1, 1, 1}), *all = start(method, c);
    tell(few, FINITE);
    tell(all, N);
    const bool same = same_points(few, all);
    nes_destroy(few);
    nes_destroy(all);
    return same;
}

static void share_of_rates(void **state)
{
    (void)state;
    const double share = (double)FINITE / N;
    assert_true(acts_like("xnes", (factors){share, share, 1}));
    assert_false(acts_like("xnes", (factors){share, 1, 1}));
    assert_false(acts_like("xnes", (factors){1, share, 1}));
    assert_true(acts_like("snes", (factors){share, 1, 1}));
    assert_false(acts_like("snes", (factors){1, 1, 1}));
    assert_true(acts_like("t-xnes", (factors){share, share, share}));
    assert_false(acts_like("t-xnes", (factors){share, share, 1}));
    assert_false(acts_like("t-xnes", (factors){share, 1, share}));
}

/* The share is that of one generation; the next has its full rates again. */
static void share_is_forgotten(void **state)
{
    (void)state;
    const double share = (double)FINITE / N;
    nes_opt *a = start("snes", (factors){1, 1, 1}), *b = start("snes", (factors){share, 1, 1});
    tell(a, FINITE);
    tell(b, N);
    assert_true(same_points(a, b));
    tell(a, N);
    tell(b, N);
    assert_false(same_points(a, b));
    nes_destroy(a);
    nes_destroy(b);
}

/* One generation of which the first values are finite; the start, where it is among the points, is
 * as given. */
static void tell_some_finite(nes_opt *o, bool start, double f0, size_t finite)
{
    nes_points p;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < p.n; k++) p.f[k] = k - start < finite ? 1 : NAN;
    if (start) p.f[0] = f0;
    assert_int_equal(marked_tell(o, p.n, p.f), NES_OK);
}

/* Generation after generation without a finite value, in dimensions whose roots are no integers.
 * Then everything changes by that factor every time, or by the start it does not. */
static void without_values(const char *method, size_t d, double start, double factor)
{
    double x0[16], scale[16];
    for (size_t i = 0; i < d; i++) x0[i] = (double)i - 2.5, scale[i] = 1 + 0.25 * (double)i;
    nes_settings s = run_settings(method);
    s.sigma = 2;
    s.scale = scale;
    s.max_infeasible = 0;
    s.eval_start = "yes";
    nes_opt *o = run_start(d, x0, &s);
    for (int t = 1; t <= 3; t++) {
        tell_some_finite(o, t == 1, start, 0);
        const nes_result r = run_result(o);
        assert_int_equal(r.generations, t);
        assert_same_reals(d, r.mean_x, x0);
        for (size_t i = 0; i < d; i++)
            assert_relative(r.std_x[i], 2 * pow(factor, t) * scale[i], 1e-13);
        const double ratio = 1 + 0.25 * (double)(d - 1);
        assert_relative(run_condition(o), ratio * ratio, 1e-6);
    }
    nes_destroy(o);
}

/* Around a start with a value everything shrinks; with none it is doubled. */
static void everything_shrinks_or_grows(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "snes", "t-xnes", "exp-nes", "dd-xnes"};
    static const size_t dims[] = {2, 3, 7};
    for (size_t m = 0; m < 5; m++)
        for (size_t i = 0; i < 3; i++) {
            without_values(methods[m], dims[i], 1, exp(-1 / sqrt((double)dims[i])));
            without_values(methods[m], dims[i], NAN, 2);
            without_values(methods[m], dims[i], INFINITY, 2);
            without_values(methods[m], dims[i], MARKED_FAILED, 2);
        }
}

static double width(nes_opt *o)
{
    return run_result(o).std_x[0];
}

/* What a generation without a value multiplies the width by; the handle is loaded anew. */
static double change(nes_opt **o)
{
    nes_opt *copy = run_copy(*o);
    const double before = width(*o);
    tell_some_finite(copy, false, 0, 0);
    nes_destroy(*o);
    *o = copy;
    return width(copy) / before;
}

/* A lost run widens until the first value, stays as wide until half of the values are finite, and
 * shrinks from then on. */
static void way_back(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    s.popsize = N;
    s.max_infeasible = 0;
    nes_opt *o = run_start(D, NULL, &s);
    tell_some_finite(o, false, 0, 0);
    assert_relative(change(&o), 2, 1e-13);
    tell_some_finite(o, false, 0, N / 2 - 1);
    assert_relative(change(&o), 1, 1e-13);
    tell_some_finite(o, false, 0, N / 2);
    assert_relative(change(&o), exp(-1 / sqrt(D)), 1e-13);
    nes_destroy(o);
    o = run_start(D, NULL, &s);
    tell_some_finite(o, false, 0, 1); /* a single value at the beginning: not lost */
    assert_relative(change(&o), exp(-1 / sqrt(D)), 1e-13);
    nes_destroy(o);
}

/* A hill climber takes as many evaluations for a doubling as others. */
static void hill_climber(void **state)
{
    (void)state;
    nes_settings s = run_settings("1+1-snes");
    s.popsize = N;
    s.max_infeasible = 0;
    nes_opt *o = run_start(D, NULL, &s);
    for (size_t k = 0; k <= N; k++) tell_some_finite(o, false, 0, 0); /* the start, then N */
    assert_relative(width(o), 2, 1e-13);
    tell_some_finite(o, false, 0, 1);
    assert_true(change(&o) < 1);
    nes_destroy(o);
}

/* The widening has an end, where points are still numbers. */
static void not_for_ever(void **state)
{
    (void)state;
    static const char *const methods[] = {"snes", "1+1-snes"};
    for (size_t m = 0; m < 2; m++) {
        nes_settings s = run_settings(methods[m]);
        s.popsize = N;
        s.max_infeasible = 0;
        nes_opt *o = run_start(D, NULL, &s);
        for (size_t k = 0; k < 40 * N; k++) tell_some_finite(o, false, 0, 0);
        assert_relative(width(o), 0x1p30, 1e-12);
        nes_destroy(o);
    }
}

/* Not a number below a boundary that is a thousand step sizes away. */
static double half_space(size_t dim, const double *x, void *user)
{
    const double *bound = user, twice = 2 * *bound;
    return x[0] < *bound ? NAN : run_sphere(dim, x, (void *)(uintptr_t)&twice);
}

static void far_away(void **state)
{
    (void)state;
    static const char *const methods[] = {"dd-xnes", "snes", "1+1-xnes"};
    static const double bounds[] = {10, 1000};
    for (size_t m = 0; m < 3; m++)
        for (size_t b = 0; b < 2; b++)
            for (uint64_t seed = 1; seed <= 5; seed++) {
                nes_settings s = run_settings(methods[m]);
                double x[D] = {0}, bound = bounds[b];
                nes_result r;
                s.seed = seed;
                assert_int_equal(marked_minimize(half_space, &bound, D, x, &s, &r), NES_OK);
                assert_true(r.best_f < 1e-9);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(share_of_rates),
        cmocka_unit_test(share_is_forgotten),
        cmocka_unit_test(everything_shrinks_or_grows),
        cmocka_unit_test(way_back),
        cmocka_unit_test(hill_climber),
        cmocka_unit_test(not_for_ever),
        cmocka_unit_test(far_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
