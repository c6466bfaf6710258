/* SPDX-License-Identifier: MIT
 *
 * Waiting for children: one poll() for the pipes of all of them and for the notice that one has
 * ended; see process/process.h. */
#include <errno.h>
#include <math.h>
#include <signal.h>

#include "base/clock.h"
#include "process/children.h"
#include "process/ends.h"

/* Takes the next step towards the end of a child whose deadline has passed. */
static void check_deadline(process *p, double now)
{
    if (p->ended || now < p->deadline) return;
    if (p->phase == CHILD_RUNS) {
        p->timed_out = true;
        children_send_end(p, now);
    } else {
        p->phase = CHILD_KILLED;
        p->deadline = INFINITY;
        kill(-p->pid, SIGKILL);
    }
}

static void look_for_ends(children *r)
{
    const unsigned ends = ends_so_far();
    if (ends == r->ends) return;
    r->ends = ends;
    for (size_t i = 0; i < r->n; i++)
        if (!r->present[i]->ended) children_reap(r->present[i]);
}

static void add_polled(children *r, size_t *n, int descriptor, short events)
{
    r->polled[(*n)++] = (struct pollfd){.fd = descriptor, .events = events};
}

/* Lists three descriptors per child for poll(), which ignores those that are -1. */
static size_t list_polled(children *r)
{
    size_t n = 0;
    add_polled(r, &n, ends_descriptor(), POLLIN);
    for (size_t i = 0; i < r->n; i++) {
        const process *p = r->present[i];
        add_polled(r, &n, p->out, POLLIN);
        add_polled(r, &n, p->err, POLLIN);
        add_polled(r, &n, child_has_input(p) ? p->in : -1, POLLOUT);
    }
    return n;
}

static void serve_pipes(children *r)
{
    const struct pollfd *polled = r->polled + 1;
    for (size_t i = 0; i < r->n; i++, polled += CHILDREN_PIPES) {
        process *p = r->present[i];
        if (polled[0].revents != 0) child_read_output(p, CHILDREN_READS);
        if (polled[1].revents != 0) child_read_errors(p, CHILDREN_READS);
        if (polled[2].revents != 0) child_write_input(p);
    }
}

/* Milliseconds until the given time or the first deadline, rounded up. */
static int time_left(const children *r, double until, double now)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->present[i]->deadline < until) until = r->present[i]->deadline;
    const double left = ceil((until - now) * 1000);
    return left < 0 ? 0 : left < 1e6 ? (int)left : 1000000;
}

static process_event next_event(children *r, process **out)
{
    for (size_t i = 0; i < r->n; i++) {
        process *p = *out = r->present[i];
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
        for (size_t i = 0; i < r->n; i++) check_deadline(r->present[i], now);
        const process_event event = next_event(r, p);
        if (event != PROCESS_NOTHING || now >= until || signalled) return event;
        const size_t n = list_polled(r);
        const int found = poll(r->polled, (nfds_t)n, time_left(r, until, now));
        signalled = found < 0 && errno == EINTR && ends_so_far() == r->ends;
        if (found > 0) serve_pipes(r);
        now = clock_now();
    }
}
