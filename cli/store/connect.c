/* SPDX-License-Identifier: MIT
 *
 * Connections to SQLite; see store/connect.h. */
#include "store/connect.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/vfs.h"

enum { BUSY_MILLISECONDS = 30000 }; /* longest wait for other programs that write to the database */

/* A file that would grow beyond the limit of the process gives an error; without a handler, it
 * would end the process. Programs that are started do not inherit handlers. */
static void stay(int signal_number)
{
    (void)signal_number;
}

static void survive_file_limits(void)
{
    struct sigaction before, action;
    if (sigaction(SIGXFSZ, NULL, &before) != 0 || before.sa_handler != SIG_DFL) return;
    memset(&action, 0, sizeof action);
    action.sa_handler = stay;
    action.sa_flags = SA_RESTART;
    sigaction(SIGXFSZ, &action, NULL);
}

/* The file may be anybody's. Reading a run needs no triggers and no views. Functions in its tables
 * and indices are those of SQLite alone, and the tables are compared with ours; without trust in
 * the schema one index on json_extract() would make the whole database unreadable. What indices may
 * compute where rows are written is in store/others.h. */
sqlite3 *database_connect(const char *path, int flags, int *code)
{
    sqlite3 *db = NULL;
    if ((flags & SQLITE_OPEN_READONLY) == 0) survive_file_limits();
    *code = sqlite3_open_v2(path, &db, flags | SQLITE_OPEN_NOMUTEX, vfs_name());
    if (db == NULL) {
        if ((flags & (SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY)) == SQLITE_OPEN_CREATE)
            unlink(path); /* a new file, which has nothing yet */
        memory_ran_out();
    }
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, BUSY_MILLISECONDS);
    return db;
}

int database_number(sqlite3 *db, const char *sql, sqlite3_int64 *number)
{
    sqlite3_stmt *q = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &q, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(q);
    if (code == SQLITE_ROW) *number = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

bool database_says(sqlite3 *db, const char *sql, const char *word)
{
    sqlite3_stmt *q = NULL;
    bool says = false;
    if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(q, 0);
        says = text != NULL && strcmp(text, word) == 0;
    }
    sqlite3_finalize(q);
    return says;
}

static int last_errno(sqlite3_file *file)
{
    int error = 0;
    if (file == NULL || file->pMethods == NULL ||
        file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error) != SQLITE_OK)
        return 0;
    return error;
}

int database_errno(sqlite3 *db)
{
    sqlite3_file *file = NULL;
    const int code = sqlite3_extended_errcode(db) & 0xff;
    int error = 0;
    if (code == SQLITE_FULL) return ENOSPC;
    if (code != SQLITE_IOERR && code != SQLITE_CANTOPEN) return 0;
    static const int files[] = {SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER};
    for (size_t i = 0; error == 0 && i < sizeof files / sizeof *files; i++)
        if (sqlite3_file_control(db, "main", files[i], &file) == SQLITE_OK)
            error = last_errno(file);
    return error != 0 ? error : sqlite3_system_errno(db);
}

int database_written(sqlite3 *db, int code, const char *path)
{
    const int error = database_errno(db);
    if (code == SQLITE_OK) return 0;
    return text_error(EXIT_FILES, "%s cannot be written: %s", path,
                      error != 0 ? strerror(error) : sqlite3_errstr(code));
}

const char *database_reason(sqlite3 *db)
{
    const int error = database_errno(db);
    return error != 0 ? strerror(error) : sqlite3_errmsg(db);
}
