/* SPDX-License-Identifier: MIT
 *
 * Repairing a database; see store/store.h. The new one is made beside the old one, which is there
 * under its name or another at every moment. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"
#include "store/damage.h"
#include "store/database.h"
#include "store/health.h"
#include "store/lock.h"
#include "store/others.h"
#include "store/schema.h"

/* The files of a repair: the old database, its log, its journal and its shared memory, the names
 * under which the first three are kept, and the new database. */
enum { OLD, LOG, JOURNAL, SHARED, KEPT, KEPT_LOG, KEPT_JOURNAL, FRESH, FILES };

typedef struct repair_files {
    const char *folder;
    char *path[FILES]; /* owned */
} repair_files;

/* Copies the old database to a new one. */
static int rescue(const repair_files *f, sqlite3 *from, damage_yield *yield)
{
    int code;
    database_remove(f->path[FRESH]);
    sqlite3 *to =
        database_connect(f->path[FRESH], SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &code);
    if (code == SQLITE_OK) code = schema_make(to);
    if (code == SQLITE_OK) code = damage_copy(from, to, yield);
    const int status = database_written(to, code, f->path[FRESH]);
    sqlite3_close(to);
    return status;
}

/* Puts the new database in the place of the old one. The old log and journal go first, since SQLite
 * would take them for those of the new database. Returns null, or the file that could not be moved,
 * with errno. */
static const char *move(const repair_files *f)
{
    if (rename(f->path[LOG], f->path[KEPT_LOG]) != 0 && errno != ENOENT) return f->path[KEPT_LOG];
    if (rename(f->path[JOURNAL], f->path[KEPT_JOURNAL]) != 0 && errno != ENOENT)
        return f->path[KEPT_JOURNAL];
    if (unlink(f->path[SHARED]) != 0 && errno != ENOENT) return f->path[SHARED];
    return rename(f->path[FRESH], f->path[OLD]) != 0 ? f->path[OLD] : NULL;
}

/* Undoes the moves, so that the next repair finds no traces of this one. */
static void move_back(const repair_files *f)
{
    const int error = errno;
    rename(f->path[KEPT_LOG], f->path[LOG]);
    rename(f->path[KEPT_JOURNAL], f->path[JOURNAL]);
    unlink(f->path[KEPT]);
    errno = error;
}

static int exchange(const repair_files *f)
{
    if (link(f->path[OLD], f->path[KEPT]) != 0)
        return text_error(EXIT_FILES, "%s cannot be written: %s%s", f->path[KEPT], strerror(errno),
                          errno == EEXIST ? "; it is of an earlier repair: move it away" : "");
    const char *wrong = move(f);
    if (wrong != NULL) move_back(f);
    const int error = wrong != NULL ? errno : file_sync_folder(f->folder);
    if (error == 0) return 0;
    return text_error(EXIT_FILES, "%s cannot be written: %s", wrong != NULL ? wrong : f->path[OLD],
                      strerror(error));
}

static int replace(const repair_files *f, sqlite3 *from)
{
    damage_yield yield = {.facts = 0};
    buffer text = {.text = NULL};
    int status = rescue(f, from, &yield);
    if (status == 0 && yield.facts == 0)
        status = text_error(EXIT_FILES, "too little of %s can be read to go on", f->path[OLD]);
    if (status == 0) status = exchange(f);
    if (status != 0) {
        database_remove(f->path[FRESH]);
        return status;
    }
    damage_print(&text, &yield);
    text_print(stderr, "nes: saved %s; the damaged file is %s\n", text.text, f->path[KEPT]);
    buffer_free(&text);
    others_print(from, &text);
    if (text.n > 0)
        text_print(stderr, "nes: what others have added is in that file only: %s\n", text.text);
    buffer_free(&text);
    return 0;
}

/* Connects to the old database. With the right to write SQLite undoes an unfinished transaction,
 * and finds rows that break the rules of their tables, which it does not look for without. Nothing
 * of the log is moved to the database when the connection is closed: both are kept as they are. */
static sqlite3 *connect_to_old(const repair_files *f, int *code)
{
    sqlite3 *db = database_connect(f->path[OLD], SQLITE_OPEN_READWRITE, code);
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    return db;
}

/* A state that is missing is no damage: whoever goes on makes it again. */
static int repair(const repair_files *f)
{
    int code, format = 0;
    bool untried;
    sqlite3 *from = connect_to_old(f, &code);
    int status = 0;
    if (code != SQLITE_OK)
        status =
            text_error(EXIT_FILES, "%s cannot be read: %s", f->path[OLD], sqlite3_errstr(code));
    const schema_kind kind = status == 0 ? schema_recognise(from, &format) : SCHEMA_UNREADABLE;
    if (status == 0) status = database_check_ours(from, f->path[OLD], kind, format);
    if (status == 0 && kind == SCHEMA_OURS && damage_is_none(from) &&
        health_of(from, &untried) != STATE_DAMAGED)
        text_print(stderr, "nes: %s is not damaged\n", f->path[OLD]);
    else if (status == 0)
        status = replace(f, from);
    sqlite3_close(from);
    return status;
}

static int lock_and_repair(const char *folder)
{
    static const char *const names[FILES] = {[OLD] = "run.db",
                                             [LOG] = "run.db-wal",
                                             [JOURNAL] = "run.db-journal",
                                             [SHARED] = "run.db-shm",
                                             [KEPT] = "run.db.damaged",
                                             [KEPT_LOG] = "run.db.damaged-wal",
                                             [KEPT_JOURNAL] = "run.db.damaged-journal",
                                             [FRESH] = "run.db.new"};
    repair_files f = {.folder = folder};
    folder_lock lock;
    const int locked = lock_take(&lock, folder);
    if (locked != 0) return locked;
    for (size_t i = 0; i < FILES; i++) f.path[i] = file_path(folder, names[i]);
    const int status = repair(&f);
    for (size_t i = 0; i < FILES; i++) free(f.path[i]);
    lock_release(&lock);
    return status;
}

int store_repair(const char *folder)
{
    store *s = database_new(folder, STORE_READ);
    const int status = database_check_there(s);
    store_close(s);
    return status == 0 ? lock_and_repair(folder) : status;
}
