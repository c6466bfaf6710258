/* SPDX-License-Identifier: MIT
 *
 * See evaluate/scratch.h. A folder that is kept has the number of its evaluation, and one more
 * number where an evaluation was made again. */
#include "evaluate/scratch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "objective/executable.h"
#include "process/folder.h"

enum { NAME_SIZE = 64, MOST_TRIES = 100000 };

int scratch_open(scratch *s, const char *parent, children *all)
{
    *s = (scratch){.own = parent == NULL};
    const char *name = parent != NULL ? parent : folder_temporary();
    int error = parent == NULL ? 0 : file_make_folders(parent);
    if (error == 0) {
        s->parent = executable_absolute(name);
        error = folder_make(s->parent, "nes", &s->root);
    }
    if (error == 0) error = children_guard_folder(all, s->root);
    if (error == 0) return 0;
    scratch_close(s);
    return text_error(EXIT_FILES, "there can be no folders for evaluations in '%s': %s%s", name,
                      strerror(error), parent == NULL ? "; set TMPDIR to another folder" : "");
}

void scratch_close(scratch *s)
{
    if (s->root != NULL) folder_remove(s->root);
    if (s->parent != NULL && !s->own) rmdir(s->parent); /* unless something is in it */
    free(s->root);
    free(s->parent);
    free(s->kept);
    *s = (scratch){.root = NULL};
}

/* FOLDER/NUMBER, or FOLDER/NUMBER-TRY from the second try on; to be freed. */
static char *numbered(const char *folder, uint64_t id, unsigned try)
{
    char name[NAME_SIZE];
    if (try == 1)
        snprintf(name, sizeof name, "%llu", (unsigned long long)id);
    else
        snprintf(name, sizeof name, "%llu-%u", (unsigned long long)id, try);
    return file_path(folder, name);
}

int scratch_make(const scratch *s, uint64_t id, char **path)
{
    int error = EEXIST;
    for (unsigned try = 1; error == EEXIST && try < MOST_TRIES; try++) {
        *path = numbered(s->root, id, try);
        if (mkdir(*path, S_IRWXU) == 0) return 0;
        error = errno;
        free(*path);
        *path = NULL;
    }
    return error;
}

static bool move(const scratch *s, uint64_t id, const char *path)
{
    for (unsigned try = 1; try < MOST_TRIES; try++) {
        char *to = numbered(s->kept, id, try);
        struct stat there;
        const bool free_name = lstat(to, &there) != 0;
        const bool moved = free_name && rename(path, to) == 0;
        free(to);
        if (moved) return true;
        if (free_name) return false;
    }
    return false;
}

/* A folder that cannot be moved is removed: nothing is left in places that nobody knows. */
void scratch_keep(scratch *s, uint64_t id, const char *path)
{
    if (s->kept == NULL && s->own) folder_make(s->parent, "nes-kept", &s->kept);
    if (s->kept == NULL && !s->own) s->kept = memory_text(s->parent);
    if (s->kept == NULL || !move(s, id, path)) folder_remove(path);
}
