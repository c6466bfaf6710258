/* SPDX-License-Identifier: MIT
 *
 * "Did you mean ...?": the nearest names of a list, and words of any length without harm. */
#include <string.h>

#include "nes/by_name.h"
#include "support/check.h"

static const char *const words[] = {"xnes",  "snes",      "1+1-xnes", "dd-xnes",
                                    "sigma", "eta_sigma", "popsize"};

static const char *word_at(size_t i, const void *data)
{
    const size_t *count = data;
    return i < *count ? words[i] : NULL;
}

static const size_t COUNT = sizeof words / sizeof *words;

static void check(const char *word, const char *want)
{
    char text[200];
    assert_ptr_equal(nes_nearest(word, word_at, &COUNT, "", "!", text, sizeof text), text);
    assert_string_equal(text, want);
}

static void test_near(void **state)
{
    (void)state;
    check("popsiez", "; did you mean popsize?");
    check("pop", "; did you mean popsize?");
    check("popsizes", "; did you mean popsize?");
    check("sgma", "; did you mean sigma?");
    check("ones", "; did you mean xnes or snes?");
    check("nes", "; did you mean xnes, snes or dd-xnes?");
}

/* The name that differs least comes first, however long the names are that contain the word. */
static void test_order(void **state)
{
    (void)state;
    check("dxnes", "; did you mean xnes, snes or dd-xnes?");
    check("ddxnes", "; did you mean dd-xnes or xnes?");
    check("eta-sigm", "; did you mean eta_sigma?");
}

/* One that is right but for case and signs stands alone. */
static void test_exact(void **state)
{
    (void)state;
    check("sigma", "; did you mean sigma?");
    check("DD_XNES", "; did you mean dd-xnes?");
    check("eta-sigma", "; did you mean eta_sigma?");
}

static void test_far(void **state)
{
    (void)state;
    check("cmaes", "!");
    check("zzz", "!");
    check("", "!");
}

static void test_prefix(void **state)
{
    (void)state;
    char text[200];
    nes_nearest("ones", word_at, &COUNT, "--", "", text, sizeof text);
    assert_string_equal(text, "; did you mean --xnes or --snes?");
}

static void test_awkward(void **state)
{
    (void)state;
    char text[200], longest[400];
    const size_t none = 0;
    nes_nearest("xnes", word_at, &none, "", "nothing", text, sizeof text);
    assert_string_equal(text, "nothing");
    memset(longest, 'z', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    check(longest, "!");
    for (size_t size = 1; size < 60; size++) { /* never beyond the room */
        memset(text, '#', sizeof text);
        nes_nearest("nes", word_at, &COUNT, "", "", text, size);
        assert_true(strlen(text) < size);
        assert_int_equal(text[size], '#');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near), cmocka_unit_test(test_order),  cmocka_unit_test(test_exact),
        cmocka_unit_test(test_far),  cmocka_unit_test(test_prefix), cmocka_unit_test(test_awkward),
    };
    return cmocka_run_group_tests_name("nearest", tests, NULL, NULL);
}
