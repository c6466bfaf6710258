/* SPDX-License-Identifier: MIT
 *
 * Waiting for children: one poll() for the pipes of all of them and for the notice that one has
 * ended; see process/process.h. */
#define _GNU_SOURCE /* pipe2 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "process/children.h"

/* ---- notice of ends -------------------------------------------------------------------------- */

/* The handler of SIGCHLD writes a byte to a pipe, so that poll() wakes, also where another thread
 * got the signal. A process has one handler, so there is one for all children. Whoever started this
 * program may have blocked the signal. */
static volatile sig_atomic_t signals;
static int ends_pipe[2] = {-1, -1};
static unsigned watchers;
static struct sigaction before;
static sigset_t mask_before;

static void on_end(int number)
{
    (void)number;
    const int saved = errno;
    signals = (sig_atomic_t)(((unsigned)signals + 1) & 0x3fffffff);
    const ssize_t written = write(ends_pipe[1], "", 1);
    (void)written; /* a full pipe wakes as well */
    errno = saved;
}

int children_watch_ends(void)
{
    if (watchers == 0) {
        if (pipe2(ends_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return errno;
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = on_end;
        action.sa_flags = SA_RESTART | SA_NOCLDSTOP;
        sigemptyset(&action.sa_mask);
        sigaction(SIGCHLD, &action, &before);
        sigset_t ends;
        sigemptyset(&ends);
        sigaddset(&ends, SIGCHLD);
        pthread_sigmask(SIG_UNBLOCK, &ends, &mask_before);
    }
    watchers++;
    return 0;
}

void children_unwatch_ends(void)
{
    if (--watchers > 0) return;
    if (sigismember(&mask_before, SIGCHLD)) pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
    sigaction(SIGCHLD, &before, NULL);
    close(ends_pipe[0]);
    close(ends_pipe[1]);
    ends_pipe[0] = ends_pipe[1] = -1;
}

/* Returns a number that changes with every signal. Empties the pipe first: a signal that comes in
 * between is counted, or wakes the next poll. */
static unsigned ends_so_far(void)
{
    char bytes[64];
    while (read(ends_pipe[0], bytes, sizeof bytes) == (ssize_t)sizeof bytes) {
    }
    return (unsigned)signals;
}

/* ---- waiting -------------------------------------------------------------------------------- */

/* Takes the next step towards the end of a child whose deadline has passed. */
static void check_deadline(process *p, double now)
{
    if (p->ended || now < p->deadline) return;
    if (p->phase == PROCESS_RUNS) {
        p->timed_out = true;
        children_send_end(p, now);
    } else {
        p->phase = PROCESS_KILLED;
        p->deadline = INFINITY;
        children_signal(p, SIGKILL);
    }
}

static void look_for_ends(children *r)
{
    const unsigned ends = ends_so_far();
    if (ends == r->ends) return;
    r->ends = ends;
    for (size_t i = 0; i < r->most; i++)
        if (!r->all[i].ended) children_reap(&r->all[i]);
    strays_reap();
}

static void add_polled(children *r, size_t *n, int descriptor, short events)
{
    r->polled[(*n)++] = (struct pollfd){.fd = descriptor, .events = events};
}

/* Lists three descriptors per child for poll(), which ignores those that are -1. */
static size_t list_polled(children *r)
{
    size_t n = 0;
    add_polled(r, &n, ends_pipe[0], POLLIN);
    for (size_t i = 0; i < r->most; i++) {
        const process *p = &r->all[i];
        add_polled(r, &n, p->out, POLLIN);
        add_polled(r, &n, p->err, POLLIN);
        add_polled(r, &n, child_has_input(p) ? p->in : -1, POLLOUT);
    }
    return n;
}

static void serve_pipes(children *r)
{
    const struct pollfd *polled = r->polled + 1;
    for (size_t i = 0; i < r->most; i++, polled += CHILDREN_PIPES) {
        process *p = &r->all[i];
        if (polled[0].revents != 0) child_read_output(p, CHILDREN_READS);
        if (polled[1].revents != 0) child_read_errors(p, CHILDREN_READS);
        if (polled[2].revents != 0) child_write_input(p);
    }
}

/* Milliseconds until the given time or the first deadline, rounded up. */
static int time_left(const children *r, double until, double now)
{
    for (size_t i = 0; i < r->most; i++)
        if (r->all[i].deadline < until) until = r->all[i].deadline;
    const double left = ceil((until - now) * 1000);
    return left < 0 ? 0 : left < 1e6 ? (int)left : 1000000;
}

static process_event next_event(children *r, process **out)
{
    for (size_t i = 0; i < r->most; i++) {
        process *p = *out = &r->all[i];
        const bool speaks = p->talks && p->heard, ends = p->ended && !p->reported;
        p->heard = false;
        if (speaks) return PROCESS_OUTPUT;
        if (!ends) continue;
        p->reported = true;
        return PROCESS_ENDED;
    }
    *out = NULL;
    return PROCESS_NOTHING;
}

process_event children_wait(children *r, double seconds, process **p)
{
    double now = clock_now();
    const double until = now + seconds;
    bool signalled = false;
    for (;;) {
        look_for_ends(r);
        for (size_t i = 0; i < r->most; i++) check_deadline(&r->all[i], now);
        const process_event event = next_event(r, p);
        if (event != PROCESS_NOTHING || now >= until || signalled) return event;
        const size_t n = list_polled(r);
        const int found = poll(r->polled, (nfds_t)n, time_left(r, until, now));
        signalled = found < 0 && errno == EINTR && ends_so_far() == r->ends;
        if (found > 0) serve_pipes(r);
        now = clock_now();
    }
}
