/* SPDX-License-Identifier: MIT
 *
 * Making and removing folders; see process/folder.h. All steps down are made from an open folder
 * and refuse symbolic links, so that a link put there meanwhile leads nowhere. */
#include "process/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"

const char *folder_temporary(void)
{
    const char *folder = getenv("TMPDIR");
    return folder == NULL || folder[0] == '\0' ? "/tmp" : folder;
}

int folder_make(const char *parent, const char *prefix, char **path)
{
    if (parent == NULL) parent = folder_temporary();
    buffer text = {.n = 0};
    buffer_print(&text, "%s/%s-XXXXXX", parent, prefix);
    *path = text.text;
    if (mkdtemp(*path) != NULL) return 0;
    const int error = errno;
    free(*path);
    *path = NULL;
    return error;
}

/* ---- removing -------------------------------------------------------------------------------- */

/* A removal that is under way. Folders may be deeper than there may be descriptors, so that no more
 * than two levels are open at a time: folders below these are moved up to the first level. */
typedef struct removal {
    int top;         /* the folder that is removed */
    dev_t device;    /* what is mounted below it is not ours */
    unsigned moved;  /* number of names tried for folders that are moved up */
    int error;       /* the first one; 0: none */
    bool progresses; /* something was moved up, so that there is more to remove */
} removal;

static void note(removal *r, int error)
{
    if (r->error == 0 && error != ENOENT) r->error = error;
}

/* Opens a folder. The program that ran in it may have made it unreadable, so its permissions are
 * set. */
static int open_folder(int at, const char *name)
{
    const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    const int descriptor = openat(at, name, flags);
    struct stat s;
    if (descriptor >= 0 && fstat(descriptor, &s) == 0 && (s.st_mode & S_IRWXU) != S_IRWXU)
        fchmod(descriptor, S_IRWXU); /* without these its files could not be removed */
    if (descriptor >= 0 || errno != EACCES) return descriptor;
    if (fstatat(at, name, &s, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(s.st_mode)) return -1;
    if (fchmodat(at, name, S_IRWXU, 0) != 0) return -1;
    return openat(at, name, flags);
}

/* Removes a file, a link or an empty folder. False: it is a folder with something in it. */
static bool remove_one(removal *r, int at, const char *name)
{
    if (unlinkat(at, name, 0) == 0) return true;
    if (errno == EISDIR || errno == EPERM) {
        if (unlinkat(at, name, AT_REMOVEDIR) == 0) return true;
        if (errno == ENOTEMPTY || errno == EEXIST || errno == EACCES) return false;
    }
    note(r, errno);
    return true;
}

/* Moves a folder up to the first level, under a name that is free there. */
static void move_up(removal *r, int at, const char *name)
{
    enum { TRIES = 100000 };
    char to[32];
    int error = EEXIST;
    const int descriptor = open_folder(at, name); /* a folder that moves must be writable */
    if (descriptor >= 0) close(descriptor);
    for (int i = 0; i < TRIES && (error == EEXIST || error == ENOTEMPTY || error == ENOTDIR); i++) {
        snprintf(to, sizeof to, ".nes-%u", r->moved++);
        error = renameat(at, name, r->top, to) == 0 ? 0 : errno;
    }
    if (error == 0)
        r->progresses = true;
    else
        note(r, error);
}

/* Goes through what is in a folder, whose descriptor is closed here. Folders that are not empty go
 * to `full`. */
static void empty(removal *r, int descriptor, void (*full)(removal *r, int at, const char *name))
{
    struct stat s;
    DIR *folder = fdopendir(descriptor);
    if (folder == NULL || fstat(descriptor, &s) != 0 || s.st_dev != r->device) {
        note(r, folder == NULL ? errno : EBUSY);
        if (folder == NULL) close(descriptor);
        if (folder != NULL) closedir(folder);
        return;
    }
    for (const struct dirent *d = readdir(folder); d != NULL; d = readdir(folder)) {
        if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0) continue;
        if (!remove_one(r, dirfd(folder), d->d_name)) full(r, dirfd(folder), d->d_name);
    }
    closedir(folder);
}

/* Empties a folder of the first level and removes it. */
static void remove_folder(removal *r, int at, const char *name)
{
    const int descriptor = open_folder(at, name);
    if (descriptor < 0) {
        note(r, errno);
        return;
    }
    empty(r, descriptor, move_up);
    if (unlinkat(at, name, AT_REMOVEDIR) != 0) note(r, errno);
}

/* Removes all that is in the top folder, again and again while folders are moved into it. */
static int empty_top(int top)
{
    struct stat s;
    removal r = {.top = top, .progresses = true};
    if (fstat(top, &s) != 0) return errno;
    r.device = s.st_dev;
    while (r.progresses) {
        r.progresses = false;
        r.error = 0;
        const int again = openat(top, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (again < 0) return errno;
        empty(&r, again, remove_folder);
    }
    return r.error;
}

int folder_remove(const char *path)
{
    if (unlinkat(AT_FDCWD, path, 0) == 0) return 0;
    if (errno != EISDIR && errno != EPERM) return errno == ENOENT ? 0 : errno;
    if (unlinkat(AT_FDCWD, path, AT_REMOVEDIR) == 0) return 0;
    const int top = open_folder(AT_FDCWD, path);
    if (top < 0) return errno;
    const int error = empty_top(top);
    close(top);
    if (unlinkat(AT_FDCWD, path, AT_REMOVEDIR) == 0) return 0;
    return error != 0 ? error : errno;
}
