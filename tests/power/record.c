/* SPDX-License-Identifier: MIT
 *
 * A library for LD_PRELOAD that notes what a program does to the files of the folder $POWER_FOLDER,
 * an absolute path without links, in the file $POWER_TRACE. SQLite's shared memory is left out: it
 * does not outlive the power. */
#define _GNU_SOURCE /* syscall, off64_t */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "trace.h"

enum { PATH = 4096 };

/* One record in one write, so that threads and forks do not mix theirs. */
static void note(trace_kind kind, uint64_t file, uint64_t at, const char *name, const char *other,
                 const void *bytes, uint64_t n)
{
    const char *path = getenv("POWER_TRACE");
    trace_head head;
    memset(&head, 0, sizeof head);
    head.kind = kind, head.file = file, head.at = at, head.n = n;
    if (name != NULL) snprintf(head.name, sizeof head.name, "%s", name);
    if (other != NULL) snprintf(head.other, sizeof head.other, "%s", other);
    const struct iovec parts[] = {{&head, sizeof head}, {(void *)(uintptr_t)bytes, n}};
    const long fd = path == NULL ? -1 : syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND);
    if (fd < 0 || syscall(SYS_writev, fd, parts, 2) != (long)(sizeof head + n)) abort();
    syscall(SYS_close, fd);
}

/* The name within the folder; null: the path leads elsewhere, or to the shared memory. */
static const char *inside(const char *path)
{
    static _Thread_local char whole[2 * PATH];
    char here[PATH];
    const char *folder = getenv("POWER_FOLDER");
    if (path == NULL || folder == NULL) return NULL;
    if (path[0] == '/')
        snprintf(whole, sizeof whole, "%s", path);
    else if (getcwd(here, sizeof here) != NULL)
        snprintf(whole, sizeof whole, "%s/%s", here, path);
    char *slash = strrchr(whole, '/');
    *slash = '\0';
    const bool is = strcmp(whole, folder) == 0 && strstr(slash + 1, "-shm") == NULL;
    return is ? slash + 1 : NULL;
}

/* A descriptor of a file in the folder, or of the folder itself. */
static bool is_ours(int fd, struct stat *info)
{
    char link[64], path[PATH];
    const char *folder = getenv("POWER_FOLDER");
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t n = readlink(link, path, sizeof path - 1);
    if (folder == NULL || n <= 0 || fstat(fd, info) != 0) return false;
    path[n] = '\0';
    return S_ISDIR(info->st_mode) ? strcmp(path, folder) == 0 : inside(path) != NULL;
}

/* ---- files ---------------------------------------------------------------------------------- */

static int note_open(const char *path, int flags, mode_t mode)
{
    struct stat info;
    const char *name = inside(path);
    const bool fresh = name != NULL && (flags & O_CREAT) != 0 && lstat(path, &info) != 0;
    const int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    const int error = errno;
    if (fd >= 0 && name != NULL && fstat(fd, &info) == 0) {
        if (fresh) note(TRACE_CREATE, info.st_ino, 0, name, NULL, NULL, 0);
        if (!fresh && (flags & O_TRUNC) != 0)
            note(TRACE_TRUNCATE, info.st_ino, 0, NULL, NULL, NULL, 0);
    }
    errno = error;
    return fd;
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list more;                                                                              \
        va_start(more, flags);                                                                     \
        const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;       \
        va_end(more);                                                                              \
        return note_open(path, flags, mode);                                                       \
    }
OPEN(open)
OPEN(open64)

static void note_write(int fd, const void *bytes, ssize_t n, off_t at)
{
    struct stat info;
    const int error = errno;
    if (n > 0 && is_ours(fd, &info))
        note(TRACE_WRITE, info.st_ino, (uint64_t)at, NULL, NULL, bytes, (uint64_t)n);
    errno = error;
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    const off_t at = lseek(fd, 0, SEEK_CUR);
    const ssize_t written = syscall(SYS_write, fd, bytes, n);
    note_write(fd, bytes, written, at);
    return written;
}

#define PWRITE(name, offset)                                                                       \
    ssize_t name(int fd, const void *bytes, size_t n, offset at)                                   \
    {                                                                                              \
        const ssize_t written = syscall(SYS_pwrite64, fd, bytes, n, at);                           \
        note_write(fd, bytes, written, at);                                                        \
        return written;                                                                            \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define TRUNCATE(name, offset)                                                                     \
    int name(int fd, offset length)                                                                \
    {                                                                                              \
        struct stat info;                                                                          \
        const int status = (int)syscall(SYS_ftruncate, fd, length);                                \
        const int error = errno;                                                                   \
        if (status == 0 && is_ours(fd, &info))                                                     \
            note(TRACE_TRUNCATE, info.st_ino, (uint64_t)length, NULL, NULL, NULL, 0);              \
        errno = error;                                                                             \
        return status;                                                                             \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

/* What the disk does on a sync is not asked: it is noted that it was done. */
#define SYNC(name)                                                                                 \
    int name(int fd)                                                                               \
    {                                                                                              \
        struct stat info;                                                                          \
        if (is_ours(fd, &info))                                                                    \
            note(S_ISDIR(info.st_mode) ? TRACE_SYNC_FOLDER : TRACE_SYNC, info.st_ino, 0, NULL,     \
                 NULL, NULL, 0);                                                                   \
        return 0;                                                                                  \
    }
SYNC(fsync)
SYNC(fdatasync)

/* ---- names ---------------------------------------------------------------------------------- */

int rename(const char *from, const char *to)
{
    char name[TRACE_NAME] = "";
    const char *in = inside(from);
    if (in != NULL) snprintf(name, sizeof name, "%s", in);
    const char *other = inside(to);
    const int status = (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
    if (status == 0 && in != NULL && other != NULL) /* nothing comes or goes by a rename */
        note(TRACE_RENAME, 0, 0, name, other, NULL, 0);
    return status;
}

int unlink(const char *path)
{
    const char *name = inside(path);
    const int status = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    const int error = errno;
    if (status == 0 && name != NULL) note(TRACE_REMOVE, 0, 0, name, NULL, NULL, 0);
    errno = error;
    return status;
}
