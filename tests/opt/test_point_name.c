/* SPDX-License-Identifier: MIT
 *
 * Points in sentences: by number and run, with the id where it is another number. */
#include "support/runs.h"

static void names(void **state)
{
    (void)state;
    static const struct {
        uint64_t id;
        const char *name;
    } rows[] = {
        {0, "point 0"},
        {16, "point 16"},
        {UINT64_C(281474976710655), "point 281474976710655"},
        {UINT64_C(281474976710656), "point 0 of run 2 (id 281474976710656)"},
        {UINT64_C(562949953421328), "point 16 of run 3 (id 562949953421328)"},
        {UINT64_MAX, "point 281474976710655 of run 65536 (id 18446744073709551615)"},
    };
    char text[NES_POINT_NAME_SIZE];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(nes_point_name(rows[i].id, text, sizeof text), rows[i].name);
    assert_string_equal(nes_point_name(16, text, 6), "point");
    assert_string_equal(nes_point_name(16, text, 0), "");
    assert_string_equal(nes_point_name(16, NULL, 80), "");
}

static void refused(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    nes_opt *o = run_start(2, NULL, &s);
    nes_points p;
    const uint64_t id = UINT64_C(281474976710672);
    const double f = 1;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(nes_tell_some(o, 1, &id, &f), NES_ERR_ID);
    run_assert_has(nes_message(o), "point 16 of run 2 (id 281474976710672) ");
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names), cmocka_unit_test(refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
