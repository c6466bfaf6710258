/* SPDX-License-Identifier: MIT
 *
 * Sentences of refusals: never longer than their room; every status has one of its own. */
#include <string.h>

#include "support/check.h"
#include "util/sentence.h"

static void test_refuse(void **state)
{
    (void)state;
    char text[12];
    memset(text, '#', sizeof text);
    assert_int_equal(nes_refuse((nes_note){text, 8}, NES_ERR_VALUE, "x is %d", 12345),
                     NES_ERR_VALUE);
    assert_string_equal(text, "x is 12");
    assert_int_equal(text[8], '#');
    assert_int_equal(nes_refuse((nes_note){text, sizeof text}, NES_OK, "%s", "whole"), NES_OK);
    assert_string_equal(text, "whole");
    assert_int_equal(nes_refuse((nes_note){text, 0}, NES_ERR_ID, "nothing"), NES_ERR_ID);
    assert_string_equal(text, "whole");
    assert_int_equal(nes_refuse((nes_note){NULL, 0}, NES_ERR_ID, "nothing"), NES_ERR_ID);
}

static void test_status_texts(void **state)
{
    (void)state;
    const nes_status all[] = {
#define NES_TEST_VALUE(name, value, text) name,
        NES_STATUS_LIST(NES_TEST_VALUE)
#undef NES_TEST_VALUE
    };
    assert_int_equal(NES_OK, 0);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        assert_true(strlen(nes_strerror(all[i])) > 0);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(nes_strerror(all[i]), nes_strerror(all[j]));
    }
    assert_string_equal(nes_strerror((nes_status)-1000), "unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refuse),
        cmocka_unit_test(test_status_texts),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
