/* SPDX-License-Identifier: MIT
 *
 * Files and the database of a folder of tasks; see tasks/task_folder.h. */
#include "tasks/task_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/beside.h"
#include "store/connect.h"
#include "store/damage.h"

static const char DRAFT[] = "tasks.part"; /* name of a file while it is written */
static const char JOURNAL[] = "tasks.db-journal";
static const char *const DATABASE[] = {"tasks.db", "tasks.db-wal", JOURNAL};

enum { FILES = sizeof DATABASE / sizeof *DATABASE };

static const char TABLE[] = "CREATE TABLE tasks (number INTEGER PRIMARY KEY,"
                            " content BLOB NOT NULL, checksum INTEGER NOT NULL)";

static bool exists(const task_folder *f, const char *name)
{
    struct stat info;
    return f->at >= 0 && fstatat(f->at, name, &info, AT_SYMLINK_NOFOLLOW) == 0;
}

static int unwritable(const char *path, int error)
{
    return text_error(EXIT_FILES, "%s cannot be written: %s", path, strerror(error));
}

static bool has_bytes(const char *path, const buffer *content)
{
    buffer there;
    const bool same = file_read(path, &there) == 0 && there.n == content->n &&
                      memcmp(there.text, content->text, there.n) == 0;
    buffer_free(&there);
    return same;
}

/* Opens the folder of a file that is to be put, named relative to ours, and makes it if it is not
 * there; ours where it is no other. Returns -1 with the error printed. */
static int open_parent(const task_folder *f, const char *name, const char **last)
{
    char folder[64];
    const char *slash = strchr(name, '/');
    *last = slash == NULL ? name : slash + 1;
    if (slash == NULL) return f->at;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - name), name);
    int fd = -1;
    if (mkdirat(f->at, folder, 0777) == 0 || errno == EEXIST)
        fd = openat(f->at, folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        text_error(EXIT_FILES, "%s/%s cannot be written: %s", f->path, folder,
                   errno == ENOTDIR || errno == ELOOP ? "it is not a folder of its own"
                                                      : strerror(errno));
    return fd;
}

int task_folder_put(const task_folder *f, const char *name, const buffer *content)
{
    char *path = file_path(f->path, name);
    int status = EXIT_OK;
    if (!has_bytes(path, content)) {
        file_place to, part = {f->at, DRAFT};
        to.folder = open_parent(f, name, &to.name);
        const int error =
            to.folder < 0 ? 0 : file_replace_at(&to, &part, content->text, content->n, true);
        if (to.folder < 0) status = EXIT_FILES;
        if (error != 0) status = unwritable(path, error);
        if (to.folder >= 0 && to.folder != f->at) close(to.folder);
    }
    free(path);
    return status;
}

/* Whether a file is not one that a command leaves that was killed before it wrote its settings. */
static int is_other(const char *folder, const char *name, void *data)
{
    (void)folder, (void)data;
    for (size_t i = 0; i < FILES; i++)
        if (strcmp(name, DATABASE[i]) == 0) return 0;
    return strcmp(name, DRAFT) == 0 ? 0 : 1;
}

/* A folder without settings is used only if nothing is in it, or if it is not there yet. */
static int check_empty(const task_folder *f)
{
    const int other = file_each(f->path, is_other, NULL);
    if (other == 0 || (other < 0 && errno == ENOENT)) return EXIT_OK;
    if (other < 0 && errno == ENOTDIR)
        return text_error(EXIT_FILES,
                          "%s, or what it is in, exists and is not a folder; name another by --out",
                          f->path);
    if (other < 0) return text_error(EXIT_FILES, "%s cannot be read: %s", f->path, strerror(errno));
    return text_error(EXIT_FILES,
                      "%s exists and holds other things than an interrupted %s; name another "
                      "folder by --out, nothing was changed",
                      f->path, f->id->noun);
}

/* ---- the database --------------------------------------------------------------------------- */

static int not_ours(const task_folder *f, const char *name)
{
    return text_error(
        EXIT_FILES, "%s/%s is not a file that `nes %s` has made; move it away, nothing was changed",
        f->path, name, f->id->word);
}

/* SQLite would follow a link, wait for somebody to write to a pipe, and delete a file that a
 * journal names; with a file that has several names it would change another one. */
