/* SPDX-License-Identifier: MIT
 *
 * Opening, filling and finishing the folder of a bench; see bench/store.h. */
#include "bench/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"
#include "bench/state.h"

static const char WORK[] = ".runs", DONE[] = ".finished", SETTINGS[] = "bench.json";

static bool exists(const bench_store *s, const char *name)
{
    struct stat info;
    char *path = file_path(s->folder, name);
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
static int replace(const bench_store *s, const char *name, const char *temporary, const buffer *b,
                   bool durable)
{
    buffer path = {.text = NULL}, by_way_of = {.text = NULL};
    buffer_print(&path, "%s/%s", s->folder, name);
    buffer_print(&by_way_of, "%s/%s/%s.part", s->folder, WORK, temporary);
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

int bench_store_put(const bench_store *s, const char *name, const buffer *content)
{
    char *path = file_path(s->folder, name), *slash = path == NULL ? NULL : strrchr(path, '/');
    if (path == NULL || content->failed) {
        free(path);
        return unwritable(name, ENOMEM);
    }
    int status = EXIT_OK;
    if (!has_bytes(path, content)) {
        *slash = '\0';
        const int error = file_make_folders(path);
        status = error != 0 ? unwritable(path, error) : replace(s, name, slash + 1, content, true);
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
static int check_empty(const bench_store *s)
{
    const int other = file_each(s->folder, only_work, NULL);
    if (other == 0 || (other < 0 && errno == ENOENT)) return EXIT_OK;
    if (other < 0 && errno == ENOTDIR)
        return text_error(EXIT_FILES,
                          "%s, or what it is in, exists and is not a folder; name another by --out",
                          s->folder);
    if (other < 0)
        return text_error(EXIT_FILES, "%s cannot be read: %s", s->folder, strerror(errno));
    return text_error(EXIT_FILES,
                      "%s exists and holds other things than an interrupted bench; name another "
                      "folder by --out, nothing was changed",
                      s->folder);
}

/* The file system releases the lock when the process ends, however it ends. */
static int take_lock(bench_store *s)
{
    struct flock whole;
    memset(&whole, 0, sizeof whole);
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    buffer path = {.text = NULL};
    buffer_print(&path, "%s/%s/lock", s->folder, WORK);
    s->lock = path.failed ? -1 : open(path.text, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    const int error = errno;
    buffer_free(&path);
    if (s->lock < 0) return unwritable(s->folder, error);
    /* File systems without locks are trusted to have one user. */
    if (fcntl(s->lock, F_SETLK, &whole) == 0 || errno == ENOLCK) return EXIT_OK;
    if (errno == EACCES || errno == EAGAIN)
        return text_error(EXIT_FILES, "another `nes bench` is at work in %s; wait for it to end",
                          s->folder);
    return unwritable(s->folder, errno);
}

static int remove_file(const char *folder, const char *name, void *data)
{
    (void)data;
    char *path = file_path(folder, name);
    if (path != NULL) unlink(path);
    free(path);
    return 0;
}

/* Removes what a finished bench may have left. The folder is complete even if that fails. */
static void remove_done(const bench_store *s)
{
    char *path = file_path(s->folder, DONE);
    if (path == NULL) return;
    file_each(path, remove_file, NULL);
    rmdir(path);
    free(path);
}

static int begin(bench_store *s, const bench_plan *p)
{
    char *work = file_path(s->folder, WORK);
    int error = work == NULL ? ENOMEM : file_make_folders(work);
    free(work);
    if (error != 0) return unwritable(s->folder, error);
    int status = take_lock(s);
    if (status != EXIT_OK || s->began) return status;
    buffer settings = {.text = NULL};
    bench_state_write(p, &settings);
    status = bench_store_put(s, SETTINGS, &settings);
    buffer_free(&settings);
    char *above = file_path(s->folder, ".."); /* has the name of the folder */
    if (status == EXIT_OK) error = above == NULL ? ENOMEM : file_sync_folder(above);
    free(above);
    return error == 0 ? status : unwritable(s->folder, error);
}

int bench_store_open(bench_store *s, const bench_plan *p)
{
    *s = (bench_store){.folder = p->out.text, .lock = -1};
    s->began = exists(s, SETTINGS);
    int status = EXIT_OK;
    if (s->began) {
        char *path = file_path(s->folder, SETTINGS);
        status = path == NULL ? unwritable(s->folder, ENOMEM) : bench_state_check(p, path);
        free(path);
    } else {
        status = check_empty(s);
    }
    if (status != EXIT_OK) return status;
    s->complete = s->began && !exists(s, WORK);
    if (!s->complete) return begin(s, p);
    remove_done(s);
    return EXIT_OK;
}

void bench_store_close(bench_store *s)
{
    if (s->lock >= 0) close(s->lock);
    s->lock = -1;
}

static void task_name(const bench_task *t, char *name, size_t size)
{
    snprintf(name, size, "f%zu_d%zu_i%zu_r%zu", t->function, t->dim, t->instance, t->run);
}

int bench_store_keep(const bench_store *s, const bench_task *t, const coco_log *l)
{
    char task[128], name[160];
    buffer content = {.text = NULL};
    task_name(t, task, sizeof task);
    snprintf(name, sizeof name, "%s/%s", WORK, task);
    bench_state_pack(l, &content);
    const int status =
        content.failed ? unwritable(name, ENOMEM) : replace(s, name, task, &content, false);
    buffer_free(&content);
    return status;
}

bool bench_store_get(const bench_store *s, const bench_task *t, bench_kept *k)
{
    char task[128];
    buffer path = {.text = NULL};
    task_name(t, task, sizeof task);
    buffer_print(&path, "%s/%s/%s", s->folder, WORK, task);
    const bool read = !path.failed && file_read(path.text, &k->content) == 0;
    buffer_free(&path);
    if (!read) return false;
    if (bench_state_unpack(k)) return true;
    buffer_free(&k->content);
    return false;
}

int bench_store_finish(bench_store *s)
{
    char *work = file_path(s->folder, WORK), *done = file_path(s->folder, DONE);
    const int error = work == NULL || done == NULL ? ENOMEM
                      : rename(work, done) != 0    ? errno
                                                   : file_sync_folder(s->folder);
    free(work);
    free(done);
    if (error != 0) return unwritable(s->folder, error);
    s->complete = true;
    remove_done(s);
    return EXIT_OK;
}
