/* SPDX-License-Identifier: MIT
 *
 * Databases that are damaged: it is said what can be read, and that can be saved. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store_rig.h"
#include "support/hostile.h"
#include "support/sanitizer.h"

enum { VALUES = 2000, PAGE = 4096 };

static void make_run(uint64_t values)
{
    store *s = rig_create("run");
    nes_settings settings = run_settings("xnes");
    nes_opt *o = run_start(RIG_DIM, NULL, &settings);
    variables v = {.n = RIG_DIM};
    assert_int_equal(store_set_fact(s, "command", "[]"), 0);
    assert_int_equal(store_set_variables(s, &v, &settings), 0);
    assert_int_equal(store_set_state(s, 30, o), 0);
    assert_int_equal(store_begin(s), 0);
    for (uint64_t id = 0; id < values; id++) {
        double x[RIG_DIM];
        rig_point(id, x);
        const nes_points p = {.n = 1, .dim = RIG_DIM, .x = x, .id = &id};
        assert_int_equal(store_add_points(s, id / 4 + 1, 1, &p), 0);
        assert_int_equal(rig_set_value(s, id), 0);
    }
    assert_int_equal(store_commit(s, true), 0);
    nes_destroy(o);
    store_close(s);
}

static void overwrite(off_t at, size_t n)
{
    const int fd = open("run/run.db", O_WRONLY);
    assert_true(fd >= 0);
    for (size_t i = 0; i < n; i++) assert_int_equal(pwrite(fd, "\xa5", 1, at + (off_t)i), 1);
    close(fd);
}

static off_t size_of(const char *path)
{
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    return info.st_size;
}

static int count_row(const store_evaluation *e, void *data)
{
    uint64_t ignored = e->record.id, *n = data;
    rig_check_row(e, &ignored);
    (*n)++;
    return 0;
}

static void repairs(const char *folder, int status, const char *word)
{
    said_begin(2);
    const int got = store_repair(folder);
    run_assert_has(said_end(), word);
    assert_int_equal(got, status);
}

static void other_folders_are_not_repaired(void **state)
{
    (void)state;
    assert_int_equal(mkdir("empty", 0777), 0);
    folder_write("foreign/run.db", "this is no database, though it is long enough for one\n");
    repairs("missing", 2, "cannot be opened");
    repairs("empty", 2, "no run.db in it");
    repairs("foreign", 2, "is not the database of a run");
    assert_int_equal(access("empty/run.lock", F_OK), -1);
}

/* A database by somebody else: what stands behind the text of its view is not executed. */
static void repair_executes_nothing(void **state)
{
    (void)state;
    make_run(8);
    rig_change(
        "DROP TABLE orders; PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = sql || "
        "'; ATTACH ''written'' AS w; CREATE TABLE w.t (a)' WHERE type = 'view'");
    repairs("run", 0, "saved 8 of about 8");
    assert_int_equal(access("written", F_OK), -1);
    rig_change("SELECT x1 FROM points");
}

/* Names of variables are names. */
static void names_are_not_trusted(void **state)
{
    (void)state;
    variables v;
    store *s;
    make_run(8);
    rig_change("UPDATE variables SET name = 'a' || char(27) || '[31m' WHERE number = 1");
    assert_int_equal(store_open(&s, "run", STORE_WRITE), 0);
    said_begin(2);
    const int status = store_get_variables(s, &v);
    run_assert_has(said_end(), "damaged");
    assert_int_equal(status, 4);
    store_close(s);
}

/* What stands in the place of a table is not asked: it may be a query without end, or compute its
 * values. Nor is it taken for a run that has not begun. */
static void tables_are_tables(void **state)
{
    (void)state;
    static const struct {
        const char *make, *drop;
    } instead[] = {
        {"CREATE VIEW facts AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)"
         " SELECT 'n' || n AS name, 'v' AS value FROM c",
         "DROP VIEW facts"},
        {"CREATE TABLE facts (name TEXT PRIMARY KEY, value AS (hex(zeroblob(100000000))))",
         "DROP TABLE facts"},
        {"CREATE VIRTUAL TABLE facts USING rtree(name, value, more)", "DROP TABLE facts"},
        {"CREATE TABLE Facts (name TEXT PRIMARY KEY, value CHECK (abs(1)))", "DROP TABLE facts"},
    };
    make_run(8);
    rig_change("DROP TABLE facts");
    alarm(60); /* ends the test where a query has no end */
    for (size_t i = 0; i < sizeof instead / sizeof *instead; i++) {
        store *s;
        rig_change(instead[i].make);
        rig_refuses("run", STORE_READ, 2, "the table facts is not as nes has made it", "undo");
        rig_refuses("run", STORE_WRITE, 2, "the table facts is not as nes has made it", "undo");
        repairs("run", 2, "the table facts is not as nes has made it");
        said_begin(2);
        const int status = store_create(&s, "run");
        run_assert_has(said_end(), "nothing was changed");
        assert_int_equal(status, 2);
        rig_change(instead[i].drop);
    }
    alarm(0);
}

