/* SPDX-License-Identifier: MIT
 *
 * Replacing whole files, and folders; see base/file.h. The order write, fsync, rename, fsync of the
 * folder is what makes a replacement survive a power cut. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMES_MOST = 1000 * 1000 };

char *file_path(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL) snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static int write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        const ssize_t written = write(fd, bytes, n);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes += written;
        n -= (size_t)written;
    }
    return 0;
}

/* Makes the name of path durable, in the folder that has it. */
static int sync_parent(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL) return file_sync_folder(".");
    char *folder = strdup(path);
    if (folder == NULL) return ENOMEM;
    folder[slash == path ? 1 : slash - path] = '\0';
    const int error = file_sync_folder(folder);
    free(folder);
    return error;
}

int file_sync_folder(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return errno;
    /* EINVAL: this file system cannot sync folders. There is nothing more to be done then. */
    const int error = fsync(fd) != 0 && errno != EINVAL ? errno : 0;
    close(fd);
    return error;
}

int file_replace(const char *path, const char *temporary, const void *bytes, size_t n, bool durable)
{
    const int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return errno;
    int error = write_all(fd, bytes, n);
    if (error == 0 && durable && fsync(fd) != 0) error = errno;
    if (close(fd) != 0 && error == 0) error = errno;
    if (error == 0 && rename(temporary, path) != 0) error = errno;
    if (error != 0) unlink(temporary);
    return error != 0 || !durable ? error : sync_parent(path);
}

int file_create(const char *path, unsigned mode, const void *bytes, size_t n)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (mode_t)mode);
    if (fd < 0) return errno;
    int error = write_all(fd, bytes, n);
    if (close(fd) != 0 && error == 0) error = errno;
    return error;
}

int file_make_folders(const char *path)
{
    char *copy = strdup(path);
    if (copy == NULL) return ENOMEM;
    int error = 0;
    for (char *end = copy; error == 0 && *end != '\0';) {
        end += strspn(end, "/");
        end += strcspn(end, "/");
        const char kept = *end;
        *end = '\0';
        if (mkdir(copy, 0777) != 0 && errno != EEXIST) error = errno;
        *end = kept;
    }
    free(copy);
    return error;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int add_name(char ***names, size_t *n, const char *name)
{
    char **more = realloc(*names, (*n + 1) * sizeof *more);
    if (more != NULL) *names = more;
    char *copy = more == NULL ? NULL : strdup(name);
    if (copy == NULL) return ENOMEM;
    (*names)[(*n)++] = copy;
    return 0;
}

/* The names in a folder, unordered. Returns 0 or errno. */
static int read_names(const char *folder, char ***names, size_t *n)
{
    DIR *d = opendir(folder);
    if (d == NULL) return errno;
    int error = 0;
    while (error == 0) {
        errno = 0;
        const struct dirent *e = readdir(d);
        error = e == NULL ? errno : 0;
        if (e == NULL) break;
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        error = *n == NAMES_MOST ? EFBIG : add_name(names, n, e->d_name);
    }
    closedir(d);
    return error;
}

int file_each(const char *folder, int (*visit)(const char *folder, const char *name, void *data),
              void *data)
{
    char **names = NULL;
    size_t n = 0;
    const int error = read_names(folder, &names, &n);
    int status = error != 0 ? -1 : 0;
    if (n > 0) qsort(names, n, sizeof *names, by_name);
    for (size_t i = 0; i < n; i++) {
        if (status == 0) status = visit(folder, names[i], data);
        free(names[i]);
    }
    free(names);
    if (error != 0) errno = error;
    return status;
}

/* FNV-1a over the bytes. */
uint64_t file_checksum(const void *bytes, size_t n)
{
    const unsigned char *b = bytes;
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++) h = (h ^ b[i]) * UINT64_C(0x100000001b3);
    return h;
}
