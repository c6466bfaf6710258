/* SPDX-License-Identifier: MIT
 *
 * The pipes of a child. Of its output the end is kept, where the value is, and of its errors the
 * beginning, where the cause is. No pipe blocks. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "process/children.h"

enum { FIRST_SIZE = 4096, FULL_SIZE = 2 * PROCESS_OUTPUT_KEPT, ONE_READ = 65536 };

static void close_pipe(int *descriptor)
{
    if (*descriptor >= 0) close(*descriptor);
    *descriptor = -1;
}

void child_close_pipes(process *p)
{
    close_pipe(&p->in);
    close_pipe(&p->out);
    close_pipe(&p->err);
}

void child_clear(process *p)
{
    p->taken = p->n = p->n_errors = p->n_last = p->written = p->input.n = 0;
    p->cut = p->shut = false;
    p->errors[0] = p->last[0] = '\0';
    if (p->size > 0) p->text[0] = '\0';
}

/* Moves the output that is kept to the front of the buffer. */
static void compact(process *p)
{
    if (p->n - p->taken > PROCESS_OUTPUT_KEPT) {
        p->cut = true;
        p->taken = p->n - PROCESS_OUTPUT_KEPT;
    }
    memmove(p->text, p->text + p->taken, p->n - p->taken);
    p->n -= p->taken;
    p->taken = 0;
    p->text[p->n] = '\0';
}

/* Makes room for some output and its closing zero, and returns how many bytes fit. */
static size_t make_room(process *p)
{
    const bool full = p->n + 1 >= p->size;
    if (full && p->size < FULL_SIZE) {
        p->size = p->size == 0 ? FIRST_SIZE : FULL_SIZE;
        p->text = memory_resize(p->text, p->size, 1);
    } else if (full)
        compact(p);
    return p->size - p->n - 1;
}

/* Whether a read has found the end of the pipe, or an error that lasts. */
static bool is_over(ssize_t n)
{
    return n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
}

void child_read_output(process *p, int limit)
{
    for (int i = 0; i < limit && p->out >= 0; i++) {
        const size_t room = make_room(p);
        const ssize_t n = read(p->out, p->text + p->n, room);
        if (n < 0 && errno == EINTR) continue;
        if (is_over(n)) close_pipe(&p->out);
        if (n <= 0) return;
        p->n += (size_t)n;
        p->text[p->n] = '\0';
        p->heard = true;
        if ((size_t)n < room) return; /* the pipe is empty now */
    }
}

/* Keeps the last bytes of errors that do not fit behind the first. */
static void keep_last(process *p, const char *bytes, size_t n)
{
    const size_t more = n < PROCESS_ERRORS_LAST ? n : PROCESS_ERRORS_LAST;
    const size_t room = PROCESS_ERRORS_LAST - more, old = p->n_last < room ? p->n_last : room;
    memmove(p->last, p->last + p->n_last - old, old);
    memcpy(p->last + old, bytes + n - more, more);
    p->n_last = old + more;
    p->last[p->n_last] = '\0';
}

void child_read_errors(process *p, int limit)
{
    char rest[ONE_READ];
    for (int i = 0; i < limit && p->err >= 0; i++) {
        const size_t room = PROCESS_ERRORS_KEPT - p->n_errors;
        const bool kept = room > 0;
        const ssize_t n =
            kept ? read(p->err, p->errors + p->n_errors, room) : read(p->err, rest, sizeof rest);
        if (n < 0 && errno == EINTR) continue;
        if (is_over(n)) close_pipe(&p->err);
        if (n <= 0) return;
        if (kept) p->n_errors += (size_t)n;
        if (!kept) keep_last(p, rest, (size_t)n);
        p->errors[p->n_errors] = '\0';
        if ((size_t)n < (kept ? room : sizeof rest)) return;
    }
}

/* Writes without the effects of SIGPIPE, which a write to a pipe without a reader raises: the
 * signal may end this program only where its own output is concerned. So it is blocked, and taken
 * away if it came. */
static ssize_t write_quietly(int descriptor, const void *bytes, size_t n)
{
    const struct timespec no_time = {0, 0};
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    const ssize_t written = write(descriptor, bytes, n);
    const int error = errno;
    if (written < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE))
        while (sigtimedwait(&pipe_signal, NULL, &no_time) < 0 && errno == EINTR) {
        }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

bool child_has_input(const process *p)
{
    return p->in >= 0 && p->written < p->input.n;
}

bool child_write_input(process *p)
{
    while (child_has_input(p)) {
        const ssize_t n = write_quietly(p->in, p->input.text + p->written, p->input.n - p->written);
        if (n >= 0) {
            p->written += (size_t)n;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return true;
        } else if (errno != EINTR) {
            close_pipe(&p->in);
        }
    }
    p->written = p->input.n = 0;
    const bool open = p->in >= 0;
    if (p->shut) close_pipe(&p->in);
    return open;
}

/* ---- for everybody -------------------------------------------------------------------------- */

const char *process_output(const process *p, size_t *n)
{
    *n = p->n - p->taken;
    return p->size == 0 ? "" : p->text + p->taken;
}

void process_take(process *p, size_t n)
{
    p->taken += n;
}

bool process_output_cut(const process *p)
{
    return p->cut || p->n - p->taken > PROCESS_OUTPUT_KEPT;
}

bool process_write(process *p, const void *bytes, size_t n)
{
    if (p->in < 0 || p->shut) return false;
    buffer_add(&p->input, bytes, n);
    return child_write_input(p);
}

void process_shut_input(process *p)
{
    p->shut = true;
    child_write_input(p);
}

double process_seconds(const process *p)
{
    return (p->ended ? p->finish : clock_now()) - p->begin;
}
