/* SPDX-License-Identifier: MIT
 *
 * Opening, filling and finishing a folder; see tasks/folder.h. */
#include "tasks/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"
#include "tasks/own.h"

static const char WORK[] = ".runs", DONE[] = ".finished";

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

/* Opens a folder in an open one, and makes it if it is not there; -1 with errno set: ENOTDIR for a
 * link as well. */
static int open_folder(int at, const char *name)
{
    if (mkdirat(at, name, 0777) != 0 && errno != EEXIST) return -1;
    const int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 && errno == ELOOP) errno = ENOTDIR;
    return fd;
}

/* The folder of a file that is to be put, named relative to ours; ours where it is no other. */
static int open_parent(const task_folder *f, const char *name, const char **last)
{
    char folder[64];
    const char *slash = strchr(name, '/');
    *last = slash == NULL ? name : slash + 1;
    if (slash == NULL) return f->at;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - name), name);
    const int fd = open_folder(f->at, folder);
    if (fd < 0 && errno == ENOTDIR)
        text_error(EXIT_FILES, "%s/%s cannot be written: it is not a folder of its own", f->path,
                   folder);
    else if (fd < 0)
        text_error(EXIT_FILES, "%s/%s cannot be written: %s", f->path, folder, strerror(errno));
    return fd;
}

