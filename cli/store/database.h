/* SPDX-License-Identifier: MIT
 *
 * The inside of a store: its SQLite connection, statements that are prepared once, transactions,
 * and what is said when something fails. For the files of this folder only. */
#pragma once

#include <sqlite3.h>

#include "base/buffer.h"
#include "store/connect.h"
#include "store/lock.h"
#include "store/numbers.h"
#include "store/schema.h"
#include "store/store.h"

/* A statement that is prepared once. */
typedef struct prepared {
    const char *sql; /* by whose address the statement is found: a constant of the program */
    sqlite3_stmt *statement; /* owned */
} prepared;

enum { STORE_LISTS = 3 }; /* lists of numbers in a row of a table, at most */

struct store {
    char *folder, *path; /* owned; path: of the database */
    char *place; /* path of the folder from the root: this process may change its own; owned */
    sqlite3 *db; /* owned */
    store_access access;
    folder_lock lock; /* held, or of a reader only looked at */
    bool wal;         /* commits are made durable by a sync of the log, otherwise by themselves */
    unsigned open;    /* calls of store_begin() without their store_commit() */
    int status;       /* exit status of the first error, after which nothing is done; 0: none */
    bool hidden;      /* the folder cannot be entered any more, which was said */
    bool looked;      /* all orders up to this version of the data have been taken */
    int version;
    prepared *prepared; /* owned */
    size_t n_prepared;
    buffer text[STORE_LISTS];  /* room for the lists of numbers of a row as text */
    numbers list[STORE_LISTS]; /* and as numbers */
    double *outputs;           /* room for the outputs of a row; owned */
    size_t n_outputs;          /* outputs of every evaluation */
};

/* Makes a store that is not yet connected to its database. */
store *database_new(const char *folder, store_access access);

/* Refuses a folder without a database, and a database of another kind or format. */
int database_check_there(const store *s);
int database_check_ours(sqlite3 *db, const char *path, schema_kind kind, int format);

int database_check_kind(store *s);

/* Connects to the database, which must be one of a run; for writing an undamaged one. */
int database_open_for_reading(store *s);
int database_open_for_writing(store *s);

/* Gives the store to the caller, or closes it if status is not 0. Returns status. */
int database_hand_out(store **to, store *s, int status);

/* Removes a database with what SQLite has made beside it; none is fine. Links are not followed.
 * Returns 0 or errno. */
int database_remove(const char *path);

/* ---- statements ----------------------------------------------------------------------------- */

/* A value for one of the places of a statement. What it points to is borrowed. */
typedef struct cell {
    int type; /* SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT or SQLITE_BLOB */
    uint64_t count;
    double real;
    const void *bytes;
    size_t n; /* bytes of a text or a blob */
} cell;

/* NaN, a null pointer and a part without bytes become NULL. */
#define CELL_COUNT(v)                                                                              \
    {                                                                                              \
        .type = SQLITE_INTEGER, .count = (v)                                                       \
    }
#define CELL_REAL(v)                                                                               \
    {                                                                                              \
        .type = SQLITE_FLOAT, .real = (v)                                                          \
    }
#define CELL_TEXT(text)                                                                            \
    {                                                                                              \
        .type = SQLITE_TEXT, .bytes = (text), .n = (size_t)-1                                      \
    }
#define CELL_PART(text, size)                                                                      \
    {                                                                                              \
        .type = SQLITE_TEXT, .bytes = (size) > 0 ? (text) : NULL, .n = (size)                      \
    }
#define CELL_BYTES(text, size)                                                                     \
    {                                                                                              \
        .type = SQLITE_BLOB, .bytes = (text), .n = (size)                                          \
    }

/* The values for all places of a statement, and their number: two arguments of a call. */
#define CELLS(...) (const cell[]){__VA_ARGS__}, sizeof((const cell[]){__VA_ARGS__}) / sizeof(cell)

/* Executes a statement that finds no rows. sql: a constant of the program. Returns 0, or the exit
 * status. */
int database_execute(store *s, const char *sql, const cell *cells, size_t n);

/* A statement whose rows database_next() finds one after the other, and which database_done() ends.
 * It is null after an error, which both functions accept. */
sqlite3_stmt *database_query(store *s, const char *sql, const cell *cells, size_t n);
bool database_next(store *s, sqlite3_stmt *q);

/* Returns the answer if it is not 0; otherwise 0, or the exit status of the store. */
int database_done(store *s, sqlite3_stmt *q, int answer);

/* Says what went wrong last, unless an error was printed before. Returns the exit status. */
int database_fail(store *s);

/* Says that the database is damaged, and how much of it can be read. Returns the exit status. */
int database_damaged(store *s);

void database_disconnect(store *s);

/* ---- columns of a row ------------------------------------------------------------------------ */

static inline uint64_t database_count(sqlite3_stmt *q, int i)
{
    return (uint64_t)sqlite3_column_int64(q, i);
}

/* NULL becomes NaN. */
static inline double database_real(sqlite3_stmt *q, int i)
{
    return sqlite3_column_type(q, i) == SQLITE_NULL ? (double)NAN : sqlite3_column_double(q, i);
}

static inline const char *database_text(sqlite3_stmt *q, int i)
{
    return (const char *)sqlite3_column_text(q, i);
}
