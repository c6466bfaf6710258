/* SPDX-License-Identifier: MIT
 *
 * What is said about a generation, and generations that need no evaluation of their own. */
#include "support/rig.h"
#include "support/runs.h"

enum { MOST = 9 };

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Best and median of values as they are told; of two middle ones the median is the worse. */
static void best_and_median(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (size_t n = 2; n <= MOST; n++)
        for (int i = 0; i < 40; i++) {
            const bool maximize = i % 2 == 1;
            nes_settings s = run_settings("snes");
            nes_points p;
            double sorted[MOST];
            s.popsize = n;
            s.maximize = maximize;
            s.restarts = i % 4 < 2 ? "none" : "interleaved";
            nes_opt *o = run_start(2, NULL, &s);
            assert_int_equal(nes_ask(o, &p), NES_OK);
            for (size_t k = 0; k < n; k++) {
                p.f[k] = (double)(run_random(&random) % 100) - 50;
                sorted[k] = maximize ? -p.f[k] : p.f[k];
            }
            assert_int_equal(marked_tell(o, n, p.f), NES_OK);
            qsort(sorted, n, sizeof *sorted, compare);
            const nes_result r = run_result(o);
            run_assert_real(maximize ? -r.generation_best : r.generation_best, sorted[0]);
            run_assert_real(maximize ? -r.generation_median : r.generation_median, sorted[n / 2]);
            nes_destroy(o);
        }
}

/* Rows without a value are dropped; a pair, where one of its two has none. All that belongs to the
 * others moves up with them. */
static void dropped_rows(void **state)
{
    (void)state;
    enum { DIM = 3, N = 8 };
    static const size_t alone[] = {0, 2, 4, 5, 7}, pairs[] = {4, 5};
    for (size_t together = 1; together <= 2; together++) {
        const size_t *kept = together == 1 ? alone : pairs, n = together == 1 ? 5 : 2;
        rig r;
        rig_make(&r, nes_family_find("gauss-diag"), DIM, N, true);
        nes_batch *b = &r.g.batch;
        assert_null(b->extra); /* further rows of a step stand behind stored samples */
        for (size_t k = 0; k < N; k++) {
            b->fate[k] = k == 1 || k == 3 || k == 6 ? NES_LATE : NES_MEASURED;
            b->f[k] = (double)k;
            b->id[k] = 100 + k;
            for (size_t i = 0; i < DIM; i++) {
                b->x[k * DIM + i] = (double)(10 * k + i);
                b->z[k * DIM + i] = -(double)(10 * k + i);
            }
        }
        assert_int_equal(nes_batch_whole(b, together), n);
        assert_int_equal(nes_batch_drop(b, together), n);
        assert_int_equal(b->n, n);
        for (size_t k = 0; k < n; k++) {
            assert_true(b->f[k] == (double)kept[k]);
            assert_int_equal(b->id[k], 100 + kept[k]);
            for (size_t i = 0; i < DIM; i++) {
                assert_true(b->x[k * DIM + i] == (double)(10 * kept[k] + i));
                assert_true(b->z[k * DIM + i] == -(double)(10 * kept[k] + i));
            }
        }
        rig_free(&r);
    }
}

/* Nothing moves, so that importance mixing keeps every row for ever; the points that are asked for
 * are those of the trial with a larger rate, one set in each generation. */
static nes_settings still(void)
{
    nes_settings s = run_settings("xnes");
    s.popsize = 4;
    s.mixing = "importance";
    s.mixing_alpha = 1e-15;
    s.adaptation = "sampled";
    s.eta_mu = s.eta_sigma = s.eta_shape = 0;
    s.tolx = s.tolx_abs = s.tolfun = s.flat = s.stagnation = NES_OFF;
    return s;
}

/* A hundred generations in a row keep all rows; then one row is new, and they start afresh. A copy
 * in the middle of such a streak counts on. */
static void one_new_row_in_a_hundred(void **state)
{
    (void)state;
    const nes_settings s = still();
    nes_opt *o = run_start(2, NULL, &s), *copy = NULL;
    size_t streak = 0, streaks = 0;
    run_step(o, run_sphere, NULL); /* the first generation */
    for (int t = 0; t < 250; t++) {
        nes_points p, q;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        if (t == 0 || t == 60) {
            nes_destroy(copy);
            copy = run_copy(o);
        }
        assert_int_equal(nes_ask(copy, &q), NES_OK);
        assert_int_equal(p.n, q.n);
        assert_same_reals(p.n * p.dim, q.x, p.x);
        assert_int_equal(p.n, streak == 100 ? 1 : 4);
        streaks += p.n == 1;
        streak = p.n == 1 ? 0 : streak + 1;
        run_step(o, run_sphere, NULL);
        run_step(copy, run_sphere, NULL);
        if (p.n == 1) run_step(o, run_sphere, NULL); /* the trial of that generation */
        if (p.n == 1) run_step(copy, run_sphere, NULL);
    }
    run_assert_same(o, copy);
    assert_int_equal(streaks, 2);
    nes_destroy(o);
    nes_destroy(copy);
}

