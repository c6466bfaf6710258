/* SPDX-License-Identifier: MIT
 *
 * Sizes whose products leave the range of size_t: the run is refused for want of memory, and nobody
 * is asked for a block whose size was computed wrong. */
#include "support/allocator.h"
#include "support/runs.h"

static void refuse(const char *method, const char *mixing, size_t dim, uint64_t popsize)
{
    allocations a = {.limit = 1 << 20};
    nes_settings s = run_settings(method);
    nes_opt *o = NULL;
    s.popsize = popsize;
    s.window = popsize;
    s.mixing = mixing;
    s.allocator = allocator_of(&a);
    assert_int_equal(nes_create(&o, dim, NULL, &s), NES_ERR_MEMORY);
    assert_null(o);
    assert_true(a.calls <= 4); /* the handle and the run themselves, not the arrays of the run */
    assert_int_equal(a.live, 0);
}

/* The number of bytes is beyond 2^64, or, where importance mixing doubles the rows, the number of
 * numbers itself, by a little. */
static void products(void **state)
{
    (void)state;
    const uint64_t most = UINT32_MAX;
    refuse("snes", "none", most, most);
    refuse("snes", "none", (size_t)1 << 30, UINT64_C(1) << 31);
    refuse("snes", "importance", ((size_t)1 << 31) + 1, most);
    refuse("snes", "importance", (size_t)1 << 31, most);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(products)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
