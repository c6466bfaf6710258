/* SPDX-License-Identifier: MIT
 *
 * Statements, transactions and errors of the database; see store/database.h. */
#include "store/database.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/damage.h"
#include "store/place.h"
#include "store/want.h"

/* The log goes first: beside another database it would be taken for the log of that one. */
int database_remove(const char *path)
{
    static const char *const ends[] = {"-journal", "-wal", "-shm", ""};
    int error = 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends && error == 0; i++) {
        buffer name = {.text = NULL};
        buffer_print(&name, "%s%s", path, ends[i]);
        if (unlink(name.text) != 0 && errno != ENOENT) error = errno;
        buffer_free(&name);
    }
    return error;
}

/* ---- statements ----------------------------------------------------------------------------- */

/* Counts have 64 bits without sign and are kept as numbers with sign, since SQLite has only these.
 */
static void bind(sqlite3_stmt *q, int i, const cell *c)
{
    if (c->type == SQLITE_INTEGER) sqlite3_bind_int64(q, i, (sqlite3_int64)c->count);
    if (c->type == SQLITE_FLOAT) sqlite3_bind_double(q, i, c->real);
    if (c->type == SQLITE_TEXT) sqlite3_bind_text(q, i, c->bytes, (int)c->n, SQLITE_STATIC);
    if (c->type == SQLITE_BLOB) sqlite3_bind_blob64(q, i, c->bytes, c->n, SQLITE_STATIC);
}

/* The statement of that text, prepared now or earlier; null after an error. */
static sqlite3_stmt *prepare(store *s, const char *sql)
{
    sqlite3_stmt *q = NULL;
    for (size_t i = 0; i < s->n_prepared; i++)
        if (s->prepared[i].sql == sql) return s->prepared[i].statement;
    if (sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &q, NULL) != SQLITE_OK) {
        database_fail(s);
        return NULL;
    }
    s->prepared = memory_resize(s->prepared, s->n_prepared + 1, sizeof *s->prepared);
    s->prepared[s->n_prepared++] = (prepared){.sql = sql, .statement = q};
    return q;
}

sqlite3_stmt *database_query(store *s, const char *sql, const cell *cells, size_t n)
{
    sqlite3_stmt *q = s->status == 0 ? prepare(s, sql) : NULL;
    for (size_t i = 0; q != NULL && i < n; i++) bind(q, (int)i + 1, &cells[i]);
    return q;
}

bool database_next(store *s, sqlite3_stmt *q)
{
    if (q == NULL || s->status != 0) return false;
    const int code = sqlite3_step(q);
    if (code != SQLITE_ROW && code != SQLITE_DONE) database_fail(s);
    return code == SQLITE_ROW;
}

int database_done(store *s, sqlite3_stmt *q, int answer)
{
    sqlite3_reset(q);
    if (q != NULL) sqlite3_clear_bindings(q);
    return answer != 0 ? answer : s->status;
}

int database_execute(store *s, const char *sql, const cell *cells, size_t n)
{
    sqlite3_stmt *q = database_query(s, sql, cells, n);
    database_next(s, q);
    return database_done(s, q, 0);
}

/* ---- errors --------------------------------------------------------------------------------- */

/* SQLite takes a read that fails for damage. A second look tells whether that has passed. */
static int say_damaged(store *s)
{
    if (!damage_is_none(s->db)) return database_damaged(s);
    return text_error(EXIT_FILES,
                      "%s could not be read for a moment, and is in order now; try again, and look "
                      "at the health of the disk",
                      s->path);
}

static void roll_back(store *s)
{
    if (!sqlite3_get_autocommit(s->db)) sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    s->open = 0;
}

/* Whether the folder was moved or removed, which has been said then: without a log SQLite refuses
 * to write to a database that has lost its name. */
static bool is_displaced(store *s)
{
    char *folder;
    const place_kind kind = place_find(s, &folder);
    const bool displaced = kind == PLACE_MOVED || kind == PLACE_LOST;
    if (displaced) {
        roll_back(s);
        place_leave(s, kind, folder);
    }
    free(folder);
    return displaced;
}

/* Says what SQLite has complained of last. Returns the exit status. */
static int say(store *s)
{
    if (s->access == STORE_WRITE && is_displaced(s)) return EXIT_FILES;
    const int code = sqlite3_extended_errcode(s->db) & 0xff;
    const bool unreal = code == SQLITE_NOMEM && !want_is_real(code);
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB || unreal) return say_damaged(s);
    if (s->access == STORE_READ)
        return text_error(EXIT_FILES, "%s cannot be read: %s", s->path, database_reason(s->db));
    const int error = database_errno(s->db);
    const bool full = error == ENOSPC || error == EFBIG || error == EDQUOT;
    return text_error(
        EXIT_FILES, "%s cannot be written: %s; the run can be resumed with `nes resume %s`%s",
        s->path, database_reason(s->db), s->folder, full ? " once there is space" : "");
}

int database_fail(store *s)
{
    if (s->status != 0) return s->status;
    const int status = say(s);
    roll_back(s);
    return s->status = status;
}

/* ---- transactions --------------------------------------------------------------------------- */

void database_disconnect(store *s)
{
    for (size_t i = 0; i < s->n_prepared; i++) sqlite3_finalize(s->prepared[i].statement);
    s->n_prepared = 0;
    sqlite3_close(s->db);
    s->db = NULL;
}

int store_begin(store *s)
{
    if (s->status != 0) return s->status;
    if (s->open++ > 0) return 0;
    return database_execute(s, s->access == STORE_READ ? "BEGIN" : "BEGIN IMMEDIATE", NULL, 0);
}

int store_commit(store *s, bool durable)
{
    if (s->status != 0) return s->status;
    if (s->open > 1) {
        s->open--;
        return 0;
    }
    const int status = database_execute(s, "COMMIT", NULL, 0);
    s->open = 0;
    return status == 0 && durable ? store_sync(s) : status;
}

/* Commits of a log are only written: the sync of the log that SQLite would make at each of them is
 * made here, when somebody wants it. */
int store_sync(store *s)
{
    sqlite3_file *log = NULL;
    if (s->status != 0 || !s->wal) return s->status;
    if (sqlite3_file_control(s->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) != SQLITE_OK ||
        log == NULL || log->pMethods == NULL)
        return 0;
    if (log->pMethods->xSync(log, SQLITE_SYNC_NORMAL) == SQLITE_OK) return 0;
    return s->status =
               text_error(EXIT_FILES,
                          "%s cannot be brought to the disk; the run can be resumed with `nes "
                          "resume %s`",
                          s->path, s->folder);
}
