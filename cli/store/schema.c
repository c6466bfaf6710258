/* SPDX-License-Identifier: MIT
 *
 * The tables; see store/schema.h.
 *
 * Columns of reals have no declared type: SQLite would store whole reals of a REAL column as
 * integers and lose the sign of zero. In columns without a type every real is stored as it is. */
#include "store/schema.h"

#include <stdio.h>

#include "store/connect.h"

static const struct {
    const char *name, *sql;
} TABLES[] = {
    {"facts", "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"},
    {"variables", "CREATE TABLE variables (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
                  " lower, upper, kind TEXT NOT NULL)"},
    {"evaluations", "CREATE TABLE evaluations (round INTEGER NOT NULL, id INTEGER NOT NULL,"
                    " run INTEGER NOT NULL, generation INTEGER NOT NULL, x TEXT NOT NULL, f,"
                    " status TEXT NOT NULL DEFAULT 'asked'"
                    " CHECK (status IN ('asked', 'ok', 'nan', 'inf', '-inf', 'failed')),"
                    " seconds, failure TEXT, said TEXT, handed INTEGER NOT NULL DEFAULT 0,"
                    " PRIMARY KEY (round, id)) WITHOUT ROWID"},
    {"generations",
     "CREATE TABLE generations (generation INTEGER PRIMARY KEY, evaluations INTEGER NOT NULL,"
     " run INTEGER NOT NULL, popsize INTEGER NOT NULL, best, generation_best, generation_median,"
     " sigma, condition, seconds, eta_mu, eta_sigma, eta_shape, eta_diag, eta_nu, nu,"
     " mean TEXT, std TEXT, axes TEXT)"},
    {"state", "CREATE TABLE state (one INTEGER PRIMARY KEY CHECK (one = 1), round INTEGER NOT NULL,"
              " evaluations INTEGER NOT NULL, generation INTEGER NOT NULL, best_f,"
              " fingerprint TEXT NOT NULL, saved BLOB NOT NULL)"},
    {"orders", "CREATE TABLE orders (number INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL,"
               " taken INTEGER NOT NULL DEFAULT 0)"},
    {"outputs",
     "CREATE TABLE outputs (round INTEGER NOT NULL, id INTEGER NOT NULL, number INTEGER NOT NULL,"
     " value, PRIMARY KEY (round, id, number)) WITHOUT ROWID"},
    {"arrivals", "CREATE TABLE arrivals (number INTEGER PRIMARY KEY, round INTEGER NOT NULL UNIQUE,"
                 " asked INTEGER NOT NULL)"},
};

/* The last tables are only there in some runs: of outputs where there are outputs, of arrivals
 * where the run has no generations. */
enum { N_TABLES = sizeof TABLES / sizeof *TABLES, OUTPUTS = N_TABLES - 2, ARRIVALS };

int schema_make(sqlite3 *db)
{
    char marks[80];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             SCHEMA_APPLICATION, SCHEMA_FORMAT);
    int code = sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
    if (code == SQLITE_OK) code = sqlite3_exec(db, marks, NULL, NULL, NULL);
    for (size_t i = 0; code == SQLITE_OK && i < OUTPUTS; i++)
        code = sqlite3_exec(db, TABLES[i].sql, NULL, NULL, NULL);
    if (code == SQLITE_OK) code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    return code;
}

int schema_raise(sqlite3 *db)
{
    char mark[40];
    sqlite3_int64 format = 0;
    const int code = database_number(db, "PRAGMA user_version", &format);
    if (code != SQLITE_OK || format >= SCHEMA_FORMAT) return code;
    snprintf(mark, sizeof mark, "PRAGMA user_version = %d", SCHEMA_FORMAT);
    return sqlite3_exec(db, mark, NULL, NULL, NULL);
}

bool schema_has(sqlite3 *db, const char *table)
{
    return sqlite3_table_column_metadata(db, NULL, table, NULL, NULL, NULL, NULL, NULL, NULL) ==
           SQLITE_OK;
}

bool schema_has_outputs(sqlite3 *db)
{
    return schema_has(db, TABLES[OUTPUTS].name);
}

