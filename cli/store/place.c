/* SPDX-License-Identifier: MIT
 *
 * Finding and keeping a database that is not where it was; see store/place.h. */
#define _GNU_SOURCE /* readlink */
#include "store/place.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/words.h"
#include "process/folder.h"
#include "store/database.h"

static const char INTERRUPTED[] =
    "UPDATE facts SET value = 'interrupted' WHERE name = 'status' AND value <> 'stopped'";

/* ---- finding -------------------------------------------------------------------------------- */

static bool is_file(const char *path, const struct stat *file)
{
    struct stat info;
    errno = 0;
    return lstat(path, &info) == 0 && info.st_dev == file->st_dev && info.st_ino == file->st_ino;
}

/* The folder of the open file, if a path named run.db leads to it; to be freed. The system keeps
 * the path of every open file, also of one that was removed or has another disk in front of it. */
static char *find_folder(int descriptor, const struct stat *file)
{
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t n = readlink(link, path, sizeof path - 1);
    if (n <= 0) return NULL;
    path[n] = '\0';
    char *slash = strrchr(path, '/');
    if (slash == NULL || strcmp(slash, "/run.db") != 0 || !is_file(path, file)) return NULL;
    slash[slash == path ? 1 : 0] = '\0';
    return memory_text(path);
}

place_kind place_find(const store *s, char **folder)
{
    struct stat file;
    *folder = NULL;
    if (s->lock.database < 0 || fstat(s->lock.database, &file) != 0) return PLACE_SAME;
    char *path = file_path(s->place, "run.db");
    const bool same = is_file(path, &file);
    const int error = same ? 0 : errno;
    free(path);
    if (same || error == EIO || error == ENOMEM) return PLACE_SAME; /* these tell nothing of it */
    *folder = find_folder(s->lock.database, &file);
    if (*folder != NULL) return PLACE_MOVED;
    return error == EACCES || error == EPERM ? PLACE_HIDDEN : PLACE_LOST;
}

/* ---- keeping -------------------------------------------------------------------------------- */

/* Makes a fresh folder beside the old place. Returns its path, to be freed; null: errno says why.
 */
static char *make_beside(const char *folder)
{
    enum { MOST = 100 };
    size_t n = strlen(folder);
    while (n > 1 && folder[n - 1] == '/') n--;
    for (int i = 1; i <= MOST; i++) {
        buffer path = {.text = NULL};
        buffer_print(&path, "%.*s.saved", (int)n, folder);
        if (i > 1) buffer_print(&path, "-%d", i);
        char *slash = strrchr(path.text, '/');
        if (slash != NULL && slash != path.text) {
            *slash = '\0';
            file_make_folders(path.text); /* those above may be gone, too; mkdir() tells */
            *slash = '/';
        }
        if (mkdir(path.text, 0777) == 0) return path.text;
        buffer_free(&path);
        if (errno != EEXIST) return NULL;
    }
    return NULL;
}

/* Copies everything that the connection sees. Returns what SQLite says. */
static int copy(sqlite3 *from, const char *path)
{
    int code;
    sqlite3 *to = database_connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &code);
    sqlite3_backup *b = code == SQLITE_OK ? sqlite3_backup_init(to, "main", from, "main") : NULL;
    if (b != NULL) {
        sqlite3_backup_step(b, -1);
        code = sqlite3_backup_finish(b);
    } else if (code == SQLITE_OK)
        code = sqlite3_errcode(to);
    sqlite3_close(to);
    return code;
}

/* Copies the database to a new folder, which is removed if that fails. Returns whether it did. */
static bool save_in(const store *s, const char *folder)
{
    char *path = file_path(folder, "run.db");
    const bool saved = copy(s->db, path) == SQLITE_OK && file_sync_folder(folder) == 0;
    if (!saved) {
        database_remove(path);
        rmdir(folder);
    }
    free(path);
    return saved;
}

/* Returns the folder in which the values are saved, to be freed; null: they are not. */
static char *save(const store *s)
{
    char *folder = make_beside(s->place);
    if (folder != NULL && save_in(s, folder)) return folder;
    free(folder);
    if (folder_make(NULL, "nes-saved", &folder) != 0) return NULL;
    if (save_in(s, folder)) return folder;
    free(folder);
    return NULL;
}

/* Says what became of the folder, and where the run is now. */
static int say(const store *s, const char *what, const char *folder)
{
    buffer quoted = {.text = NULL};
    words_quote(&quoted, folder);
    text_error(EXIT_FILES,
               "%s was %s while its run was at work; the run has ended, all its values are in %s, "
               "and `nes resume %s` goes on with it",
               s->folder, what, folder, quoted.text);
    buffer_free(&quoted);
    return EXIT_FILES;
}

int place_leave(store *s, place_kind kind, const char *folder)
{
    s->status = EXIT_FILES;
    sqlite3_exec(s->db, INTERRUPTED, NULL, NULL, NULL);
    if (kind == PLACE_MOVED) {
        sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        return say(s, "moved", folder);
    }
    char *saved = save(s);
    if (saved == NULL)
        return text_error(EXIT_FILES,
                          "%s was removed or replaced while its run was at work, and the values "
                          "can be saved neither beside it nor in %s",
                          s->folder, folder_temporary());
    say(s, "removed or replaced", saved);
    free(saved);
    return EXIT_FILES;
}

int store_check_place(store *s)
{
    char *folder;
    if (s->status != 0) return s->status;
    const place_kind kind = place_find(s, &folder);
    if (kind == PLACE_MOVED || kind == PLACE_LOST) place_leave(s, kind, folder);
    if (kind == PLACE_HIDDEN && !s->hidden)
        text_print(stderr,
                   "nes: %s cannot be entered any more: %s; values are still written to its open "
                   "files\n",
                   s->folder, strerror(EACCES));
    s->hidden = kind == PLACE_HIDDEN;
    free(folder);
    return s->status;
}
