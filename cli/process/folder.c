/* SPDX-License-Identifier: MIT
 *
 * Making and removing folders; see process/folder.h. All steps down are made from an open folder
 * and refuse symbolic links, so that a link put there meanwhile leads nowhere. */
#include "process/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
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

static int remove_at(int at, const char *name);

/* Removes what is in a folder, whose descriptor is closed here. */
static int empty(int descriptor)
{
    DIR *folder = fdopendir(descriptor);
    int error = 0;
    if (folder == NULL) {
        error = errno;
        close(descriptor);
        return error;
    }
    for (const struct dirent *d = readdir(folder); d != NULL; d = readdir(folder)) {
        if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0) continue;
        const int status = remove_at(dirfd(folder), d->d_name);
        if (error == 0) error = status;
    }
    closedir(folder);
    return error;
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

static int remove_at(int at, const char *name)
{
    if (unlinkat(at, name, 0) == 0) return 0;
    if (errno != EISDIR && errno != EPERM) return errno == ENOENT ? 0 : errno;
    if (unlinkat(at, name, AT_REMOVEDIR) == 0) return 0;
    const int descriptor = open_folder(at, name);
    if (descriptor < 0) return errno;
    const int error = empty(descriptor);
    if (unlinkat(at, name, AT_REMOVEDIR) == 0) return 0;
    return error != 0 ? error : errno;
}

int folder_remove(const char *path)
{
    return remove_at(AT_FDCWD, path);
}
