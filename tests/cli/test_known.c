/* SPDX-License-Identifier: MIT
 *
 * Files with known points, the best of them, and answers for them. */
#include "session/known.h"

#include "support/folder.h"
#include "support/runs.h"
#include "support/said.h"

static char names[2][VARIABLES_NAME_SIZE] = {"width", "height"};
static const variables NAMED = {.n = 2, .name = names};

static known read_points(const char *text, size_t dim, const double *start)
{
    const variables v = {.n = dim, .name = dim == 2 ? names : NULL};
    known k;
    folder_write("points", text);
    assert_int_equal(known_read(&k, "points", &v, 0, start), 0);
    return k;
}

static void many_forms_are_read(void **state)
{
    (void)state;
    const double want[] = {1, 2, -3e-5, 4, 5.25, 6, 7, 8};
    const char *const texts[] = {
        "1 2\n-3e-5 4\n5.25 6\n7 8\n",
        "1,2\n-3e-5,4\n5.25,6\n7,8", /* the last line has no end */
        "width,height\n1, 2\n-3e-5 ,4\n\n5.25\t6\n 7 8 \n",
        "# by hand\r\n1 2\r\n\r\n  # more\r\n-3e-5 4\r\n5.25 6\r\n7 8\r\n",
        "id;height;f;width\n0;2;ok;1\n1;4;ok;-3e-5\n2;6;-;5.25\n3;8;9;7\n",
        "x1 x2\n1 2\n-3e-5 4\n\n\n\n5.25 6\n7 8\n\n# end",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        known k = read_points(texts[i], 2, NULL);
        assert_int_equal(k.n, 4);
        assert_same_reals(8, k.x, want);
        for (size_t j = 0; j < k.n; j++) assert_true(isnan(k.f[j]) && k.fate[j] == NES_WAITING);
        known_close(&k);
        assert_null(k.x);
    }
}

static void the_start_is_first(void **state)
{
    (void)state;
    const double start[] = {9, 8, 7}, want[] = {9, 8, 7, 1, 2, 3};
    known k = read_points("1 2 3\n", 3, start);
    assert_int_equal(k.n, 2);
    assert_same_reals(6, k.x, want);
    known_close(&k);
}

static void refuses(const char *text, const char *word)
{
    known k;
    folder_write("points", text);
    said_begin(2);
    const int status = known_read(&k, "points", &NAMED, 0, NULL);
    const char *said = said_end();
    run_assert_has(said, word);
    run_assert_has(said, "--inject points");
    assert_int_equal(status, 2);
    known_close(&k);
}

static void wrong_files_are_refused(void **state)
{
    (void)state;
    refuses("", "there is no point in this file");
    refuses("\n# nothing\n \t\n", "there is no point in this file");
    refuses("width height\n", "there is no point in this file");
    refuses("1 2\n3\n", "line 2 has 1 number; a point has 2");
    refuses("1 2\n\n3 4 5\n", "line 3 has 3 numbers; a point has 2");
    refuses("1\n", "line 1 has 1 number; a point has 2");
    refuses("1 2\n3 4x\n", "line 2: '4x' is not a number");
    refuses("width height\nc d\n", "line 2: 'c' is not a number");
    refuses("a b\n1 2\n", "line 1 has names, but not 'width'");
    refuses("# names\nheight depth\n1 2\n", "line 2 has names, but not 'width'");
    refuses("width,height,x1\n1,2,3\n", "line 1: columns 1 and 3 are for one variable");
    refuses("height width f\n1 2 3\n4 5\n", "line 3 has 2 columns; the line of names has 3");
    refuses(",;\n1 2\n", "line 1");
    refuses("1 2\nnan 3\n", "line 2: every number must be finite");
    refuses("1 -inf\n", "line 1: every number must be finite");
    known k;
    said_begin(2);
    assert_int_equal(known_read(&k, "nowhere", &NAMED, 0, NULL), 2);
    run_assert_has(said_end(), "--inject nowhere: the file cannot be read: No such file");
    known_close(&k);
}

