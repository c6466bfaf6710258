/* SPDX-License-Identifier: MIT
 *
 * Making the folder of a run; see store/store.h. The database is made under another name, so that
 * run.db is there only when it is complete. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/beside.h"
#include "store/database.h"
#include "store/lock.h"
#include "store/schema.h"

static const char FRESH[] = "run.db.new";

/* Whether a file in the folder is anything else than what a killed creation has left. The log of a
 * database that is missing counts as something else: SQLite would take it for a part of the new
 * database, and it may be all that somebody has. data: null where the database is missing. */
static int is_other(const char *folder, const char *name, void *data)
{
    static const char *const logs[] = {"run.db-journal", "run.db-wal", "run.db-shm"};
    (void)folder;
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++)
        if (strcmp(name, logs[i]) == 0) return data == NULL ? 1 : 0;
    return strcmp(name, lock_name) == 0 || strncmp(name, "run.db", 6) == 0 ? 0 : 1;
}

/* Whether a run has begun in the database at path. A run that was killed before its command was
 * written has not. */
static bool has_begun(const char *folder, const char *path)
{
    int code, format;
    if (!beside_is_sound(folder, BESIDE_READS)) return true;
    sqlite3 *db = database_connect(path, SQLITE_OPEN_READONLY, &code);
    const bool begun = code != SQLITE_OK || schema_recognise(db, &format) != SCHEMA_OURS ||
                       !database_says(db, "SELECT count(*) FROM facts WHERE name = 'command'", "0");
    sqlite3_close(db);
    return begun;
}

static int check_empty(const char *folder, const char *path)
{
    struct stat info;
    const bool there = lstat(path, &info) == 0;
    if (there && has_begun(folder, path))
        return text_error(EXIT_USAGE,
                          "%s holds a run already: go on with it by `nes resume %s`, look at it by "
                          "`nes show %s`, or name another folder; nothing was changed",
                          folder, folder, folder);
    const int other = file_each(folder, is_other, there ? &info : NULL);
    if (other == 0 || (other < 0 && errno == ENOENT)) return 0;
    if (other < 0 && errno == ENOTDIR)
        return text_error(EXIT_USAGE,
                          "%s, or what it is in, exists and is not a folder; name another", folder);
    if (other < 0) return text_error(EXIT_FILES, "%s cannot be read: %s", folder, strerror(errno));
    return text_error(
        EXIT_USAGE, "%s exists and is not empty; name another folder, nothing was changed", folder);
}

static int make_database(const char *folder, const char *fresh, const char *path)
{
    int code;
    sqlite3 *db = database_connect(fresh, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &code);
    if (code == SQLITE_OK) code = schema_make(db);
    if (code == SQLITE_OK) code = sqlite3_exec(db, "PRAGMA journal_mode=WAL", NULL, NULL, NULL);
    int status = database_written(db, code, folder);
    sqlite3_close(db);
    int error = status == 0 && rename(fresh, path) != 0 ? errno : 0;
    if (status == 0 && error == 0) error = file_sync_folder(folder);
    if (error != 0)
        status = text_error(EXIT_FILES, "%s cannot be written: %s", folder, strerror(error));
    if (status != 0) database_remove(fresh);
    return status;
}

/* The folder is looked at again once it is locked, since somebody else may have made a run in it
 * meanwhile. */
static int make(store *s)
{
    char *fresh = file_path(s->folder, FRESH);
    int status = check_empty(s->folder, s->path);
    int error = status == 0 ? file_make_folders(s->folder) : 0;
    if (error != 0)
        status = text_error(EXIT_FILES, "%s cannot be made: %s", s->folder, strerror(error));
    if (status == 0) status = beside_check(s->folder, BESIDE_WRITES);
    if (status == 0) status = lock_take(&s->lock, s->folder);
    if (status == 0) status = check_empty(s->folder, s->path);
    if (status == 0) { /* there is no database, or one in which no run has begun */
        error = database_remove(s->path);
        if (error == 0) error = database_remove(fresh);
        if (error != 0)
            status = text_error(EXIT_FILES, "the unfinished database in %s cannot be removed: %s",
                                s->folder, strerror(error));
    }
    if (status == 0) status = make_database(s->folder, fresh, s->path);
    if (status == 0) status = lock_take_database(&s->lock, s->folder);
    free(fresh);
    return status;
}

/* The folder, or the one above it that is there already, to be freed. */
static char *standing_folder(const char *folder)
{
    char *path = memory_text(folder), *slash;
    while (path[0] != '\0' && access(path, F_OK) != 0 && errno == ENOENT) {
        slash = strrchr(path, '/');
        if (slash == path) slash++;
        if (slash == NULL) slash = path;
        *slash = '\0';
    }
    if (path[0] != '\0') return path;
    free(path);
    return memory_text(".");
}

int store_check_new(const char *folder)
{
    char *path = file_path(folder, "run.db");
    const int status = check_empty(folder, path);
    char *there = status == 0 ? standing_folder(folder) : NULL;
    const int error = there != NULL && access(there, W_OK | X_OK) != 0 ? errno : 0;
    free(path);
    free(there);
    if (error == 0) return status;
    return text_error(EXIT_FILES, "%s cannot be made: %s", folder, strerror(error));
}

int store_create(store **to, const char *folder)
{
    *to = NULL;
    store *s = database_new(folder, STORE_WRITE);
    int status = make(s);
    if (status == 0) status = database_open_for_writing(s);
    return database_hand_out(to, s, status);
}
