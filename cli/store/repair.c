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
#include "store/lock.h"
#include "store/schema.h"

/* The files of a repair: the old database, its log and its shared memory, the names under which the
 * first two are kept, and the new database. */
enum { OLD, LOG, SHARED, KEPT, KEPT_LOG, FRESH, FILES };

typedef struct repair_files {
    const char *folder;
    char *path[FILES]; /* owned */
} repair_files;

/* Copies the old database to a new one. */
static int rescue(const repair_files *f, sqlite3 *from, damage_yield *yield)
{
    int code;
    remove(f->path[FRESH]);
    sqlite3 *to =
        database_connect(f->path[FRESH], SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &code);
    if (code == SQLITE_OK) code = schema_make(to);
    if (code == SQLITE_OK) code = damage_copy(from, to, yield);
    const int error = database_errno(to);
    sqlite3_close(to);
    if (code == SQLITE_OK) return 0;
    return text_error(EXIT_FILES, "%s cannot be written: %s", f->path[FRESH],
                      error != 0 ? strerror(error) : sqlite3_errstr(code));
}

/* The log goes before the new database comes: SQLite would take it for a log of that. Returns the
 * file that is in the way of it, with errno, or null. */
static const char *move(const repair_files *f)
{
    if (rename(f->path[LOG], f->path[KEPT_LOG]) != 0 && errno != ENOENT) return f->path[KEPT_LOG];
    if (unlink(f->path[SHARED]) != 0 && errno != ENOENT) return f->path[SHARED];
    return rename(f->path[FRESH], f->path[OLD]) != 0 ? f->path[OLD] : NULL;
}

/* All is as before: the next repair finds no traces of this one. */
static void move_back(const repair_files *f)
{
    const int error = errno;
    rename(f->path[KEPT_LOG], f->path[LOG]);
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
        remove(f->path[FRESH]);
        return status;
    }
    damage_print(&text, &yield);
    text_print(stderr, "nes: saved %s; the damaged file is %s\n", text.text, f->path[KEPT]);
    buffer_free(&text);
    return 0;
}

static int repair(const repair_files *f)
{
    int code, format = 0;
    sqlite3 *from = database_connect(f->path[OLD], SQLITE_OPEN_READONLY, &code);
    int status = 0;
    if (code != SQLITE_OK)
        status =
            text_error(EXIT_FILES, "%s cannot be read: %s", f->path[OLD], sqlite3_errstr(code));
    const schema_kind kind = status == 0 ? schema_recognise(from, &format) : SCHEMA_UNREADABLE;
    if (status == 0) status = database_check_ours(f->path[OLD], kind, format);
    if (status == 0 && kind == SCHEMA_OURS && damage_is_none(from))
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
                                             [SHARED] = "run.db-shm",
                                             [KEPT] = "run.db.damaged",
                                             [KEPT_LOG] = "run.db.damaged-wal",
                                             [FRESH] = "run.db.new"};
    repair_files f = {.folder = folder};
    const int lock = lock_take(folder);
    if (lock < 0) return -1 - lock;
    for (size_t i = 0; i < FILES; i++) f.path[i] = file_path(folder, names[i]);
    const int status = repair(&f);
    for (size_t i = 0; i < FILES; i++) free(f.path[i]);
    lock_release(lock);
    return status;
}

int store_repair(const char *folder)
{
    store *s = database_new(folder, STORE_READ);
    const int status = database_check_there(s);
    store_close(s);
    return status == 0 ? lock_and_repair(folder) : status;
}
