/* SPDX-License-Identifier: MIT
 *
 * Replacing whole files, and folders; see base/file.h. The order write, fsync, rename, fsync of the
 * folder is what makes a replacement survive a power cut. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/order.h"

enum { NAMES_MOST = 1000 * 1000 };

char *file_path(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = memory_zeros(size, 1);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

char *file_absolute(const char *path)
{
    if (path == NULL || path[0] == '/') return memory_text(path);
    char *here = getcwd(NULL, 0), *whole = here == NULL ? NULL : file_path(here, path);
    free(here);
    return whole != NULL ? whole : memory_text(path);
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

/* Makes the names in an open folder durable. */
static int sync_names(int folder)
{
    /* EINVAL: this file system cannot sync folders, and nothing more can be done. */
    return fsync(folder) != 0 && errno != EINVAL ? errno : 0;
}

int file_sync_folder(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return errno;
    const int error = sync_names(fd);
    close(fd);
    return error;
}

/* Writes the bytes to a new file and closes it. On an error the file is removed again. Returns 0 or
 * errno. */
static int fill(int fd, const file_place *at, const void *bytes, size_t n, bool durable)
{
    int error = write_all(fd, bytes, n);
    if (error == 0 && durable && fsync(fd) != 0) error = errno;
    if (close(fd) != 0 && error == 0) error = errno;
    if (error != 0) unlinkat(at->folder, at->name, 0);
    return error;
}

/* O_EXCL refuses a name that exists, even that of a link that leads nowhere. */
static int open_new(const file_place *at, unsigned mode)
{
    return openat(at->folder, at->name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                  (mode_t)mode);
}

int file_open_beside(const char *path, char **name)
{
    enum { TRIES = 1000 };
    static atomic_ulong count; /* each thread tries names of its own */
    const char *slash = strrchr(path, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash + 1 - path), size = folder + 64;
    int fd = -1;
    *name = memory_zeros(size, 1);
    errno = EEXIST;
    for (int i = 0; i < TRIES && fd < 0 && errno == EEXIST; i++) {
        snprintf(*name, size, "%.*s.nes-%ld-%lu.part", (int)folder, path, (long)getpid(),
                 atomic_fetch_add(&count, 1));
        fd = open_new(&(file_place){AT_FDCWD, *name}, 0666);
    }
    if (fd >= 0) return fd;
    const int error = errno;
    free(*name);
    *name = NULL;
    errno = error;
    return -1;
}

int file_draft(const char *path, const void *bytes, size_t n, char **name)
{
    const int fd = file_open_beside(path, name);
    if (fd < 0) return errno;
    const int error = fill(fd, &(file_place){AT_FDCWD, *name}, bytes, n, false);
    if (error == 0) return 0;
    free(*name);
    *name = NULL;
    return error;
}

int file_replace(const char *path, const void *bytes, size_t n)
{
    char *draft;
    int error = file_draft(path, bytes, n, &draft);
    if (error == 0 && rename(draft, path) != 0) {
        error = errno;
        unlink(draft);
    }
    free(draft);
    return error;
}

int file_replace_at(const file_place *to, const file_place *by_way_of, const void *bytes, size_t n,
                    bool durable)
{
    if (unlinkat(by_way_of->folder, by_way_of->name, 0) != 0 && errno != ENOENT) return errno;
    const int fd = open_new(by_way_of, 0666);
    if (fd < 0) return errno;
    int error = fill(fd, by_way_of, bytes, n, durable);
    if (error != 0) return error;
    if (renameat(by_way_of->folder, by_way_of->name, to->folder, to->name) != 0) {
        error = errno;
        unlinkat(by_way_of->folder, by_way_of->name, 0);
    }
    return error != 0 || !durable ? error : sync_names(to->folder);
}

int file_create(const char *path, unsigned mode, const void *bytes, size_t n)
{
    const file_place at = {AT_FDCWD, path};
    const int fd = open_new(&at, mode);
    return fd < 0 ? errno : fill(fd, &at, bytes, n, false);
}

int file_make_folders(const char *path)
{
    char *copy = memory_text(path);
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
        if (*n == NAMES_MOST) {
            error = EFBIG;
            break;
        }
        *names = memory_resize(*names, *n + 1, sizeof **names);
        (*names)[(*n)++] = memory_text(e->d_name);
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
    if (n > 0) qsort(names, n, sizeof *names, order_texts);
    for (size_t i = 0; i < n; i++) {
        if (status == 0) status = visit(folder, names[i], data);
        free(names[i]);
    }
    free(names);
    if (error != 0) errno = error;
    return status;
}

/* The checksum is FNV-1a. */
uint64_t file_checksum(const void *bytes, size_t n)
{
    const unsigned char *b = bytes;
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++) h = (h ^ b[i]) * UINT64_C(0x100000001b3);
    return h;
}

bool file_here_is_gone(void)
{
    struct stat s;
    return stat(".", &s) != 0 ? errno == ENOENT || errno == ESTALE : s.st_nlink == 0;
}
