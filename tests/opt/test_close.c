/* SPDX-License-Identifier: MIT
 *
 * Closing a generation early: the values told so far count as if the other points had not been
 * drawn, at every point of a generation, for every method; late values do no harm. [math: B13] */
#include "support/runs.h"
#include "support/stats.h"
#include "support/variants.h"

/* Tells the points of the present ask whose bit is set in told, by id. */
static size_t tell_bits(nes_opt *o, uint64_t told, nes_objective f)
{
    nes_points p;
    size_t n = 0;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    double value[64];
    uint64_t id[64];
    for (size_t k = 0; k < p.n && k < 64; k++)
        if (told >> k & 1) {
            id[n] = p.id[k];
            value[n++] = f(p.dim, p.x + k * p.dim, NULL);
        }
    if (n > 0) assert_int_equal(nes_tell_some(o, n, id, value), NES_OK);
    return n;
}

/* Tells about t of 24 points, chosen by their ids: the order of the points may differ after a load.
 */
static void tell_share(nes_opt *o, uint64_t t, nes_objective f)
{
    nes_points p;
    uint64_t told = 0;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < p.n; k++) told |= (uint64_t)(p.id[k] * 2654435761u / 8 % 24 < t) << k;
    tell_bits(o, told, f);
}

/* A generation is open in which something waits. */
static bool waits(nes_opt *o, uint64_t generations)
{
    return nes_stopped(o) == NES_RUNNING && run_result(o).generations == generations;
}

static void same_after_load(nes_opt **o)
{
    nes_opt *copy = run_copy(*o);
    run_assert_same(*o, copy);
    nes_destroy(*o);
    *o = copy;
}

/* Every method and variant; closed after none, some, nearly all values, saved and loaded before and
 * after. */
static void every_point(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t v = 0; v < VARIANT_COUNT; v++) {
            const nes_settings s = variant_settings(v, nes_method_at(m));
            const bool table = s.shaping != NULL && strcmp(s.shaping, "table") == 0;
            nes_opt *a = run_start(VARIANT_DIM, variant_start(&s), &s);
            nes_opt *b = run_start(VARIANT_DIM, variant_start(&s), &s);
            for (uint64_t t = 0; t < 24 && nes_stopped(a) == NES_RUNNING; t++) {
                const uint64_t before = run_result(a).generations;
                tell_share(a, t, variant_objective(v));
                tell_share(b, t, variant_objective(v));
                if (!waits(a, before)) continue;
                same_after_load(&b);
                const nes_status st = nes_close(a);
                assert_int_equal(nes_close(b), st);
                if (table && st == NES_ERR_METHOD) {
                    run_assert_has(nes_message(a), "shaping 'table'");
                    run_steps(a, 1, variant_objective(v), NULL);
                    run_steps(b, 1, variant_objective(v), NULL);
                } else if (st != NES_OK) {
                    assert_int_equal(st, NES_ERR_ORDER); /* the start point alone was told */
                }
                same_after_load(&b);
                run_assert_same(a, b);
            }
            run_steps(a, 5, variant_objective(v), NULL);
            nes_destroy(a);
            nes_destroy(b);
        }
}

/* As if the others had not been drawn: the first rows of a generation, the others missing, move the
 * distribution as a generation of that population does. The samples have the same addresses. */
static void as_if_not_drawn(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "snes", "t-xnes", "exp-nes", "canonical"};
    const double x0[4] = {1, -2, 3, 0.5};
    for (size_t m = 0; m < 5; m++)
        for (size_t n = 2; n < 12; n++) {
            nes_settings s = run_settings(methods[m]);
            s.popsize = 12;
            nes_opt *closed = run_start(4, x0, &s);
            s.popsize = n;
            nes_opt *whole = run_start(4, x0, &s);
            tell_bits(closed, (UINT64_C(1) << n) - 1, run_ellipsoid);
            assert_int_equal(nes_close(closed), NES_OK);
            run_step(whole, run_ellipsoid, NULL);
            const nes_result a = run_result(closed), b = run_result(whole);
            assert_int_equal(a.evaluations, n);
            assert_int_equal(a.generations, 1);
            assert_int_equal(a.best_evaluation, b.best_evaluation);
            run_assert_real(a.best_f, b.best_f);
            run_assert_real(a.sigma, b.sigma);
            assert_memory_equal(a.mean_x, b.mean_x, 4 * sizeof(double));
            assert_memory_equal(a.std_x, b.std_x, 4 * sizeof(double));
            nes_destroy(closed);
            nes_destroy(whole);
        }
}

/* With none or one the distribution stays where it is, and other points are next. */
static void too_few(void **state)
{
    (void)state;
    for (size_t n = 0; n < 2; n++) {
        const nes_settings s = run_settings("xnes");
        nes_opt *o = run_start(3, NULL, &s);
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        const double x = p.x[0];
        const uint64_t id = p.id[p.n - 1];
        tell_bits(o, n, run_sphere);
        assert_int_equal(nes_close(o), NES_OK);
        const nes_result r = run_result(o);
        assert_int_equal(r.generations, 0);
        assert_int_equal(r.evaluations, n);
        assert_true((r.best_x != NULL) == (n > 0)); /* what was told is not lost */
        run_assert_real(r.sigma, 1);
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_true(p.x[0] != x);
        assert_true(p.id[0] > id);
        nes_destroy(o);
    }
}

