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
#include "base/text.h"
#include "store/database.h"
#include "store/lock.h"
#include "store/schema.h"

static const char FRESH[] = "run.db.new";

/* What a creation that was killed has left counts as nothing. The log of a database that is not
 * there does count: SQLite would take it for a part of the new one, and it may be all that somebody
 * has. data: the database, null where there is none. */
static int is_other(const char *folder, const char *name, void *data)
{
    static const char *const logs[] = {"run.db-journal", "run.db-wal", "run.db-shm"};
    (void)folder;
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++)
        if (strcmp(name, logs[i]) == 0) return data == NULL ? 1 : 0;
    return strcmp(name, lock_name) == 0 || strncmp(name, "run.db", 6) == 0 ? 0 : 1;
}

/* Whether a run has begun in the database at path. One that was killed before it knew what to do
 * counts as nothing. */
static bool has_begun(const char *path)
{
    int code, format;
    if (!database_is_file(path)) return true;
    sqlite3 *db = database_connect(path, SQLITE_OPEN_READONLY, &code);
    const bool begun = code != SQLITE_OK || schema_recognise(db, &format) != SCHEMA_OURS ||
                       !database_says(db, "SELECT count(*) FROM facts WHERE name = 'command'", "0");
    sqlite3_close(db);
    return begun;
}

/* Removes a database in which no run has begun, with what belongs to it. Links are not followed.
 * Its log goes first: beside another database it would be taken for the log of that one. Returns 0
 * or errno. */
static int remove_database(const char *path)
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

static int check_empty(const char *folder, const char *path)
{
    struct stat info;
    const bool there = lstat(path, &info) == 0;
    if (there && has_begun(path))
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
    int status = 0;
    if (code != SQLITE_OK) {
        const int why = database_errno(db);
        status = text_error(EXIT_FILES, "%s cannot be written: %s", folder,
                            why != 0 ? strerror(why) : sqlite3_errstr(code));
    }
    sqlite3_close(db);
    int error = status == 0 && rename(fresh, path) != 0 ? errno : 0;
    if (status == 0 && error == 0) error = file_sync_folder(folder);
    if (error != 0)
        status = text_error(EXIT_FILES, "%s cannot be written: %s", folder, strerror(error));
    if (status != 0) remove_database(fresh);
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
    if (status == 0 && (s->lock = lock_take(s->folder)) < 0) status = -1 - s->lock;
    if (status == 0) status = check_empty(s->folder, s->path);
    if (status == 0) { /* none, or one in which no run has begun */
        error = remove_database(s->path);
        if (error == 0) error = remove_database(fresh);
        if (error != 0)
            status = text_error(EXIT_FILES, "the unfinished database in %s cannot be removed: %s",
                                s->folder, strerror(error));
    }
    if (status == 0) status = make_database(s->folder, fresh, s->path);
    free(fresh);
    return status;
}

int store_create(store **to, const char *folder)
{
    *to = NULL;
    store *s = database_new(folder, STORE_WRITE);
    int status = make(s);
    if (status == 0) status = database_open_for_writing(s);
    return database_hand_out(to, s, status);
}
