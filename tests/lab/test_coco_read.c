/* SPDX-License-Identifier: MIT
 *
 * Reading result folders: as COCO writes them, in pieces, in the older layout, and with all that
 * can be wrong with them. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "coco/read.h"
#include "support/check.h"
#include "support/folder.h"

#define HEAD "suite = 'bbob', funcId = 1, DIM = 2, Precision = 1.000e-08, algId = 'RS', "
#define NEW2 HEAD "data_format = 'bbob-new2'\n%\n"

static const char dat[] = "% first\n"
                          "1 0 +2.000000000e+01 +1.0e+02 +1.0e+02 +0.0000e+00 +0.0000e+00\n"
                          "4 0 +9.000000000e+00 +8.9e+01 +8.9e+01 +0.0000e+00 +0.0000e+00\n"
                          "7 0 +1.000000000e-03 +8.0e+01 +8.0e+01 +0.0000e+00 +0.0000e+00\n"
                          "% second\n"
                          "1 0 +5.000000000e+00 +8.5e+01 +8.5e+01 +0.0000e+00 +0.0000e+00\n";
static const char tdat[] = "% first\n"
                           "1 0 +2.000000000e+01 +1.0e+02 +1.0e+02\n"
                           "10 0 +9.999999000e-04 +8.0e+01 +8.0e+01\n"
                           "% second\n"
                           "1 0 +5.000000000e+00 +8.5e+01 +8.5e+01\n"
                           "12 0 +5.000000000e+00 +8.5e+01 +8.5e+01\n";

static void check_first(const coco_set *s)
{
    assert_int_equal(s->function, 1);
    assert_int_equal(s->dim, 2);
    assert_true(s->precision == 1e-8);
    assert_string_equal(s->suite, "bbob");
    assert_int_equal(s->runs[0].instance, 3);
    assert_int_equal(s->runs[1].instance, 71);
    assert_true(s->runs[0].evaluations == 10 && s->runs[1].evaluations == 12);
    assert_true(s->runs[0].precision == 9.999999e-4 && s->runs[1].precision == 5);
    assert_true(coco_hit(&s->runs[0], 20) == 1);
    assert_true(coco_hit(&s->runs[0], 10) == 4);
    assert_true(coco_hit(&s->runs[0], 1e-3) == 7);
    assert_true(coco_hit(&s->runs[0], 9.9999995e-4) == 10);
    assert_true(isinf(coco_hit(&s->runs[0], 1e-4)));
    assert_true(coco_hit(&s->runs[1], 10) == 1 && isinf(coco_hit(&s->runs[1], 1)));
}

static void test_layouts(void **state)
{
    (void)state;
    char message[COCO_MESSAGE_SIZE];
    coco_folder f;
    /* No newline at the end, a run that was not finished, a companion, names that do not matter. */
    folder_write("A/bbobexp_f1.info", NEW2 "data_f1/x.dat, 3:10|1.0e-03, 71");
    folder_write("A/data_f1/x.dat", dat);
    folder_write("A/data_f1/x.tdat", tdat);
    assert_int_equal(coco_read("A", &f, message), 0);
    assert_int_equal(f.n, 1);
    assert_int_equal(f.sets[0].n, 2);
    check_first(&f.sets[0]);
    coco_folder_free(&f);

    /* A second file and a second entry continue the set; other folders below; lines of Windows. */
    folder_write("A/deep/er/two.info",
                 "\r\n" HEAD "data_format = 'bbob-new2'\r\n%\r\ndata_f1\\y.dat, 5:7|1.0e-03, "
                 "6:1|5.0e+00, data_f1\\y-0001.dat, 8:1|5.0e+00\r\n\n"
                 "suite = 'bbob', funcId = 2, DIM = 2, Precision = 1e-3\n%\nz.dat, 1:1|5.0e+00\n");
    folder_write("A/deep/er/data_f1/y.dat", dat);
    folder_write("A/deep/er/data_f1/y-0001.dat", "1 0 5 5 5\r\n");
    folder_write("A/deep/er/z.dat", "%\n%\n1 0 5 5 5\n");
    folder_write("A/.runs/hidden.info", "nonsense");
    assert_int_equal(coco_read("A", &f, message), 0);
    assert_int_equal(f.n, 2);
    assert_int_equal(f.sets[0].n, 5);
    check_first(&f.sets[0]);
    assert_int_equal(f.sets[0].runs[4].instance, 8);
    assert_ptr_equal(coco_find(&f, 2, 2), &f.sets[1]);
    assert_null(coco_find(&f, 2, 3));
    assert_true(f.sets[1].precision == 1e-3);
    coco_folder_free(&f);
}

