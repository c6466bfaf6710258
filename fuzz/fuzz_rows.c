/* SPDX-License-Identifier: MIT
 *
 * A database of a run whose tables a stranger has filled, and whose columns promise nothing: any of
 * them may be null, of any type, and there more than once. The input is a byte that says who reads
 * it, and a list of rows: a byte for the table, and for every column a byte for the kind of its
 * value, with the bytes of the value. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/database.h"
#include "support/fuzz.h"
#include "support/reader.h"
#include "support/samples.h"

enum { ROWS = 40, TABLES = 6 };

static const char SCHEMA[] =
    "CREATE TABLE facts (name, value);"
    "CREATE TABLE variables (number, name, lower, upper, kind);"
    "CREATE TABLE evaluations (round, id, run, generation, x, f, status, seconds, failure, said,"
    " handed);"
    "CREATE TABLE generations (generation, evaluations, run, popsize, best, generation_best,"
    " generation_median, sigma, condition, seconds, eta_mu, eta_sigma, eta_shape, eta_diag,"
    " eta_nu, nu, mean, std, axes);"
    "CREATE TABLE state (one, round, evaluations, generation, best_f, fingerprint, saved);"
    "CREATE TABLE orders (number, text, taken);";

static const char *const INSERTS[TABLES] = {
    "INSERT INTO facts VALUES (?,?)",
    "INSERT INTO variables VALUES (?,?,?,?,?)",
    "INSERT INTO evaluations VALUES (?,?,?,?,?,?,?,?,?,?,?)",
    "INSERT INTO generations VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    "INSERT INTO state VALUES (?,?,?,?,?,?,?)",
    "INSERT INTO orders VALUES (?,?,?)",
};

static const char *const CLEARS[TABLES] = {
    "DELETE FROM facts",       "DELETE FROM variables", "DELETE FROM evaluations",
    "DELETE FROM generations", "DELETE FROM state",     "DELETE FROM orders",
};

/* Texts that mean something to the code. */
static const char *const TEXTS[] = {"objective",
                                    "command",
                                    "status",
                                    "seconds",
                                    "maximize",
                                    "named",
                                    "stop",
                                    "stop_text",
                                    "trust",
                                    "version",
                                    "folder",
                                    "job",
                                    "by hand",
                                    "stopped",
                                    "asked",
                                    "ok",
                                    "failed",
                                    "nan",
                                    "inf",
                                    "-inf",
                                    "[0.5,-1]",
                                    "[1]",
                                    "[]",
                                    "[null,9e999]",
                                    "[\"run\"]",
                                    "x1",
                                    "no",
                                    "yes",
                                    "interrupted",
                                    "exact",
                                    "target",
                                    "draws",
                                    "accepted",
                                    "identity",
                                    "state_sha256",
                                    "job_now",
                                    "[{\"round\":4,\"changed\":[\"a\",1]},2]"};

/* What is left of the input. */
typedef struct source {
    const uint8_t *at;
    size_t n;
} source;

static const void *take(source *s, size_t wanted, size_t *got)
{
    const uint8_t *at = s->at;
    *got = wanted < s->n ? wanted : s->n;
    s->at += *got;
    s->n -= *got;
    return at;
}

static unsigned take_byte(source *s)
{
    size_t n;
    const uint8_t *p = take(s, 1, &n);
    return n == 0 ? 0 : *p;
}

static void bind_number(source *s, sqlite3_stmt *q, int i, bool real)
{
    size_t n;
    sqlite3_int64 whole = 0;
    double number = 0;
    const void *p = take(s, 8, &n);
    if (n == 8 && real) memcpy(&number, p, 8);
    if (n == 8 && !real) memcpy(&whole, p, 8);
    if (real)
        sqlite3_bind_double(q, i, number);
    else
        sqlite3_bind_int64(q, i, whole);
}

static void bind_bytes(source *s, sqlite3_stmt *q, int i, bool text)
{
    size_t n;
    const void *p = take(s, take_byte(s), &n);
    if (text)
        sqlite3_bind_text(q, i, p, (int)n, SQLITE_STATIC);
    else
        sqlite3_bind_blob(q, i, p, (int)n, SQLITE_STATIC);
}

static void bind_state(sqlite3_stmt *q, int i)
{
    static unsigned char *saved;
    static size_t n;
    if (saved == NULL) saved = samples_state(&n);
    sqlite3_bind_blob64(q, i, saved, n, SQLITE_STATIC);
}

