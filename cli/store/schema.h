/* SPDX-License-Identifier: MIT
 *
 * The tables of run.db, and how a database of a run is recognised. docs/run-folder.md explains them
 * to those who read them by SQL. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>

enum {
    SCHEMA_APPLICATION = 0x6e657372, /* "nesr", in the header of the file */
    SCHEMA_FORMAT = 1,               /* the user_version of the file */
    SCHEMA_VIEW_COLUMNS =
        1000 /* most variables that the view points shows; SQLite allows 2000 columns */
};

/* Makes all tables but that of outputs. Returns the result code of SQLite. */
int schema_make(sqlite3 *db);

/* Makes the table of outputs, which only a run with outputs has, unless it is there. */
int schema_make_outputs(sqlite3 *db);
bool schema_has_outputs(sqlite3 *db);

typedef enum schema_kind {
    SCHEMA_OURS,
    SCHEMA_LATER,      /* a database of a later version of nes, which *format tells */
    SCHEMA_FOREIGN,    /* a database of something else, tables of something else, or none */
    SCHEMA_INCOMPLETE, /* a database of a run in which a table is missing */
    SCHEMA_UNREADABLE  /* a database that cannot be read; see sqlite3_errmsg() */
} schema_kind;

schema_kind schema_recognise(sqlite3 *db, int *format);
