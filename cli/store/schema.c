/* SPDX-License-Identifier: MIT
 *
 * The tables; see store/schema.h.
 *
 * Columns of reals have no declared type: SQLite would store whole reals of a REAL column as
 * integers and lose the sign of zero. In columns without a type every real is stored as it is. */
#include "store/schema.h"

#include <stdio.h>

static const char TABLES[] =
    "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE variables (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
    " lower, upper, kind TEXT NOT NULL);"
    "CREATE TABLE evaluations (round INTEGER NOT NULL, id INTEGER NOT NULL,"
    " run INTEGER NOT NULL, generation INTEGER NOT NULL, x TEXT NOT NULL, f,"
    " status TEXT NOT NULL DEFAULT 'asked'"
    " CHECK (status IN ('asked', 'ok', 'nan', 'inf', '-inf', 'failed')),"
    " seconds, failure TEXT, said TEXT, handed INTEGER NOT NULL DEFAULT 0,"
    " PRIMARY KEY (round, id)) WITHOUT ROWID;"
    "CREATE TABLE generations (generation INTEGER PRIMARY KEY, evaluations INTEGER NOT NULL,"
    " run INTEGER NOT NULL, popsize INTEGER NOT NULL, best, generation_best, generation_median,"
    " sigma, condition, seconds, eta_mu, eta_sigma, eta_shape, eta_diag, eta_nu, nu,"
    " mean TEXT, std TEXT, axes TEXT);"
    "CREATE TABLE state (one INTEGER PRIMARY KEY CHECK (one = 1), round INTEGER NOT NULL,"
    " evaluations INTEGER NOT NULL, generation INTEGER NOT NULL, best_f,"
    " fingerprint TEXT NOT NULL, saved BLOB NOT NULL);"
    "CREATE TABLE orders (number INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL,"
    " taken INTEGER NOT NULL DEFAULT 0);";

int schema_make(sqlite3 *db)
{
    char marks[80];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             SCHEMA_APPLICATION, SCHEMA_FORMAT);
    int code = sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
    if (code == SQLITE_OK) code = sqlite3_exec(db, marks, NULL, NULL, NULL);
    if (code == SQLITE_OK) code = sqlite3_exec(db, TABLES, NULL, NULL, NULL);
    if (code == SQLITE_OK) code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    return code;
}

/* The only number that a query gives. */
static int one_number(sqlite3 *db, const char *sql, int *number)
{
    sqlite3_stmt *q = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &q, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(q);
    if (code == SQLITE_ROW) *number = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

schema_kind schema_recognise(sqlite3 *db, int *format)
{
    int application = 0, tables = 0;
    int code = one_number(db, "PRAGMA application_id", &application);
    if (code == SQLITE_OK) code = one_number(db, "PRAGMA user_version", format);
    if (code == SQLITE_NOTADB) return SCHEMA_FOREIGN;
    if (code != SQLITE_OK) return SCHEMA_UNREADABLE;
    if (application != SCHEMA_APPLICATION) return SCHEMA_FOREIGN;
    if (*format > SCHEMA_FORMAT) return SCHEMA_LATER;
    code = one_number(db,
                      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN "
                      "('facts','variables','evaluations','generations','state','orders')",
                      &tables);
    if (code != SQLITE_OK) return SCHEMA_UNREADABLE;
    return tables == 6 ? SCHEMA_OURS : SCHEMA_INCOMPLETE;
}
