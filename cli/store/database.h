/* SPDX-License-Identifier: MIT
 *
 * The inside of a store: its SQLite connection, statements that are prepared once, transactions,
 * and what is said when something fails. For the files of this folder only. */
#pragma once

#include <sqlite3.h>

#include "base/buffer.h"
#include "store/connect.h"
#include "store/numbers.h"
#include "store/schema.h"
#include "store/store.h"

typedef enum statement {
    BEGIN_READING,
    BEGIN_WRITING,
    COMMIT,
    SET_FACT,
    GET_FACT,
    CLEAR_VARIABLES,
    ADD_VARIABLE,
    GET_VARIABLES,
    ADD_POINT,
    SET_VALUE,
    SET_OUTPUT,
    GET_OUTPUTS,
    SET_HANDED,
    FIND_VALUE,
    LAST_ROUND,
    EACH_EVALUATION,
    EACH_OF_ROUND,
    EACH_FAILURE,
    COUNT_EVALUATIONS,
    LEAST_VALUE,
    GREATEST_VALUE,
    ADD_GENERATION,
    EACH_GENERATION,
    SET_STATE,
    GET_STATE,
    DATA_VERSION,
    ADD_ORDER,
    NEXT_ORDER,
    TAKE_ORDER,
    DROP_ORDERS,
    STATEMENTS
} statement;

struct store {
    char *folder, *path; /* owned; path: of the database */
    sqlite3 *db;         /* owned */
    store_access access;
    int lock;      /* descriptor; -1: none */
    bool wal;      /* commits are made durable by a sync of the log, otherwise by themselves */
    unsigned open; /* calls of store_begin() without their store_commit() */
    int status;    /* of a write that failed, after which there are no more; 0 */
    bool looked;   /* orders up to this version of the data have been taken: */
    int version;
    sqlite3_stmt *prepared[STATEMENTS]; /* owned; null: not yet */
    buffer text;                        /* room for arrays */
    numbers x, y, z;                    /* room for those of a row */
    double *outputs;                    /* room for those of a row; owned */
    size_t n_outputs;                   /* m: of every evaluation */
};

extern const char database_name[]; /* "run.db" */

/* A store that nothing has been done with; null: no memory. */
store *database_new(const char *folder, store_access access);

/* Refuses a folder without a database, and a database of another kind or format. */
int database_check_there(const store *s);
int database_check_ours(const char *path, schema_kind kind, int format);

/* Connects to the database, which must be a sound one of a run. */
int database_open_for_writing(store *s);

/* Gives the store to the caller, or closes it if status is not 0. Returns status. */
int database_hand_out(store **to, store *s, int status);

/* Whether it is a regular file: SQLite would wait for somebody to write to a pipe. */
bool database_is_file(const char *path);

/* The statement, ready to be bound; null: the error has been printed. */
sqlite3_stmt *database_prepare(store *s, statement which);

/* Executes a statement without rows, and makes it ready for the next time. Null: it was not
 * prepared. */
int database_execute(store *s, sqlite3_stmt *q);

/* The next row: SQLITE_ROW or SQLITE_DONE; anything else has been printed. */
int database_step(store *s, sqlite3_stmt *q);

/* Says what went wrong last. Returns the exit status. */
int database_fail(store *s);
int database_no_memory(store *s);

/* Damaged, and how much of it can be read. */
int database_damaged(store *s);

void database_disconnect(store *s);

/* Numbers of 64 bits without sign, of which SQLite has those with sign. */
static inline int database_bind_count(sqlite3_stmt *q, int i, uint64_t n)
{
    return sqlite3_bind_int64(q, i, (sqlite3_int64)n);
}

static inline uint64_t database_count(sqlite3_stmt *q, int i)
{
    return (uint64_t)sqlite3_column_int64(q, i);
}

/* NaN is NULL. */
static inline double database_real(sqlite3_stmt *q, int i)
{
    return sqlite3_column_type(q, i) == SQLITE_NULL ? (double)NAN : sqlite3_column_double(q, i);
}

static inline const char *database_text(sqlite3_stmt *q, int i)
{
    return (const char *)sqlite3_column_text(q, i);
}
