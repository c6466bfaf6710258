/* SPDX-License-Identifier: MIT
 *
 * Noise that is found out (option noisy): the start is evaluated some times more, and what its
 * values tell decides which stop criteria make sense. */
#include "support/runs.h"

enum { D = 3, POPSIZE = 6, REPEATS = 5 };

static const double X0[D] = {1, 2, 3};
static const double SD = 0.5;

/* A sphere whose values alternate around the true one; user counts them. */
static double noisy(size_t dim, const double *x, void *user)
{
    size_t *calls = user;
    return run_sphere(dim, x, NULL) + ((*calls)++ % 2 == 0 ? SD : -SD);
}

static nes_settings settings(const char *method, const char *word)
{
    nes_settings s = run_settings(method);
    s.popsize = POPSIZE;
    s.eval_start = "auto";
    s.noisy = word;
    return s;
}

static const char *const METHODS[] = {"snes", "xnes", "dd-xnes", "1+1-xnes"};

/* Without noise the run is the same but for five evaluations. */
static void none(void **state)
{
    (void)state;
    for (size_t m = 0; m < 4; m++) {
        nes_settings a = settings(METHODS[m], "auto"), b = settings(METHODS[m], "no");
        nes_opt *o = run_start(D, X0, &a), *p = run_start(D, X0, &b);
        assert_true(isnan(run_result(o).noise));
        run_to_end(o, run_ellipsoid, NULL);
        run_to_end(p, run_ellipsoid, NULL);
        const nes_result r = run_result(o), q = run_result(p);
        assert_int_equal(r.evaluations, q.evaluations + REPEATS);
        assert_int_equal(r.stop, q.stop);
        assert_same_reals(D, r.mean_x, q.mean_x);
        run_assert_real(r.noise, 0);
        assert_true(isnan(q.noise));
        nes_destroy(o);
        nes_destroy(p);
    }
}

/* Six values, three on either side: the standard deviation is that of a fair coin, times
 * sqrt(6/5). */
static void found(void **state)
{
    (void)state;
    for (size_t m = 0; m < 4; m++) {
        nes_settings s = settings(METHODS[m], "auto");
        size_t calls = 0;
        double noise;
        nes_points p;
        nes_opt *o = run_start(D, X0, &s);
        assert_int_equal(nes_ask(o, &p), NES_OK);
        const size_t rows = m == 3 ? 1 : POPSIZE + 1;
        assert_int_equal(p.n, rows + REPEATS);
        for (size_t k = 0; k <= REPEATS; k++) assert_same_reals(D, p.x + k * D, X0);
        run_step(o, noisy, &calls);
        assert_int_equal(nes_get_real(o, "noise", &noise), NES_OK);
        assert_relative(noise, SD * sqrt(6.0 / 5), 1e-12);
        nes_destroy(o);
    }
}

/* Values that are equal for ever end a run by tolfun or flat, but not where noise was found; and
 * not what the caller has set is switched off. */
static void criteria(void **state)
{
    (void)state;
    for (int given = 0; given < 2; given++)
        for (int reload = 0; reload < 2; reload++) {
            nes_settings s = settings("snes", "auto");
            size_t calls = 0;
            nes_points p;
            s.max_gens = 200;
            s.tolx = s.tolx_abs = NES_OFF;
            if (given) s.tolfun = 1e-12;
            nes_opt *o = run_start(D, X0, &s);
            run_step(o, noisy, &calls);
            while (nes_stopped(o) == NES_RUNNING) {
                assert_int_equal(nes_ask(o, &p), NES_OK);
                for (size_t k = 0; k < p.n; k++) p.f[k] = 1;
                assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
                if (!reload) continue;
                nes_opt *copy = run_copy(o);
                run_assert_same(o, copy);
                nes_destroy(o);
                o = copy;
            }
            assert_int_equal(nes_stopped(o), given ? NES_STOP_TOLFUN : NES_STOP_GENS);
            assert_true(run_result(o).noise > 0);
            nes_destroy(o);
        }
}

/* Later runs know it, and do not look again. */
static void later_runs(void **state)
{
    (void)state;
    nes_settings s = settings("snes", "auto");
    size_t calls = 0, runs = 1;
    nes_points p;
    s.restarts = "ipop";
    s.max_evals = 30000;
    s.tolx = 1e-3;
    nes_opt *o = run_start(D, X0, &s);
    while (nes_stopped(o) == NES_RUNNING) {
        assert_int_equal(nes_ask(o, &p), NES_OK);
        const size_t now = (size_t)run_result(o).restarts + 1;
        if (now > runs) assert_int_equal(p.n % POPSIZE, 0);
        runs = now;
        run_step(o, noisy, &calls);
        if (runs > 1) {
            nes_opt *copy = run_copy(o);
            run_assert_same(o, copy);
            nes_destroy(copy);
        }
    }
    assert_true(runs > 1);
    assert_relative(run_result(o).noise, SD * sqrt(6.0 / 5), 1e-12);
    nes_destroy(o);
}

/* A start without a value tells nothing. */
static void unknown(void **state)
{
    (void)state;
    nes_settings s = settings("snes", "auto");
    nes_points p;
    nes_opt *o = run_start(D, X0, &s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < p.n; k++) p.f[k] = k > REPEATS ? (double)k : NAN;
    p.f[0] = 1; /* a single value neither */
    assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
    assert_true(isnan(run_result(o).noise));
    nes_destroy(o);
}

/* Long runs of method auto average over more points. */
static void population(void **state)
{
    (void)state;
    static const char *const words[] = {"no", "yes", "auto"};
    for (size_t i = 0; i < 6; i++) {
        nes_settings s;
        nes_settings_default(&s);
        s.noisy = words[i % 3];
        s.max_evals = i < 3 ? 10000 : 9999;
        nes_opt *o = run_start(10, NULL, &s);
        assert_int_equal(nes_get_settings(o)->popsize, i == 1 ? 40 : 10);
        nes_destroy(o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none),       cmocka_unit_test(found),   cmocka_unit_test(criteria),
        cmocka_unit_test(later_runs), cmocka_unit_test(unknown), cmocka_unit_test(population),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
