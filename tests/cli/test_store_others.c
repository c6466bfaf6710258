/* SPDX-License-Identifier: MIT
 *
 * What people add to the database of a run: tables, views and indices of their own are left alone.
 * What changes the tables of a run is refused by name. */
#include <stdlib.h>
#include <unistd.h>

#include "store_rig.h"

static void make_run(void)
{
    if (access("run/run.db", F_OK) == 0) assert_int_equal(system("rm -r run"), 0);
    const uint64_t ids[] = {0, 1, 2, 3};
    double x[4 * RIG_DIM];
    store *s = rig_create("run");
    for (size_t i = 0; i < 4; i++) rig_point(ids[i], x + i * RIG_DIM);
    const nes_points p = {.n = 4, .dim = RIG_DIM, .x = x, .id = ids};
    assert_int_equal(store_set_fact(s, "command", "[]"), 0);
    assert_int_equal(store_add_points(s, 1, 1, &p), 0);
    for (size_t i = 0; i < 3; i++) assert_int_equal(rig_set_value(s, ids[i]), 0);
    store_close(s);
}

static void repairs(int status, const char *word)
{
    said_begin(2);
    const int got = store_repair("run");
    run_assert_has(said_end(), word);
    assert_int_equal(got, status);
}

/* What a user of the sqlite3 program may want. */
static const char ADDED[] =
    "CREATE TABLE notes (id INTEGER PRIMARY KEY REFERENCES evaluations (id) ON DELETE CASCADE,"
    " note TEXT UNIQUE CHECK (length(note) < 100), long AS (length(note)) NOT NULL);"
    "INSERT INTO notes (id, note) VALUES (2, 'good');"
    "CREATE INDEX by_note ON notes (note);"
    "CREATE TRIGGER on_note AFTER INSERT ON notes BEGIN DELETE FROM notes WHERE id < 0; END;"
    "CREATE VIEW best AS SELECT * FROM evaluations WHERE status = 'ok' ORDER BY f;"
    "CREATE INDEX by_value ON evaluations (f DESC, \"status\" COLLATE NOCASE);"
    "CREATE INDEX by_first ON evaluations (json_extract(x, '$[0]'), x ->> '$[1]');"
    "CREATE INDEX of_failed ON Evaluations (seconds) WHERE (status IN ('failed', 'nan'));"
    "ANALYZE";

static void additions_are_left_alone(void **state)
{
    (void)state;
    store *s;
    uint64_t next = 0;
    make_run();
    rig_change(ADDED);
    assert_int_equal(store_open(&s, "run", STORE_READ), 0);
    assert_int_equal(store_each_evaluation(s, 0, rig_check_row, &next), 0);
    assert_int_equal(next, 3);
    s = rig_open_again(s, STORE_WRITE);
    assert_int_equal(rig_set_value(s, 3), 0);
    assert_int_equal(store_set_fact(s, "later", "text"), 0);
    store_close(s);
    assert_int_equal(store_add_order("run", "stop"), 0);
    repairs(0, "run/run.db is not damaged");
    assert_string_equal(rig_ask("SELECT note FROM notes"), "good");
    assert_string_equal(rig_ask("SELECT count(*) FROM best"), "4");
    assert_string_equal(rig_ask("SELECT count(*) FROM sqlite_schema WHERE name IN ('by_note', "
                                "'on_note', 'by_value', 'by_first', 'of_failed')"),
                        "5");
    assert_string_equal(rig_ask("PRAGMA integrity_check"), "ok");
}

/* A table of others in which a value breaks its rule is no damage of the run. */
static void tables_of_others_are_not_checked(void **state)
{
    (void)state;
    store *s;
    make_run();
    rig_change("CREATE TABLE t (a CHECK (a < 5)); PRAGMA ignore_check_constraints = ON;"
               "INSERT INTO t VALUES (7)");
    assert_int_equal(store_open(&s, "run", STORE_WRITE), 0);
    store_close(s);
    repairs(0, "run/run.db is not damaged");
}

/* Damage of our own tables is found beside those of others, and what they hold is not lost. */
static void damage_is_found_beside_them(void **state)
{
    (void)state;
    make_run();
    rig_change("CREATE TABLE notes (a); PRAGMA ignore_check_constraints = ON;"
               "UPDATE evaluations SET status = 'so-so'; CREATE VIEW a_view AS SELECT 1");
    rig_refuses("run", STORE_WRITE, 4, "run/run.db is damaged", "--repair");
    repairs(0, "what others have added is in that file only: a_view, notes");
    assert_string_equal(rig_ask("SELECT count(*) FROM sqlite_schema WHERE name = 'notes'"), "0");
}

static void changes_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *word, *other;
    } all[] = {
        {"ALTER TABLE evaluations ADD COLUMN note", "the table evaluations is not as nes has made",
         "undo"},
        {"ALTER TABLE state RENAME COLUMN round TO turn", "the table state is not as nes", "undo"},
        {"CREATE TRIGGER t AFTER INSERT ON Facts BEGIN DELETE FROM evaluations; END",
         "the trigger 't' was added to the table Facts", "DROP TRIGGER"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        make_run(); /* in place of the one before */
        rig_change(all[i].sql);
        rig_refuses("run", STORE_READ, 2, all[i].word, all[i].other);
        rig_refuses("run", STORE_WRITE, 2, all[i].word, all[i].other);
        rig_refuses("run", STORE_BESIDE, 2, all[i].word, all[i].other);
        repairs(2, all[i].word);
    }
}

/* Those that stand in the way of values, or take any time with each of them. They do not hinder
 * readers. */
static void some_indices_stop_writers(void **state)
{
    (void)state;
    static const char *const all[] = {
        "CREATE UNIQUE INDEX i ON evaluations (f)",
        "CREATE UNIQUE INDEX i ON facts (value) WHERE name = 'status'",
        "CREATE INDEX i ON orders (length(hex(zeroblob(100000000))))",
        "CREATE INDEX i ON facts (\"replace\"(value, 'a', 'bb'))",
        "CREATE INDEX i ON facts (value) WHERE name LIKE '%a%a%a%a%a%a%a%a%a%a%a%a%a%b'",
        "CREATE INDEX i ON facts (value) WHERE name/**/GLOB '*a*a*a*b'",
        "CREATE INDEX i ON facts (value, [printf] ('%1000000d', 1))",
    };
    store *s;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        make_run();
        rig_change(all[i]);
        rig_refuses("run", STORE_WRITE, 2, "index 'i' was added", "DROP INDEX");
        rig_refuses("run", STORE_BESIDE, 2, "index 'i' was added", "DROP INDEX");
        assert_int_equal(store_open(&s, "run", STORE_READ), 0);
        store_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(additions_are_left_alone),    IN_FOLDER(tables_of_others_are_not_checked),
        IN_FOLDER(damage_is_found_beside_them), IN_FOLDER(changes_are_refused_by_name),
        IN_FOLDER(some_indices_stop_writers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
