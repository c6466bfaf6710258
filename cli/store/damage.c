/* SPDX-License-Identifier: MIT
 *
 * Saving what can be read of a damaged database; see store/damage.h.
 *
 * A damaged page ends a query that comes to it. Pages beyond it are reached by other queries: those
 * for the next rounds, and those that begin at the other end of a table. */
#include "store/damage.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "store/database.h"
#include "store/health.h"
#include "store/others.h"
#include "store/schema.h"
#include "store/want.h"

enum {
    BEYOND = 1000
}; /* rounds in a row that may be unreadable before the search for more of them ends */

/* A log may claim any number of pages, and the check takes memory for each of them. No run has a
 * terabyte. */
static bool is_of_possible_size(sqlite3 *db)
{
    enum { MOST_PAGES = 1 << 28 };
    sqlite3_int64 n;
    return database_number(db, "PRAGMA page_count", &n) == SQLITE_OK && n <= MOST_PAGES;
}

/* Whether a table, as its rows are now, passes the check of SQLite. */
static bool is_table_sound(sqlite3 *db, const char *table)
{
    char look[64];
    snprintf(look, sizeof look, "PRAGMA quick_check(%s)", table);
    return database_says(db, look, "ok");
}

/* The check computes the conditions that tables have. So those of others are left out. */
static bool looks_sound(sqlite3 *db)
{
    if (!is_of_possible_size(db)) return false;
    if (!others_have_tables(db)) return database_says(db, "PRAGMA quick_check(1)", "ok");
    bool sound = is_table_sound(db, "sqlite_schema");
    for (size_t i = 0; sound && i < schema_tables(); i++)
        sound = !schema_has(db, schema_table(i)) || is_table_sound(db, schema_table(i));
    return sound;
}

/* A page that could not be read counts as damage, too. A second look tells whether that has passed.
 */
bool damage_is_none(sqlite3 *db)
{
    return looks_sound(db) || looks_sound(db);
}

/* ---- copying -------------------------------------------------------------------------------- */

/* Copies the rows of a query until it ends or fails. A row that the table refuses is damaged and
 * left out, as is one that is there already. What damage does to the query is expected, but want of
 * memory is no damage: rows that are there would be given up. */
static int copy_rows(sqlite3_stmt *q, sqlite3_stmt *to)
{
    int found;
    while ((found = sqlite3_step(q)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(q); i++)
            sqlite3_bind_value(to, i + 1, sqlite3_column_value(q, i));
        const int code = sqlite3_step(to) & 0xff;
        sqlite3_reset(to);
        if (code != SQLITE_DONE && code != SQLITE_CONSTRAINT) return code;
    }
    sqlite3_reset(q);
    want_end(found);
    return SQLITE_OK;
}

/* Copies what a query finds. */
static int copy_found(sqlite3 *from, const char *query, sqlite3_stmt *to)
{
    sqlite3_stmt *q = NULL;
    const int code = sqlite3_prepare_v2(from, query, -1, &q, NULL);
    const int copied = code == SQLITE_OK ? copy_rows(q, to) : SQLITE_OK;
    want_end(code);
    sqlite3_finalize(q);
    return copied;
}

/* The queries for a table from both ends, and the statement that inserts a row. */
typedef struct table {
    const char *forward, *backward, *insert;
} table;

