/* SPDX-License-Identifier: MIT
 *
 * Reading beside an unfinished transaction. Its journal has the pages as they were before it, and
 * SQLite gives them back by writing to the database. A reader changes nothing in a folder, so it
 * does that to a copy, which nobody else sees. */
#pragma once

#include <sqlite3.h>

/* Connects to a copy of the database in the folder, with the unfinished transaction undone. Its
 * files are gone when the connection is closed, however that happens. *code: what SQLite says.
 * Null: the copy cannot be made; *error: why, EAGAIN where somebody else has finished the
 * transaction meanwhile. No connection to the database may be open in this process: closing a file
 * releases the locks that SQLite has on it. */
sqlite3 *rollback_connect(const char *folder, int *code, int *error);
