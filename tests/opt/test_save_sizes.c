/* SPDX-License-Identifier: MIT
 *
 * A saved run that claims more numbers than it has is damaged, and is found so before memory for
 * them is asked for. The dimension stands behind the header and the version (docs/save-format.md).
 */
#include "opt/handle/opt.h"
#include "support/allocator.h"
#include "support/runs.h"
#include "util/coder.h"

enum { HEADER = 24, PLACE = HEADER + 8 + sizeof NES_VERSION - 1, DIM = 2 };

/* Writes another dimension, and the checksum that goes with it. */
static void claim(run_saved s, uint64_t dim)
{
    nes_coder c = {.out = s.data, .size = s.size, .used = PLACE};
    nes_code_count(&c, &dim);
    uint64_t sum = nes_checksum(s.data, s.size - 8);
    c.used = s.size - 8;
    nes_code_count(&c, &sum);
}

static run_saved bounded_run(void)
{
    double lower[DIM];
    for (size_t i = 0; i < DIM; i++) lower[i] = -1;
    nes_settings s = run_settings("snes");
    s.lower = lower;
    nes_opt *o = run_start(DIM, NULL, &s);
    const run_saved saved = run_save(o);
    nes_destroy(o);
    return saved;
}

static void more_than_there_is(void **state)
{
    (void)state;
    const run_saved s = bounded_run();
    allocations a = {.calls = 0};
    nes_settings user = run_settings("auto");
    user.allocator = allocator_of(&a);
    for (uint64_t dim = s.size / 16; /* settings alone take half */
         dim < 4 * s.size; dim += 1 + dim / 16) {
        nes_opt *o = NULL;
        claim(s, dim);
        assert_int_equal(nes_load(&o, s.data, s.size, &user, NULL, 0), NES_ERR_DAMAGED);
        assert_null(o);
        assert_int_equal(a.calls, 0);
    }
    claim(s, DIM);
    nes_opt *o = run_load(s);
    nes_destroy(o);
    free(s.data);
}

/* A matrix of so many variables would take the square of what is there. */
static void no_room_for_a_matrix(void **state)
{
    (void)state;
    nes_settings settings = run_settings("xnes"), user = run_settings("auto");
    nes_opt *o = run_start(DIM, NULL, &settings);
    const run_saved s = run_save(o);
    allocations a = {.calls = 0};
    nes_destroy(o);
    user.allocator = allocator_of(&a);
    for (uint64_t dim = DIM + 20; dim < s.size / 8; dim += 1 + dim / 8) {
        char message[NES_MESSAGE_SIZE];
        o = NULL;
        claim(s, dim);
        assert_int_equal(nes_load(&o, s.data, s.size, &user, message, sizeof message),
                         NES_ERR_DAMAGED);
        assert_null(o);
        assert_int_equal(a.live, 0);
        run_assert_has(message, "a distribution of");
        run_assert_has(message, "numbers is cut short");
    }
    assert_true(a.most < sizeof *o + 4 * s.size);
    free(s.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(more_than_there_is),
                                       cmocka_unit_test(no_room_for_a_matrix)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
