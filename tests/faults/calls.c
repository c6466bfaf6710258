/* SPDX-License-Identifier: MIT
 *
 * The calls of libc that faults.c can make fail, under all names by which they are called: those
 * with 64 are the same functions for large files, those with chk and _2 are called by code that is
 * compiled with _FORTIFY_SOURCE.
 */
#define _GNU_SOURCE /* RTLD_NEXT, and the functions that are wrapped */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "faults.h"

/* Functions that headers declare only for fortified code. */
ssize_t __read_chk(int fd, void *to, size_t n, size_t room);
ssize_t __pread_chk(int fd, void *to, size_t n, off_t at, size_t room);
ssize_t __pread64_chk(int fd, void *to, size_t n, off64_t at, size_t room);
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int folder, const char *path, int flags);
int __openat64_2(int folder, const char *path, int flags);
int __poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t room);

/* RESULT NAME(PARAMETERS): asks first, then calls the next function of that name with ARGUMENTS. */
#define WRAP(result, name, parameters, arguments, class, path, descriptor, failed)                 \
    result name parameters                                                                         \
    {                                                                                              \
        static result(*next) parameters;                                                           \
        if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, #name);                               \
        if (fault_strikes(FAULT_##class, #name, path, descriptor)) return failed;                  \
        return next arguments;                                                                     \
    }

/* The same for calls that move n bytes and may move half of them. */
#define WRAP_BYTES(name, parameters, arguments, class)                                             \
    ssize_t name parameters                                                                        \
    {                                                                                              \
        static ssize_t(*next) parameters;                                                          \
        if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, #name);                               \
        if (fault_strikes(FAULT_##class, #name, NULL, fd)) {                                       \
            if (!fault_is_short()) return -1;                                                      \
            n -= n / 2;                                                                            \
        }                                                                                          \
        return next arguments;                                                                     \
    }

/* The same for those that take a mode where they make a file. */
#define WRAP_OPEN(name, parameters, arguments, last)                                               \
    int name parameters                                                                            \
    {                                                                                              \
        static int(*next) parameters;                                                              \
        if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, #name);                               \
        va_list rest;                                                                              \
        va_start(rest, last);                                                                      \
        const unsigned mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, unsigned) : 0;   \
        va_end(rest);                                                                              \
        if (fault_strikes(FAULT_open, #name, path, -1)) return -1;                                 \
        return next arguments;                                                                     \
    }

WRAP_BYTES(write, (int fd, const void *from, size_t n), (fd, from, n), write)
WRAP_BYTES(pwrite, (int fd, const void *from, size_t n, off_t at), (fd, from, n, at), write)
WRAP_BYTES(pwrite64, (int fd, const void *from, size_t n, off64_t at), (fd, from, n, at), write)
WRAP(ssize_t, writev, (int fd, const struct iovec *parts, int n), (fd, parts, n), write, NULL, fd,
     -1)
WRAP_BYTES(read, (int fd, void *to, size_t n), (fd, to, n), read)
WRAP_BYTES(pread, (int fd, void *to, size_t n, off_t at), (fd, to, n, at), read)
WRAP_BYTES(pread64, (int fd, void *to, size_t n, off64_t at), (fd, to, n, at), read)
WRAP_BYTES(__read_chk, (int fd, void *to, size_t n, size_t room), (fd, to, n, room), read)
WRAP_BYTES(__pread_chk, (int fd, void *to, size_t n, off_t at, size_t room), (fd, to, n, at, room),
           read)
WRAP_BYTES(__pread64_chk, (int fd, void *to, size_t n, off64_t at, size_t room),
           (fd, to, n, at, room), read)

WRAP_OPEN(open, (const char *path, int flags, ...), (path, flags, mode), flags)
WRAP_OPEN(open64, (const char *path, int flags, ...), (path, flags, mode), flags)
WRAP_OPEN(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode),
          flags)
WRAP_OPEN(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode),
          flags)
WRAP(int, __open_2, (const char *path, int flags), (path, flags), open, path, -1, -1)
WRAP(int, __open64_2, (const char *path, int flags), (path, flags), open, path, -1, -1)
WRAP(int, __openat_2, (int folder, const char *path, int flags), (folder, path, flags), open, path,
     -1, -1)
WRAP(int, __openat64_2, (int folder, const char *path, int flags), (folder, path, flags), open,
     path, -1, -1)
WRAP(int, creat, (const char *path, mode_t mode), (path, mode), open, path, -1, -1)
WRAP(FILE *, fopen, (const char *path, const char *mode), (path, mode), open, path, -1, NULL)
WRAP(FILE *, fopen64, (const char *path, const char *mode), (path, mode), open, path, -1, NULL)
WRAP(FILE *, fdopen, (int fd, const char *mode), (fd, mode), open, NULL, fd, NULL)
WRAP(DIR *, opendir, (const char *path), (path), open, path, -1, NULL)
WRAP(DIR *, fdopendir, (int fd), (fd), open, NULL, fd, NULL)

WRAP(int, rename, (const char *from, const char *to), (from, to), rename, from, -1, -1)
WRAP(int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to), rename,
     from, -1, -1)
WRAP(int, renameat2, (int a, const char *from, int b, const char *to, unsigned flags),
     (a, from, b, to, flags), rename, from, -1, -1)
WRAP(int, link, (const char *from, const char *to), (from, to), rename, from, -1, -1)
WRAP(int, linkat, (int a, const char *from, int b, const char *to, int flags),
     (a, from, b, to, flags), rename, from, -1, -1)
WRAP(int, fsync, (int fd), (fd), sync, NULL, fd, -1)
WRAP(int, fdatasync, (int fd), (fd), sync, NULL, fd, -1)
WRAP(int, ftruncate, (int fd, off_t size), (fd, size), truncate, NULL, fd, -1)
WRAP(int, ftruncate64, (int fd, off64_t size), (fd, size), truncate, NULL, fd, -1)
WRAP(int, mkdir, (const char *path, mode_t mode), (path, mode), mkdir, path, -1, -1)
WRAP(int, mkdirat, (int at, const char *path, mode_t mode), (at, path, mode), mkdir, path, -1, -1)
WRAP(char *, mkdtemp, (char *path), (path), mkdir, path, -1, NULL)
WRAP(int, unlink, (const char *path), (path), unlink, path, -1, -1)
WRAP(int, unlinkat, (int at, const char *path, int flags), (at, path, flags), unlink, path, -1, -1)
WRAP(int, rmdir, (const char *path), (path), unlink, path, -1, -1)
WRAP(int, remove, (const char *path), (path), unlink, path, -1, -1)

WRAP(pid_t, fork, (void), (), fork, NULL, -1, -1)
WRAP(int, posix_spawn,
     (pid_t * pid, const char *path, const posix_spawn_file_actions_t *actions,
      const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment),
     (pid, path, actions, attributes, arguments, environment), fork, path, -1, errno)
WRAP(int, posix_spawnp,
     (pid_t * pid, const char *path, const posix_spawn_file_actions_t *actions,
      const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment),
     (pid, path, actions, attributes, arguments, environment), fork, path, -1, errno)
WRAP(int, pthread_create,
     (pthread_t * thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument),
     (thread, attributes, start, argument), thread, NULL, -1, errno)
WRAP(int, pipe, (int ends[2]), (ends), pipe, NULL, -1, -1)
WRAP(int, pipe2, (int ends[2], int flags), (ends, flags), pipe, NULL, -1, -1)
WRAP(int, poll, (struct pollfd * fds, nfds_t n, int timeout), (fds, n, timeout), poll, NULL, -1, -1)
WRAP(int, __poll_chk, (struct pollfd * fds, nfds_t n, int timeout, size_t room),
     (fds, n, timeout, room), poll, NULL, -1, -1)
WRAP(pid_t, waitpid, (pid_t pid, int *status, int options), (pid, status, options), wait, NULL, -1,
     -1)
WRAP(int, waitid, (idtype_t type, id_t id, siginfo_t *info, int options), (type, id, info, options),
     wait, NULL, -1, -1)
WRAP(int, dup, (int fd), (fd), dup, NULL, fd, -1)
WRAP(int, dup2, (int fd, int to), (fd, to), dup, NULL, fd, -1)
WRAP(void *, mmap, (void *at, size_t n, int protection, int flags, int fd, off_t from),
     (at, n, protection, flags, fd, from), mmap, NULL, fd, MAP_FAILED)
WRAP(void *, mmap64, (void *at, size_t n, int protection, int flags, int fd, off64_t from),
     (at, n, protection, flags, fd, from), mmap, NULL, fd, MAP_FAILED)
WRAP(int, flock, (int fd, int operation), (fd, operation), lock, NULL, fd, -1)
WRAP(int, stat, (const char *path, struct stat *to), (path, to), stat, path, -1, -1)
WRAP(int, lstat, (const char *path, struct stat *to), (path, to), stat, path, -1, -1)
WRAP(int, fstat, (int fd, struct stat *to), (fd, to), stat, NULL, fd, -1)
WRAP(int, stat64, (const char *path, struct stat64 *to), (path, to), stat, path, -1, -1)
WRAP(int, lstat64, (const char *path, struct stat64 *to), (path, to), stat, path, -1, -1)
WRAP(int, fstat64, (int fd, struct stat64 *to), (fd, to), stat, NULL, fd, -1)
WRAP(int, fstatat, (int at, const char *path, struct stat *to, int flags), (at, path, to, flags),
     stat, path, -1, -1)

/* A descriptor is gone also where close() fails. One that is not open does not count: forks close
 * all that there may be. */
int close(int fd)
{
    static int (*next)(int);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "close");
    const bool fails = fcntl(fd, F_GETFD) >= 0 && fault_strikes(FAULT_close, "close", NULL, fd);
    const int error = errno, status = next(fd);
    if (!fails) return status;
    errno = error;
    return -1;
}

