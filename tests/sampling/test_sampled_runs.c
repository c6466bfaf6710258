/* SPDX-License-Identifier: MIT
 *
 * Runs with every sampling, through the public interface: populations are rounded up, windows and
 * redraws respect what belongs together, and what does not go together is refused. */
#include <stdio.h>

#include "sampling/sampling.h"
#include "support/runs.h"

enum { DIM = 5 };

static const double ORIGIN[DIM] = {0, 0, 0, 0, 0};

static nes_settings settings(const char *method, const nes_sampling *sampling)
{
    nes_settings s = run_settings(method);
    s.sampling = sampling->name;
    return s;
}

static void refused(const nes_settings *s, nes_status status, const char *part, const char *other)
{
    char message[NES_MESSAGE_SIZE];
    assert_int_equal(nes_settings_check(s, DIM, ORIGIN, message, sizeof message), status);
    run_assert_has(message, part);
    run_assert_has(message, other);
}

/* 4 + floor(3 ln d) is 8 at d = 5 and 7 at d = 3. */
static void popsize(void **state)
{
    (void)state;
    for (size_t i = 0; i < nes_sampling_count(); i++) {
        const nes_sampling *sampling = nes_sampling_at(i);
        nes_settings s = settings("xnes", sampling);
        nes_opt *o = run_start(3, ORIGIN, &s);
        assert_int_equal(nes_get_settings(o)->popsize, sampling->multiple == 2 ? 8 : 7);
        assert_string_equal(nes_get_settings(o)->sampling, sampling->name);
        nes_destroy(o);
        s.popsize = 9;
        if (sampling->multiple == 2) refused(&s, NES_ERR_VALUE, "popsize is 9", "use 10");
    }
}

/* The small populations of bipop are rounded up too. */
static void restarts(void **state)
{
    (void)state;
    for (size_t i = 0; i < nes_sampling_count(); i++) {
        nes_settings s = settings("xnes", nes_sampling_at(i));
        s.restarts = "bipop";
        s.tolfun = 1e-2;
        s.max_evals = 20000;
        nes_opt *o = run_start(DIM, ORIGIN, &s);
        size_t runs = 0;
        for (uint64_t last = UINT64_MAX; nes_stopped(o) == NES_RUNNING;) {
            nes_points p;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            if (p.id[0] >> 48 != last) runs++;
            last = p.id[0] >> 48;
            if (o != NULL && s.max_evals - run_result(o).evaluations >= p.n && p.n > 1)
                assert_int_equal(p.n % nes_sampling_at(i)->multiple, 0);
            for (size_t k = 0; k < p.n; k++) p.f[k] = run_sphere(DIM, p.x + k * DIM, NULL);
            const size_t n = p.n;
            if (nes_tell(o, n, p.f) != NES_OK) break;
        }
        assert_true(runs > 5);
        nes_destroy(o);
    }
}

/* Twice the centre minus a point is the next point, as long as the centre does not move. */
static void pairs(void **state)
{
    (void)state;
    for (size_t i = 0; i < nes_sampling_count(); i++) {
        const nes_settings s = settings("snes", nes_sampling_at(i));
        nes_opt *o = run_start(DIM, ORIGIN, &s);
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t k = 0; k + 1 < p.n && nes_sampling_at(i)->multiple == 2; k += 2)
            for (size_t j = 0; j < DIM; j++)
                assert_true(p.x[(k + 1) * DIM + j] == -p.x[k * DIM + j]);
        nes_destroy(o);
    }
}

/* Redrawn until all are inside: the pairs stay pairs, and no point is clipped. */
static void redrawn_together(void **state)
{
    (void)state;
    const double lower[DIM] = {-1, -1, -1, -1, -1}, upper[DIM] = {1.5, 1.5, 1.5, 1.5, 1.5};
    for (size_t i = 0; i < nes_sampling_count(); i++) {
        nes_settings s = settings("snes", nes_sampling_at(i));
        s.popsize = 4;
        s.sigma = 0.5;
        s.lower = lower;
        s.upper = upper;
        s.bounds = "resample";
        nes_opt *o = run_start(DIM, ORIGIN, &s);
        nes_opt *copy = run_copy(o);
        for (uint64_t seed = 1; seed <= 50; seed++) {
            nes_points p;
            nes_destroy(o);
            s.seed = seed;
            o = run_start(DIM, ORIGIN, &s);
            assert_int_equal(nes_ask(o, &p), NES_OK);
            for (size_t k = 0; k < p.n * DIM; k++) assert_true(p.x[k] > -1 && p.x[k] < 1.5);
            for (size_t k = 0; k + 1 < p.n && nes_sampling_at(i)->multiple == 2; k += 2)
                for (size_t j = 0; j < DIM; j++)
                    assert_true(p.x[(k + 1) * DIM + j] == -p.x[k * DIM + j]);
            nes_destroy(copy);
            copy = run_copy(o);
            run_step(o, run_sphere, NULL);
            run_step(copy, run_sphere, NULL);
            run_assert_same(o, copy);
        }
        nes_destroy(o);
        nes_destroy(copy);
    }
}

