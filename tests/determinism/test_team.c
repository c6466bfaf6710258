/* SPDX-License-Identifier: MIT
 *
 * Threads inside a generation: large runs give the same bytes for any number of them, through save
 * and load and behind restarts too; small runs start none; threads that cannot be had are a
 * refusal. */
#include "opt/handle/opt.h"
#include "support/allocator.h"
#include "support/runs.h"
#include "support/sanitizer.h"
#include "support/threads.h"

typedef struct large {
    const char *method, *family, *technique;
    size_t dim, popsize, window, steps;
    bool bounded;
} large;

static const large LARGE[] = {
    {.method = "xnes", .dim = 300, .steps = 4},
    {.method = "xnes", .dim = 90, .popsize = 100, .steps = 3}, /* more samples than dimensions */
    {.method = "xnes-im-as", .dim = 250, .steps = 4},
    {.method = "1+1-xnes", .dim = 901, .steps = 5},
    {.method = "t-xnes", .dim = 203, .steps = 4},
    {.method = "snes", .dim = 50000, .steps = 2},
    {.method = "snes", .dim = 4099, .steps = 4, .bounded = true},
    {.method = "snes", .dim = 20011, .window = 5, .steps = 10}, /* generations in parts */
    {.method = "snes", .dim = 5003, .technique = "importance", .steps = 4},
    {.method = "1+1-snes", .dim = 30001, .steps = 4},
    {.method = "snes", .family = "student-diag", .dim = 10007, .steps = 3},
};
enum { COUNT = sizeof LARGE / sizeof *LARGE };

static nes_settings settings_of(const large *l, uint64_t threads)
{
    static double lower[50000], upper[50000];
    nes_settings s = run_settings(l->method);
    if (l->family != NULL) s.family = l->family;
    if (l->technique != NULL) s.mixing = l->technique;
    if (l->popsize > 0) s.popsize = l->popsize;
    if (l->window > 0) s.window = l->window;
    s.threads = threads;
    for (size_t i = 0; l->bounded && i < l->dim; i++) {
        lower[i] = -1;
        upper[i] = 1 + (double)i;
    }
    if (l->bounded) s.lower = lower, s.upper = upper;
    s.eval_start = "no";
    return s;
}

static nes_opt *run_with(const large *l, uint64_t threads)
{
    const nes_settings s = settings_of(l, threads);
    nes_opt *o = run_start(l->dim, NULL, &s);
    assert_true((o->runs.team == NULL) == (threads == 1));
    run_steps(o, l->steps, run_ellipsoid, NULL);
    nes_points p;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    return o;
}

static void same_points(nes_opt *a, nes_opt *b)
{
    nes_points p, q;
    assert_int_equal(nes_ask(a, &p), NES_OK);
    assert_int_equal(nes_ask(b, &q), NES_OK);
    assert_int_equal(p.n, q.n);
    assert_memory_equal(p.x, q.x, p.n * p.dim * sizeof *p.x);
}

static void any_number_of_threads(void **state)
{
    (void)state;
    static const uint64_t threads[] = {3, 2, 7};
    const size_t numbers = UNDER_SANITIZER ? 1 : 3; /* one is enough to find a race, and slow */
    for (size_t i = 0; i < COUNT; i++) {
        nes_opt *one = run_with(&LARGE[i], 1);
        for (size_t t = 0; t < numbers; t++) {
            nes_opt *many = run_with(&LARGE[i], threads[t]);
            run_assert_same(one, many);
            same_points(one, many);
            nes_destroy(many);
        }
        nes_destroy(one);
    }
}

/* A saved run is loaded with the threads of the new settings. */
static void saved_and_loaded(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT; i += 5) {
        const nes_settings s = settings_of(&LARGE[i], 3);
        nes_opt *one = run_with(&LARGE[i], 1), *many = NULL;
        const run_saved saved = run_save(one);
        assert_int_equal(nes_load(&many, saved.data, saved.size, &s, NULL, 0), NES_OK);
        assert_non_null(many->runs.team);
        run_step(one, run_ellipsoid, NULL);
        run_step(many, run_ellipsoid, NULL);
        run_assert_same(one, many);
        nes_destroy(many);
        char message[NES_MESSAGE_SIZE];
        threads_allow(1);
        assert_int_equal(nes_load(&many, saved.data, saved.size, &s, message, sizeof message),
                         NES_ERR_THREAD);
        threads_allow(-1);
        run_assert_has(message, "lower option 'threads'");
        free(saved.data);
        nes_destroy(one);
    }
}

/* One team for all runs of a set. */
static void restarts_share(void **state)
{
    (void)state;
    const large l = {.method = "snes", .dim = 3000};
    nes_opt *o[2];
    for (uint64_t i = 0; i < 2; i++) {
        nes_settings s = settings_of(&l, 1 + 2 * i);
        s.popsize = 8;
        s.restarts = "interleaved";
        s.restart_slice = 16;
        threads_allow(2);
        o[i] = run_start(l.dim, NULL, &s);
        run_steps(o[i], 40, run_ellipsoid, NULL);
        threads_allow(-1);
    }
    assert_true(run_result(o[0]).restarts > 1);
    run_assert_same(o[0], o[1]);
    const run_saved saved = run_save(o[1]);
    const nes_settings s = settings_of(&l, 2);
    nes_opt *loaded = NULL;
    assert_int_equal(nes_load(&loaded, saved.data, saved.size, &s, NULL, 0), NES_OK);
    run_steps(loaded, 5, run_ellipsoid, NULL);
    run_steps(o[0], 5, run_ellipsoid, NULL);
    run_assert_same(o[0], loaded);
    free(saved.data);
    nes_destroy(loaded);
    for (size_t i = 0; i < 2; i++) nes_destroy(o[i]);
}

static void small_runs_start_none(void **state)
{
    (void)state;
    threads_allow(0);
    for (size_t m = 0; m < nes_method_count(); m++) {
        nes_settings s = run_settings(nes_method_at(m)->name);
        s.threads = 7;
        nes_opt *o = run_start(10, NULL, &s);
        assert_null(o->runs.team);
        nes_destroy(o);
    }
    threads_allow(-1);
}

static void refused(void **state)
{
    (void)state;
    static const char *const restarts[] = {"none", "ipop"};
    char message[NES_MESSAGE_SIZE];
    for (size_t r = 0; r < 2; r++)
        for (long started = 0; started < 2; started++) {
            allocations a = {.fail_at = 0};
            nes_settings s = settings_of(&LARGE[0], 3);
            nes_opt *o = NULL;
            s.restarts = restarts[r];
            s.allocator = allocator_of(&a);
            threads_allow(started);
            assert_int_equal(nes_create(&o, LARGE[0].dim, NULL, &s), NES_ERR_THREAD);
            assert_null(o);
            threads_allow(started);
            assert_int_equal(nes_settings_check(&s, LARGE[0].dim, NULL, message, sizeof message),
                             NES_ERR_THREAD);
            threads_allow(-1);
            assert_string_equal(message,
                                "a team of 3 threads cannot be started: lower option 'threads'");
            assert_int_equal(a.live, 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads),
        cmocka_unit_test(saved_and_loaded),
        cmocka_unit_test(restarts_share),
        cmocka_unit_test(small_runs_start_none),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests_name("team", tests, NULL, NULL);
}
