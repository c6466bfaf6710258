/* SPDX-License-Identifier: MIT
 *
 * The tables of run.db, and how a database of a run is recognised. docs/run-folder.md explains them
 * to those who read them by SQL. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

enum {
    SCHEMA_APPLICATION = 0x6e657372, /* "nesr", in the header of the file */
    SCHEMA_FORMAT = 3,               /* the user_version of the file */
    SCHEMA_VIEW_COLUMNS =
        1000 /* most variables that the view points shows; SQLite allows 2000 columns */
};

/* Makes all tables but those of outputs and arrivals. Returns the result code of SQLite. */
int schema_make(sqlite3 *db);

/* Makes a database of an earlier format one of this format. All that a later format has besides are
 * facts, which may be missing. Returns the result code of SQLite. */
int schema_raise(sqlite3 *db);

/* Makes the table of outputs, which only a run with outputs has, unless it is there. */
int schema_make_outputs(sqlite3 *db);
bool schema_has_outputs(sqlite3 *db);
bool schema_has(sqlite3 *db, const char *table);

/* The same for the table of arrivals, which only a run without generations has. */
int schema_make_arrivals(sqlite3 *db);
bool schema_has_arrivals(sqlite3 *db);

typedef enum schema_kind {
    SCHEMA_OURS,
    SCHEMA_LATER,      /* a database of a later version of nes, which *format tells */
    SCHEMA_FOREIGN,    /* a database of something else, or none */
    SCHEMA_CHANGED,    /* a table of a run was changed, or has a trigger */
    SCHEMA_INCOMPLETE, /* a database of a run in which a table is missing */
    SCHEMA_UNREADABLE  /* a database that cannot be read; see sqlite3_errmsg() */
} schema_kind;

/* Tables, views and indices of others do not count here; see store/others.h. */
schema_kind schema_recognise(sqlite3 *db, int *format);

/* Appends what was changed, with the remedy, such as "the table facts is not as nes has made it;
 * undo what was changed". */
void schema_print_change(sqlite3 *db, buffer *what);

/* The names of all tables that a run can have. */
size_t schema_tables(void);
const char *schema_table(size_t i);
bool schema_is_ours(const char *name);
