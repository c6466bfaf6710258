/* SPDX-License-Identifier: MIT
 *
 * Statements, transactions and errors of the database; see store/database.h. */
#include "store/database.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "store/damage.h"

/* The columns of an evaluation as evaluations.c reads them. */
#define EVALUATIONS                                                                                \
    "SELECT round, id, run, generation, x, f, status, seconds, failure, said, handed "             \
    "FROM evaluations "

static const char *const texts[STATEMENTS] = {
    [BEGIN_READING] = "BEGIN",
    [BEGIN_WRITING] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [SET_FACT] = "INSERT OR REPLACE INTO facts VALUES (?, ?)",
    [GET_FACT] = "SELECT value FROM facts WHERE name = ?",
    [CLEAR_VARIABLES] = "DELETE FROM variables",
    [ADD_VARIABLE] = "INSERT INTO variables VALUES (?, ?, ?, ?, ?)",
    [GET_VARIABLES] = "SELECT name FROM variables ORDER BY number",
    [ADD_POINT] = "INSERT OR IGNORE INTO evaluations (round, id, run, generation, x) "
                  "VALUES (?, ?, ?, ?, ?)",
    [SET_VALUE] = "UPDATE evaluations SET f = ?3, status = ?4, seconds = ?5, failure = ?6, "
                  "said = ?7 WHERE round = ?1 AND id = ?2",
    [SET_OUTPUT] = "INSERT OR REPLACE INTO outputs VALUES (?, ?, ?, ?)",
    [GET_OUTPUTS] = "SELECT number, value FROM outputs WHERE round = ? AND id = ?",
    [SET_HANDED] = "UPDATE evaluations SET handed = 1 WHERE round = ? AND id = ?",
    [FIND_VALUE] = "SELECT f, status FROM evaluations WHERE round = ? AND id = ?",
    [LAST_ROUND] = "SELECT max(round) FROM evaluations",
    [EACH_EVALUATION] = EVALUATIONS "ORDER BY round, id",
    [EACH_OF_ROUND] = EVALUATIONS "WHERE round = ? ORDER BY round, id",
    [LEAST_VALUE] = EVALUATIONS "WHERE status = 'ok' ORDER BY f, round, id LIMIT 1",
    [GREATEST_VALUE] = EVALUATIONS "WHERE status = 'ok' ORDER BY f DESC, round, id LIMIT 1",
    [COUNT_EVALUATIONS] = "SELECT total(status <> 'asked'), total(status = 'failed'), "
                          "total(status IN ('nan', 'inf', '-inf')), "
                          "total(status = 'asked' AND failure IS NULL), "
                          "total(status = 'asked' AND handed), "
                          "total(status = 'asked' AND failure IS NOT NULL) FROM evaluations",
    /* With min(), SQLite takes the other columns from the row that has the minimum. */
    [EACH_FAILURE] = "SELECT coalesce(failure, 'failed'), count(*), id, said, "
                     "min(printf('%019d %019d', round, id)) FROM evaluations "
                     "WHERE status = 'failed' GROUP BY 1 ORDER BY 2 DESC, 1",
    [ADD_GENERATION] = "INSERT OR REPLACE INTO generations VALUES "
                       "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [EACH_GENERATION] = "SELECT * FROM generations ORDER BY generation",
    [SET_STATE] = "INSERT OR REPLACE INTO state VALUES (1, ?, ?, ?, ?, ?, ?)",
    [GET_STATE] = "SELECT round, saved FROM state",
    [DATA_VERSION] = "PRAGMA data_version",
    [ADD_ORDER] = "INSERT INTO orders (text) VALUES (?)",
    [NEXT_ORDER] = "SELECT number, text FROM orders WHERE NOT taken ORDER BY number LIMIT 1",
    [DROP_ORDERS] = "UPDATE orders SET taken = 1 WHERE NOT taken",
    [TAKE_ORDER] = "UPDATE orders SET taken = 1 WHERE number = ?",
};

bool database_is_file(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

sqlite3_stmt *database_prepare(store *s, statement which)
{
    sqlite3_stmt **q = &s->prepared[which];
    if (*q == NULL && sqlite3_prepare_v3(s->db, texts[which], -1, SQLITE_PREPARE_PERSISTENT, q,
                                         NULL) != SQLITE_OK)
        database_fail(s);
    return *q;
}

int database_step(store *s, sqlite3_stmt *q)
{
    if (q == NULL) return SQLITE_ERROR;
    const int code = sqlite3_step(q);
    if (code != SQLITE_ROW && code != SQLITE_DONE) database_fail(s);
    return code;
}

int database_execute(store *s, sqlite3_stmt *q)
{
    if (s->status != 0) return s->status;
    const int code = database_step(s, q);
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    if (code == SQLITE_DONE || code == SQLITE_ROW) return 0;
    return s->status != 0 ? s->status : EXIT_FILES;
}

static bool is_space(sqlite3 *db)
{
    const int error = database_errno(db);
    return error == ENOSPC || error == EFBIG || error == EDQUOT;
}

/* SQLite takes a read that fails for damage. A second look tells whether that has passed. */
static int say_damaged(store *s)
{
    if (!damage_is_none(s->db)) return database_damaged(s);
    return text_error(EXIT_FILES,
                      "%s could not be read for a moment, and is in order now; try again, and look "
                      "at the health of the disk",
                      s->path);
}

static int say(store *s)
{
    const int code = sqlite3_extended_errcode(s->db) & 0xff;
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) return say_damaged(s);
    if (s->access == STORE_READ)
        return text_error(EXIT_FILES, "%s cannot be read: %s", s->path, database_reason(s->db));
    if (is_space(s->db))
        return text_error(EXIT_FILES,
                          "%s cannot be written: %s; the run can be resumed with `nes resume %s` "
                          "once there is space",
                          s->path, database_reason(s->db), s->folder);
    return text_error(EXIT_FILES,
                      "%s cannot be written: %s; the run can be resumed with `nes resume %s`",
                      s->path, database_reason(s->db), s->folder);
}

static void roll_back(store *s)
{
    if (s->db != NULL && !sqlite3_get_autocommit(s->db))
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    s->open = 0;
}

int database_fail(store *s)
{
    if (s->status != 0) return s->status;
    const int status = say(s);
    roll_back(s);
    if (s->access != STORE_READ) s->status = status;
    return status;
}

int database_no_memory(store *s)
{
    roll_back(s);
    return s->status = text_error(EXIT_FILES, "no memory for the rows of %s", s->path);
}

void database_disconnect(store *s)
{
    for (size_t i = 0; i < STATEMENTS; i++) {
        sqlite3_finalize(s->prepared[i]);
        s->prepared[i] = NULL;
    }
    sqlite3_close(s->db);
    s->db = NULL;
}

int store_begin(store *s)
{
    if (s->status != 0) return s->status;
    if (s->open++ > 0) return 0;
    return database_execute(
        s, database_prepare(s, s->access == STORE_READ ? BEGIN_READING : BEGIN_WRITING));
}

int store_commit(store *s, bool durable)
{
    if (s->status != 0) return s->status;
    if (s->open > 1) {
        s->open--;
        return 0;
    }
    const int status = database_execute(s, database_prepare(s, COMMIT));
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