static int check_files(const task_folder *f)
{
    struct stat info;
    for (size_t i = 0; i < FILES; i++)
        if (fstatat(f->at, DATABASE[i], &info, AT_SYMLINK_NOFOLLOW) == 0 &&
            (!S_ISREG(info.st_mode) || info.st_nlink > 1))
            return not_ours(f, DATABASE[i]);
    char *journal = file_path(f->path, JOURNAL);
    const int status = beside_check_journal(journal);
    free(journal);
    return status;
}

static int fail(const task_folder *f)
{
    const int code = sqlite3_errcode(f->db) & 0xff;
    if (code == SQLITE_BUSY)
        return text_error(EXIT_FILES, "another `nes %s` is at work in %s; wait for it to end",
                          f->id->word, f->path);
    if (code == SQLITE_NOTADB) return not_ours(f, DATABASE[0]);
    if (code == SQLITE_CORRUPT) /* SQLite reports a failed read as damage */
        return text_error(EXIT_FILES, "%s/%s %s and give the same command again", f->path,
                          DATABASE[0],
                          damage_is_none(f->db) ? "could not be read for a moment; look at the "
                                                  "health of the disk"
                                                : "is damaged; remove the folder");
    return text_error(EXIT_FILES, "%s/%s cannot be written: %s", f->path, DATABASE[0],
                      database_reason(f->db));
}

