/* SPDX-License-Identifier: MIT
 *
 * A text cut into words: blanks, quotes, backslashes, and what cannot be cut. */
#include <string.h>

#include "base/words.h"
#include "support/check.h"

/* want: the words, each behind a '|'. */
static void assert_words(const char *text, const char *want)
{
    words w;
    char got[256] = "";
    const char *wrong = words_split(&w, text);
    if (wrong != NULL) fail_msg("%s: %s", text, wrong);
    for (size_t i = 0; i < w.n; i++) {
        strcat(got, "|");
        strcat(got, w.word[i]);
    }
    assert_null(w.word[w.n]);
    assert_string_equal(got, want);
    words_close(&w);
    words_close(&w);
}

static void cutting(void **state)
{
    (void)state;
    assert_words("", "");
    assert_words(" \t\n", "");
    assert_words("-O3", "|-O3");
    assert_words("  -O3  -lgsl\t-lm\n", "|-O3|-lgsl|-lm");
    assert_words("a b c d", "|a|b|c|d");
    assert_words("-DNAME='two words' x", "|-DNAME=two words|x");
    assert_words("-I\"my folder\"/include", "|-Imy folder/include");
    assert_words("'' \"\"", "||");
    assert_words("a\\ b \\'c\\\\", "|a b|'c\\");
    assert_words("'a\\b' \"a\\b\\\"\\\\\"", "|a\\b|a\\b\"\\");
    assert_words("\"it's\" 'say \"x\"'", "|it's|say \"x\"");
    assert_words("$HOME `x` *", "|$HOME|`x`|*");
    assert_words("end\\", "|end\\");
}

static void refusals(void **state)
{
    (void)state;
    words w;
    assert_non_null(strstr(words_split(&w, "-DX='a b"), "single quote"));
    assert_non_null(strstr(words_split(&w, "a \"b' c"), "double quote"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cutting), cmocka_unit_test(refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
