/* SPDX-License-Identifier: MIT
 *
 * Memory that is not there: the n-th allocation fails, for all n, and nothing is leaked or half
 * made. Memory that is not taken: asking and telling allocate nothing at all. */
#include "support/allocator.h"
#include "support/heap.h"
#include "support/runs.h"
#include "support/variants.h"

/* One call that takes all its memory from s->allocator. */
typedef nes_status (*call)(const nes_settings *s);

static nes_status create(const nes_settings *s)
{
    char other = 0;
    nes_opt *o = (nes_opt *)(void *)&other;
    const nes_status st = nes_create(&o, VARIANT_DIM, variant_start(s), s);
    assert_true((st == NES_OK) == (o != NULL));
    nes_destroy(o);
    return st;
}

static nes_status check(const nes_settings *s)
{
    char message[NES_MESSAGE_SIZE];
    const nes_status st =
        nes_settings_check(s, VARIANT_DIM, variant_start(s), message, sizeof message);
    assert_true((st == NES_OK) == (message[0] == '\0'));
    if (st != NES_OK) run_assert_has(message, "MB");
    return st;
}

static nes_status minimize(const nes_settings *s)
{
    double x[VARIANT_DIM];
    nes_settings t = *s;
    t.max_gens = 3;
    memcpy(x, variant_start(s), sizeof x);
    const nes_status st = nes_minimize(run_sphere, NULL, VARIANT_DIM, x, &t, NULL);
    if (st != NES_OK) assert_memory_equal(x, variant_start(s), sizeof x);
    return st;
}

static nes_status load(const nes_settings *s)
{
    nes_settings quiet = *s;
    char message[NES_MESSAGE_SIZE];
    quiet.allocator = (nes_allocator){NULL, NULL, NULL};
    nes_opt *o = run_start(VARIANT_DIM, variant_start(&quiet), &quiet);
    run_steps(o, 3, run_sphere, NULL);
    const run_saved saved = run_save(o);
    nes_destroy(o);
    const nes_status st = nes_load(&o, saved.data, saved.size, s, message, sizeof message);
    assert_true((st == NES_OK) == (o != NULL));
    assert_true((st == NES_OK) == (message[0] == '\0'));
    nes_destroy(o);
    free(saved.data);
    return st;
}

static void fail_each(call f, const nes_settings *settings, size_t at_least)
{
    nes_settings s = *settings;
    for (size_t n = 1;; n++) {
        allocations a = {.fail_at = n};
        s.allocator = allocator_of(&a);
        const nes_status st = f(&s);
        assert_int_equal(a.live, 0);
        if (st == NES_OK) {
            assert_int_equal(a.calls, n - 1); /* none was left to fail */
            assert_true(n > at_least);
            return;
        }
        assert_int_equal(st, NES_ERR_MEMORY);
    }
}

static void every_allocation_fails(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t v = 0; v < VARIANT_COUNT; v++) {
            const nes_settings s = variant_settings(v, nes_method_at(m));
            const size_t arrays = (size_t)(s.lower != NULL) + (s.upper != NULL) +
                                  (s.scale != NULL || (s.sigma == NES_AUTO && s.lower != NULL)) +
                                  (s.utilities != NULL);
            fail_each(create, &s, 2);
            fail_each(check, &s, 1);
            fail_each(minimize, &s, 2);
            fail_each(load, &s, 2 + arrays);
        }
}

/* With all arrays at once: bounds, scale and utilities. */
static void every_array(void **state)
{
    (void)state;
    const nes_settings bounded = variant_settings(2, nes_method_at(0));
    nes_settings s = variant_settings(6, nes_method_at(0));
    s.lower = bounded.lower;
    s.upper = bounded.upper;
    s.scale = bounded.scale;
    fail_each(load, &s, 6);
}

/* Neither through the allocator nor behind its back, results and saving included. */
static void nothing_between(void **state)
{
    (void)state;
    static unsigned char buffer[1 << 16];
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t v = 0; v < VARIANT_COUNT; v++) {
            nes_settings s = variant_settings(v, nes_method_at(m));
            if (strcmp(s.restarts, "none") != 0) continue; /* a new run takes memory */
            allocations a = {0};
            nes_result r;
            s.allocator = allocator_of(&a);
            if (v == 0) s.eta_shape = 50; /* exponents large enough for the eigenproblem */
            nes_opt *o = run_start(VARIANT_DIM, variant_start(&s), &s);
            const size_t calls = a.calls, heap = heap_calls();
            for (int t = 0; t < 50 && nes_stopped(o) == NES_RUNNING; t++) {
                nes_points p;
                assert_int_equal(nes_ask(o, &p), NES_OK);
                for (size_t k = 0; k < p.n; k++)
                    p.f[k] = variant_objective(v)(p.dim, p.x + k * p.dim, NULL);
                if (t % 2 == 0) assert_int_equal(nes_tell_some(o, 1, p.id, p.f), NES_OK);
                if (t % 2 == 1) assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
                assert_int_equal(nes_get_result(o, &r), NES_OK);
                assert_int_equal(nes_save(o, buffer, sizeof buffer, NULL), NES_OK);
            }
            assert_int_equal(a.calls, calls);
            assert_int_equal(heap_calls(), heap);
            nes_destroy(o);
            assert_int_equal(a.live, 0);
        }
}

/* A team of threads is one more block, and works without any. */
static void with_a_team(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "snes"};
    for (size_t m = 0; m < 2; m++) {
        nes_settings s = run_settings(methods[m]);
        allocations a = {0};
        nes_opt *o;
        s.threads = 3;
        for (a.fail_at = 1; a.fail_at <= 6; a.fail_at++) {
            s.allocator = allocator_of(&a);
            a.calls = 0;
            assert_int_equal(nes_create(&o, 1000, NULL, &s), NES_ERR_MEMORY);
            assert_null(o);
            assert_int_equal(a.live, 0);
        }
        a = (allocations){0};
        o = run_start(1000, NULL, &s);
        assert_int_equal(a.calls, 6);
        const size_t heap = heap_calls();
        for (int t = 0; t < 3; t++) run_step(o, run_sphere, NULL);
        assert_int_equal(a.calls, 6);
        assert_int_equal(heap_calls(), heap);
        nes_destroy(o);
        assert_int_equal(a.live, 0);
    }
}

/* A null member of the allocator means malloc or free. */
static void heap_is_counted(void **state)
{
    (void)state;
    const size_t before = heap_calls();
    nes_opt *o = run_start(3, NULL, NULL);
    if (heap_is_known()) assert_int_equal(heap_calls(), before + 5);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_fails), cmocka_unit_test(every_array),
        cmocka_unit_test(nothing_between),        cmocka_unit_test(with_a_team),
        cmocka_unit_test(heap_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
