/* SPDX-License-Identifier: MIT
 *
 * The row of the state, damaged in every column and at every byte: none of it is taken for a state.
 * Without its digest, as earlier versions wrote it, the bytes alone have a checksum. */
#include <stdlib.h>

#include "store/health.h"
#include "store_rig.h"
#include "support/sanitizer.h"

enum { ROUND = 30 };

static void make_run(void)
{
    store *s = rig_create("run");
    nes_settings settings = run_settings("xnes");
    nes_opt *o = run_start(RIG_DIM, NULL, &settings);
    assert_int_equal(store_set_state(s, ROUND, o), 0);
    nes_destroy(o);
    store_close(s);
}

/* How the state is, and whether a reader gets it. */
static state_health look(void)
{
    store *s;
    uint64_t round;
    buffer bytes;
    assert_int_equal(store_open(&s, "run", STORE_READ), 0);
    const state_health health = store_state_health(s);
    assert_int_equal(store_get_state(s, &round, &bytes), 0);
    assert_int_equal(bytes.n > 0, health == STATE_SOUND);
    assert_int_equal(round, health == STATE_SOUND ? ROUND : 0);
    buffer_free(&bytes);
    store_close(s);
    return health;
}

static void begun_sound_and_lost(void **state)
{
    (void)state;
    store_close(rig_create("run"));
    assert_int_equal(look(), STATE_NONE);
    rig_change("INSERT INTO evaluations (round, id, run, generation, x) VALUES (0, 1, 1, 0, '[]')");
    assert_int_equal(look(), STATE_NONE); /* known points are evaluated before the run begins */
    rig_change("INSERT INTO evaluations (round, id, run, generation, x) VALUES (1, 1, 1, 1, '[]')");
    assert_int_equal(look(), STATE_LOST);
    folder_close(state);
    folder_open(state);
    make_run();
    assert_int_equal(look(), STATE_SOUND);
    rig_change("DELETE FROM state");
    assert_int_equal(look(), STATE_LOST);
}

static void every_column_counts(void **state)
{
    (void)state;
    static const char *const harms[] = {"round = round + 1",
                                        "round = -1",
                                        "round = 'x'",
                                        "round = round + 0.5",
                                        "evaluations = 1",
                                        "evaluations = 'x'",
                                        "generation = 99",
                                        "best_f = 0.5",
                                        "best_f = 'x'",
                                        "fingerprint = ''",
                                        "fingerprint = 1",
                                        "saved = ''",
                                        "saved = x''",
                                        "saved = 'x'",
                                        "saved = 1.5",
                                        "saved = zeroblob(100)",
                                        "saved = saved || ''",
                                        "saved = substr(saved, 2)",
                                        "saved = substr(saved, 1, length(saved) - 1)"};
    make_run();
    rig_change("CREATE TABLE kept AS SELECT * FROM state");
    for (size_t i = 0; i < sizeof harms / sizeof *harms; i++) {
        char sql[200];
        snprintf(sql, sizeof sql, "UPDATE state SET %s", harms[i]);
        rig_change(sql);
        if (look() != STATE_DAMAGED) fail_msg("%s was not noticed", harms[i]);
        rig_change("DELETE FROM state; INSERT INTO state SELECT * FROM kept");
        assert_int_equal(look(), STATE_SOUND);
    }
    rig_change("UPDATE facts SET value = 'x' WHERE name = 'state_sha256'");
    assert_int_equal(look(), STATE_DAMAGED);
}

/* NULL where the table has none: by a table that was changed and changed back. */
static void nulls_are_damage(void **state)
{
    (void)state;
    static const char *const columns[] = {"round", "evaluations", "generation", "fingerprint",
                                          "saved"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        char sql[200];
        if (i > 0) {
            folder_close(state);
            folder_open(state);
        }
        make_run();
        rig_change("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = "
                   "replace(sql, ' NOT NULL', '         ') WHERE name = 'state'");
        snprintf(sql, sizeof sql, "UPDATE state SET %s = NULL", columns[i]);
        rig_change(sql);
        rig_change("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = "
                   "replace(sql, '         ', ' NOT NULL') WHERE name = 'state'");
        assert_int_equal(look(), STATE_DAMAGED);
        store *s;
        said_begin(2);
        const int status = store_open(&s, "run", STORE_WRITE);
        if (status == 0) store_close(s); /* versions of SQLite differ in what they look at */
        said_end();
        said_begin(2);
        assert_int_equal(store_repair("run"), 0);
        run_assert_has(said_end(), "no state");
        assert_int_equal(look(), STATE_LOST);
    }
}

/* Changes a bit of the saved bytes, in memory, where it is quick. */
static size_t count_unnoticed(sqlite3 *db, const unsigned char *bytes, size_t n)
{
    bool untried;
    size_t unnoticed = 0;
    sqlite3_stmt *q;
    unsigned char *harmed = malloc(n);
    assert_non_null(harmed);
    assert_int_equal(sqlite3_prepare_v2(db, "UPDATE state SET saved = ?", -1, &q, NULL), SQLITE_OK);
    for (size_t i = 0; i < n; i += SLOWER) {
        memcpy(harmed, bytes, n);
        harmed[i] ^= (unsigned char)(1u << i % 8);
        sqlite3_bind_blob64(q, 1, harmed, n, SQLITE_STATIC);
        assert_int_equal(sqlite3_step(q), SQLITE_DONE);
        sqlite3_reset(q);
        unnoticed += health_of(db, &untried) != STATE_DAMAGED;
    }
    sqlite3_finalize(q);
    free(harmed);
    return unnoticed;
}

static void every_byte_counts(void **state)
{
    (void)state;
    store *s;
    uint64_t round;
    buffer bytes;
    sqlite3 *db;
    make_run();
    assert_int_equal(store_open(&s, "run", STORE_READ), 0);
    assert_int_equal(store_get_state(s, &round, &bytes), 0);
    store_close(s);
    assert_int_equal(sqlite3_open("run/run.db", &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA synchronous = OFF; BEGIN", NULL, NULL, NULL), 0);
    const unsigned char *saved = (const unsigned char *)bytes.text;
    assert_int_equal(count_unnoticed(db, saved, bytes.n), 0);
    sqlite3_exec(db, "DELETE FROM facts WHERE name = 'state_sha256'", NULL, NULL, NULL);
    assert_int_equal(count_unnoticed(db, saved, bytes.n), 0);
    sqlite3_close(db);
    buffer_free(&bytes);
}

/* A folder of format 1 is gone on with, and has the present format then. */
static void earlier_formats_are_raised(void **state)
{
    (void)state;
    store *s;
    nes_opt *o = NULL;
    uint64_t round;
    make_run();
    rig_change("DELETE FROM facts; PRAGMA user_version = 1");
    assert_int_equal(look(), STATE_SOUND);
    assert_string_equal(rig_ask("PRAGMA user_version"), "1");
    assert_int_equal(store_open(&s, "run", STORE_WRITE), 0);
    assert_int_equal(store_load(s, NULL, &round, &o), 0);
    assert_int_equal(store_set_state(s, ROUND, o), 0);
    nes_destroy(o);
    store_close(s);
    assert_int_equal(look(), STATE_SOUND);
    assert_string_equal(rig_ask("PRAGMA user_version"), "3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(begun_sound_and_lost),       IN_FOLDER(every_column_counts),
        IN_FOLDER(nulls_are_damage),           IN_FOLDER(every_byte_counts),
        IN_FOLDER(earlier_formats_are_raised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
