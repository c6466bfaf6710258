/* SPDX-License-Identifier: MIT
 *
 * Mixing in whole runs: what a generation evaluates, how long it may evaluate nothing, that runs
 * of every family with it arrive, and what it saves. [math: A5] */
#include "opt/handle/opt.h"
#include "support/runs.h"
#include "support/stats.h"

static double flat(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return 1;
}

static nes_settings mixing(const char *family, double alpha)
{
    nes_settings s = run_settings("xnes");
    s.family = family;
    s.mixing = "importance";
    s.mixing_alpha = alpha;
    return s;
}

/* Nothing moves and next to nothing must be new: a hundred generations pass, then one point is. */
static void idle_generations(void **state)
{
    (void)state;
    nes_settings s = mixing("gauss-full", 1e-9);
    s.popsize = 5;
    s.tolfun = s.flat = NES_OFF;
    nes_opt *o = run_start(3, NULL, &s);
    run_step(o, flat, NULL);
    assert_int_equal(run_result(o).generations, 101);
    for (uint64_t t = 2; t < 20; t++) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_int_equal(p.n, 1);
        run_step(o, flat, NULL);
        assert_int_equal(run_result(o).generations, 101 * t);
        assert_int_equal(run_result(o).evaluations, 5 + t - 1);
    }
    nes_destroy(o);
}

/* With a share of 0 every generation evaluates something, with 1 everything. */
static void ends_of_the_share(void **state)
{
    (void)state;
    for (int alpha = 0; alpha <= 1; alpha++) {
        nes_settings s = mixing("gauss-full", alpha);
        s.popsize = 7;
        nes_opt *o = run_start(4, NULL, &s);
        for (uint64_t t = 1; t <= 60; t++) {
            nes_points p;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            if (alpha == 1 || t == 1) assert_int_equal(p.n, 7);
            assert_in_range(p.n, 1, 7);
            run_step(o, run_sphere, NULL);
            assert_int_equal(run_result(o).generations, t);
        }
        if (alpha == 0) assert_true(run_result(o).evaluations < 60 * 6);
        nes_destroy(o);
    }
}

/* Points handed out are new, each is handed out once, and what is kept keeps its value. */
static void kept_rows(void **state)
{
    (void)state;
    const nes_settings s = mixing("gauss-full", 0.1);
    uint64_t last = 0;
    nes_opt *o = run_start(6, NULL, &s);
    for (int t = 0; t < 50; t++) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t k = 0; k < p.n; k++) {
            assert_true(t == 0 || p.id[k] > last);
            last = p.id[k];
        }
        const nes_batch *b = &o->runs.schedule.member[0].run->g.batch;
        for (size_t k = 0; k + p.n < b->n; k++)
            run_assert_real(b->f[k], run_sphere(6, b->x + k * 6, NULL));
        run_step(o, run_sphere, NULL);
    }
    nes_destroy(o);
}

static double median(const char *method, const char *mixes)
{
    double used[15];
    const double x0[10] = {1, 2, 3, 4, 3, 2, 1, 0, -1, -2};
    for (uint64_t seed = 0; seed < 15; seed++) {
        nes_settings s = run_settings(method);
        s.mixing = mixes;
        s.seed = seed;
        s.target = 1e-7;
        nes_opt *o = run_start(10, x0, &s);
        run_to_end(o, run_sphere, NULL);
        used[seed] =
            run_result(o).stop == NES_STOP_TARGET ? (double)run_result(o).evaluations : INFINITY;
        nes_destroy(o);
    }
    return stats_median(15, used);
}

/* On the sphere about half of the evaluations are saved. */
static void savings(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "snes", "t-xnes"};
    for (size_t i = 0; i < 3; i++) {
        const double plain = median(methods[i], "none"), mixed = median(methods[i], "importance");
        print_message("%-7s evaluations without mixing %.0f, with %.0f\n", methods[i], plain,
                      mixed);
        assert_true(mixed < 0.85 * plain);
    }
    run_assert_real(median("xnes-im", NULL), median("xnes", "importance"));
}

/* Every family, with bounds and heavy tails too. */
static void arrives(void **state)
{
    (void)state;
    static const char *const families[] = {"gauss-full", "gauss-diag", "gauss-radial", "student",
                                           "student-diag"};
    static const char *const handlers[] = {"transform", "reflect", "resample"};
    const double lower[4] = {-5, -1, -5, 0}, upper[4] = {5, 5, INFINITY, 5}, x0[4] = {3, 3, 3, 3};
    for (size_t i = 0; i < 5; i++)
        for (size_t h = 0; h < 4; h++) {
            nes_settings s = mixing(families[i], 0.1);
            s.popsize = 16;
            s.sigma = 1;
            s.adapt_nu = h == 0 && i == 3;
            s.target = 1e-6;
            s.max_evals = 20000;
            if (h > 0) s.lower = lower, s.upper = upper, s.bounds = handlers[h - 1];
            nes_opt *o = run_start(4, x0, &s);
            run_to_end(o, run_sphere, NULL);
            if (nes_stopped(o) != NES_STOP_TARGET)
                fail_msg("%s, bounds %zu: %s", families[i], h, run_result(o).stop_text);
            nes_destroy(o);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idle_generations), cmocka_unit_test(ends_of_the_share),
        cmocka_unit_test(kept_rows),        cmocka_unit_test(savings),
        cmocka_unit_test(arrives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
