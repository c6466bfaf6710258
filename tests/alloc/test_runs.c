/* SPDX-License-Identifier: MIT
 *
 * A new run that finds no memory: the ask is refused, and nothing else has happened. */
#include "support/allocator.h"
#include "support/runs.h"
#include "support/sanitizer.h"
#include "support/variants.h"

enum { FIRST = 15 };             /* the variants from this one on have restarts */
enum { CREATE = 6, STEPS = 60 }; /* allocations of a new handle; steps that are followed */

/* Some steps of a run whose n-th allocation fails; refused asks are asked again. */
static run_saved course(nes_settings s, size_t v, allocations *a, size_t *refused)
{
    s.allocator = allocator_of(a);
    nes_opt *o = NULL;
    *refused = 0;
    for (nes_status st = NES_ERR_MEMORY; st != NES_OK; *refused += st != NES_OK) {
        st = nes_create(&o, VARIANT_DIM, variant_start(&s), &s);
        assert_true(st == NES_OK || st == NES_ERR_MEMORY);
        if (st != NES_OK) assert_int_equal(a->live, 0);
    }
    for (int t = 0; t < STEPS && nes_stopped(o) == NES_RUNNING; t++) {
        nes_points p;
        const run_saved before = run_save(o);
        if (nes_ask(o, &p) != NES_OK) {
            run_assert_has(nes_message(o), "MB");
            const run_saved after = run_save(o);
            assert_int_equal(before.size, after.size);
            assert_memory_equal(before.data, after.data, before.size);
            free(after.data);
            run_result(o);
            ++*refused;
            assert_int_equal(nes_ask(o, &p), NES_OK);
        }
        free(before.data);
        for (size_t k = 0; k < p.n; k++)
            p.f[k] = variant_objective(v)(p.dim, p.x + k * p.dim, NULL);
        assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
    }
    const run_saved end = run_save(o);
    nes_destroy(o);
    assert_int_equal(a->live, 0);
    return end;
}

static void every_allocation_fails(void **state)
{
    (void)state;
    size_t single = 0; /* courses without a restart */
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t v = FIRST; v < VARIANT_COUNT; v++) {
            const nes_settings s = variant_settings(v, nes_method_at(m));
            allocations a = {0};
            size_t refused;
            const run_saved whole = course(s, v, &a, &refused);
            assert_int_equal(refused, 0);
            single += a.calls == CREATE;
            for (size_t n = 1, calls = a.calls; n <= calls; n += SLOWER) {
                a = (allocations){.fail_at = n};
                const run_saved other = course(s, v, &a, &refused);
                assert_int_equal(refused, 1);
                assert_int_equal(other.size, whole.size);
                assert_memory_equal(other.data, whole.data, whole.size);
                free(other.data);
            }
            free(whole.data);
        }
    assert_true(single < nes_method_count() / 2);
}

/* A driver hands the error on; the handle can still be asked what it found. */
static void driver(void **state)
{
    (void)state;
    nes_settings s = variant_settings(FIRST, nes_method_at(0));
    allocations a = {0};
    s.allocator = allocator_of(&a);
    nes_opt *o = run_start(VARIANT_DIM, variant_start(&s), &s);
    a.fail_at = a.calls + 1;
    assert_int_equal(nes_run(o, variant_objective(FIRST), NULL), NES_ERR_MEMORY);
    assert_true(run_result(o).evaluations > 0);
    assert_int_equal(nes_stopped(o), NES_RUNNING);
    nes_destroy(o);
    assert_int_equal(a.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_fails),
        cmocka_unit_test(driver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