/* ---- streams: what waits is lost ------------------------------------------------------------- */

enum { ERROR_SEEN = 0x20 }; /* ferror() of libc looks at this */

/* libc itself writes the rest after half a write. */
static bool loses_text(const char *function, FILE *stream)
{
    if (__fpending(stream) == 0 || fault_is_harmless() ||
        !fault_strikes(FAULT_write, function, NULL, fileno_unlocked(stream)))
        return false;
    __fpurge(stream);
    stream->_flags |= ERROR_SEEN;
    return true;
}

int fflush(FILE *stream)
{
    static int (*next)(FILE *);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "fflush");
    return stream != NULL && loses_text("fflush", stream) ? EOF : next(stream);
}

int fclose(FILE *stream)
{
    static int (*next)(FILE *);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "fclose");
    const bool fails = loses_text("fclose", stream);
    const int error = errno, status = next(stream);
    if (!fails) return status;
    errno = error;
    return EOF;
}

/* ---- locks, among the many uses of fcntl() --------------------------------------------------- */

static bool lock_fails(const char *function, int fd, int command)
{
    return (command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK) &&
           fault_strikes(FAULT_lock, function, NULL, fd);
}

/* All that callers pass is an integer or a pointer; either survives as a pointer. */
#define WRAP_FCNTL(name)                                                                           \
    int name(int fd, int command, ...)                                                             \
    {                                                                                              \
        static int (*next)(int, int, ...);                                                         \
        if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, #name);                               \
        va_list rest;                                                                              \
        va_start(rest, command);                                                                   \
        void *argument = va_arg(rest, void *);                                                     \
        va_end(rest);                                                                              \
        return lock_fails(#name, fd, command) ? -1 : next(fd, command, argument);                  \
    }

WRAP_FCNTL(fcntl)
WRAP_FCNTL(fcntl64)
