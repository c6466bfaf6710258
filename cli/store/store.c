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
#include "store/damage.h"
#include "store/database.h"
#include "store/lock.h"
#include "store/schema.h"

const char database_name[] = "run.db";

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
    if (stat(s->path, &info) == 0 && database_is_file(s->path)) return 0;
    if (stat(s->path, &info) == 0)
        return text_error(EXIT_USAGE, "%s is not a file; a run keeps its database there", s->path);
    if (errno == ENOENT)
        return text_error(
            EXIT_USAGE,
            "%s is not the folder of a run: there is no run.db in it; a run keeps one "
            "with `nes run --out DIR`",
            s->folder);
    return text_error(EXIT_FILES, "%s cannot be read: %s", s->path, strerror(errno));
}

int database_check_ours(const char *path, schema_kind kind, int format)
{
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

static int check_kind(store *s)
{
    int format = 0;
    const schema_kind kind = schema_recognise(s->db, &format);
    const int status = database_check_ours(s->path, kind, format);
    if (status != 0 || kind == SCHEMA_OURS) return status;
    return kind == SCHEMA_INCOMPLETE ? database_damaged(s) : database_fail(s);
}

/* Whether the database has a log with something in it. */
static bool has_log(const store *s)
{
    struct stat info;
    buffer path = {.text = NULL};
    buffer_print(&path, "%s-wal", s->path);
    const bool has = stat(path.text, &info) == 0 && info.st_size > 0;
    buffer_free(&path);
    return has;
}

/* SQLite has other ideas of some characters of a path in a URI. */
static void print_uri(buffer *uri, const char *path)
{
    buffer_print(uri, "file:");
    for (; *path != '\0'; path++)
        if (strchr("%?#", *path) != NULL)
            buffer_print(uri, "%%%02x", (unsigned char)*path);
        else
            buffer_add(uri, path, 1);
    buffer_print(uri, "?immutable=1");
}

/* A reader needs files beside the database, which cannot be made on a read-only disk. Without a log
 * the database can be read alone. */
static int connect_unchanging(store *s)
{
    int code;
    buffer uri = {.text = NULL};
    if (has_log(s))
        return text_error(EXIT_FILES,
                          "%s cannot be read where nothing can be written, since the run has not "
                          "been ended properly; copy the folder to another place",
                          s->path);
    print_uri(&uri, s->path);
    database_disconnect(s);
    s->db = database_connect(uri.text, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, &code);
    buffer_free(&uri);
    return code == SQLITE_OK ? 0 : database_fail(s);
}

/* Whether the database cannot be read for want of a place for the files beside it. */
static bool needs_writing(store *s, int code)
{
    int format;
    if (code == SQLITE_OK && schema_recognise(s->db, &format) != SCHEMA_UNREADABLE) return false;
    const int now = sqlite3_errcode(s->db) & 0xff;
    return now == SQLITE_CANTOPEN || now == SQLITE_READONLY;
}

static int connect_for_reading(store *s)
{
    int code;
    s->db = database_connect(s->path, SQLITE_OPEN_READONLY, &code);
    if (needs_writing(s, code) && access(s->path, R_OK) == 0) return connect_unchanging(s);
    return code == SQLITE_OK ? check_kind(s) : database_fail(s);
}

/* Access for writing fails here rather than with the first value. Some file systems have no shared
 * memory, which a log beside readers needs; there every commit is synced. */
int database_open_for_writing(store *s)
{
    int code;
    s->db = database_connect(s->path, SQLITE_OPEN_READWRITE, &code);
    const int status = code == SQLITE_OK ? check_kind(s) : database_fail(s);
    if (status != 0) return status;
    if (sqlite3_db_readonly(s->db, "main") == 1)
        return text_error(EXIT_FILES, "%s cannot be written: %s", s->path, strerror(EACCES));
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
    s->lock = -1;
    s->folder = memory_text(folder);
    s->path = file_path(folder, database_name);
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
    if (status == 0 && access == STORE_WRITE && (s->lock = lock_take(folder)) < 0)
        status = -1 - s->lock;
    if (status == 0)
        status = access == STORE_READ ? connect_for_reading(s) : database_open_for_writing(s);
    return database_hand_out(to, s, status);
}

void store_close(store *s)
{
    if (s == NULL) return;
    database_disconnect(s);
    lock_release(s->lock);
    for (size_t i = 0; i < STORE_LISTS; i++) {
        buffer_free(&s->text[i]);
        free(s->list[i].v);
    }
    free(s->prepared);
    free(s->outputs);
    free(s->folder);
    free(s->path);
    free(s);
}

const char *store_folder(const store *s)
{
    return s->folder;
}

long store_owner(store *s)
{
    return s->access == STORE_WRITE ? (long)getpid() : lock_owner(s->folder);
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
