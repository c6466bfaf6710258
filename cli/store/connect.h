/* SPDX-License-Identifier: MIT
 *
 * Connections to SQLite databases that may be anybody's, and why the system has refused something.
 */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>

/* Connects to the file; see sqlite3_open_v2() for flags and *code. The connection, which is never
 * null, is closed by sqlite3_close() in any case. */
sqlite3 *database_connect(const char *path, int flags, int *code);

/* Reads the number in the first row that a query finds. Returns SQLITE_OK, or what SQLite says
 * instead of that row. */
int database_number(sqlite3 *db, const char *sql, sqlite3_int64 *number);

/* Whether the first row that a query finds is this word. */
bool database_says(sqlite3 *db, const char *sql, const char *word);

/* Why the operating system has refused something last; 0: it has not, or that is not known. */
int database_errno(sqlite3 *db);

/* What went wrong last, in the words of the operating system where it has refused something. */
const char *database_reason(sqlite3 *db);