int task_folder_put(const task_folder *f, const char *name, const buffer *content)
{
    char *path = file_path(f->path, name);
    if (path == NULL || content->failed) {
        free(path);
        return unwritable(name, ENOMEM);
    }
    int status = EXIT_OK;
    if (!has_bytes(path, content)) {
        file_place to, part = {f->runs, OWN_FILE_PART};
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

static int only_work(const char *folder, const char *name, void *data)
{
    (void)folder, (void)data;
    return strcmp(name, WORK) == 0 ? 0 : 1;
}

/* A folder without settings is used only if nothing is in it, or if it is not there yet. */
static int check_empty(const task_folder *f)
{
    const int other = file_each(f->path, only_work, NULL);
    if (other == 0 || (other < 0 && errno == ENOENT)) return EXIT_OK;
    if (other < 0 && errno == ENOTDIR)
        return text_error(EXIT_FILES,
                          "%s, or what it is in, exists and is not a folder; name another by --out",
                          f->path);
    if (other < 0) return text_error(EXIT_FILES, "%s cannot be read: %s", f->path, strerror(errno));
    return text_error(EXIT_FILES,
                      "%s exists and holds other things than an interrupted %s; name another "
                      "folder by --out, nothing was changed",
                      f->path, task_identity_noun(f->id));
}

/* The file system releases the lock when the process ends, however it ends. */
static int take_lock(task_folder *f)
{
    struct flock whole;
    memset(&whole, 0, sizeof whole);
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    f->lock = openat(f->runs, OWN_LOCK, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (f->lock < 0) return unwritable(f->path, errno);
    /* File systems without locks are trusted to have one user. */
    if (fcntl(f->lock, F_SETLK, &whole) == 0 || errno == ENOLCK) return EXIT_OK;
    if (errno == EACCES || errno == EAGAIN)
        return text_error(EXIT_FILES, "another `nes %s` is at work in %s; wait for it to end",
                          f->id->word, f->path);
    return unwritable(f->path, errno);
}

static int not_ours(const task_folder *f, const char *name)
{
    return text_error(EXIT_FILES,
                      "%s/%s is not a folder that `nes %s` has made; move it away, nothing was "
                      "changed",
                      f->path, name, f->id->word);
}

/* Refuses what somebody else has put into one of our folders. */
static int check_own(const task_folder *f, int folder, const char *name, bool clear)
{
    char other[OWN_NAME_SIZE];
    const int error = own_look(folder, f->id, clear, other);
    if (error != 0) return unwritable(f->path, error);
    if (other[0] == '\0') return EXIT_OK;
    return text_error(EXIT_FILES,
                      "%s/%s holds '%s', which `nes %s` has not made; move it away and give the "
                      "same command again",
                      f->path, name, other, f->id->word);
}

/* Removes what finished work may have left. A folder is complete even if something else is there,
 * which stays. */
static int clear_done(const task_folder *f)
{
    char other[OWN_NAME_SIZE];
    if (!exists(f, DONE)) return EXIT_OK;
    const int done = openat(f->at, DONE, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (done < 0 && (errno == ELOOP || errno == ENOTDIR)) return not_ours(f, DONE);
    if (done < 0) return unwritable(f->path, errno);
    int status = EXIT_OK;
    if (f->complete)
        own_look(done, f->id, true, other);
    else
        status = check_own(f, done, DONE, true);
    close(done);
    unlinkat(f->at, DONE, AT_REMOVEDIR);
    return status;
}

/* "bench.json" */
static void settings_name(const task_folder *f, char *name, size_t size)
{
    snprintf(name, size, "%s.json", f->id->word);
}

/* Opens .runs, and makes it if it is not there. */
static int open_runs(task_folder *f)
{
    const int error = file_make_folders(f->path);
    if (error != 0) return unwritable(f->path, error);
    if (f->at < 0) f->at = open(f->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (f->at >= 0) f->runs = open_folder(f->at, WORK);
    if (f->at >= 0 && f->runs < 0 && errno == ENOTDIR) return not_ours(f, WORK);
    if (f->runs < 0) return unwritable(f->path, errno);
    return check_own(f, f->runs, WORK, false);
}

static int begin(task_folder *f, const char *name)
{
    int error = 0, status = open_runs(f);
    if (status == EXIT_OK) status = take_lock(f);
    if (status != EXIT_OK || f->began) return status;
    buffer settings = {.text = NULL};
    task_identity_write(f->id, &settings);
    status = task_folder_put(f, name, &settings);
    buffer_free(&settings);
    char *above = file_path(f->path, ".."); /* has the name of the folder */
    if (status == EXIT_OK) error = above == NULL ? ENOMEM : file_sync_folder(above);
    free(above);
    return error == 0 ? status : unwritable(f->path, error);
}

/* Whether the folder is ours, by its settings, or nobody's. */
static int recognise(const task_folder *f, const char *name)
{
    if (!f->began) return check_empty(f);
    char *settings = file_path(f->path, name);
    const int status = settings == NULL ? unwritable(f->path, ENOMEM)
                                        : task_identity_check(f->id, f->path, settings);
    free(settings);
    return status;
}

int task_folder_open(task_folder *f, const char *path, const task_identity *id)
{
    char name[64];
    *f = TASK_FOLDER_CLOSED;
    f->path = path;
    f->id = id;
    f->at = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    settings_name(f, name, sizeof name);
    f->began = exists(f, name);
    f->complete = f->began && !exists(f, WORK);
    int status = recognise(f, name);
    if (status == EXIT_OK) status = clear_done(f);
    return status != EXIT_OK || f->complete ? status : begin(f, name);
}

void task_folder_close(task_folder *f)
{
    const int open_ones[] = {f->lock, f->runs, f->at};
    for (size_t i = 0; i < sizeof open_ones / sizeof *open_ones; i++)
        if (open_ones[i] >= 0) close(open_ones[i]);
    f->lock = f->runs = f->at = -1;
}

enum { SUM_SIZE = 17 }; /* of the checksum and its newline, which follow the bytes */

int task_folder_keep(const task_folder *f, const char *task, const buffer *content)
{
    char part[160];
    buffer all = {.text = NULL};
    snprintf(part, sizeof part, "%s" OWN_PART, task);
    buffer_add(&all, content->text, content->n);
    buffer_print(&all, "%016" PRIx64 "\n", file_checksum(content->text, content->n));
    const file_place to = {f->runs, task}, by_way_of = {f->runs, part};
    const int error = all.failed || content->failed
                          ? ENOMEM
                          : file_replace_at(&to, &by_way_of, all.text, all.n, false);
    buffer_free(&all);
    if (error == 0) return EXIT_OK;
    return text_error(EXIT_FILES, "%s/%s/%s cannot be written: %s", f->path, WORK, task,
                      strerror(error));
}

bool task_folder_get(const task_folder *f, const char *task, buffer *content)
{
    buffer path = {.text = NULL};
    uint64_t sum;
    *content = (buffer){.text = NULL};
    buffer_print(&path, "%s/%s/%s", f->path, WORK, task);
    const bool read = !path.failed && file_read(path.text, content) == 0;
    buffer_free(&path);
    if (read && content->n >= SUM_SIZE) {
        content->n -= SUM_SIZE;
        const bool whole = sscanf(content->text + content->n, "%16" SCNx64, &sum) == 1 &&
                           sum == file_checksum(content->text, content->n);
        content->text[content->n] = '\0';
        if (whole) return true;
    }
    buffer_free(content);
    return false;
}

int task_folder_finish(task_folder *f)
{
    char other[OWN_NAME_SIZE];
    const int status = check_own(f, f->runs, WORK, false);
    if (status != EXIT_OK) return status;
    const int error = renameat(f->at, WORK, f->at, DONE) != 0 ? errno : file_sync_folder(f->path);
    if (error != 0) return unwritable(f->path, error);
    f->complete = true;
    own_look(f->runs, f->id, true, other);
    unlinkat(f->at, DONE, AT_REMOVEDIR);
    return EXIT_OK;
}

int task_folder_write(const char *folder, const char *name, const buffer *content)
{
    char *path = file_path(folder, name);
    const int error =
        path == NULL || content->failed ? ENOMEM : file_replace(path, content->text, content->n);
    const int status = error == 0 ? EXIT_OK : unwritable(path == NULL ? name : path, error);
    free(path);
    return status;
}
