/* SPDX-License-Identifier: MIT
 *
 * A copy with its transaction undone; see store/rollback.h.
 *
 * The journal is there until the transaction is undone or finished, and nobody can begin another
 * one before that. So a journal that is the same before and after the copy fits the database that
 * was copied, even if somebody was undoing the transaction meanwhile: pages that were given back
 * are only given back again. */
#define _GNU_SOURCE /* SEEK_DATA, SEEK_HOLE */
#include "store/rollback.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "process/folder.h"
#include "store/connect.h"

enum { CHUNK = 1 << 16 };

/* Copies the bytes from `at` to `end`. Returns 0 or errno. */
static int copy_part(int from, int to, off_t at, off_t end)
{
    static char chunk[CHUNK];
    while (at < end) {
        const size_t wanted = end - at < CHUNK ? (size_t)(end - at) : CHUNK;
        const ssize_t n = pread(from, chunk, wanted, at);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        if (n == 0) break;
        const ssize_t written = pwrite(to, chunk, (size_t)n, at);
        if (written < 0 && errno != EINTR) return errno;
        if (written > 0) at += written;
    }
    return 0;
}

/* Holes stay holes: a short file may claim to be a very long one. */
static int copy_bytes(int from, int to)
{
    struct stat info;
    if (fstat(from, &info) != 0) return errno;
    if (!S_ISREG(info.st_mode)) return EINVAL;
    int error = ftruncate(to, info.st_size) != 0 ? errno : 0;
    for (off_t end = 0; error == 0 && end < info.st_size;) {
        const off_t at = lseek(from, end, SEEK_DATA);
        if (at < 0) return errno == ENXIO ? 0 : errno; /* the rest is a hole */
        end = lseek(from, at, SEEK_HOLE);
        if (end < 0) return errno;
        error = copy_part(from, to, at, end);
    }
    return error;
}

/* A file that is not there is not copied. */
static int copy_file(const char *folder, const char *name, const char *to_folder)
{
    char *path = file_path(folder, name), *copy = file_path(to_folder, name);
    const int from = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int error = from < 0 ? errno : 0;
    const int to = error == 0 ? open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    if (error == 0) error = to < 0 ? errno : copy_bytes(from, to);
    if (from >= 0) close(from);
    if (to >= 0 && close(to) != 0 && error == 0) error = errno;
    free(path);
    free(copy);
    return error == ENOENT ? 0 : error;
}

static struct stat look(const char *folder)
{
    char *path = file_path(folder, "run.db-journal");
    struct stat info;
    if (lstat(path, &info) != 0) info = (struct stat){.st_size = -1};
    free(path);
    return info;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_size >= 0 && a->st_dev == b->st_dev && a->st_ino == b->st_ino &&
           a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static int copy(const char *folder, const char *to)
{
    const struct stat before = look(folder);
    int error = copy_file(folder, "run.db-journal", to);
    if (error == 0) error = copy_file(folder, "run.db-wal", to);
    if (error == 0) error = copy_file(folder, "run.db", to);
    const struct stat after = look(folder);
    return error == 0 && !is_same(&before, &after) ? EAGAIN : error;
}

/* The change of the journal's mode reads the database, and so undoes the transaction. After it the
 * copy needs no other file. */
static sqlite3 *connect_to_copy(const char *folder, int *code)
{
    char *path = file_path(folder, "run.db");
    sqlite3 *db = database_connect(path, SQLITE_OPEN_READWRITE, code);
    if (*code == SQLITE_OK)
        *code = sqlite3_exec(db, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
    free(path);
    return db;
}

sqlite3 *rollback_connect(const char *folder, int *code, int *error)
{
    char *temporary;
    sqlite3 *db = NULL;
    *error = folder_make(NULL, "nes-show", &temporary);
    if (*error != 0) return NULL;
    *error = copy(folder, temporary);
    if (*error == 0) db = connect_to_copy(temporary, code);
    folder_remove(temporary); /* the open file stays until it is closed */
    free(temporary);
    return db;
}
