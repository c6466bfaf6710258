/* SPDX-License-Identifier: MIT
 *
 * Tables of raw data: what is selected from them, files that are damaged, and what statements of
 * experiments find in the database. */
#include <math.h>

#include "base/exit_status.h"
#include "experiment/data.h"
#include "experiment/study.h"
#include "support/check.h"
#include "support/folder.h"

static const char table[] = "function,dim,run,solved,evaluations\n"
                            "f1,2,1,1,10\n"
                            "f1,2,2,0,99\n"
                            "f1,3,1,1,7\n"
                            "f2,2,1,0,nan\n"
                            "f2,2,2,1,inf\n";

static sqlite3 *open_table(const char *text, int status)
{
    sqlite3 *db = data_open();
    folder_write("e/runs.csv", text);
    assert_int_equal(data_read(db, "e", "runs", "function,dim", "run,solved,evaluations"), status);
    return db;
}

/* The numbers of a column for some labels; returns how many. */
static size_t column(sqlite3 *db, const char *name, const char *from, const char *labels,
                     double v[8])
{
    size_t n = 0;
    sqlite3_stmt *q = data_select(db, name, from, "%s", labels);
    while (sqlite3_step(q) == SQLITE_ROW) v[n++] = data_real(q, 0);
    sqlite3_finalize(q);
    return n;
}

static void test_select(void **state)
{
    (void)state;
    double v[8];
    sqlite3 *db = open_table(table, EXIT_OK);
    assert_int_equal(column(db, "evaluations", "runs", "f1,2", v), 2);
    assert_same_reals(2, v, ((double[]){10, 99}));
    assert_int_equal(column(db, "hit", "runs", "f1,2", v), 2);
    assert_true(v[0] == 10 && isinf(v[1]));
    assert_int_equal(column(db, "evaluations", "runs", "f2,2", v), 2);
    assert_true(isnan(v[0]) && isinf(v[1]));
    sqlite3_close(db);
}

static void test_absent(void **state)
{
    (void)state;
    double v[8];
    sqlite3 *db = open_table(table, EXIT_OK);
    assert_int_equal(column(db, "evaluations", "runs", "f9,2", v), 0);
    assert_int_equal(column(db, "nothing", "runs", "f1,2", v), 0);
    assert_int_equal(column(db, "evaluations", "other", "f1,2", v), 0);
    sqlite3_close(db);
}

