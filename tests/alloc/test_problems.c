/* SPDX-License-Identifier: MIT
 *
 * Problems without memory: the n-th allocation of nes_problem_create fails, for all n, which is
 * told in words and leaves nothing behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "nes/problems.h"
#include "support/heap.h"

/* One of every way in which problems take memory. */
static const char *const ids[] = {
    "sphere_d3",
    "ellipsoid_d3",
    "rotated-ellipsoid_d3",
    "double-rosenbrock_d2",
    "random-basin_d3",
    "lj_n3",
    "double-pole_n2",
    "bbob_f001_i01_d02",
    "bbob_f015_i01_d05",
    "bbob_f021_i01_d03",
    "bbob_f024_i01_d40",
    "bbob_noisy_f101_i01_d02",
    "random-basin_i_d3",
};

static nes_status create(const char *id, size_t failing)
{
    char message[256] = "";
    char other = 0;
    nes_problem *p = (nes_problem *)(void *)&other;
    const size_t before = heap_live();
    heap_fail_at(failing);
    const nes_status st = nes_problem_create(&p, id, message, sizeof message);
    heap_fail_at(0);
    assert_true((st == NES_OK) == (p != NULL));
    if (st != NES_OK) {
        assert_int_equal(st, NES_ERR_MEMORY);
        assert_non_null(strstr(message, "memory"));
        assert_non_null(strstr(message, id));
    }
    nes_problem_destroy(p);
    assert_int_equal(heap_live(), before);
    return st;
}

static void every_allocation_fails(void **state)
{
    (void)state;
    if (!heap_is_known()) skip();
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const size_t before = heap_calls();
        assert_int_equal(create(ids[i], 0), NES_OK);
        const size_t calls = heap_calls() - before;
        assert_true(calls >= 2); /* the problem and its id at least */
        for (size_t n = 1; n <= calls; n++) assert_int_equal(create(ids[i], n), NES_ERR_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