static void the_best_is_finite(void **state)
{
    (void)state;
    known k = {.dim = 1};
    assert_int_equal(known_best(&k, 0, false), 0);
    const double f[] = {NAN, INFINITY, NAN, 3, -INFINITY, 5, 3, -1};
    for (size_t i = 0; i < sizeof f / sizeof *f; i++) {
        const double x = (double)i;
        known_add(&k, &x, i == 2 ? NES_FAILED : NES_MEASURED, f[i], NULL);
        if (i < 3) assert_int_equal(known_best(&k, 0, i % 2 == 0), k.n);
        if (i == 6) assert_int_equal(known_best(&k, 0, false), 3); /* the first of equals */
    }
    assert_int_equal(known_best(&k, 0, false), 7);
    assert_int_equal(known_best(&k, 0, true), 5);
    known_close(&k);
}

/* A point that violates constraints less is better than one with a better value. */
static void the_best_is_feasible(void **state)
{
    (void)state;
    known k = {.dim = 1, .outputs = 2};
    const double f[] = {1, 2, 3, 4, 5, 0};
    const double g[][2] = {{3, 0}, {0, 1}, {0.25, 0.75}, {-1, 0}, {0, -2}, {NAN, 0}};
    const size_t best[] = {0, 1, 1, 3, 3, 3}, highest[] = {0, 1, 2, 3, 4, 4};
    for (size_t i = 0; i < sizeof f / sizeof *f; i++) {
        const double x = (double)i;
        known_add(&k, &x, NES_MEASURED, f[i], g[i]);
        assert_int_equal(known_best(&k, 2, false), best[i]);
        assert_int_equal(known_best(&k, 2, true), highest[i]);
    }
    assert_int_equal(known_best(&k, 0, false), 5);
    known_close(&k);
}

/* What was measured is known, NaN too; 0 has no sign; the first of equal points stays. */
static void a_cache_learns(void **state)
{
    (void)state;
    known k = {.dim = 2, .outputs = 1};
    const double a[] = {1, 2}, b[] = {3, 4}, c[] = {0, 6}, d[] = {-0.0, 6},
                 near[] = {1, nextafter(2, 3)}, g[] = {9, 8};
    cache known_points;
    eval_record r = eval_measured(99, NAN);
    known_add(&k, a, NES_MEASURED, 7, &g[0]);
    known_add(&k, b, NES_FAILED, NAN, NULL);
    known_add(&k, c, NES_KNOWN, NAN, &g[1]);
    known_add(&k, a, NES_MEASURED, 8, &g[1]);
    cache_open(&known_points, NULL, 2, 1);
    assert_false(cache_find(&known_points, a, &r));
    known_teach(&k, &known_points);
    assert_true(cache_find(&known_points, a, &r));
    assert_true(r.f == 7 && r.outputs[0] == 9 && r.fate == NES_KNOWN && r.id == 99);
    assert_true(cache_find(&known_points, d, &r) && isnan(r.f) && r.outputs[0] == 8);
    assert_false(cache_find(&known_points, near, &r));
    assert_false(cache_find(&known_points, b, &r));
    for (size_t i = 0; i < 1000; i++) {
        const double x[] = {(double)i, -3};
        assert_true(cache_add(&known_points, x, (double)i, &g[0]));
    }
    for (size_t i = 0; i < 1000; i++) {
        const double x[] = {(double)i, -3};
        assert_false(cache_add(&known_points, x, 0, &g[0]));
        assert_true(cache_find(&known_points, x, &r) && r.f == (double)i);
    }
    cache_close(&known_points);
    known_close(&k);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_open, folder_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(many_forms_are_read),         IN_FOLDER(the_start_is_first),
        IN_FOLDER(wrong_files_are_refused),     cmocka_unit_test(the_best_is_finite),
        cmocka_unit_test(the_best_is_feasible), cmocka_unit_test(a_cache_learns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