/* Some pages in the middle of the evaluations. */
static void damage_is_told_and_repaired(void **state)
{
    (void)state;
    store *s;
    buffer b;
    uint64_t n = 0, round = 0;
    make_run(VALUES);
    const off_t middle = size_of("run/run.db") / 2 / PAGE * PAGE;
    overwrite(middle, 2 * PAGE);
    rig_refuses("run", STORE_WRITE, 4, "run/run.db is damaged", "--repair");
    rig_refuses("run", STORE_WRITE, 4, "of about 2000 evaluations", "and the state of round 30");
    repairs("run", 0, "the damaged file is run/run.db.damaged");
    assert_int_equal(store_open(&s, "run", STORE_WRITE), 0);
    assert_int_equal(store_each_evaluation(s, 0, count_row, &n), 0);
    assert_true(n < VALUES && n > VALUES * 9 / 10);
    assert_int_equal(store_get_state(s, &round, &b), 0);
    assert_int_equal(round, 30);
    buffer_free(&b);
    assert_true(store_fact_is(s, "command", "[]"));
    store_close(s);
    rig_change("SELECT x1 FROM points");
    repairs("run", 0, "is not damaged");
    overwrite(2 * PAGE, 10 * PAGE);
    repairs("run", 4, "move it away"); /* the first damaged file is kept */
}

/* The place of some bytes in the database. */
static off_t find(const char *bytes)
{
    off_t at = 0;
    const off_t size = size_of("run/run.db"), n = (off_t)strlen(bytes);
    char *whole = folder_read("run/run.db");
    while (at + n < size && memcmp(whole + at, bytes, (size_t)n) != 0) at++;
    free(whole);
    assert_true(at + n < size);
    return at;
}

/* SQLite says of a row of more bytes than there are numbers for that it has no memory. */
static void impossible_size_is_damage(void **state)
{
    (void)state;
    enum { SIZE = 9 }; /* bytes of a number that is as large as it can be */
    make_run(8);
    const int fd = open("run/run.db", O_WRONLY);
    const off_t row = find("tablefactsfacts");
    assert_int_equal(pwrite(fd, "\xff\xff\xff\xff\xff\xff\xff\xff\xff", SIZE, row - SIZE), SIZE);
    close(fd);
    rig_refuses("run", STORE_READ, 4, "run/run.db is damaged", "too little");
    rig_refuses("run", STORE_WRITE, 4, "run/run.db is damaged", "too little");
    repairs("run", 4, "too little of run/run.db can be read");
}

/* A state that asks for gigabytes is kept, but not tried. */
static void greedy_state_is_not_tried(void **state)
{
    (void)state;
    static hostile greedy;
    make_run(VALUES);
    hostile_greedy(&greedy, RIG_DIM, 1000 * 1000 * 1000);
    rig_put_state(greedy.data, greedy.size);
    overwrite(size_of("run/run.db") / 2 / PAGE * PAGE, 2 * PAGE);
    repairs("run", 0, "the state of round 30 (which asks for too much memory to be tried)");
    assert_string_equal(rig_ask("SELECT count(*) FROM state"), "1");
}

static int count_any(const store_evaluation *e, void *data)
{
    size_t *n = data;
    assert_true(e->dim < 100);
    return ++*n > 10000;
}

/* Reads all of a database that may be damaged. Returns the status of the first refusal. */
static int read_all(store_access access)
{
    store *s;
    buffer b;
    uint64_t round;
    size_t n = 0;
    int status = store_open(&s, "run", access);
    if (status != 0) return status;
    status = store_each_evaluation(s, 0, count_any, &n);
    if (status == 0) status = store_get_state(s, &round, &b);
    if (status == 0) buffer_free(&b);
    store_close(s);
    return status;
}

/* Bytes anywhere: it is read, or refused with a sentence; nothing worse. What is no structure may
 * be wrong without being noticed. */
static void any_byte(void **state)
{
    (void)state;
    uint64_t random = 3;
    size_t refused = 0;
    make_run(200);
    char *whole = folder_read("run/run.db");
    const off_t size = size_of("run/run.db");
    for (size_t i = 0; i < 200 / SLOWER; i++) {
        FILE *f = fopen("run/run.db", "w");
        assert_non_null(f);
        assert_int_equal(fwrite(whole, 1, (size_t)size, f), size);
        fclose(f);
        overwrite((off_t)(run_random(&random) % (uint64_t)size), 1 + i % 64);
        said_begin(2);
        const int status = read_all(i % 2 == 0 ? STORE_WRITE : STORE_READ);
        const char *text = said_end();
        if (status != 0) refused++;
        assert_true(status == 0 || ((status == 4 || status == 2) && strlen(text) > 20));
    }
    assert_true(refused > 10);
    free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(other_folders_are_not_repaired),
        IN_FOLDER(repair_executes_nothing),
        IN_FOLDER(names_are_not_trusted),
        IN_FOLDER(tables_are_tables),
        IN_FOLDER(damage_is_told_and_repaired),
        IN_FOLDER(any_byte),
        IN_FOLDER(impossible_size_is_damage),
        cmocka_unit_test_setup_teardown(greedy_state_is_not_tried, folder_open, folder_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