/* A table of utilities has none for fewer points; where none are needed, closing is fine. */
static void with_a_table(void **state)
{
    (void)state;
    const double utilities[6] = {3, 2, 1, -1, -2, -3};
    nes_settings s = run_settings("xnes");
    s.shaping = "table";
    s.utilities = utilities;
    s.popsize = 6;
    s.eval_start = "yes";
    nes_opt *o = run_start(3, NULL, &s);
    nes_points p;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(nes_close(o), NES_OK); /* the start point is lost */
    tell_bits(o, 1, run_sphere);
    assert_int_equal(nes_close(o), NES_OK); /* nothing moves */
    tell_bits(o, 3, run_sphere);
    assert_int_equal(nes_close(o), NES_ERR_METHOD);
    run_assert_has(nes_message(o), "utilities for 6 points");
    assert_int_equal(run_result(o).evaluations, 3);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    double f[4];
    for (size_t k = 0; k < p.n; k++) f[k] = run_sphere(3, p.x + 3 * k, NULL);
    assert_int_equal(nes_close(o), NES_ERR_METHOD); /* and the points stay where they are */
    assert_int_equal(nes_tell(o, p.n, f), NES_OK);
    const nes_result r = run_result(o);
    assert_int_equal(r.generations, 1);
    run_assert_real(r.best_f, run_sphere(3, r.best_x, NULL));
    nes_destroy(o);
}

/* A late value changes nothing, also where importance mixing has opened a generation already. */
static void late_with_mixing(void **state)
{
    (void)state;
    const nes_settings s = run_settings("xnes-im");
    nes_opt *o = run_start(4, NULL, &s);
    nes_points p;
    const double f = 1;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    const uint64_t first = p.id[0], never = p.id[0] + 100000;
    run_steps(o, 4, run_sphere, NULL);
    const uint64_t before = nes_fingerprint(o);
    assert_int_equal(nes_tell_some(o, 1, &first, &f), NES_ERR_LATE);
    assert_true(nes_fingerprint(o) == before);
    assert_int_equal(nes_tell_some(o, 1, &never, &f), NES_ERR_ID);
    nes_destroy(o);
}

/* Pairs count whole or not at all. */
static void pairs(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    const double x0[3] = {1, 1, 1};
    s.sampling = "mirrored";
    s.popsize = 8;
    nes_opt *odd = run_start(3, x0, &s), *even = run_start(3, x0, &s);
    tell_bits(odd, 0x3f | 0x40, run_ellipsoid); /* three pairs, and one of the fourth */
    tell_bits(even, 0x3f, run_ellipsoid);
    assert_int_equal(nes_close(odd), NES_OK);
    assert_int_equal(nes_close(even), NES_OK);
    const nes_result a = run_result(odd), b = run_result(even);
    assert_int_equal(a.evaluations, 7);
    assert_memory_equal(a.mean_x, b.mean_x, 3 * sizeof(double));
    assert_memory_equal(a.std_x, b.std_x, 3 * sizeof(double));
    nes_destroy(odd);
    nes_destroy(even);
}

/* A generation that is handed out in parts is closed in any of them; with all points at once the
 * same values give the same run. */
static void in_parts(void **state)
{
    (void)state;
    for (uint64_t told = 2; told < 12; told++) {
        nes_settings s = run_settings("snes");
        const double x0[3] = {1, 2, 3};
        s.popsize = 12;
        nes_opt *whole = run_start(3, x0, &s);
        s.window = 5;
        nes_opt *parts = run_start(3, x0, &s);
        for (uint64_t left = told; left > 0;) {
            const uint64_t n = left < 5 ? left : 5;
            assert_int_equal(tell_bits(parts, (UINT64_C(1) << n) - 1, run_ellipsoid), n);
            left -= n;
        }
        tell_bits(whole, (UINT64_C(1) << told) - 1, run_ellipsoid);
        same_after_load(&parts);
        assert_int_equal(nes_close(parts), NES_OK);
        assert_int_equal(nes_close(whole), NES_OK);
        run_step(whole, run_ellipsoid, NULL);
        run_steps(parts, 3, run_ellipsoid, NULL);
        const nes_result a = run_result(whole), b = run_result(parts);
        assert_int_equal(a.evaluations, b.evaluations);
        assert_int_equal(a.best_evaluation, b.best_evaluation);
        run_assert_real(a.best_f, b.best_f);
        assert_memory_equal(a.mean_x, b.mean_x, 3 * sizeof(double));
        assert_memory_equal(a.std_x, b.std_x, 3 * sizeof(double));
        nes_destroy(whole);
        nes_destroy(parts);
    }
}

