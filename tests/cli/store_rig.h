/* SPDX-License-Identifier: MIT
 *
 * What the tests of a run's folder share: refusals, and evaluations of which all is known. */
#ifndef NES_TEST_STORE_RIG_H
#define NES_TEST_STORE_RIG_H

#include <float.h>
#include <sqlite3.h>
#include <stdio.h>

#include "store/store.h"
#include "support/folder.h"
#include "support/runs.h"
#include "support/said.h"

enum { RIG_DIM = 3 };

static inline store *rig_create(const char *folder)
{
    store *s;
    assert_int_equal(store_create(&s, folder), 0);
    return s;
}

static inline store *rig_open_again(store *s, store_access access)
{
    char folder[64];
    snprintf(folder, sizeof folder, "%s", store_folder(s));
    store_close(s);
    assert_int_equal(store_open(&s, folder, access), 0);
    return s;
}

/* Opening is refused with that status, and with these words. */
static inline void rig_refuses(const char *folder, store_access access, int status,
                               const char *word, const char *other)
{
    store *s = (store *)1;
    said_begin(2);
    const int got = store_open(&s, folder, access);
    const char *text = said_end();
    run_assert_has(text, word);
    run_assert_has(text, other);
    assert_int_equal(got, status);
    assert_null(s);
}

/* The only text that a query of the database gives, as another program would get it. */
static inline const char *rig_ask(const char *sql)
{
    static char text[200];
    sqlite3 *db;
    sqlite3_stmt *q;
    assert_int_equal(sqlite3_open_v2("run/run.db", &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) != SQLITE_OK) fail_msg("%s", sqlite3_errmsg(db));
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    snprintf(text, sizeof text, "%s", (const char *)sqlite3_column_text(q, 0));
    sqlite3_finalize(q);
    sqlite3_close(db);
    return text;
}

static inline void rig_change(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open("run/run.db", &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* Another state in the place of the one that is there, without a digest. */
static inline void rig_put_state(const unsigned char *bytes, size_t n)
{
    sqlite3 *db;
    sqlite3_stmt *q;
    assert_int_equal(sqlite3_open("run/run.db", &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "UPDATE state SET saved = ?", -1, &q, NULL), SQLITE_OK);
    sqlite3_bind_blob64(q, 1, bytes, n, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(q), SQLITE_DONE);
    sqlite3_finalize(q);
    sqlite3_exec(db, "DELETE FROM facts WHERE name = 'state_sha256'", NULL, NULL, NULL);
    sqlite3_close(db);
}

/* Numbers that are lost easily. */
static const double AWKWARD[] = {0.0,
                                 -0.0,
                                 1.0,
                                 -1.0,
                                 0.1,
                                 1.0 / 3,
                                 DBL_MIN,
                                 DBL_MAX,
                                 -DBL_MAX,
                                 5e-324,
                                 -5e-324,
                                 2.5e-310,
                                 1e15,
                                 1e16,
                                 1e17,
                                 9007199254740993.0,
                                 1e300,
                                 123456789012345678.0,
                                 0x1.fffffffffffffp-1,
                                 4.35,
                                 1e22,
                                 1e23};
enum { N_AWKWARD = sizeof AWKWARD / sizeof *AWKWARD };

static inline void assert_same_bits(double a, double b)
{
    if (memcmp(&a, &b, sizeof a) != 0) fail_msg("%a is not %a", a, b);
}

/* The point and the value that belong to a number. */
static inline void rig_point(uint64_t id, double x[RIG_DIM])
{
    for (size_t i = 0; i < RIG_DIM; i++) x[i] = sin((double)(id * RIG_DIM + i));
}

static inline double rig_value(uint64_t id)
{
    return cos((double)id);
}

static inline int rig_set_value(store *s, uint64_t id)
{
    const eval_record r = eval_measured(id, rig_value(id));
    return store_set_record(s, id / 4 + 1, &r);
}

/* A row has its point, and its value if there is one. data: the id of the next value, which is
 * counted. */
static inline int rig_check_row(const store_evaluation *e, void *data)
{
    uint64_t *next = data;
    double x[RIG_DIM];
    rig_point(e->record.id, x);
    assert_same_reals(RIG_DIM, e->x, x);
    assert_int_equal(e->round, e->record.id / 4 + 1);
    if (e->record.fate == NES_WAITING) return 0;
    const double f = rig_value(e->record.id);
    assert_same_reals(1, &e->record.f, &f);
    assert_int_equal(e->record.id, (*next)++);
    return 0;
}

/* For the table of tests. */
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_open, folder_close)

#endif