/* Columns of the older layout: evaluations, current and best difference, current and best value. */
static void test_older_layout(void **state)
{
    (void)state;
    char message[COCO_MESSAGE_SIZE];
    coco_folder f;
    folder_write("old/f101.info", "funcId = 101, DIM = 5, Precision = 1.000e-08, algId = 'old'\n"
                                  "% a comment\nf101.dat, 1:30|1.0e+00\n");
    folder_write("old/f101.dat", "% head\n12 +9.0e+00 +9.0e+00 1 1 0 0\n20 +9.5e+00 +1.0e+00 1 1 0 "
                                 "0\n");
    assert_int_equal(coco_read("old", &f, message), 0);
    assert_string_equal(f.sets[0].suite, "bbob-noisy");
    assert_true(coco_hit(&f.sets[0].runs[0], 10) == 12 && coco_hit(&f.sets[0].runs[0], 1) == 20);
    coco_folder_free(&f);
}

static void refused(const char *info, const char *data, const char *reason)
{
    char message[COCO_MESSAGE_SIZE];
    coco_folder f;
    folder_write("bad/x.info", info);
    folder_write("bad/x.dat", data);
    assert_int_equal(coco_read("bad", &f, message), -1);
    if (strstr(message, reason) == NULL) fail_msg("%s: lacks '%s'", message, reason);
    assert_int_equal(f.n, 0);
    assert_null(f.sets);
}

static void test_refusals(void **state)
{
    (void)state;
    char message[COCO_MESSAGE_SIZE];
    coco_folder f;
    assert_int_equal(coco_read("nowhere", &f, message), -1);
    assert_non_null(strstr(message, "nowhere: No such file"));
    folder_write("empty/readme", "");
    assert_int_equal(coco_read("empty", &f, message), -1);
    assert_non_null(strstr(message, "no .info file"));
    assert_int_equal(coco_read("empty/readme", &f, message), -1);

    refused("hello\n", "", "lacks funcId or DIM");
    refused(NEW2, "", "lacks its third line");
    refused(HEAD "\nx.dat, 1:1|1e0\n", "", "does not begin with %");
    refused(HEAD "data_format = 'bbob-biobj'\n%\nx.dat, 1:1|1e0", "", "data_format");
    refused(HEAD "indicator = 'hyp'\n%\nx.dat, 1:1|1e0", "", "two objectives");
    refused(NEW2 "1:1|1e0, x.dat", "", "runs without a data file");
    refused(NEW2 "y.dat, 1:1|1e0", "", "y.dat cannot be read");
    refused(NEW2 "x.dat, 1:1|1e0", "", "0 runs, but the .info file lists 1");
    refused(NEW2 "x.dat, 1:1|1e0, 2:1|1e0", "%\n1 0 5 5 5\n", "1 run, but the .info file lists 2");
    refused(NEW2 "x.dat, 1:1|1e0", "%\n1 0 5 5 5\n%\n1 0 5 5 5\n", "line 4: more runs");
    refused(NEW2 "x.dat, 1:1|1e0", "%\n1 0 word 5 5\n", "line 2: not a line of numbers");
    refused(NEW2 "x.dat, 1:1|1e0", "%\n1 0\n", "line 2: not a line of numbers");
    refused(NEW2 "x.dat, 1:1|1e0", "%\n1 0 nan 5 5\n", "line 2: not a line of numbers");
}

/* By whatever name: runs would count twice, and reading a large file a thousand times takes long.
 */
static void test_files_named_twice(void **state)
{
    (void)state;
    static const char once[] = "bad/x.dat: the .info files name it more than once";
    static const char run[] = "%\n1 0 5 5 5\n";
    folder_write("bad/d/y", "");
    refused(NEW2 "x.dat, 1:1|1e0, x.dat, 2:1|1e0", run, once);
    refused(NEW2 "x.dat, 1:1|1e0, d/../x.dat, 2:1|1e0", run, "outside of the folder");
    refused(NEW2 "x.dat, 1:1|1e0, ./x.dat, 2:1|1e0", run, "/./x.dat: the .info files name it");
    refused(NEW2 "x.dat, 1:1|1e0\n\n" NEW2 "x.dat, 2:1|1e0", run, once);
    assert_int_equal(symlink("x.dat", "bad/z.dat"), 0);
    refused(NEW2 "x.dat, 1:1|1e0, z.dat, 2:1|1e0", run, "z.dat: the .info files name it");
    folder_write("bad/c.1dat", run);
    folder_write("bad/c.2dat", run);
    folder_write("bad/c.tdat", run);
    refused(NEW2 "c.1dat, 1:1|1e0, c.2dat, 2:1|1e0", run, "c.tdat: the .info files name it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_layouts, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_older_layout, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_refusals, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_files_named_twice, folder_open, folder_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
