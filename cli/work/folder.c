/* SPDX-License-Identifier: MIT
 *
 * Opening, filling and finishing a folder; see work/folder.h. */
#include "work/folder.h"

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

static const char WORK[] = ".runs", DONE[] = ".finished";

static bool exists(const work_folder *f, const char *name)
{
    struct stat info;
    char *path = file_path(f->path, name);
    const bool there = path != NULL && lstat(path, &info) == 0;
    free(path);
    return there;
}

static int unwritable(const char *path, int error)
{
    return text_error(EXIT_FILES, "%s cannot be written: %s", path, strerror(error));
}

/* Writes a file by way of a temporary one, which has a name of its own: that of a run is named
 * after its task, and only one thread writes the other files. */
static int replace(const work_folder *f, const char *name, const char *temporary, const buffer *b,
                   bool durable)
{
    buffer path = {.text = NULL}, by_way_of = {.text = NULL};
    buffer_print(&path, "%s/%s", f->path, name);
    buffer_print(&by_way_of, "%s/%s/%s.part", f->path, WORK, temporary);
    const int error = path.failed || by_way_of.failed
                          ? ENOMEM
                          : file_replace(path.text, by_way_of.text, b->text, b->n, durable);
    const int status = error == 0 ? EXIT_OK : unwritable(path.failed ? name : path.text, error);
    buffer_free(&path);
    buffer_free(&by_way_of);
    return status;
}

static bool has_bytes(const char *path, const buffer *content)
{
    buffer there;
    const bool same = file_read(path, &there) == 0 && there.n == content->n &&
                      memcmp(there.text, content->text, there.n) == 0;
    buffer_free(&there);
    return same;
}

int work_folder_put(const work_folder *f, const char *name, const buffer *content)
{
    char *path = file_path(f->path, name), *slash = path == NULL ? NULL : strrchr(path, '/');
    if (path == NULL || content->failed) {
        free(path);
        return unwritable(name, ENOMEM);
    }
    int status = EXIT_OK;
    if (!has_bytes(path, content)) {
        *slash = '\0';
        const int error = file_make_folders(path);
        status = error != 0 ? unwritable(path, error) : replace(f, name, slash + 1, content, true);
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
static int check_empty(const work_folder *f)
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
                      f->path, work_identity_noun(f->id));
}

/* The file system releases the lock when the process ends, however it ends. */
static int take_lock(work_folder *f)
{
    struct flock whole;
    memset(&whole, 0, sizeof whole);
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    buffer path = {.text = NULL};
    buffer_print(&path, "%s/%s/lock", f->path, WORK);
    f->lock = path.failed ? -1 : open(path.text, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    const int error = errno;
    buffer_free(&path);
    if (f->lock < 0) return unwritable(f->path, error);
    /* File systems without locks are trusted to have one user. */
    if (fcntl(f->lock, F_SETLK, &whole) == 0 || errno == ENOLCK) return EXIT_OK;
    if (errno == EACCES || errno == EAGAIN)
        return text_error(EXIT_FILES, "another `nes %s` is at work in %s; wait for it to end",
                          f->id->word, f->path);
    return unwritable(f->path, errno);
}

static int remove_file(const char *folder, const char *name, void *data)
{
    (void)data;
    char *path = file_path(folder, name);
    if (path != NULL) unlink(path);
    free(path);
    return 0;
}

/* Removes what finished work may have left. The folder is complete even if that fails. */
static void remove_done(const work_folder *f)
{
    char *path = file_path(f->path, DONE);
    if (path == NULL) return;
    file_each(path, remove_file, NULL);
    rmdir(path);
    free(path);
}

/* "bench.json" */
static void settings_name(const work_folder *f, char *name, size_t size)
{
    snprintf(name, size, "%s.json", f->id->word);
}

static int begin(work_folder *f, const char *name)
{
    char *work = file_path(f->path, WORK);
    int error = work == NULL ? ENOMEM : file_make_folders(work);
    free(work);
    if (error != 0) return unwritable(f->path, error);
    int status = take_lock(f);
    if (status != EXIT_OK || f->began) return status;
    buffer settings = {.text = NULL};
    work_identity_write(f->id, &settings);
    status = work_folder_put(f, name, &settings);
    buffer_free(&settings);
    char *above = file_path(f->path, ".."); /* has the name of the folder */
    if (status == EXIT_OK) error = above == NULL ? ENOMEM : file_sync_folder(above);
    free(above);
    return error == 0 ? status : unwritable(f->path, error);
}

int work_folder_open(work_folder *f, const char *path, const work_identity *id)
{
    char name[64];
    *f = (work_folder){.path = path, .id = id, .lock = -1};
    settings_name(f, name, sizeof name);
    f->began = exists(f, name);
    int status = EXIT_OK;
    if (f->began) {
        char *settings = file_path(path, name);
        status =
            settings == NULL ? unwritable(path, ENOMEM) : work_identity_check(id, path, settings);
        free(settings);
    } else {
        status = check_empty(f);
    }
    if (status != EXIT_OK) return status;
    f->complete = f->began && !exists(f, WORK);
    if (!f->complete) return begin(f, name);
    remove_done(f);
    return EXIT_OK;
}

void work_folder_close(work_folder *f)
{
    if (f->lock >= 0) close(f->lock);
    f->lock = -1;
}

enum { SUM_SIZE = 17 }; /* of the checksum and its newline, which follow the bytes */

int work_folder_keep(const work_folder *f, const char *task, const buffer *content)
{
    char name[160];
    buffer all = {.text = NULL};
    snprintf(name, sizeof name, "%s/%s", WORK, task);
    buffer_add(&all, content->text, content->n);
    buffer_print(&all, "%016" PRIx64 "\n", file_checksum(content->text, content->n));
    const int status = all.failed || content->failed ? unwritable(name, ENOMEM)
                                                     : replace(f, name, task, &all, false);
    buffer_free(&all);
    return status;
}

bool work_folder_get(const work_folder *f, const char *task, buffer *content)
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

int work_folder_finish(work_folder *f)
{
    char *work = file_path(f->path, WORK), *done = file_path(f->path, DONE);
    const int error = work == NULL || done == NULL ? ENOMEM
                      : rename(work, done) != 0    ? errno
                                                   : file_sync_folder(f->path);
    free(work);
    free(done);
    if (error != 0) return unwritable(f->path, error);
    f->complete = true;
    remove_done(f);
    return EXIT_OK;
}

int work_folder_write(const char *folder, const char *name, const buffer *content)
{
    char *path = file_path(folder, name), *part = file_path(folder, ".part");
    const int error = path == NULL || part == NULL || content->failed
                          ? ENOMEM
                          : file_replace(path, part, content->text, content->n, false);
    const int status = error == 0 ? EXIT_OK : unwritable(path == NULL ? name : path, error);
    free(path);
    free(part);
    return status;
}
