/* SPDX-License-Identifier: MIT
 *
 * --timeout: what it may be, how long evaluations may take by it, and what is said of those that
 * took longer. */
#include "objective/time_limit.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/exit_status.h"
#include "error_rig.h"

static void words_are_read(void **state)
{
    (void)state;
    time_limit l;
    assert_int_equal(time_limit_read(&l, NULL), 0);
    assert_true(l.seconds == 0 && l.factor == 0 && time_limit_now(&l) == 0);
    assert_int_equal(time_limit_read(&l, "2.5"), 0);
    assert_true(l.factor == 0 && time_limit_now(&l) == 2.5);
    assert_int_equal(time_limit_read(&l, "auto"), 0);
    assert_true(l.seconds == 0 && l.factor == 20);
    assert_int_equal(time_limit_read(&l, "auto 5"), 0);
    assert_true(l.factor == 5);
    assert_int_equal(time_limit_read(&l, "auto:2"), 0);
    assert_true(l.factor == 2);
}

static void others_are_refused(void **state)
{
    (void)state;
    static const char *const words[] = {"",       "0",       "-1",     "1m",       "inf",
                                        "nan",    "autos",   "auto ",  "auto:",    "auto 1",
                                        "auto x", "auto 5s", "auto-5", "auto inf", "automatic"};
    time_limit l;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char value[64];
        const char *said = error_begin();
        snprintf(value, sizeof value, "--timeout '%s'", words[i]);
        assert_int_equal(time_limit_read(&l, words[i]), EXIT_USAGE);
        assert_non_null(strstr(said, value));
    }
}

/* The median is that of a sorted copy, at least a second is given, and none before five are known.
 */
static void the_median_counts(void **state)
{
    (void)state;
    time_limit l;
    char text[TIME_LIMIT_TEXT];
    time_limit_read(&l, "auto 5");
    const double seconds[] = {3, NAN, 1, 100, -1, 2};
    for (size_t i = 0; i < 6; i++) {
        assert_true(time_limit_now(&l) == 0);
        durations_note(&l.known, seconds[i]);
    }
    assert_true(time_limit_now(&l) == 0); /* four of these are times */
    durations_note(&l.known, 4);
    assert_true(time_limit_now(&l) == 15);
    time_limit_failure(&l, text);
    assert_string_equal(text, "timed out by --timeout auto");
    time_limit_had(&l, 15.25, text);
    assert_string_equal(text, "it had 15.2 s; the median of evaluations is 3 s");
    for (int i = 0; i < 1000; i++) durations_note(&l.known, 0.001); /* old ones are forgotten */
    assert_true(time_limit_now(&l) == 1);
    time_limit_read(&l, "7");
    time_limit_failure(&l, text);
    assert_string_equal(text, "timed out after 7 s");
    time_limit_had(&l, 7, text);
    assert_string_equal(text, "");
}

/* Against sorting by hand, for every number of evaluations up to more than are remembered. */
static void every_number_of_evaluations(void **state)
{
    (void)state;
    enum { N = DURATIONS_REMEMBERED + 20 };
    durations d = {.n = 0};
    double last[N];
    for (size_t n = 1; n <= N; n++) {
        last[n - 1] = (double)(n * 37 % 101);
        durations_note(&d, last[n - 1]);
        const size_t first = n > DURATIONS_REMEMBERED ? n - DURATIONS_REMEMBERED : 0, m = n - first;
        const double median = durations_median(&d, n);
        size_t below = 0, equal = 0;
        for (size_t i = first; i < n; i++) {
            below += last[i] < median;
            equal += last[i] == median;
        }
        assert_true(equal > 0 && below <= m / 2 && m / 2 < below + equal);
        assert_true(isnan(durations_median(&d, n + 1)));
    }
}

static void what_hangs(void **state)
{
    (void)state;
    assert_false(durations_hang(1e9, NAN));
    assert_false(durations_hang(5, 0.001));
    assert_true(durations_hang(5.1, 0.001));
    assert_false(durations_hang(20, 2));
    assert_true(durations_hang(20.1, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_read),    cmocka_unit_test(others_are_refused),
        cmocka_unit_test(the_median_counts), cmocka_unit_test(every_number_of_evaluations),
        cmocka_unit_test(what_hangs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
