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
#include "base/memory.h"

typedef struct seen_thing {
    dev_t device;
    ino_t number;
} seen_thing;

seen_outcome seen_add(seen *s, const struct stat *info)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->things[i].device == info->st_dev && s->things[i].number == info->st_ino)
            return SEEN_BEFORE;
    if (s->n == SEEN_MOST) return SEEN_TOO_MANY;
    if ((s->n & (s->n + 1)) == 0) /* full at 0, 1, 3, 7, ... */
        s->things = memory_resize(s->things, 2 * s->n + 1, sizeof *s->things);
    s->things[s->n++] = (seen_thing){info->st_dev, info->st_ino};
    return SEEN_NEW;
}

void seen_free(seen *s)
{
    free(s->things);
    *s = (seen){.things = NULL};
}

typedef struct walk {
    int (*visit)(const char *folder, const char *path, void *data);
    void *data;
    char *message;
    seen seen;
    size_t entries, depth;
} walk;

static int enter(walk *w, const char *path);

int coco_fail(char *message, const char *path, const char *what)
{
    snprintf(message, COCO_MESSAGE_SIZE, "%s: %s", path, what);
    return -1;
}

/* 1: it is new, and remembered; 0: it was here before; -1: it is too much, and that is said. */
static int remember(walk *w, const char *path, const struct stat *s)
{
    switch (seen_add(&w->seen, s)) {
    case SEEN_NEW:
        return 1;
    case SEEN_BEFORE:
        return 0;
    default:
        return coco_fail(w->message, path,
                         "there are more than 10000 folders and .info files; give a part");
    }
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
        return coco_fail(w->message, folder,
                         "there are more than a million names in this folder and above");
    char *path = file_path(folder, name);
    const int status = take(w, folder, name, path);
    free(path);
    return status;
}

static int enter(walk *w, const char *path)
{
    struct stat s;
    if (w->depth == WALK_DEPTH)
        return coco_fail(w->message, path, "there are more than 32 folders inside each other");
    const int is_new = stat(path, &s) != 0 ? 1 : remember(w, path, &s);
    if (is_new <= 0) return is_new;
    w->depth++;
    const int status = file_each(path, visit_entry, w);
    w->depth--;
    return status != 0 && w->message[0] == '\0' ? coco_fail(w->message, path, strerror(errno))
                                                : status;
}

int walk_info(const char *path, int (*visit)(const char *folder, const char *path, void *data),
              void *data, char *message)
{
    walk w = {.visit = visit, .data = data, .message = message};
    const int status = enter(&w, path);
    seen_free(&w.seen);
    return status;
}