/* A row without a usable value is drawn anew; nothing else is while the distribution stands still.
 */
static void bad_rows_are_not_kept(void **state)
{
    (void)state;
    const double bad[] = {NAN, INFINITY, 1e301, MARKED_FAILED};
    for (size_t i = 0; i < 4; i++)
        for (size_t n = 1; n < 6; n++) {
            nes_settings s = still();
            nes_points p;
            s.adaptation = "none";
            s.popsize = 6;
            nes_opt *o = run_start(2, NULL, &s);
            assert_int_equal(nes_ask(o, &p), NES_OK);
            for (size_t k = 0; k < 6; k++) p.f[k] = k < n ? bad[i] : (double)k;
            assert_int_equal(marked_tell(o, 6, p.f), NES_OK);
            assert_int_equal(nes_ask(o, &p), NES_OK);
            assert_int_equal(p.n, n);
            nes_destroy(o);
        }
}

/* A step so long that no row is kept, then equal values, and no step at all: all rows are kept
 * until a new one is forced. What was remembered of the long step must not come into it. */
static void after_a_long_step(size_t dim, size_t popsize, const double *utilities)
{
    nes_settings s = run_settings("xnes-im");
    nes_points p;
    s.popsize = popsize;
    s.shaping = "table";
    s.utilities = utilities;
    s.mixing_alpha = 1e-15;
    s.eta_mu = 50;
    s.tolx = s.tolx_abs = s.tolfun = s.flat = s.stagnation = NES_OFF;
    nes_opt *o = run_start(dim, NULL, &s);
    run_step(o, run_ellipsoid, NULL);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, popsize);
    for (size_t k = 0; k < p.n; k++) p.f[k] = 7;
    assert_int_equal(marked_tell(o, p.n, p.f), NES_OK);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, 1);
    assert_int_equal(run_result(o).generations, 2 + 100);
    nes_destroy(o);
}

static void no_step_keeps_all(void **state)
{
    (void)state;
    const double few[5] = {0.5, 0.25, 0, -0.25, -0.5}; /* the sum is 0 to the last bit */
    const double many[8] = {0.5, 0.25, 0.125, 0.125, -0.125, -0.125, -0.25, -0.5};
    after_a_long_step(10, 5, few); /* fewer rows than dimensions, and more */
    after_a_long_step(3, 8, many);
}

/* Whichever point fails, and whatever room there is behind the last one: the same point comes
 * again, so often, and no other does. */
static void tried_again(size_t popsize, size_t failing)
{
    nes_settings s = run_settings("snes");
    nes_points p;
    double x[2];
    s.popsize = popsize;
    s.retries = 2;
    nes_opt *o = run_start(2, NULL, &s);
    for (int attempt = 0; attempt <= 2; attempt++) {
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_int_equal(p.n, attempt == 0 ? popsize : 1);
        const size_t k = attempt == 0 ? failing : 0;
        if (attempt == 0) memcpy(x, p.x + 2 * k, sizeof x);
        assert_memory_equal(p.x + 2 * k, x, sizeof x);
        for (size_t i = 0; i < p.n; i++) p.f[i] = i == k ? MARKED_FAILED : 1;
        assert_int_equal(marked_tell(o, p.n, p.f), NES_OK);
    }
    assert_int_equal(run_result(o).generations, 1);
    assert_int_equal(run_result(o).failed, 3);
    nes_destroy(o);
}

static void every_point_is_tried_again(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 16; n++)
        for (size_t k = 0; k < n; k++) tried_again(n, k);
}

/* More values than the budget has: the sentence says how many there may be. */
static void beyond_the_budget(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    nes_points p;
    double f[8] = {0};
    s.popsize = 8;
    s.max_evals = 13;
    nes_opt *o = run_start(2, NULL, &s);
    run_step(o, run_sphere, NULL);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, 5);
    assert_int_equal(marked_tell_some(o, 8, p.id, f), NES_ERR_COUNT);
    run_assert_has(nes_message(o), "8 values");
    run_assert_has(nes_message(o), "leaves 5");
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(best_and_median),          cmocka_unit_test(dropped_rows),
        cmocka_unit_test(one_new_row_in_a_hundred), cmocka_unit_test(bad_rows_are_not_kept),
        cmocka_unit_test(no_step_keeps_all),        cmocka_unit_test(every_point_is_tried_again),
        cmocka_unit_test(beyond_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
