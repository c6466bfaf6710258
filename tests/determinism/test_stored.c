/* SPDX-License-Identifier: MIT
 *
 * Local samples may be stored or made again from their stream: the run is the same. Large
 * generations are not stored. */
#include "opt/handle/opt.h"

#include "support/runs.h"

static nes_batch *batch_of(nes_opt *o)
{
    return &o->runs.schedule.member[0].run->g.batch;
}

static void made_again(void **state)
{
    (void)state;
    static const char *const families[] = {"gauss-diag", "gauss-radial", "student-diag"};
    static const char *const schemes[] = {"comma", "elitist"};
    const size_t dim = 1500; /* several blocks, the last one not full */
    for (size_t i = 0; i < 6; i++) {
        nes_settings s = run_settings("auto");
        s.family = families[i / 2];
        s.scheme = schemes[i % 2];
        s.popsize = 5;
        nes_opt *stored = run_start(dim, NULL, &s), *again = run_start(dim, NULL, &s);
        assert_non_null(batch_of(stored)->z);
        batch_of(again)->z = NULL;
        for (int t = 0; t < 15; t++) {
            run_step(stored, run_ellipsoid, NULL);
            run_step(again, run_ellipsoid, NULL);
            run_assert_same(stored, again);
        }
        nes_points p;
        const double nan[5] = {NAN, 1, NAN, 3, NAN}; /* ranked by their length */
        assert_int_equal(nes_ask(stored, &p), NES_OK);
        assert_int_equal(nes_ask(again, &p), NES_OK);
        assert_int_equal(nes_tell(stored, p.n, nan), NES_OK);
        assert_int_equal(nes_tell(again, p.n, nan), NES_OK);
        run_assert_same(stored, again);
        nes_destroy(stored);
        nes_destroy(again);
    }
}

/* Samples that are combinations of draws, where points are handed out in parts. */
static void combined_again(void **state)
{
    (void)state;
    const size_t dim = 1500;
    nes_settings s = run_settings("cr-fm-nes");
    s.sampling = "mirrored-orthogonal";
    s.popsize = 6;
    nes_opt *stored = run_start(dim, NULL, &s);
    s.window = 2;
    nes_opt *again = run_start(dim, NULL, &s);
    assert_non_null(batch_of(stored)->z);
    assert_null(batch_of(again)->z);
    assert_int_equal(batch_of(again)->combined.draws, 3);
    run_steps(stored, 5, run_ellipsoid, NULL);
    run_steps(again, 15, run_ellipsoid, NULL);
    const nes_result a = run_result(stored), b = run_result(again);
    assert_int_equal(a.generations, b.generations);
    run_assert_real(a.best_f, b.best_f);
    assert_memory_equal(a.mean_x, b.mean_x, dim * sizeof *a.mean_x);
    assert_memory_equal(a.std_x, b.std_x, dim * sizeof *a.std_x);
    nes_destroy(stored);
    nes_destroy(again);
}

static void chosen_by_memory(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    s.popsize = 80;
    nes_opt *small = run_start(100000, NULL, &s), *large = run_start(100001, NULL, &s);
    assert_non_null(batch_of(small)->z); /* 64 MB */
    assert_null(batch_of(large)->z);
    nes_destroy(small);
    nes_destroy(large);
    s.family = "student-diag"; /* linear too: a full matrix would be 80 GB */
    large = run_start(100001, NULL, &s);
    assert_null(batch_of(large)->z);
    run_step(large, run_sphere, NULL);
    nes_destroy(large);
    s.mixing = "importance"; /* mixing needs the samples themselves */
    large = run_start(100001, NULL, &s);
    assert_non_null(batch_of(large)->z);
    nes_destroy(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(made_again),
        cmocka_unit_test(combined_again),
        cmocka_unit_test(chosen_by_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
