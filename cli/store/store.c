/* SPDX-License-Identifier: MIT
 *
 * Opening and closing the folder of a run, and its facts; see store/store.h. */
#include "store/store.h"

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
#include "store/damage.h"
#include "store/database.h"
#include "store/lock.h"
#include "store/others.h"
#include "store/schema.h"

int database_check_there(const store *s)
{
    struct stat info;
    if (stat(s->folder, &info) != 0)
        return text_error(EXIT_USAGE,
                          "%s cannot be opened: %s; give the folder of a run, as named "
                          "by --out",
                          s->folder, strerror(errno));
    if (!S_ISDIR(info.st_mode))
        return text_error(EXIT_USAGE,
                          "%s is not a folder; give the folder of a run, as named by "
                          "--out",
                          s->folder);
    if (lstat(s->path, &info) == 0)
        return beside_check(s->folder, s->access == STORE_READ ? BESIDE_READS : BESIDE_WRITES);
    if (errno == ENOENT)
        return text_error(
            EXIT_USAGE,
            "%s is not the folder of a run: there is no run.db in it; a run keeps one "
            "with `nes run --out DIR`",
            s->folder);
    return text_error(EXIT_FILES, "%s cannot be read: %s", s->path, strerror(errno));
}

static int refuse_change(sqlite3 *db, const char *path)
{
    buffer what = {.text = NULL};
    schema_print_change(db, &what);
    text_error(EXIT_USAGE, "%s was changed by something else: %s", path, what.text);
    buffer_free(&what);
    return EXIT_USAGE;
}

int database_check_ours(sqlite3 *db, const char *path, schema_kind kind, int format)
{
    if (kind == SCHEMA_CHANGED) return refuse_change(db, path);
    if (kind == SCHEMA_LATER)
        return text_error(EXIT_USAGE,
                          "%s has format %d, of a later version of nes; this one (%s) knows format "
                          "%d",
                          path, format, nes_version(), SCHEMA_FORMAT);
    if (kind == SCHEMA_FOREIGN)
        return text_error(EXIT_USAGE,
                          "%s is not the database of a run: something else has written it, or its "
                          "beginning is damaged",
                          path);
    return 0;
}

int database_check_kind(store *s)
{
    int format = 0;
    const schema_kind kind = schema_recognise(s->db, &format);
    const int status = database_check_ours(s->db, s->path, kind, format);
    if (status != 0 || kind == SCHEMA_OURS) return status;
    return kind == SCHEMA_INCOMPLETE ? database_damaged(s) : database_fail(s);
}

/* Access for writing fails here rather than with the first value. Some file systems have no shared
 * memory, which a log beside readers needs; there every commit is synced. */
int database_open_for_writing(store *s)
{
    int code;
    s->db = database_connect(s->path, SQLITE_OPEN_READWRITE, &code);
    const int status = code == SQLITE_OK ? database_check_kind(s) : database_fail(s);
    if (status != 0) return status;
    if (sqlite3_db_readonly(s->db, "main") == 1)
        return text_error(EXIT_FILES, "%s cannot be written: %s", s->path, strerror(EACCES));
    const int others = others_check_indices(s->db, s->path);
    if (others != 0) return others;
    if (s->access == STORE_WRITE && !damage_is_none(s->db)) return database_damaged(s);
    s->wal = database_says(s->db, "PRAGMA journal_mode=WAL", "wal");
    if (sqlite3_exec(s->db, s->wal ? "PRAGMA synchronous=NORMAL" : "PRAGMA synchronous=FULL", NULL,
                     NULL, NULL) != SQLITE_OK)
        return database_fail(s);
    store_begin(s);
    return store_commit(s, false);
}

store *database_new(const char *folder, store_access access)
{
    store *s = memory_zeros(1, sizeof *s);
    s->access = access;
    s->lock = LOCK_NONE;
    s->folder = memory_text(folder);
    s->place = file_absolute(folder);
    s->path = file_path(folder, "run.db");
    return s;
}

int database_hand_out(store **to, store *s, int status)
{
    if (status == 0)
        *to = s;
    else
        store_close(s);
    return status;
}

int store_open(store **to, const char *folder, store_access access)
{
    *to = NULL;
    store *s = database_new(folder, access);
    int status = database_check_there(s);
    if (status == 0 && access == STORE_WRITE) status = lock_take(&s->lock, folder);
    if (status == 0 && access == STORE_READ) lock_look(&s->lock, folder);
    if (status == 0)
        status = access == STORE_READ ? database_open_for_reading(s) : database_open_for_writing(s);
    return database_hand_out(to, s, status);
}

void store_close(store *s)
{
    if (s == NULL) return;
    database_disconnect(s);
    lock_release(&s->lock);
    for (size_t i = 0; i < STORE_LISTS; i++) {
        buffer_free(&s->text[i]);
        free(s->list[i].v);
    }
    free(s->prepared);
    free(s->outputs);
    free(s->folder);
    free(s->place);
    free(s->path);
    free(s);
}

const char *store_folder(const store *s)
{
    return s->folder;
}

long store_owner(store *s)
{
    return s->access == STORE_WRITE ? (long)getpid() : lock_owner(&s->lock, s->folder);
}

/* ---- facts ---------------------------------------------------------------------------------- */

int store_set_fact(store *s, const char *name, const char *value)
{
    return database_execute(s, "INSERT OR REPLACE INTO facts VALUES (?, ?)",
                            CELLS(CELL_TEXT(name), CELL_TEXT(value)));
}

char *store_get_fact(store *s, const char *name)
{
    sqlite3_stmt *q =
        database_query(s, "SELECT value FROM facts WHERE name = ?", CELLS(CELL_TEXT(name)));
    const char *text = database_next(s, q) ? database_text(q, 0) : NULL;
    char *value = text != NULL && text[0] != '\0' ? memory_text(text) : NULL;
    database_done(s, q, 0);
    return value;
}

bool store_fact_is(store *s, const char *name, const char *word)
{
    char *value = store_get_fact(s, name);
    const bool is = value != NULL && strcmp(value, word) == 0;
    free(value);
    return is;
}

double store_get_real(store *s, const char *name, double otherwise)
{
    char *value = store_get_fact(s, name);
    const double v = value != NULL ? strtod(value, NULL) : otherwise;
    free(value);
    return v;
}

int store_status(const store *s)
{
    return s->status;
}
