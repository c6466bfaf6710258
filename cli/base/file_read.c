/* SPDX-License-Identifier: MIT
 *
 * Reading whole files, which may be other people's; see base/file.h. A file is opened without
 * waiting and looked at before anything is read, so that neither a pipe nor a device is taken for a
 * file, and no file is longer than its reader expects. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"

enum { CHUNK = 1 << 16 };

static const double PATIENCE = 2,
                    PAUSE = 0.01; /* seconds to wait for a process that writes to the pipe */

/* Returns 0 if the open file may be read, or the reason why not. */
static int check_kind(int fd, size_t most, bool pipes)
{
    struct stat s;
    if (fstat(fd, &s) != 0) return errno;
    if (S_ISREG(s.st_mode)) return s.st_size > 0 && (size_t)s.st_size > most ? FILE_TOO_LONG : 0;
    if (S_ISDIR(s.st_mode)) return EISDIR;
    if (!pipes || !(S_ISFIFO(s.st_mode) || S_ISCHR(s.st_mode))) return FILE_NOT_REGULAR;
    /* From here on the writing process may take as long as it needs. */
    const int flags = fcntl(fd, F_GETFL);
    return flags < 0 || fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) != 0 ? errno : 0;
}

static ssize_t read_some(int fd, char *bytes, size_t size)
{
    ssize_t n;
    do n = read(fd, bytes, size);
    while (n < 0 && errno == EINTR);
    return n;
}

/* Reads the first bytes. A pipe without a writer looks as if it had ended, although a writer may
 * come. */
static ssize_t read_first(int fd, char *bytes, size_t size)
{
    struct stat s;
    const double end = clock_now() + PATIENCE;
    ssize_t n = read_some(fd, bytes, size);
    if (n != 0 || fstat(fd, &s) != 0 || !S_ISFIFO(s.st_mode)) return n;
    while (n == 0 && clock_now() < end) {
        clock_sleep(PAUSE);
        n = read_some(fd, bytes, size);
    }
    if (n == 0) errno = EPIPE;
    return n == 0 ? -1 : n;
}

static int read_all(int fd, size_t most, buffer *content)
{
    char chunk[CHUNK];
    ssize_t n = read_first(fd, chunk, sizeof chunk);
    if (n < 0 && errno == EPIPE) return FILE_NO_WRITER;
    for (; n > 0; n = read_some(fd, chunk, sizeof chunk)) {
        if ((size_t)n > most - content->n) return FILE_TOO_LONG;
        buffer_add(content, chunk, (size_t)n);
    }
    return n < 0 ? errno : 0;
}

int file_read_most(const char *path, size_t most, bool pipes, buffer *content)
{
    *content = (buffer){.text = NULL};
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) return errno;
    int error = check_kind(fd, most, pipes);
    if (error == 0) error = read_all(fd, most, content);
    close(fd);
    if (error != 0) buffer_free(content);
    return error;
}

int file_read(const char *path, buffer *content)
{
    return file_read_most(path, FILE_MOST_BYTES, false, content);
}

const char *file_reason(int error, size_t most, char text[FILE_REASON_SIZE])
{
    if (error == FILE_TOO_LONG && most >= 1000 * 1000)
        snprintf(text, FILE_REASON_SIZE, "it is longer than %zu MB, the most that is read",
                 most / (1000 * 1000));
    else if (error == FILE_TOO_LONG)
        snprintf(text, FILE_REASON_SIZE, "it is longer than %zu bytes, the most that is read",
                 most);
    else if (error == FILE_NO_WRITER)
        snprintf(text, FILE_REASON_SIZE, "nobody writes to this pipe");
    else if (error == FILE_NOT_REGULAR)
        snprintf(text, FILE_REASON_SIZE, "it is a pipe, a device or a socket, not a file");
    else
        return strerror(error);
    return text;
}