static const table TABLES[] = {
    {"SELECT * FROM facts ORDER BY name", "SELECT * FROM facts ORDER BY name DESC",
     "INSERT OR IGNORE INTO facts VALUES (?, ?)"},
    {"SELECT * FROM variables ORDER BY number", "SELECT * FROM variables ORDER BY number DESC",
     "INSERT OR IGNORE INTO variables VALUES (?, ?, ?, ?, ?)"},
    {"SELECT * FROM generations ORDER BY generation",
     "SELECT * FROM generations ORDER BY generation DESC",
     "INSERT OR IGNORE INTO generations VALUES "
     "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
    {"SELECT * FROM state", "SELECT * FROM state",
     "INSERT OR IGNORE INTO state VALUES (?, ?, ?, ?, ?, ?, ?)"},
};

static int copy_table(sqlite3 *from, sqlite3 *to, const table *t)
{
    sqlite3_stmt *insert = NULL;
    int code = sqlite3_prepare_v2(to, t->insert, -1, &insert, NULL);
    if (code == SQLITE_OK) code = copy_found(from, t->forward, insert);
    if (code == SQLITE_OK) code = copy_found(from, t->backward, insert);
    sqlite3_finalize(insert);
    return code;
}

/* The number that a query gives; 0 where it fails. */
static uint64_t number(sqlite3 *db, const char *sql)
{
    sqlite3_int64 n = 0;
    database_number(db, sql, &n);
    return (uint64_t)n;
}

/* Finds the first round from *round on. A tree in disorder may give an earlier round, which counts
 * as damage. SQLITE_DONE: there is no such round. */
static int find_round(sqlite3_stmt *q, uint64_t *round)
{
    sqlite3_bind_int64(q, 1, (sqlite3_int64)*round);
    int code = sqlite3_step(q);
    const uint64_t found = code == SQLITE_ROW ? database_count(q, 0) : 0;
    if (code == SQLITE_ROW && found < *round) code = SQLITE_CORRUPT;
    if (code == SQLITE_ROW) *round = found;
    sqlite3_reset(q);
    return code;
}

/* Copies evaluations round by round. Where a damaged page hides the next round, its numbers are
 * tried one after the other, until the page is left behind or nothing more is to be expected. */
static int copy_rounds(sqlite3_stmt *next, sqlite3_stmt *q, sqlite3_stmt *back,
                       sqlite3_stmt *insert)
{
    int code = SQLITE_OK;
    uint64_t round = 0;
    for (size_t lost = 0; code == SQLITE_OK && lost < BEYOND && round <= INT64_MAX; round++) {
        const int found = find_round(next, &round);
        if (found == SQLITE_DONE) break;
        want_end(found);
        lost = found == SQLITE_ROW ? 0 : lost + 1;
        sqlite3_bind_int64(q, 1, (sqlite3_int64)round);
        sqlite3_bind_int64(back, 1, (sqlite3_int64)round);
        code = copy_rows(q, insert);
        if (code == SQLITE_OK) code = copy_rows(back, insert);
    }
    return code;
}

static int copy_evaluations(sqlite3 *from, sqlite3 *to)
{
    static const char FORWARD[] =
        "SELECT * FROM evaluations WHERE round = ? AND json_valid(x) ORDER BY round, id";
    static const char BACKWARD[] =
        "SELECT * FROM evaluations WHERE round = ? AND json_valid(x) ORDER BY round DESC, id DESC";
    static const char NEXT[] =
        "SELECT round FROM evaluations WHERE round >= ? AND typeof(round) = 'integer' "
        "ORDER BY round, id LIMIT 1";
    static const char INSERT[] =
        "INSERT OR IGNORE INTO evaluations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    sqlite3_stmt *next = NULL, *q = NULL, *back = NULL, *insert = NULL;
    int code = sqlite3_prepare_v2(to, INSERT, -1, &insert, NULL);
    int asked = sqlite3_prepare_v2(from, NEXT, -1, &next, NULL);
    if (asked == SQLITE_OK) asked = sqlite3_prepare_v2(from, FORWARD, -1, &q, NULL);
    if (asked == SQLITE_OK) asked = sqlite3_prepare_v2(from, BACKWARD, -1, &back, NULL);
    want_end(asked);
    if (code == SQLITE_OK && asked == SQLITE_OK) code = copy_rounds(next, q, back, insert);
    sqlite3_finalize(next);
    sqlite3_finalize(q);
    sqlite3_finalize(back);
    sqlite3_finalize(insert);
    return code;
}

/* Copies the view, whose text is in the schema. Nothing that may stand behind its statement is
 * executed. */
static int copy_view(sqlite3 *from, sqlite3 *to)
{
    int code = SQLITE_OK;
    sqlite3_stmt *q = NULL, *make = NULL;
    if (sqlite3_prepare_v2(
            from,
            "SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = 'points' AND "
            "sql GLOB 'CREATE VIEW *'",
            -1, &q, NULL) == SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW) {
        code = sqlite3_prepare_v2(to, database_text(q, 0), -1, &make, NULL);
        if (code == SQLITE_OK && (code = sqlite3_step(make)) == SQLITE_DONE) code = SQLITE_OK;
    }
    sqlite3_finalize(make);
    sqlite3_finalize(q);
    return code;
}

/* A state that is damaged is worth nothing. One that asks for much memory may be as good as any: it
 * stays, and whoever goes on with it will see. */
static int check_state(sqlite3 *db, damage_yield *yield)
{
    yield->state = health_of(db, &yield->untried) == STATE_SOUND;
    return yield->state ? SQLITE_OK : sqlite3_exec(db, "DELETE FROM state", NULL, NULL, NULL);
}

/* Copies the outputs of evaluations, if the run has that table. */
static int copy_outputs(sqlite3 *from, sqlite3 *to)
{
    static const table OUTPUTS = {"SELECT * FROM outputs ORDER BY round, id, number",
                                  "SELECT * FROM outputs ORDER BY round DESC, id DESC, number DESC",
                                  "INSERT OR IGNORE INTO outputs VALUES (?, ?, ?, ?)"};
    if (!schema_has_outputs(from)) return SQLITE_OK;
    const int code = schema_make_outputs(to);
    return code == SQLITE_OK ? copy_table(from, to, &OUTPUTS) : code;
}

/* Copies the order in which values have come, likewise. */
static int copy_arrivals(sqlite3 *from, sqlite3 *to)
{
    static const table ARRIVALS = {"SELECT * FROM arrivals ORDER BY number",
                                   "SELECT * FROM arrivals ORDER BY number DESC",
                                   "INSERT OR IGNORE INTO arrivals VALUES (?, ?, ?)"};
    if (!schema_has_arrivals(from)) return SQLITE_OK;
    const int code = schema_make_arrivals(to);
    return code == SQLITE_OK ? copy_table(from, to, &ARRIVALS) : code;
}

int damage_copy(sqlite3 *from, sqlite3 *to, damage_yield *yield)
{
    int code = sqlite3_exec(to, "BEGIN", NULL, NULL, NULL);
    for (size_t i = 0; code == SQLITE_OK && i < sizeof TABLES / sizeof *TABLES; i++)
        code = copy_table(from, to, &TABLES[i]);
    if (code == SQLITE_OK) code = copy_evaluations(from, to);
    if (code == SQLITE_OK) code = copy_outputs(from, to);
    if (code == SQLITE_OK) code = copy_arrivals(from, to);
    if (code == SQLITE_OK) code = copy_view(from, to);
    if (code == SQLITE_OK) code = check_state(to, yield);
    yield->facts = number(to, "SELECT count(*) FROM facts");
    yield->evaluations = number(to, "SELECT count(*) FROM evaluations WHERE status <> 'asked'");
    /* The ids of a run count its points; those that were asked for again count once. */
    yield->about = number(to, "SELECT sum(n) FROM (SELECT max(id) - min(id) + 1 AS n "
                              "FROM evaluations WHERE status <> 'asked' GROUP BY run)");
    if (yield->about < yield->evaluations) yield->about = yield->evaluations;
    yield->round = number(to, "SELECT round FROM state");
    return code == SQLITE_OK ? sqlite3_exec(to, "COMMIT", NULL, NULL, NULL) : code;
}

/* ---- saying --------------------------------------------------------------------------------- */

/* Finds out what would be saved, by a copy in memory. */
static damage_yield survey(sqlite3 *db)
{
    int code;
    damage_yield yield = {.facts = 0};
    sqlite3 *copy = database_connect(
        ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY, &code);
    if (code == SQLITE_OK && schema_make(copy) == SQLITE_OK) damage_copy(db, copy, &yield);
    sqlite3_close(copy);
    return yield;
}

void damage_print(buffer *text, const damage_yield *y)
{
    buffer_print(text, "%" PRIu64 " of about %" PRIu64 " evaluation%s", y->evaluations, y->about,
                 text_s(y->about));
    if (y->state)
        buffer_print(text, " and the state of round %" PRIu64, y->round);
    else
        buffer_print(text, " and no state");
    if (y->untried) buffer_print(text, " (which asks for too much memory to be tried)");
}

int database_damaged(store *s)
{
    const damage_yield y = survey(s->db);
    buffer text = {.text = NULL};
    damage_print(&text, &y);
    if (y.facts == 0)
        text_error(EXIT_FILES, "%s is damaged, and too little of it can be read to go on", s->path);
    else
        text_error(
            EXIT_FILES,
            "%s is damaged: %s can be read; `nes resume %s --repair` goes on with these, and "
            "keeps the damaged file",
            s->path, text.text, s->folder);
    buffer_free(&text);
    return s->status = EXIT_FILES;
}
