/* SPDX-License-Identifier: MIT
 *
 * What people have added to the database of a run: tables, views and indices of their own. It is
 * left alone, and nothing of it is executed; a table or a view of others is never read. An index on
 * one of our tables is kept by SQLite with every row that is written, so those that could stand in
 * the way of a run are refused where something is to be written:
 *
 *   - unique ones, which would refuse values;
 *   - those with functions that can take any time or memory, since a folder may come from anybody.
 */
#pragma once

#include <stdbool.h>

#include <sqlite3.h>

#include "base/buffer.h"

/* Whether there are tables of others. */
bool others_have_tables(sqlite3 *db);

/* Appends the names of all that others have added, with commas between them; at most ten. */
void others_print(sqlite3 *db, buffer *names);

/* Refuses the indices above. Returns 0, or the exit status with the error printed. */
int others_check_indices(sqlite3 *db, const char *path);