static void late_values(void **state)
{
    (void)state;
    const nes_settings s = run_settings("snes");
    nes_opt *o = run_start(5, NULL, &s), *calm = NULL;
    nes_points p;
    uint64_t id[8];
    const double f[3] = {-1e9, 1, -1e9};
    assert_int_equal(nes_close(o), NES_ERR_ORDER); /* nothing is open */
    run_assert_has(nes_message(o), "nothing to close");
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, 8);
    memcpy(id, p.id, sizeof id);
    tell_bits(o, 0x0f, run_sphere);
    assert_int_equal(nes_close(o), NES_OK);
    calm = run_copy(o);
    assert_int_equal(nes_tell_some(o, 1, id + 6, f), NES_ERR_LATE); /* nothing is open */
    run_assert_has(nes_message(o), "1 value came for points of a finished generation");
    assert_int_equal(nes_ask(o, &p), NES_OK);
    const uint64_t mixed[3] = {id[6], p.id[2], id[7]}, wrong[2] = {id[6], p.id[0] + 1000};
    assert_int_equal(nes_tell_some(o, 2, wrong, f), NES_ERR_ID);
    assert_int_equal(run_result(o).evaluations, 4);
    assert_int_equal(nes_tell_some(o, 3, mixed, f), NES_ERR_LATE); /* the open one is taken */
    assert_int_equal(run_result(o).evaluations, 5);
    assert_int_equal(nes_tell_some(o, 2, id + 6, f), NES_ERR_LATE);
    assert_int_equal(run_result(o).evaluations, 5);
    assert_int_equal(nes_ask(calm, &p), NES_OK);
    const uint64_t third = p.id[2];
    assert_int_equal(nes_tell_some(calm, 1, &third, f + 1), NES_OK);
    run_assert_same(o, calm);
    assert_int_equal(nes_close(NULL), NES_ERR_ARGUMENT);
    nes_destroy(o);
    nes_destroy(calm);
}

/* Runs behind one handle: ids of runs that have ended are late, ids of runs to come are not ids. */
static void among_restarts(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.restarts = "ipop";
    s.max_evals = 3000;
    const double x0[2] = {1, 2};
    nes_opt *o = run_start(2, x0, &s);
    nes_points p;
    const double f = 1;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    const uint64_t first = p.id[0];
    for (uint64_t t = 0; run_result(o).restarts == 0; t++) {
        tell_bits(o, t % 3 == 0 ? 0x15 : UINT64_MAX, run_sphere);
        if (t % 3 == 0) assert_int_equal(nes_close(o), NES_OK);
        assert_int_equal(nes_ask(o, &p), NES_OK);
    }
    assert_int_equal(nes_tell_some(o, 1, &first, &f), NES_ERR_LATE);
    const uint64_t future = UINT64_C(9) << 48;
    assert_int_equal(nes_tell_some(o, 1, &future, &f), NES_ERR_ID);
    nes_destroy(o);
}

/* Evaluations until 1e-8 on the sphere; a share of the points of every generation is never told. */
static double cost(const char *method, uint64_t seed, double share)
{
    nes_settings s = run_settings(method);
    const double x0[5] = {1, 1, 1, 1, 1};
    uint64_t random = seed + 77;
    s.seed = seed;
    s.target = 1e-8;
    nes_opt *o = run_start(5, x0, &s);
    while (nes_stopped(o) == NES_RUNNING) {
        const uint64_t before = run_result(o).generations;
        uint64_t told = 0;
        for (int k = 0; k < 64; k++)
            told |= (uint64_t)((double)(run_random(&random) % 1000) >= 1000 * share) << k;
        tell_bits(o, told, run_sphere);
        if (waits(o, before)) assert_int_equal(nes_close(o), NES_OK);
    }
    assert_int_equal(nes_stopped(o), NES_STOP_TARGET);
    const double evaluations = (double)run_result(o).evaluations;
    nes_destroy(o);
    return evaluations;
}

static void missing_fifth(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "snes"};
    enum { SEEDS = 31 };
    double all[SEEDS], some[SEEDS];
    for (size_t m = 0; m < 2; m++) {
        for (size_t i = 0; i < SEEDS; i++) {
            all[i] = cost(methods[m], i + 1, 0);
            some[i] = cost(methods[m], i + 1, 0.2);
        }
        const double ratio = stats_median(SEEDS, some) / stats_median(SEEDS, all);
        if (!(ratio > 0.7 && ratio < 1.3)) fail_msg("%s: ratio %g", methods[m], ratio);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_point),      cmocka_unit_test(as_if_not_drawn),
        cmocka_unit_test(too_few),          cmocka_unit_test(pairs),
        cmocka_unit_test(in_parts),         cmocka_unit_test(with_a_table),
        cmocka_unit_test(late_with_mixing), cmocka_unit_test(late_values),
        cmocka_unit_test(among_restarts),   cmocka_unit_test(missing_fifth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
