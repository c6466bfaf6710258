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

/* The files of a repair. */
typedef struct place {
    char *path, *log, *shared; /* of the old database */
    char *kept, *kept_log;     /* where they are kept */
    char *fresh;
} place;

static bool open_place(place *p, const char *folder)
{
    *p = (place){.path = file_path(folder, "run.db"),
                 .log = file_path(folder, "run.db-wal"),
                 .shared = file_path(folder, "run.db-shm"),
                 .kept = file_path(folder, "run.db.damaged"),
                 .kept_log = file_path(folder, "run.db.damaged-wal"),
                 .fresh = file_path(folder, "run.db.new")};
    return p->path != NULL && p->log != NULL && p->shared != NULL && p->kept != NULL &&
           p->kept_log != NULL && p->fresh != NULL;
}

static void close_place(place *p)
{
    free(p->path);
    free(p->log);
    free(p->shared);
    free(p->kept);
    free(p->kept_log);
    free(p->fresh);
}

/* Copies the old database to a new one. */
static int rescue(const place *p, sqlite3 *from, damage_yield *yield)
{
    int code;
    remove(p->fresh);
    sqlite3 *to = database_connect(p->fresh, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &code);
    if (code == SQLITE_OK) code = schema_make(to);
    if (code == SQLITE_OK) code = damage_copy(from, to, yield);
    const int error = to == NULL ? ENOMEM : database_errno(to);
    sqlite3_close(to);
    if (code == SQLITE_OK) return 0;
    return text_error(EXIT_FILES, "%s cannot be written: %s", p->fresh,
                      error != 0 ? strerror(error) : sqlite3_errstr(code));
}

/* The log goes before the new database comes: SQLite would take it for a log of that. */
static int exchange(const place *p, const char *folder)
{
    const char *wrong = NULL;
    if (link(p->path, p->kept) != 0)
        wrong = p->kept;
    else if (rename(p->log, p->kept_log) != 0 && errno != ENOENT)
        wrong = p->kept_log;
    else if (unlink(p->shared) != 0 && errno != ENOENT)
        wrong = p->shared;
    else if (rename(p->fresh, p->path) != 0 || file_sync_folder(folder) != 0)
        wrong = p->path;
    if (wrong == NULL) return 0;
    return text_error(EXIT_FILES, "%s cannot be written: %s%s", wrong, strerror(errno),
                      errno == EEXIST ? "; it is of an earlier repair: move it away" : "");
}

static int replace(const place *p, sqlite3 *from, const char *folder)
{
    damage_yield yield = {.facts = 0};
    buffer text = {.text = NULL};
    int status = rescue(p, from, &yield);
    if (status == 0 && yield.facts == 0)
        status = text_error(EXIT_FILES, "too little of %s can be read to go on", p->path);
    if (status == 0) status = exchange(p, folder);
    if (status != 0) {
        remove(p->fresh);
        return status;
    }
    damage_print(&text, &yield);
    if (!text.failed)
        text_print(stderr, "nes: saved %s; the damaged file is %s\n", text.text, p->kept);
    buffer_free(&text);
    return 0;
}

static int repair(const place *p, const char *folder)
{
    int code, format = 0;
    sqlite3 *from = database_connect(p->path, SQLITE_OPEN_READONLY, &code);
    int status = 0;
    if (code != SQLITE_OK)
        status = text_error(EXIT_FILES, "%s cannot be read: %s", p->path, sqlite3_errstr(code));
    const schema_kind kind = status == 0 ? schema_recognise(from, &format) : SCHEMA_UNREADABLE;
    if (status == 0) status = database_check_ours(p->path, kind, format);
    if (status == 0 && kind == SCHEMA_OURS && damage_is_none(from))
        text_print(stderr, "nes: %s is not damaged\n", p->path);
    else if (status == 0)
        status = replace(p, from, folder);
    sqlite3_close(from);
    return status;
}

static int lock_and_repair(const char *folder)
{
    place p;
    const int lock = lock_take(folder);
    if (lock < 0) return -1 - lock;
    const int status = open_place(&p, folder) ? repair(&p, folder)
                                              : text_error(EXIT_FILES, "no memory for %s", folder);
    close_place(&p);
    lock_release(lock);
    return status;
}

int store_repair(const char *folder)
{
    store *s = database_new(folder, STORE_READ);
    if (s == NULL) return text_error(EXIT_FILES, "no memory for %s", folder);
    const int status = database_check_there(s);
    store_close(s);
    return status == 0 ? lock_and_repair(folder) : status;
}
