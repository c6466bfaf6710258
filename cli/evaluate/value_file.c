/* SPDX-License-Identifier: MIT
 *
 * See evaluate/value_file.h. */
#include "evaluate/value_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "process/process.h"

/* Seconds that are longer than a tick of the clock of any file system that is written to now. */
static const double TICK = 0.02;

static double age(const struct stat *s)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)(now.tv_sec - s->st_ctim.tv_sec) +
           1e-9 * (double)(now.tv_nsec - s->st_ctim.tv_nsec);
}

/* A file that was changed a moment ago would have the same time if it were changed again now. So
 * that moment is waited for. */
void value_file_open(value_file *v, char *path)
{
    *v = (value_file){.path = path};
    v->there = stat(path, &v->before) == 0;
    const double old = v->there ? age(&v->before) : TICK;
    if (old >= 0 && old < TICK) clock_sleep(TICK - old);
}

void value_file_close(value_file *v)
{
    free(v->path);
    *v = (value_file){.path = NULL};
}

static bool is_same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

/* Whether the file is the one that was there before, and has not been written to. */
static bool is_old(const value_file *v, const struct stat *s)
{
    const struct stat *b = &v->before;
    return v->there && s->st_dev == b->st_dev && s->st_ino == b->st_ino &&
           s->st_size == b->st_size && is_same_time(&s->st_mtim, &b->st_mtim) &&
           is_same_time(&s->st_ctim, &b->st_ctim);
}

/* Reads up to n bytes of a file. Returns how many there were, or -1. */
static ssize_t read_part(int descriptor, char *text, size_t n, off_t from)
{
    size_t found = 0;
    while (found < n) {
        const ssize_t more = pread(descriptor, text + found, n - found, from + (off_t)found);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) return -1;
        if (more == 0) break;
        found += (size_t)more;
    }
    return (ssize_t)found;
}

/* Reads an open file. What is not a plain file could keep this program waiting, and is refused. */
static int read_open(const value_file *v, int descriptor, char **text, size_t *n)
{
    struct stat s;
    if (fstat(descriptor, &s) != 0) return errno;
    if (!S_ISREG(s.st_mode)) return EINVAL;
    if (is_old(v, &s)) return ESTALE;
    const off_t kept = PROCESS_OUTPUT_KEPT, from = s.st_size > kept ? s.st_size - kept : 0;
    *text = memory_zeros(PROCESS_OUTPUT_KEPT + 1, 1);
    const ssize_t found = read_part(descriptor, *text, PROCESS_OUTPUT_KEPT, from);
    *n = found < 0 ? 0 : (size_t)found;
    return found < 0 ? errno : 0;
}

int value_file_read(const value_file *v, char **text, size_t *n)
{
    *text = NULL;
    const int descriptor = open(v->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return errno;
    const int error = read_open(v, descriptor, text, n);
    close(descriptor);
    if (error == 0) return 0;
    free(*text);
    *text = NULL;
    return error;
}
