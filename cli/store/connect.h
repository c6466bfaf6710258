/* SPDX-License-Identifier: MIT
 *
 * Connections to SQLite databases that may be anybody's, and why the system has refused something.
 */
#pragma once

#include <sqlite3.h>

/* Connects to the file; see sqlite3_open_v2() for flags. Null: no memory. */
sqlite3 *database_connect(const char *path, int flags, int *code);

/* Why the operating system has refused something last; 0: it has not, or that is not known. */
int database_errno(sqlite3 *db);

/* What went wrong last, in the words of the operating system where it has refused something. */
const char *database_reason(sqlite3 *db);