int schema_make_outputs(sqlite3 *db)
{
    if (schema_has_outputs(db)) return SQLITE_OK;
    return sqlite3_exec(db, TABLES[OUTPUTS].sql, NULL, NULL, NULL);
}

bool schema_has_arrivals(sqlite3 *db)
{
    return schema_has(db, TABLES[ARRIVALS].name);
}

int schema_make_arrivals(sqlite3 *db)
{
    if (schema_has_arrivals(db)) return SQLITE_OK;
    return sqlite3_exec(db, TABLES[ARRIVALS].sql, NULL, NULL, NULL);
}

size_t schema_tables(void)
{
    return N_TABLES;
}

const char *schema_table(size_t i)
{
    return TABLES[i].name;
}

/* SQL does not tell capitals from small letters. */
bool schema_is_ours(const char *name)
{
    for (size_t i = 0; name != NULL && i < N_TABLES; i++)
        if (sqlite3_stricmp(TABLES[i].name, name) == 0) return true;
    return false;
}

/* ---- recognising ----------------------------------------------------------------------------- */

/* Looks for triggers on our tables. They are never executed here, but other programs execute them.
 * Returns the result code of SQLite. */
static int find_trigger(sqlite3 *db, buffer *what)
{
    sqlite3_stmt *q = NULL;
    int code = sqlite3_prepare_v2(
        db, "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'", -1, &q, NULL);
    if (code != SQLITE_OK) return code;
    while ((code = sqlite3_step(q)) == SQLITE_ROW && what->n == 0) {
        const char *name = (const char *)sqlite3_column_text(q, 0),
                   *table = (const char *)sqlite3_column_text(q, 1);
        if (schema_is_ours(table))
            buffer_print(what,
                         "the trigger '%s' was added to the table %s; remove it (in SQL: DROP "
                         "TRIGGER) to go on",
                         name != NULL ? name : "", table);
    }
    sqlite3_finalize(q);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Whether the tables are there as they are made here. A view, a virtual table or a computed column
 * under the name of one would run what its author likes. */
static schema_kind look_at_tables(sqlite3 *db, buffer *what)
{
    sqlite3_stmt *q = NULL;
    schema_kind kind = SCHEMA_OURS;
    int code = sqlite3_prepare_v2(
        db, "SELECT type = 'table' AND sql IS ?2 FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE",
        -1, &q, NULL);
    for (size_t i = 0; code == SQLITE_OK && what->n == 0 && i < N_TABLES; i++) {
        sqlite3_bind_text(q, 1, TABLES[i].name, -1, SQLITE_STATIC);
        sqlite3_bind_text(q, 2, TABLES[i].sql, -1, SQLITE_STATIC);
        const int found = sqlite3_step(q);
        if (found == SQLITE_ROW && sqlite3_column_int(q, 0) == 0)
            buffer_print(what, "the table %s is not as nes has made it; undo what was changed",
                         TABLES[i].name);
        if (found == SQLITE_DONE && i < OUTPUTS) kind = SCHEMA_INCOMPLETE;
        if (found != SQLITE_ROW && found != SQLITE_DONE) code = found;
        sqlite3_reset(q);
    }
    sqlite3_finalize(q);
    if (code == SQLITE_OK && what->n == 0) code = find_trigger(db, what);
    if (code != SQLITE_OK) return SCHEMA_UNREADABLE;
    return what->n > 0 ? SCHEMA_CHANGED : kind;
}

void schema_print_change(sqlite3 *db, buffer *what)
{
    look_at_tables(db, what);
}

schema_kind schema_recognise(sqlite3 *db, int *format)
{
    sqlite3_int64 application = 0, version = 0;
    buffer what = {.text = NULL};
    int code = database_number(db, "PRAGMA application_id", &application);
    if (code == SQLITE_OK) code = database_number(db, "PRAGMA user_version", &version);
    *format = (int)version;
    if (code == SQLITE_NOTADB) return SCHEMA_FOREIGN;
    if (code != SQLITE_OK) return SCHEMA_UNREADABLE;
    if (application != SCHEMA_APPLICATION) return SCHEMA_FOREIGN;
    if (*format > SCHEMA_FORMAT) return SCHEMA_LATER;
    const schema_kind kind = look_at_tables(db, &what);
    buffer_free(&what);
    return kind;
}
