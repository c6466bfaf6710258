/* SPDX-License-Identifier: MIT
 *
 * The arena: counting and carving agree, lines do not overlap, sums that no machine could hold are
 * noticed. The allocator: the caller's pair is used, and memory is zeroed. */
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/dense.h"
#include "util/arena.h"

static void test_carving(void **state)
{
    (void)state;
    const size_t counts[] = {1, 7, 8, 9, 64, 0, 1000, 3};
    nes_arena counting = {NULL, 0};
    for (size_t i = 0; i < 8; i++) {
        const size_t before = counting.used;
        assert_null(NES_CARVE(&counting, double, counts[i]));
        assert_int_equal(counting.used % 64, 0);
        assert_true(counting.used - before >= counts[i] * sizeof(double));
        assert_true(counting.used - before < counts[i] * sizeof(double) + 64);
    }
    unsigned char *base = dense_room(counting.used, 1);
    nes_arena arena = {base, 0};
    unsigned char *end = base;
    for (size_t i = 0; i < 8; i++) {
        double *p = NES_CARVE(&arena, double, counts[i]);
        assert_true((p == NULL) == (counts[i] == 0));
        if (p == NULL) continue;
        assert_true((unsigned char *)p >= end);
        memset(p, 1, counts[i] * sizeof *p);
        end = (unsigned char *)(p + counts[i]);
    }
    assert_int_equal(arena.used, counting.used);
    free(base);
}

static void test_overflow(void **state)
{
    (void)state;
    const size_t huge[] = {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 8, SIZE_MAX / 16};
    for (size_t i = 0; i < 4; i++) {
        nes_arena a = {NULL, 0};
        (void)NES_CARVE(&a, double, huge[i]);
        assert_true(a.used == SIZE_MAX);
        (void)NES_CARVE(&a, double, 1); /* stays so */
        assert_true(a.used == SIZE_MAX);
    }
    nes_arena a = {NULL, 0}; /* each alone is possible, the sum is not */
    for (size_t i = 0; i < 3; i++) (void)NES_CARVE(&a, double, SIZE_MAX / 40);
    assert_true(a.used == SIZE_MAX);
}

typedef struct counter {
    int taken, given;
    bool empty;
} counter;

static void *take(size_t size, void *user)
{
    counter *c = user;
    if (c->empty) return NULL;
    c->taken++;
    void *p = malloc(size);
    if (p != NULL) memset(p, 0xa5, size);
    return p;
}

static void give(void *p, void *user)
{
    counter *c = user;
    assert_non_null(p);
    c->given++;
    free(p);
}

static void test_allocator(void **state)
{
    (void)state;
    counter c = {0};
    const nes_allocator own = {take, give, &c}, standard = {NULL, NULL, NULL};
    unsigned char *p = nes_allocate(&own, 100);
    for (size_t i = 0; i < 100; i++) assert_int_equal(p[i], 0);
    nes_release(&own, p);
    nes_release(&own, NULL);
    assert_int_equal(c.taken, 1);
    assert_int_equal(c.given, 1);
    c.empty = true;
    assert_null(nes_allocate(&own, 8));
    p = nes_allocate(&standard, 100);
    for (size_t i = 0; i < 100; i++) assert_int_equal(p[i], 0);
    nes_release(&standard, p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_carving),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_allocator),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