static void test_damaged(void **state)
{
    static const char *const texts[] = {
        "",
        "function\n",
        "function,dim,run,solved,precision\nf1,2,1,1,10\n",
        "function,dim,run,solved,evaluations\nf1\n",
        "function,dim,run,solved,evaluations\nf1,2,1,1\n",
        "function,dim,run,solved,evaluations\nf1,2,1,1,10,11\n",
        "function,dim,run,solved,evaluations\nf1,2,1,yes,10\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        sqlite3_close(open_table(texts[i], EXIT_FILES));
    sqlite3 *db = data_open();
    assert_int_equal(data_read(db, "nowhere", "runs", "function,dim", NULL), EXIT_FILES);
    sqlite3_close(db);
}

/* ---- statements ----------------------------------------------------------------------------- */

/* The database of an experiment with the table above. */
static void open_study(study *s)
{
    folder_write("e/runs.csv", table);
    study_open(s, experiment_at(0), true);
    assert_int_equal(s->status, EXIT_OK);
    assert_int_equal(data_read(s->db, "e", "runs", "function,dim", NULL), EXIT_OK);
}

/* Checks that the first column of a statement is that text. */
static void expect(study *s, const scope *around, const char *sql, const char *text)
{
    node v = {.kind = NODE_TEXT, .text = (char *)sql};
    sqlite3_stmt *q = study_select(s, around, &v);
    assert_true(study_step(s, q));
    assert_string_equal((const char *)sqlite3_column_text(q, 0), text);
    sqlite3_finalize(q);
}

static void test_statements(void **state)
{
    (void)state;
    study s;
    open_study(&s);
    expect(&s, NULL, "SELECT count(*) FROM runs WHERE cell = 'f1,2' AND dim = 2", "2");
    expect(&s, NULL, "SELECT say('%g', hit) FROM runs WHERE cell = 'f1,2' AND run = 2", "inf");
    expect(&s, NULL, "SELECT say('%g', evaluations) FROM runs WHERE cell = 'f2,2'", "nan");
    expect(&s, NULL, "SELECT say('%d|%5.1f|%s|%+.0e %%', 3, 2.25, 'a', 1e6)", "3|  2.2|a|+1e+06 %");
    expect(&s, NULL, "SELECT say('%g %g', ratio(1, 0), ratio(0, NULL))", "inf nan");
    expect(&s, NULL, "SELECT either('full', 'quick') || quick()", "quick1");
    expect(&s, NULL, "SELECT title('bbob', 8)", "f8 Rosenbrock");
    study_close(&s);
}

static void test_statistics(void **state)
{
    (void)state;
    study s;
    open_study(&s);
    expect(&s, NULL, "SELECT say('%g', median(hit)) FROM runs WHERE dim = 2", "inf");
    expect(&s, NULL, "SELECT finite(hit) FROM runs", "2.0");
    expect(&s, NULL, "SELECT finite(hit) FROM runs WHERE dim = 9", "0.0");
    expect(&s, NULL, "SELECT say('%g', median(hit)) FROM runs WHERE dim = 9", "nan");
    expect(&s, NULL, "SELECT running_time(evaluations, hit) FROM runs WHERE cell = 'f1,2'",
           "109.0");
    expect(&s, NULL,
           "SELECT say('%.3f', slope(x, y)) FROM (SELECT 1 AS x, 2 AS y UNION SELECT 3, 6)",
           "2.000");
    study_close(&s);
}

static void test_parameters(void **state)
{
    (void)state;
    study s;
    open_study(&s);
    node v = {.kind = NODE_TEXT, .text = "SELECT 'f1' AS f, 3 AS d"};
    node map = {.kind = NODE_MAP};
    scope outer = {NULL, study_select(&s, NULL, &v)};
    assert_true(study_step(&s, outer.row));
    v.text = "SELECT 2 AS d";
    const scope inner = {&outer, study_select(&s, &outer, &v)};
    assert_true(study_step(&s, inner.row));
    expect(&s, &inner, "SELECT count(*) FROM runs WHERE function = :f AND dim = :d", "2");
    assert_string_equal(study_text(&inner, &map, "f"), "f1");
    assert_true(study_number(&inner, &map, "d") == 2 && isnan(study_number(&inner, &map, "e")));
    sqlite3_finalize(inner.row);
    sqlite3_finalize(outer.row);
    study_close(&s);
}

static void test_published(void **state)
{
    (void)state;
    study s;
    open_study(&s);
    expect(&s, NULL,
           "SELECT evaluations || ' ' || share FROM published WHERE suite = 'bbob' AND "
           "algorithm = 'xNES' AND function = 1 AND dim = 5",
           "1337.0 1.0");
    expect(&s, NULL,
           "SELECT say('%.12f', share) FROM published WHERE suite = 'bbob' AND "
           "algorithm = 'CMA-ES-1-4' AND function = 7 AND dim = 5",
           "0.133333333333");
    expect(&s, NULL,
           "SELECT count(*) FROM published WHERE suite = 'bbob-noisy' AND algorithm = 'xNES' AND "
           "function = 101 AND dim = 5",
           "1");
    expect(&s, NULL, "SELECT count(*) FROM published WHERE function = 25 OR algorithm = 'NES'",
           "0");
    study_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_select, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_absent, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_damaged, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_statements, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_statistics, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_parameters, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_published, folder_open, folder_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
