/* SPDX-License-Identifier: MIT
 *
 * Locking a folder; see store/lock.h. */
#define _GNU_SOURCE /* F_OFD_SETLK */
#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

const char lock_name[] = "run.lock";

static const char DATABASE[] = "run.db";

/* The byte of run.db that is locked: behind those of SQLite, which end 512 bytes after the first
 * gigabyte. */
enum { BYTE = 0x40000000 + 4096 };

static const double PATIENCE = 1,
                    PAUSE = 0.02; /* seconds to wait for the lock, and between two tries */

/* A lock of the whole file, or of one byte. */
static struct flock lock_of(off_t start, off_t n)
{
    struct flock l;
    memset(&l, 0, sizeof l);
    l.l_type = F_WRLCK;
    l.l_whence = SEEK_SET;
    l.l_start = start;
    l.l_len = n;
    return l;
}

/* Each of the two locks, and how it is taken and looked at. */
typedef struct lock_way {
    const char *name;
    off_t start, n;
    int set, get;
} lock_way;

#ifdef F_OFD_SETLK
enum { SET_DATABASE = F_OFD_SETLK, GET_DATABASE = F_OFD_GETLK };
#else
enum { SET_DATABASE = -1, GET_DATABASE = -1 }; /* EINVAL */
#endif

static const lock_way FILE_WAY = {lock_name, 0, 0, F_SETLK, F_GETLK},
                      DATABASE_WAY = {DATABASE, BYTE, 1, SET_DATABASE, GET_DATABASE};

static int open_file(const char *folder, const char *name, int flags)
{
    char *path = file_path(folder, name);
    const int fd = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    const int error = errno;
    free(path);
    errno = error;
    return fd;
}

/* The process that holds a lock; -1: it is not known; 0: none. */
static long holder(int fd, const lock_way *way)
{
    struct flock held = lock_of(way->start, way->n);
    if (fcntl(fd, way->get, &held) != 0 || held.l_type == F_UNLCK) return 0;
    return held.l_pid > 0 ? (long)held.l_pid : -1;
}

static int refuse_second(const char *folder, long process)
{
    char who[64] = "another nes";
    if (process > 0) snprintf(who, sizeof who, "another nes (process %ld)", process);
    return text_error(EXIT_FILES,
                      "%s is at work in %s; try again when it is done, or end a run there with "
                      "`nes ctl %s stop`",
                      who, folder, folder);
}

/* Others may hold the lock for a moment only, as `nes ask` and `nes tell` do. Returns 0 or errno.
 */
static int wait_for_lock(int fd, const lock_way *way)
{
    const double end = clock_now() + PATIENCE;
    for (;;) {
        struct flock wanted = lock_of(way->start, way->n);
        if (fcntl(fd, way->set, &wanted) == 0) return 0;
        const int error = errno;
        if ((error != EACCES && error != EAGAIN) || clock_now() >= end) return error;
        clock_sleep(PAUSE);
    }
}

/* File systems without locks are trusted to have one user. */
static bool is_without_locks(int error, const lock_way *way)
{
    return error == ENOLCK || (way == &DATABASE_WAY && error == EINVAL);
}

/* Locks an open file. Returns 0, or the exit status with the error printed. */
static int take(int fd, const lock_way *way, const char *folder)
{
    const int error = wait_for_lock(fd, way);
    if (error == 0 || is_without_locks(error, way)) return 0;
    if (error == EACCES || error == EAGAIN) return refuse_second(folder, holder(fd, way));
    return text_error(EXIT_FILES, "%s cannot be locked: %s", folder, strerror(error));
}

/* A fork shares open file descriptions, and with them the lock, unless it closes its descriptor. A
 * process writes to one folder at a time. */
static int locked = -1;

static void close_in_child(void)
{
    if (locked >= 0) close(locked);
    locked = -1;
}

static void watch_forks(void)
{
    if (pthread_atfork(NULL, NULL, close_in_child) != 0) memory_ran_out();
}

static void keep_from_children(int fd)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    locked = fd;
}

int lock_take_database(folder_lock *l, const char *folder)
{
    if (l->database >= 0) close(l->database);
    l->database = open_file(folder, DATABASE, O_RDWR);
    if (l->database < 0) return 0; /* there is none, or who opens it for writing hears of it */
    const int status = take(l->database, &DATABASE_WAY, folder);
    if (status == 0)
        keep_from_children(l->database);
    else
        lock_release(l);
    return status;
}

int lock_take(folder_lock *l, const char *folder)
{
    *l = LOCK_NONE;
    l->file = open_file(folder, lock_name, O_RDWR | O_CREAT);
    if (l->file < 0)
        return text_error(EXIT_FILES, "%s cannot be written: %s", folder, strerror(errno));
    const int status = take(l->file, &FILE_WAY, folder);
    if (status == 0) return lock_take_database(l, folder);
    lock_release(l);
    return status;
}

void lock_look(folder_lock *l, const char *folder)
{
    *l = (folder_lock){-1, open_file(folder, DATABASE, O_RDONLY)};
}

void lock_release(folder_lock *l)
{
    if (l->database >= 0 && l->database == locked) locked = -1;
    if (l->database >= 0) close(l->database);
    if (l->file >= 0) close(l->file);
    *l = LOCK_NONE;
}

long lock_owner(const folder_lock *l, const char *folder)
{
    const int fd = open_file(folder, lock_name, O_RDONLY);
    const long process = fd < 0 ? 0 : holder(fd, &FILE_WAY);
    if (fd >= 0) close(fd);
    return process == 0 && l->database >= 0 ? holder(l->database, &DATABASE_WAY) : process;
}