static void bind(source *s, sqlite3_stmt *q, int i)
{
    const unsigned kind = take_byte(s);
    if (kind >= 128)
        sqlite3_bind_text(q, i, TEXTS[kind % 32], -1, SQLITE_STATIC);
    else if (kind >= 64)
        sqlite3_bind_int(q, i, (int)kind - 96);
    else if (kind % 8 == 1)
        bind_number(s, q, i, false);
    else if (kind % 8 == 2)
        bind_number(s, q, i, true);
    else if (kind % 8 == 3 || kind % 8 == 4)
        bind_bytes(s, q, i, kind % 8 == 3);
    else if (kind % 8 == 5)
        bind_state(q, i);
    else
        sqlite3_bind_null(q, i);
}

/* Opened once: its statements are most of the cost of an input. */
typedef struct table_set {
    sqlite3 *db;
    store *store;
    sqlite3_stmt *insert[TABLES], *clear[TABLES];
} table_set;

static void open_tables(table_set *t)
{
    int code;
    char marks[80];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             SCHEMA_APPLICATION, SCHEMA_FORMAT);
    t->db = database_connect(":memory:", SQLITE_OPEN_READWRITE, &code);
    if (code != SQLITE_OK || sqlite3_exec(t->db, marks, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(t->db, SCHEMA, NULL, NULL, NULL) != SQLITE_OK)
        abort();
    for (size_t i = 0; i < TABLES; i++)
        if (sqlite3_prepare_v2(t->db, INSERTS[i], -1, &t->insert[i], NULL) != SQLITE_OK ||
            sqlite3_prepare_v2(t->db, CLEARS[i], -1, &t->clear[i], NULL) != SQLITE_OK)
            abort();
    t->store = reader_open(t->db);
}

static void execute(sqlite3_stmt *q)
{
    sqlite3_step(q);
    sqlite3_reset(q);
}

/* As if it had just been opened. */
static void empty(table_set *t)
{
    if (!sqlite3_get_autocommit(t->db)) sqlite3_exec(t->db, "ROLLBACK", NULL, NULL, NULL);
    t->store->open = 0;
    t->store->status = 0;
    for (size_t i = 0; i < TABLES; i++) execute(t->clear[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static table_set t;
    source s = {data, size};
    if (t.db == NULL) open_tables(&t);
    const unsigned which = take_byte(&s);
    for (size_t row = 0; row < ROWS && s.n > 0; row++) {
        sqlite3_stmt *q = t.insert[take_byte(&s) % TABLES];
        for (int i = 1; i <= sqlite3_bind_parameter_count(q); i++) bind(&s, q, i);
        execute(q);
    }
    reader_read(t.store, which);
    empty(&t);
    return 0;
}

/* ---- seeds ---------------------------------------------------------------------------------- */

enum { SMALL = 96, WORDS = 128, STATE = 5, NOTHING = 0 }; /* kinds of values, plus a number */

void fuzz_seeds(const fuzz_sink *to)
{
    static const uint8_t facts[] = {0,          WORDS + 0,  WORDS + 12, 0,          WORDS + 2,
                                    WORDS + 13, 0,          WORDS + 1,  WORDS + 24, 1,
                                    SMALL + 1,  WORDS + 25, 0,          0,          WORDS + 14};
    static const uint8_t run[] = {
        1,          SMALL + 1,  WORDS + 25, 0,          0,         0, /* a variable */
        2,          SMALL + 1,  SMALL,      SMALL + 1,  SMALL + 1, WORDS + 21, SMALL,
        WORDS + 15, 0,          0,          0,          0, /* a value, a failure */
        2,          SMALL + 1,  SMALL + 1,  SMALL + 1,  SMALL + 1, WORDS + 21, 0,
        WORDS + 16, 0,          0,          0,          0,         3,          SMALL + 1,
        SMALL + 2,  SMALL + 1,  SMALL + 6,  SMALL,      SMALL,     SMALL,      SMALL,
        0,          0,          0,          0,          0,         0,          0,
        0,          WORDS + 21, WORDS + 21, WORDS + 21, /* a generation, a state, an order */
        4,          SMALL + 1,  SMALL + 1,  SMALL + 3,  SMALL + 1, SMALL,      WORDS + 25,
        STATE,      5,          SMALL + 1,  WORDS + 13, SMALL};
    for (uint8_t which = 0; which < 8; which++) {
        fuzz_seed_bytes(to, which, facts, sizeof facts);
        fuzz_seed_bytes(to, which, run, sizeof run);
    }
}