static bool run_sql(const task_folder *f, const char *sql)
{
    return sqlite3_exec(f->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* Makes the table in a database that is empty, and refuses one that has anything else in it. */
static int check_table(const task_folder *f)
{
    sqlite3_stmt *q = NULL;
    sqlite3_prepare_v2(f->db, "SELECT group_concat(sql) FROM sqlite_schema", -1, &q, NULL);
    const bool read = q != NULL && sqlite3_step(q) == SQLITE_ROW;
    const char *there = read ? (const char *)sqlite3_column_text(q, 0) : NULL;
    const bool empty = read && there == NULL, ours = there != NULL && strcmp(there, TABLE) == 0;
    const int status = !read ? fail(f) : empty || ours ? EXIT_OK : not_ours(f, DATABASE[0]);
    sqlite3_finalize(q);
    return !empty || run_sql(f, TABLE) ? status : fail(f);
}

/* Nobody else has business in the database, so its lock is held from the first look to the end. The
 * system releases it when the process ends, however it ends. */
static int open_database(task_folder *f)
{
    static const char KEEP[] = "INSERT OR REPLACE INTO tasks VALUES (?, ?, ?)";
    static const char GET[] = "SELECT content, checksum FROM tasks WHERE number = ?";
    char *path = file_path(f->path, DATABASE[0]);
    int code, status = check_files(f);
    if (status == EXIT_OK)
        f->db = database_connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &code);
    free(path);
    if (status != EXIT_OK) return status;
    if (f->db == NULL) memory_ran_out();
    if (code != SQLITE_OK) return fail(f);
    sqlite3_busy_timeout(f->db, 0);
    if (!run_sql(f, "PRAGMA locking_mode = EXCLUSIVE")) return fail(f);
    status = check_table(f);
    if (status != EXIT_OK) return status;
    if (!run_sql(f, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE; "
                    "COMMIT") ||
        sqlite3_prepare_v2(f->db, KEEP, -1, &f->keep, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(f->db, GET, -1, &f->get, NULL) != SQLITE_OK)
        return fail(f);
    return EXIT_OK;
}

/* ---- opening and closing -------------------------------------------------------------------- */

static int begin(task_folder *f, const char *name)
{
    int error = file_make_folders(f->path);
    if (error == 0 && f->at < 0) {
        f->at = open(f->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        error = f->at < 0 ? errno : 0;
    }
    if (error != 0) return unwritable(f->path, error);
    int status = open_database(f);
    if (status != EXIT_OK || f->began) return status;
    buffer settings = {.text = NULL};
    task_identity_write(f->id, &settings);
    status = task_folder_put(f, name, &settings);
    buffer_free(&settings);
    char *above = file_path(f->path, ".."); /* the folder above has the name of ours */
    if (status == EXIT_OK) error = file_sync_folder(above);
    free(above);
    return error == 0 ? status : unwritable(f->path, error);
}

/* Refuses a folder that is not empty and does not have our settings. */
static int recognise(const task_folder *f, const char *name)
{
    if (!f->began) return check_empty(f);
    char *settings = file_path(f->path, name);
    const int status = task_identity_check(f->id, f->path, settings);
    free(settings);
    if (status != EXIT_OK || !exists(f, ".runs")) return status;
    return text_error(
        EXIT_FILES,
        "%s was begun by an earlier version of nes, which has kept its runs in %s/.runs: "
        "go on with it by that version, or name another folder by --out",
        f->path, f->path);
}

int task_folder_open(task_folder *f, const char *path, const task_identity *id)
{
    char name[64];
    *f = (task_folder){.path = path, .id = id};
    pthread_mutex_init(&f->lock, NULL);
    f->at = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    snprintf(name, sizeof name, "%s.json", id->word);
    f->began = exists(f, name);
    f->complete = f->began && !exists(f, DATABASE[0]);
    const int status = recognise(f, name);
    return status != EXIT_OK || f->complete ? status : begin(f, name);
}

static void close_database(task_folder *f)
{
    sqlite3_finalize(f->keep);
    sqlite3_finalize(f->get);
    sqlite3_close(f->db);
    f->keep = f->get = NULL;
    f->db = NULL;
}

void task_folder_close(task_folder *f)
{
    close_database(f);
    if (f->at >= 0) close(f->at);
    f->at = -1;
    pthread_mutex_destroy(&f->lock);
}

int task_folder_finish(task_folder *f)
{
    int error = 0;
    unlinkat(f->at, DRAFT, 0);
    sqlite3_db_config(f->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    for (size_t i = FILES; i-- > 0 && error == 0;) /* the database last: then all is complete */
        if (unlinkat(f->at, DATABASE[i], 0) != 0 && errno != ENOENT) error = errno;
    close_database(f);
    if (error == 0) error = file_sync_folder(f->path);
    f->complete = error == 0;
    return error == 0 ? EXIT_OK : unwritable(f->path, error);
}

/* ---- tasks ---------------------------------------------------------------------------------- */

int task_folder_keep(task_folder *f, size_t task, const buffer *content)
{
    pthread_mutex_lock(&f->lock);
    sqlite3_bind_int64(f->keep, 1, (sqlite3_int64)task);
    sqlite3_bind_blob64(f->keep, 2, content->n > 0 ? content->text : "", content->n, SQLITE_STATIC);
    sqlite3_bind_int64(f->keep, 3, (sqlite3_int64)file_checksum(content->text, content->n));
    const int status = sqlite3_step(f->keep) == SQLITE_DONE ? EXIT_OK : fail(f);
    sqlite3_reset(f->keep);
    pthread_mutex_unlock(&f->lock);
    return status;
}

static bool read_task(task_folder *f, size_t task, buffer *content)
{
    *content = (buffer){.text = NULL};
    pthread_mutex_lock(&f->lock);
    sqlite3_bind_int64(f->get, 1, (sqlite3_int64)task);
    bool there = sqlite3_step(f->get) == SQLITE_ROW;
    if (there) {
        buffer_add(content, sqlite3_column_blob(f->get, 0),
                   (size_t)sqlite3_column_bytes(f->get, 0));
        there =
            (uint64_t)sqlite3_column_int64(f->get, 1) == file_checksum(content->text, content->n);
    }
    sqlite3_reset(f->get);
    pthread_mutex_unlock(&f->lock);
    if (!there) buffer_free(content);
    return there;
}

bool task_folder_has(task_folder *f, size_t task)
{
    buffer content;
    const bool there = read_task(f, task, &content);
    buffer_free(&content);
    return there;
}

int task_folder_get(task_folder *f, size_t task, buffer *content)
{
    if (read_task(f, task, content)) return EXIT_OK;
    return text_error(
        EXIT_FILES,
        "%s: a run that was kept there is gone or damaged; give the same command again "
        "to make up for it",
        f->path);
}

int task_folder_write(const char *folder, const char *name, const buffer *content)
{
    char *path = file_path(folder, name);
    const int error = file_replace(path, content->text, content->n);
    const int status = error == 0 ? EXIT_OK : unwritable(path, error);
    free(path);
    return status;
}
