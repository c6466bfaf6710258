/* SPDX-License-Identifier: MIT
 *
 * Walking through folders; see coco/walk.h. */
#include "coco/walk.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "coco/read.h"

/* What a folder or a file is, whatever it is called. */
typedef struct thing {
    dev_t device;
    ino_t number;
} thing;

typedef struct walk {
    int (*visit)(const char *folder, const char *path, void *data);
    void *data;
    char *message;
    thing *seen; /* owned */
    size_t n_seen, entries, depth;
} walk;

static int enter(walk *w, const char *path);

static int fail(const walk *w, const char *path, const char *what)
{
    snprintf(w->message, COCO_MESSAGE_SIZE, "%s: %s", path, what);
    return -1;
}

/* 1: it is new, and remembered; 0: it was here before; -1: it is too much, and that is said. */
static int remember(walk *w, const char *path, const struct stat *s)
{
    for (size_t i = 0; i < w->n_seen; i++)
        if (w->seen[i].device == s->st_dev && w->seen[i].number == s->st_ino) return 0;
    if (w->n_seen == WALK_THINGS)
        return fail(w, path, "there are more than 10000 folders and .info files; give a part");
    if ((w->n_seen & (w->n_seen + 1)) == 0) { /* full at 0, 1, 3, 7, ... */
        thing *more = realloc(w->seen, (2 * w->n_seen + 1) * sizeof *more);
        if (more == NULL) return fail(w, path, "no memory");
        w->seen = more;
    }
    w->seen[w->n_seen++] = (thing){s->st_dev, s->st_ino};
    return 1;
}

static bool is_info(const char *name)
{
    const char *ending = strrchr(name, '.');
    return ending != NULL && strcmp(ending, ".info") == 0;
}

/* A link may lead to a file, not to a folder. */
static int take(walk *w, const char *folder, const char *name, const char *path)
{
    struct stat s;
    if (lstat(path, &s) != 0) return 0;
    if (S_ISDIR(s.st_mode)) return enter(w, path);
    if (!is_info(name) || (S_ISLNK(s.st_mode) && (stat(path, &s) != 0 || S_ISDIR(s.st_mode))))
        return 0;
    const int is_new = remember(w, path, &s);
    return is_new > 0 ? w->visit(folder, path, w->data) : is_new;
}

static int visit_entry(const char *folder, const char *name, void *data)
{
    walk *w = data;
    if (name[0] == '.') return 0;
    if (w->entries++ == WALK_ENTRIES)
        return fail(w, folder, "there are more than a million names in this folder and above");
    char *path = file_path(folder, name);
    if (path == NULL) return fail(w, name, "no memory");
    const int status = take(w, folder, name, path);
    free(path);
    return status;
}

static int enter(walk *w, const char *path)
{
    struct stat s;
    if (w->depth == WALK_DEPTH)
        return fail(w, path, "there are more than 32 folders inside each other");
    const int is_new = stat(path, &s) != 0 ? 1 : remember(w, path, &s);
    if (is_new <= 0) return is_new;
    w->depth++;
    const int status = file_each(path, visit_entry, w);
    w->depth--;
    return status != 0 && w->message[0] == '\0' ? fail(w, path, strerror(errno)) : status;
}

int walk_info(const char *path, int (*visit)(const char *folder, const char *path, void *data),
              void *data, char *message)
{
    walk w = {.visit = visit, .data = data, .message = message};
    const int status = enter(&w, path);
    free(w.seen);
    return status;
}
