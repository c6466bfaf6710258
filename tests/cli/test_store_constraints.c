/* SPDX-License-Identifier: MIT
 *
 * Evaluations with constraints in the folder of a run. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "store_rig.h"

static int take_id(const store_evaluation *e, void *data)
{
    *(uint64_t *)data = e->record.id;
    return 0;
}

/* A point is only the best if its first outputs, the constraints, are not above 0. */
static void the_best_satisfies_constraints(void **state)
{
    (void)state;
    const double x[] = {1, 2};
    const uint64_t id[] = {3, 4};
    const nes_points p = {.n = 2, .dim = 1, .x = x, .id = id};
    const double outputs[2][2] = {{1e-300, 7}, {0, NAN}};
    store *s = rig_create("run");
    store_set_fact(s, "constraints", "1");
    assert_int_equal(store_constraints(s), 1);
    assert_int_equal(store_set_outputs(s, 2), 0);
    assert_int_equal(store_add_points(s, 1, 1, &p), 0);
    for (size_t i = 0; i < 2; i++) {
        eval_record r = eval_measured(p.id[i], (double)i);
        r.outputs = outputs[i];
        assert_int_equal(store_set_record(s, 1, &r), 0);
    }
    for (size_t m = 0; m < 3; m++) {
        uint64_t best = 0;
        assert_int_equal(store_find_best(s, m, false, take_id, &best), 0);
        assert_int_equal(best, m == 0 ? p.id[0] : m == 1 ? p.id[1] : 0);
    }
    const char *const odd[] = {"-1", "1e300", "many", "nan"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        store_set_fact(s, "constraints", odd[i]);
        assert_int_equal(store_constraints(s), 0);
    }
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_best_satisfies_constraints, folder_open, folder_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
