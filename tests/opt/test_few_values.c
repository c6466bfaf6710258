/* SPDX-License-Identifier: MIT
 *
 * What a generation makes of values that are missing. The share of finite values multiplies every
 * rate but that of the mean, and without a finite value everything shrinks by exp(-1/sqrt d). A
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
    assert_int_equal(nes_tell(o, N, p.f), NES_OK);
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

/* Generation after generation without a finite value, in dimensions whose roots are no integers. */
static void retreat(const char *method, size_t d)
{
    double x0[16], scale[16];
    for (size_t i = 0; i < d; i++) x0[i] = (double)i - 2.5, scale[i] = 1 + 0.25 * (double)i;
    nes_settings s = run_settings(method);
    s.sigma = 2;
    s.scale = scale;
    s.max_infeasible = 0;
    nes_opt *o = run_start(d, x0, &s);
    for (int t = 1; t <= 3; t++) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t k = 0; k < p.n; k++) p.f[k] = NAN;
        assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
        const nes_result r = run_result(o);
        assert_int_equal(r.generations, t);
        assert_same_reals(d, r.mean_x, x0);
        const double factor = 2 * exp(-t / sqrt((double)d));
        for (size_t i = 0; i < d; i++) assert_relative(r.std_x[i], factor * scale[i], 1e-13);
        const double ratio = 1 + 0.25 * (double)(d - 1);
        assert_relative(run_condition(o), ratio * ratio, 1e-6);
    }
    nes_destroy(o);
}

static void everything_shrinks(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "snes", "t-xnes", "exp-nes"};
    static const size_t dims[] = {2, 3, 7};
    for (size_t m = 0; m < 4; m++)
        for (size_t i = 0; i < 3; i++) retreat(methods[m], dims[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(share_of_rates),
        cmocka_unit_test(share_is_forgotten),
        cmocka_unit_test(everything_shrinks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
