/* SPDX-License-Identifier: MIT
 *
 * See serve/folders.h. */
#include "serve/folders.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

static const double PAUSE = 3;  /* seconds between two searches, at least */
static const double SHARE = 20; /* and so many times the seconds that the last one took */

/* ---- searching ------------------------------------------------------------------------------- */

typedef struct search {
    folders *to;
    int depth;
} search;

static bool is_known(const folders *f, const struct stat *info)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->run[i].device == info->st_dev && f->run[i].inode == info->st_ino) return true;
    return false;
}

static void add(folders *f, const char *folder, const struct stat *info)
{
    if (f->n == FOLDERS_MOST || is_known(f, info)) return;
    f->run = memory_resize(f->run, f->n + 1, sizeof *f->run);
    f->run[f->n++] =
        (served){.folder = memory_text(folder), .device = info->st_dev, .inode = info->st_ino};
}

static bool has_database(const char *folder)
{
    struct stat info;
    char *path = file_path(folder, "run.db");
    const bool has = lstat(path, &info) == 0;
    free(path);
    return has;
}

static int visit(const char *folder, const char *name, void *data);

static void look(const search *s, const char *folder, const struct stat *info)
{
    search below = {s->to, s->depth + 1};
    if (has_database(folder))
        add(s->to, folder, info);
    else if (s->depth < FOLDERS_DEPTH)
        file_each(folder, visit, &below);
}

static int visit(const char *folder, const char *name, void *data)
{
    struct stat info;
    const search *s = data;
    if (s->to->looked++ >= FOLDERS_NAMES || s->to->n == FOLDERS_MOST) return 1;
    if (name[0] == '.') return 0;
    char *path = strcmp(folder, ".") == 0 ? memory_text(name) : file_path(folder, name);
    if (lstat(path, &info) == 0 && S_ISDIR(info.st_mode)) look(s, path, &info);
    free(path);
    return 0;
}

int folders_check(const folders *f)
{
    struct stat info;
    for (size_t i = 0; i < f->n_roots; i++) {
        if (stat(f->roots[i], &info) != 0)
            return text_error(EXIT_USAGE, "%s cannot be opened: %s", f->roots[i], strerror(errno));
        if (!S_ISDIR(info.st_mode))
            return text_error(EXIT_USAGE,
                              "%s is not a folder; give folders of runs, or folders above them",
                              f->roots[i]);
    }
    return 0;
}

void folders_search(folders *f)
{
    struct stat info;
    const double begin = clock_now();
    if (f->searched > 0 && begin - f->searched < PAUSE + SHARE * f->took) return;
    f->looked = 0;
    for (size_t i = 0; i < f->n_roots; i++)
        if (stat(f->roots[i], &info) == 0 && S_ISDIR(info.st_mode))
            look(&(search){f, 0}, f->roots[i], &info);
    f->searched = clock_now();
    f->took = f->searched - begin;
}

void folders_close(folders *f)
{
    for (size_t i = 0; i < f->n; i++) {
        free(f->run[i].folder);
        buffer_free(&f->run[i].whole.text);
        buffer_free(&f->run[i].brief.text);
    }
    free(f->run);
}

/* ---- freshness ------------------------------------------------------------------------------- */

static uint64_t stamp_of(const char *folder, const char *name)
{
    struct stat info;
    char *path = file_path(folder, name);
    const bool there = lstat(path, &info) == 0;
    free(path);
    if (!there) return 0;
    return (uint64_t)info.st_size + 1 +
           UINT64_C(0x9e3779b97f4a7c15) *
               ((uint64_t)info.st_mtim.tv_sec * 1000000000 + (uint64_t)info.st_mtim.tv_nsec);
}

uint64_t folders_stamp(const char *folder)
{
    return stamp_of(folder, "run.db") + 31 * stamp_of(folder, "run.db-wal");
}

bool kept_is_fresh(const kept_text *k, const served *run, double now)
{
    enum { TIMES = 30 };
    static const double least = 0.2, live = 2; /* seconds */
    const double age = now - k->made;
    if (k->text.n == 0) return false;
    if (age < least || age < TIMES * k->took) return true;
    return k->stamp == folders_stamp(run->folder) && (!run->live || age < live);
}
