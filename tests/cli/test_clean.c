/* SPDX-License-Identifier: MIT
 *
 * Text of other people: what a terminal would obey becomes an escape, everything else stays; JSON
 * stays JSON. */
#include <string.h>

#include <cjson/cJSON.h>

#include "base/clean.h"
#include "base/words.h"
#include "support/check.h"

static void check_form(const char *text, clean_form form, const char *wanted)
{
    buffer b = {.text = NULL};
    clean_add(&b, text, strlen(text), form);
    assert_string_equal(b.text, wanted);
    buffer_free(&b);
}

static void test_characters(void **state)
{
    (void)state;
    check_form("", CLEAN_LINE, "");
    check_form("plain 'text' ~", CLEAN_LINE, "plain 'text' ~");
    check_form("\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf", CLEAN_LINE,
               "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf");
    check_form("\x1b[31m\x07\x01\x7f\r", CLEAN_TEXT, "\\x1b[31m\\x07\\x01\\x7f\\x0d");
    check_form("a\tb\nc", CLEAN_LINE, "a\\x09b\\x0ac");
    check_form("a\tb\nc", CLEAN_TEXT, "a\tb\nc");
    /* C1, alone and in UTF-8; the no-break space behind them stays. */
    check_form("\x9b"
               "1m\xc2\x9b\xc2\x80\xc2\x9f\xc2\xa0",
               CLEAN_LINE,
               "\\x9b"
               "1m\\u009b\\u0080\\u009f\xc2\xa0");
    check_form("\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8f\xd8\x9c\xe2\x80\xa8\xe2\x80\xaf", CLEAN_LINE,
               "\\u202e\\u2066\\u200f\\u061c\\u2028\xe2\x80\xaf");
}

/* Too short, too long, a surrogate, beyond the last, and a character that is cut off. */
static void test_no_utf8(void **state)
{
    (void)state;
    check_form("\xff\xfe\x80", CLEAN_LINE, "\\xff\\xfe\\x80");
    check_form("\xc0\xaf", CLEAN_LINE, "\\xc0\\xaf");
    check_form("\xe0\x80\x9b", CLEAN_LINE, "\\xe0\\x80\\x9b");
    check_form("\xed\xa0\x80", CLEAN_LINE, "\\xed\\xa0\\x80");
    check_form("\xf4\x90\x80\x80", CLEAN_LINE, "\\xf4\\x90\\x80\\x80");
    check_form("a\xe2\x82", CLEAN_LINE, "a\\xe2\\x82");
    check_form("\xe2\x82z", CLEAN_LINE, "\\xe2\\x82z");
}

static void test_json(void **state)
{
    (void)state;
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "a\x1b", "\x9b \xc2\x9b \x7f \xe2\x80\xae \n \"\\ \xc3\xa4");
    char *text = cJSON_Print(o);
    buffer b = {.text = NULL};
    clean_add(&b, text, strlen(text), CLEAN_JSON);
    for (size_t i = 0; i < b.n; i++)
        assert_true(b.text[i] == '\n' || b.text[i] == '\t' || (unsigned char)b.text[i] >= ' ');
    assert_null(strchr(b.text, 0x7f));
    cJSON *again = cJSON_Parse(b.text);
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(again, "a\x1b")),
                        "\xef\xbf\xbd \xc2\x9b \x7f \xe2\x80\xae \n \"\\ \xc3\xa4");
    assert_null(strstr(b.text, "\xc2\x9b"));
    assert_null(strstr(b.text, "\xe2\x80\xae"));
    cJSON_Delete(again);
    cJSON_Delete(o);
    cJSON_free(text);
    buffer_free(&b);
}

static void check_quoted(const char *word, const char *wanted)
{
    buffer b = {.text = NULL};
    words_quote(&b, word);
    assert_string_equal(b.text, wanted);
    buffer_free(&b);
}

static void test_words(void **state)
{
    (void)state;
    check_quoted("plain", "plain");
    check_quoted("two words", "'two words'");
    check_quoted("it's \\", "'it'\\''s \\'");
    check_quoted("it's\x1b\\x41", "$'it\\'s\\x1b\\\\x41'");
    check_quoted("a\nb", "$'a\\x0ab'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_characters),
        cmocka_unit_test(test_no_utf8),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
