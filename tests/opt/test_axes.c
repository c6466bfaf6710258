/* SPDX-License-Identifier: MIT
 *
 * The principal axes, against singular values of the factor and against starts whose axes
 * are known; and what is told of the run at work, against the runs themselves. */
#include "family/family.h"
#include "opt/handle/opt.h"
#include "support/allocator.h"
#include "support/dense.h"
#include "support/runs.h"

enum { D = 4, MOST = 60 };

static const double X0[D] = {1, 2, 3, 4};

static double slanted(size_t dim, const double *x, void *user)
{
    double sum = x[0] * x[0], weight = 1;
    (void)user;
    for (size_t i = 1; i < dim; i++, weight *= 4)
        sum += weight * (x[i] - x[i - 1]) * (x[i] - x[i - 1]);
    return sum;
}

static void read_axes(nes_opt *o, size_t d, double *axes)
{
    size_t n = 0;
    assert_int_equal(nes_get_length(o, "axes", &n), NES_OK);
    assert_int_equal(n, d);
    assert_int_equal(nes_get_array(o, "axes", d, axes), NES_OK);
    for (size_t i = 1; i < d; i++) assert_true(axes[i - 1] <= axes[i]);
}

/* Each to rounding of the longest. */
static void check_axes(nes_opt *o, size_t d)
{
    double a[MOST * MOST], want[MOST], axes[MOST];
    assert_int_equal(nes_get_array(o, "factor", d * d, a), NES_OK);
    dense_singular_values(d, a, want);
    read_axes(o, d, axes);
    for (size_t i = 0; i < d; i++)
        assert_within(axes[i], want[d - 1 - i], 1e-14 * (double)d * want[0]);
}

static void all_methods(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        nes_settings s = run_settings(nes_method_at(m)->name);
        if (run_is_binary(nes_method_at(m))) continue; /* has no matrix */
        if (!run_is_closed_form(nes_method_at(m))) s.eta_mu = s.eta_sigma = 0.01;
        nes_opt *o = run_start(D, X0, &s);
        for (int t = 0; t < 30; t++) {
            check_axes(o, D);
            run_step(o, slanted, NULL);
        }
        nes_destroy(o);
    }
}

/* Q diag(w) R with two random rotations has the axes w, over twelve powers of ten, at any scale. */
static void known_axes(void **state)
{
    (void)state;
    static const size_t dims[] = {1, 2, 7, 40};
    static const double scales[] = {1, 1e-120, 1e120};
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 3; k++) {
            const size_t d = dims[i];
            double q[MOST * MOST], r[MOST * MOST], a[MOST * MOST] = {0}, w[MOST], axes[MOST];
            dense_orthogonal(d, 1, q);
            dense_orthogonal(d, 2, r);
            for (size_t j = 0; j < d; j++)
                w[j] = d > 1 ? pow(10, -12 + 12 * (double)j / (double)(d - 1)) : 1;
            for (size_t row = 0; row < d; row++)
                for (size_t col = 0; col < d; col++)
                    for (size_t j = 0; j < d; j++)
                        a[row * d + col] += q[row * d + j] * w[j] * r[j * d + col];
            nes_settings s = run_settings("xnes");
            s.factor = a;
            s.sigma = scales[k];
            nes_opt *o = run_start(d, NULL, &s);
            read_axes(o, d, axes);
            for (size_t j = 0; j < d; j++)
                assert_within(axes[j] / scales[k], w[j], 1e-15 * 4 * (double)d);
            nes_destroy(o);
        }
}

/* Independent coordinates have their standard deviations as axes, exactly, and fixed ones zeros. */
static void independent(void **state)
{
    (void)state;
    static const double std[D] = {3, 1e-9, 1e9, 0.5}, sorted[D] = {1e-9, 0.5, 3, 1e9};
    static const double low[D] = {-INFINITY, 2, -INFINITY, 4}, high[D] = {INFINITY, 2, INFINITY, 4};
    static const double with_fixed[D] = {0, 0, 3, 1e9};
    double axes[D];
    nes_settings s = run_settings("snes");
    s.std = std;
    nes_opt *o = run_start(D, X0, &s);
    read_axes(o, D, axes);
    assert_all_relative(D, axes, sorted, 1e-15);
    nes_destroy(o);
    s.lower = low;
    s.upper = high;
    o = run_start(D, X0, &s);
    read_axes(o, D, axes);
    assert_all_relative(D, axes, with_fixed, 1e-15);
    nes_destroy(o);
}

