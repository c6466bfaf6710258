/* SPDX-License-Identifier: MIT
 *
 * Tables of raw data: what is selected from them, and files that are damaged. */
#include <math.h>

#include "base/exit_status.h"
#include "experiment/data.h"
#include "experiment/published.h"
#include "support/check.h"
#include "support/folder.h"

static const char table[] = "function,dim,run,solved,evaluations\n"
                            "f1,2,1,1,10\n"
                            "f1,2,2,0,99\n"
                            "f1,3,1,1,7\n"
                            "f2,2,1,0,nan\n"
                            "f2,2,2,1,inf\n";

static experiment_data *open_table(const char *text, int status)
{
    experiment_data *d = data_new(true);
    folder_write("e/runs.csv", text);
    assert_non_null(d);
    assert_int_equal(data_read(d, "e", "runs", "function,dim"), status);
    return d;
}

static void test_select(void **state)
{
    (void)state;
    experiment_data *d = open_table(table, EXIT_OK);
    const sample all = data_column(d, "runs", "evaluations", "f%d,%d", 1, 2);
    assert_int_equal(all.n, 2);
    assert_same_reals(2, all.v, ((double[]){10, 99}));
    const sample hits = data_hits(d, "runs", "f1,2");
    assert_int_equal(hits.n, 2);
    assert_true(hits.v[0] == 10 && isinf(hits.v[1]));
    const sample second = data_where(d, "runs", "evaluations", "run", 2, "f1,2");
    assert_int_equal(second.n, 1);
    assert_true(second.v[0] == 99);
    assert_true(isnan(data_column(d, "runs", "evaluations", "f2,2").v[0]));
    assert_true(isinf(data_column(d, "runs", "evaluations", "f2,2").v[1]));
    data_free(d);
}

static void test_absent(void **state)
{
    (void)state;
    experiment_data *d = open_table(table, EXIT_OK);
    assert_int_equal(data_column(d, "runs", "evaluations", "f9,2").n, 0);
    assert_int_equal(data_column(d, "runs", "nothing", "f1,2").n, 0);
    assert_int_equal(data_column(d, "other", "evaluations", "f1,2").n, 0);
    assert_int_equal(data_where(d, "runs", "evaluations", "nothing", 1, "f1,2").n, 0);
    data_free(d);
}

static void test_damaged(void **state)
{
    static const char *const texts[] = {
        "",
        "function\n",
        "function,dim,run,solved,evaluations\nf1\n",
        "function,dim,run,solved,evaluations\nf1,2,1,1\n",
        "function,dim,run,solved,evaluations\nf1,2,1,1,10,11\n",
        "function,dim,run,solved,evaluations\nf1,2,1,yes,10\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        data_free(open_table(texts[i], EXIT_FILES));
    experiment_data *d = data_new(false);
    assert_int_equal(data_read(d, "nowhere", "runs", "function,dim"), EXIT_FILES);
    data_free(d);
}

static void test_published(void **state)
{
    published_time t;
    (void)state;
    assert_true(published_find("bbob", "xNES", 1, 5, &t));
    assert_true(t.evaluations == 1337 && t.share == 1);
    assert_true(published_find("bbob", "CMA-ES-1-4", 7, 5, &t));
    assert_within(t.share, 2.0 / 15, 1e-12);
    assert_true(published_find("bbob-noisy", "xNES", 101, 5, &t));
    assert_false(published_find("bbob", "xNES", 25, 5, &t));
    assert_false(published_find("bbob", "NES", 1, 5, &t));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_select, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_absent, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_damaged, folder_open, folder_close),
        cmocka_unit_test(test_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
