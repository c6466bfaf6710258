/* SPDX-License-Identifier: MIT
 *
 * The same bytes for any number of threads, for handles that run side by side, and other bytes for
 * other seeds. */
#include <pthread.h>

#include "support/runs.h"
#include "support/variants.h"

static nes_opt *run_with(size_t m, size_t v, uint64_t jobs)
{
    nes_settings s = variant_settings(v, nes_method_at(m));
    s.jobs = jobs;
    s.max_gens = run_is_elitist(nes_method_at(m)) ? 60 : 20;
    nes_opt *o = run_start(VARIANT_DIM, variant_start(&s), &s);
    assert_int_equal(nes_run(o, variant_objective(v), NULL), NES_OK);
    return o;
}

static void any_number_of_threads(void **state)
{
    (void)state;
    static const uint64_t jobs[] = {2, 7};
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t v = 0; v < VARIANT_COUNT; v++) {
            nes_opt *one = run_with(m, v, 1);
            for (size_t j = 0; j < 2; j++) {
                nes_opt *many = run_with(m, v, jobs[j]);
                run_assert_same(one, many);
                assert_memory_equal(run_result(one).best_x, run_result(many).best_x,
                                    VARIANT_DIM * sizeof(double));
                nes_destroy(many);
            }
            nes_destroy(one);
        }
}

static void *run_all(void *argument)
{
    nes_opt **o = argument;
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t v = 0; v < VARIANT_COUNT; v++) *o++ = run_with(m, v, 1 + v % 2);
    return NULL;
}

/* Two threads that share nothing but the library. */
static void side_by_side(void **state)
{
    (void)state;
    enum { MOST = 32 * VARIANT_COUNT };
    static nes_opt *o[2][MOST];
    const size_t n = nes_method_count() * VARIANT_COUNT;
    pthread_t thread[2];
    assert_true(n <= MOST);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, run_all, o[i]), 0);
    for (size_t i = 0; i < 2; i++) assert_int_equal(pthread_join(thread[i], NULL), 0);
    for (size_t k = 0; k < n; k++) {
        run_assert_same(o[0][k], o[1][k]);
        nes_destroy(o[0][k]);
        nes_destroy(o[1][k]);
    }
}

static void first_point(uint64_t seed, uint64_t run, const char *method, double *x)
{
    nes_settings s = run_settings(method);
    nes_points p;
    s.eval_start = "no";
    s.seed = seed;
    s.run = run;
    nes_opt *o = run_start(4, NULL, &s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    memcpy(x, p.x, 4 * sizeof *x);
    nes_destroy(o);
}

static void seeds_differ(void **state)
{
    (void)state;
    static const uint64_t seeds[][2] = {{0, 0},          {1, 0}, {2, 0},     {UINT64_MAX, 0},
                                        {1ull << 32, 0}, {0, 1}, {0, 65535}, {1, 1}};
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t i = 0; i < 8 && !run_is_binary(nes_method_at(m)); i++)
            for (size_t j = 0; j < 8; j++) {
                double x[4], y[4];
                first_point(seeds[i][0], seeds[i][1], nes_method_at(m)->name, x);
                first_point(seeds[j][0], seeds[j][1], nes_method_at(m)->name, y);
                for (size_t k = 0; k < 4; k++) assert_true((x[k] == y[k]) == (i == j));
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads),
        cmocka_unit_test(side_by_side),
        cmocka_unit_test(seeds_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