static void refusals(void **state)
{
    (void)state;
    enum { MANY = 2001 };
    size_t n;
    double axes[D];
    allocations a = {.fail_at = 0};
    nes_settings s = run_settings("snes");
    nes_opt *o = run_start(MANY, NULL, &s);
    assert_int_equal(nes_get_length(o, "axes", &n), NES_ERR_DIMENSION);
    run_assert_has(nes_message(o), "'axes' of 2001 variables is not made");
    nes_destroy(o);
    s.allocator = allocator_of(&a);
    o = run_start(D, X0, &s);
    const size_t live = a.live;
    a.fail_at = a.calls + 1;
    assert_int_equal(nes_get_array(o, "axes", D, axes), NES_ERR_MEMORY);
    run_assert_has(nes_message(o), "the axes of 4 variables need");
    a.fail_at = 0;
    assert_int_equal(nes_get_array(o, "axes", D, axes), NES_OK);
    assert_int_equal(nes_get_array(o, "axes", D + 1, axes), NES_ERR_COUNT);
    assert_int_equal(a.live, live);
    nes_destroy(o);
    s = run_settings("bernoulli");
    o = run_start(D, NULL, &s);
    assert_int_equal(nes_get_length(o, "axes", &n), NES_ERR_ORDER);
    nes_destroy(o);
}

static uint64_t count(nes_opt *o, const char *name)
{
    uint64_t n = 0;
    assert_int_equal(nes_get_count(o, name, &n), NES_OK);
    return n;
}

/* With restarts and bounds: of the run whose points were handed out last. */
static void run_at_work(void **state)
{
    (void)state;
    static const char *const kinds[] = {"none", "ipop", "bipop", "interleaved"};
    static const double low[D] = {-9, -9, -9, -9}, high[D] = {9, 9, 9, 9};
    for (size_t i = 0; i < 4; i++) {
        uint64_t most = 0, others = 0;
        nes_settings s = run_settings("xnes");
        s.restarts = kinds[i];
        s.lower = low;
        s.upper = high;
        s.max_evals = 3000;
        s.tolx = 0.1;
        nes_opt *o = run_start(D, X0, &s);
        while (nes_stopped(o) == NES_RUNNING) {
            double mean[D], std[D], sigma, width[D], axes[D], ratio;
            nes_points p;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            const nes_member *m = &o->runs.schedule.member[o->runs.place];
            struct nes_run *run = m->run;
            assert_int_equal(count(o, "run"), m->number);
            assert_int_equal(count(o, "run"), (p.id[0] >> NES_ID_BITS) + 1);
            assert_int_equal(count(o, "run_popsize"), p.n < run->plan.rows ? run->plan.rows : p.n);
            assert_int_equal(count(o, "run_generations"), run->tally.generations);
            assert_int_equal(count(o, "run_evaluations"), run->tally.evaluations);
            assert_int_equal(nes_get_real(o, "run_sigma", &sigma), NES_OK);
            assert_int_equal(nes_get_array(o, "run_mean", D, mean), NES_OK);
            assert_int_equal(nes_get_array(o, "run_std", D, std), NES_OK);
            assert_int_equal(nes_get_array(o, "run_axes", D, axes), NES_OK);
            assert_int_equal(nes_get_real(o, "run_condition", &ratio), NES_OK);
            assert_true(axes[D - 1] >= axes[0] && axes[D - 1] * axes[D - 1] > 0);
            assert_true(ratio <= 1.01 * (axes[D - 1] / axes[0]) * (axes[D - 1] / axes[0]));
            run->g.dist.family->widths->spread(&run->g.dist, width);
            assert_same_reals(D, std, width);
            double squares = 0, sums = 0; /* the trace, by two routes */
            for (size_t k = 0; k < D; k++) squares += axes[k] * axes[k];
            for (size_t k = 0; k < D; k++) sums += std[k] * std[k];
            assert_true(fabs(squares - sums) <= 1e-12 * sums);
            run_assert_real(sigma, run->g.dist.family->widths->sigma(&run->g.dist));
            memcpy(width, run->g.dist.theta, sizeof width);
            nes_bounds_into(&run->bounds, width);
            assert_same_reals(D, mean, width);
            const nes_result r = run_result(o);
            if (r.best_run == m->number) assert_same_reals(D, mean, r.mean_x);
            others += r.best_run != m->number;
            most = m->number > most ? m->number : most;
            for (size_t k = 0; k < p.n; k++) p.f[k] = slanted(D, p.x + k * D, NULL);
            assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
        }
        assert_true(i == 0 ? most == 1 : most > 2 && others > 0);
        assert_true(count(o, "run") >= 1); /* there is always one to tell of */
        nes_destroy(o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_methods), cmocka_unit_test(known_axes),  cmocka_unit_test(independent),
        cmocka_unit_test(refusals),    cmocka_unit_test(run_at_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
