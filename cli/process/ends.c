/* SPDX-License-Identifier: MIT
 *
 * The signal handler writes a byte to a pipe, so that poll() wakes, also where another thread got
 * the signal. See process/ends.h. */
#define _GNU_SOURCE /* pipe2 */
#include "process/ends.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t ends;
static int ends_pipe[2] = {-1, -1};
static unsigned watchers;
static struct sigaction before;

static void on_end(int number)
{
    (void)number;
    const int saved = errno;
    ends = (sig_atomic_t)(((unsigned)ends + 1) & 0x3fffffff);
    const ssize_t written = write(ends_pipe[1], "", 1);
    (void)written; /* a full pipe wakes as well */
    errno = saved;
}

int ends_watch(void)
{
    if (watchers == 0) {
        if (pipe2(ends_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return errno;
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = on_end;
        action.sa_flags = SA_RESTART | SA_NOCLDSTOP;
        sigemptyset(&action.sa_mask);
        sigaction(SIGCHLD, &action, &before);
    }
    watchers++;
    return 0;
}

void ends_unwatch(void)
{
    if (--watchers > 0) return;
    sigaction(SIGCHLD, &before, NULL);
    close(ends_pipe[0]);
    close(ends_pipe[1]);
    ends_pipe[0] = ends_pipe[1] = -1;
}

int ends_descriptor(void)
{
    return ends_pipe[0];
}

/* Empties the pipe first: a signal that comes in between is counted, or wakes the next poll. */
unsigned ends_so_far(void)
{
    char bytes[64];
    while (read(ends_pipe[0], bytes, sizeof bytes) == (ssize_t)sizeof bytes) {
    }
    return (unsigned)ends;
}