/* Handed out in parts, a generation is the same. */
static void windows(void **state)
{
    (void)state;
    for (size_t i = 0; i < nes_sampling_count(); i++)
        for (uint64_t window = 1; window < 8; window++) {
            nes_settings s = settings("snes", nes_sampling_at(i));
            s.popsize = 8;
            nes_opt *whole = run_start(DIM, ORIGIN, &s);
            s.window = window;
            if (nes_sampling_at(i)->whole) {
                refused(&s, NES_ERR_METHOD, "needs all points", "leave window out");
                nes_destroy(whole);
                continue;
            }
            nes_opt *parts = run_start(DIM, ORIGIN, &s);
            run_steps(whole, 20, run_ellipsoid, NULL);
            while (run_result(parts).generations < 20) run_step(parts, run_ellipsoid, NULL);
            assert_same_reals(DIM, run_result(parts).mean_x, run_result(whole).mean_x);
            assert_same_reals(DIM, run_result(parts).std_x, run_result(whole).std_x);
            nes_destroy(whole);
            nes_destroy(parts);
        }
}

static void refusals(void **state)
{
    (void)state;
    const double bound[DIM] = {9, 9, 9, 9, 9};
    for (size_t i = 0; i < nes_sampling_count(); i++) {
        const nes_sampling *sampling = nes_sampling_at(i);
        char name[64];
        snprintf(name, sizeof name, "sampling '%s'", sampling->name);
        nes_settings s = settings("t-xnes", sampling);
        s.family = "student-diag";
        if (sampling->spherical) refused(&s, NES_ERR_METHOD, name, "same in all directions");
        if (nes_is_independent(sampling)) continue;
        s = settings("1+1-xnes", sampling);
        refused(&s, NES_ERR_METHOD, "scheme 'elitist' needs independent samples", name);
        s = settings("xnes-im", sampling);
        refused(&s, NES_ERR_METHOD, "mixing 'importance' needs independent samples", "'iid'");
        s = settings("xnes", sampling);
        s.adaptation = "mixed";
        refused(&s, NES_ERR_METHOD, "adaptation 'mixed' needs independent samples", "'iid'");
        s.adaptation = "none";
        s.failures = "resample";
        refused(&s, NES_ERR_METHOD, "failures 'resample' needs independent samples", "'iid'");
        s = settings("snes", sampling);
        s.upper = bound;
        s.bounds = "resample";
        s.popsize = 8;
        s.window = 3;
        if (!sampling->whole && sampling->multiple == 2)
            refused(&s, NES_ERR_VALUE, "window is 3", "use 4");
    }
    nes_settings s = run_settings("xnes");
    s.sampling = "sobol";
    refused(&s, NES_ERR_METHOD, "sobol", "iid");
}

/* The sphere is solved with each, in about as many evaluations. */
static void converges(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "snes", "t-xnes", "xnes-as"};
    for (size_t i = 0; i < nes_sampling_count(); i++)
        for (size_t m = 0; m < 4; m++) {
            nes_settings s = settings(methods[m], nes_sampling_at(i));
            double one = 1;
            s.target = 1e-8;
            s.max_evals = 20000;
            nes_opt *o = run_start(DIM, ORIGIN, &s);
            run_to_end(o, run_sphere, &one);
            assert_int_equal(nes_stopped(o), NES_STOP_TARGET);
            nes_destroy(o);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(popsize),   cmocka_unit_test(restarts), cmocka_unit_test(pairs),
        cmocka_unit_test(windows),   cmocka_unit_test(refusals), cmocka_unit_test(redrawn_together),
        cmocka_unit_test(converges),
    };
    return cmocka_run_group_tests_name("sampled_runs", tests, NULL, NULL);
}
