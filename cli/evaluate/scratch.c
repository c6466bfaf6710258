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

/* Makes FOLDER/NUMBER, or FOLDER/NUMBER-TRY if there is one; its path is to be freed. */
static int make_numbered(const char *folder, uint64_t id, char **path)
{
    char name[NAME_SIZE];
    int error = EEXIST;
    for (unsigned try = 1; error == EEXIST && try < MOST_TRIES; try++) {
        const int n = snprintf(name, sizeof name, "%llu", (unsigned long long)id);
        if (try > 1) snprintf(name + n, sizeof name - (size_t)n, "-%u", try);
        *path = file_path(folder, name);
        if (mkdir(*path, S_IRWXU) == 0) return 0;
        error = errno;
        free(*path);
        *path = NULL;
    }
    return error;
}

int scratch_make(const scratch *s, uint64_t id, char **path)
{
    return make_numbered(s->root, id, path);
}

/* The folder replaces an empty one. If it cannot be moved it is removed: nothing is left in places
 * that nobody knows. */
void scratch_keep(scratch *s, uint64_t id, const char *path)
{
    char *to = NULL;
    if (s->kept == NULL && s->own) folder_make(s->parent, "nes-kept", &s->kept);
    if (s->kept == NULL && !s->own) s->kept = memory_text(s->parent);
    const bool made = s->kept != NULL && make_numbered(s->kept, id, &to) == 0;
    const bool moved = made && rename(path, to) == 0;
    if (!moved) folder_remove(path);
    if (made && !moved) rmdir(to);
    free(to);
}
