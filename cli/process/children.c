/* SPDX-License-Identifier: MIT
 *
 * How children begin and end; see process/process.h.
 *
 * A child that has ended is left unreaped until its group has been killed and the guardian has
 * forgotten it. Until then its number cannot be given to anybody else. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "process/children.h"

static const double GRACE = 2;     /* seconds from SIGTERM to SIGKILL, where both are sent */
static const double LAST_WAIT = 5; /* most seconds to wait for a killed child */
static const double PAUSE_FIRST = 0.01,
                    PATIENCE = 1; /* first pause, and seconds in all, of trying a start again */
enum { LAST_READS = 64 };

/* Marks a child as not present. Loops over all children then find nothing to do for it. */
static void forget(process *p)
{
    p->present = p->heard = false;
    p->ended = p->reported = true;
    p->deadline = INFINITY;
}

/* ---- opening and closing -------------------------------------------------------------------- */

/* Opens /dev/null. The descriptors 0, 1 and 2 are then in use, so that no pipe gets one of them. */
static int open_nothing(children *r)
{
    do r->nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (r->nothing >= 0 && r->nothing <= STDERR_FILENO);
    return r->nothing < 0 ? errno : 0;
}

static void free_all(children *r)
{
    for (size_t i = 0; i < r->most; i++) {
        free(r->all[i].text);
        buffer_free(&r->all[i].input);
    }
    if (r->nothing >= 0) close(r->nothing);
    free(r->all);
    free(r->polled);
    free(r);
}

/* Raises the limit of open descriptors: three per child, and some for this program. If the system
 * refuses, a start fails later. */
static void raise_limit(size_t most)
{
    struct rlimit limit;
    const rlim_t wanted = 64 + 3 * (rlim_t)most;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

bool children_error_passes(int error)
{
    return error == EAGAIN || error == EMFILE || error == ENFILE || error == ENOMEM;
}

int children_open(children **out, size_t most)
{
    children *r = memory_zeros(1, sizeof *r);
    r->most = most;
    r->patience = PATIENCE;
    r->all = memory_zeros(most, sizeof *r->all);
    r->polled = memory_zeros(1 + CHILDREN_PIPES * most, sizeof *r->polled);
    for (size_t i = 0; i < most; i++) {
        r->all[i] = (process){.siblings = r, .in = -1, .out = -1, .err = -1};
        forget(&r->all[i]);
    }
    raise_limit(most);
    strays_open(r);
    int error = open_nothing(r);
    if (error == 0) error = guardian_open(&r->guardian, most, r->mark);
    if (error == 0) error = children_watch_ends();
    if (error == 0) {
        *out = r;
        return 0;
    }
    guardian_close(r->guardian);
    strays_close(r);
    free_all(r);
    return error;
}

const process *children_at(const children *r, size_t i)
{
    return r->all[i].present && !r->all[i].ended ? &r->all[i] : NULL;
}

size_t children_count(const children *r)
{
    return r->n;
}

/* ---- start ---------------------------------------------------------------------------------- */

/* Starts a child. If the system has no room for it and no child of ours will end, the start is
 * tried again for a moment. The time for that is spent once, until a start succeeds, and not with
 * every start. */
static int start_patiently(children *r, process *p, const process_request *request)
{
    int error;
    for (double pause = PAUSE_FIRST;; pause *= 2) {
        error = child_start(p, request, r->nothing);
        if (!children_error_passes(error) || r->n > 0 || r->patience <= 0) break;
        clock_sleep(pause);
        r->patience -= pause;
    }
    if (error == 0) r->patience = PATIENCE;
    return error;
}

int children_start(children *r, const process_request *request, process **out)
{
    process *p = r->all;
    if (r->n == r->most) return EAGAIN;
    while (p->present) p++;
    child_clear(p);
    p->start = ++r->starts;
    const int error = start_patiently(r, p, request);
    if (error != 0) return error;
    guardian_register(r->guardian, child_number(p), p->pid);
    p->owner = request->owner;
    p->talks = request->talks;
    p->present = true;
    p->heard = p->ended = p->reported = p->timed_out = false;
    p->phase = PROCESS_RUNS;
    p->status = 0;
    p->begin = clock_now();
    p->finish = NAN;
    process_set_timeout(p, request->timeout);
    r->n++;
    *out = p;
    return 0;
}

/* ---- end ------------------------------------------------------------------------------------ */

void children_signal(const process *p, int number)
{
    kill(-p->pid, number);
    if (getpgid(p->pid) != p->pid) kill(p->pid, number);
}

bool children_reap(process *p)
{
    siginfo_t info;
    memset(&info, 0, sizeof info);
    int found;
    do found = waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    while (found != 0 && errno == EINTR);
    if (found == 0 && info.si_pid == 0) return false;
    kill(-p->pid, SIGKILL);
    strays_end(p);
    guardian_register(p->siblings->guardian, child_number(p), 0);
    while (waitpid(p->pid, &p->status, 0) < 0 && errno == EINTR) {
    }
    child_read_output(p, LAST_READS);
    child_read_errors(p, LAST_READS);
    child_close_pipes(p);
    p->finish = clock_now();
    p->deadline = INFINITY;
    p->ended = true;
    return true;
}

void children_send_end(process *p, double now)
{
    p->phase = PROCESS_ASKED_TO_END;
    p->deadline = now + fmax(GRACE, p->siblings->grace);
    children_signal(p, SIGTERM);
}

/* Waits until a child that was asked to end has ended, or its time is over. Its pipes are read
 * meanwhile, because a full pipe would hold it up. */
static void wait_for_end(process *p)
{
    const double pause = 0.01;
    while (p->phase == PROCESS_ASKED_TO_END && clock_now() < p->deadline && !children_reap(p)) {
        child_read_output(p, CHILDREN_READS);
        child_read_errors(p, CHILDREN_READS);
        clock_sleep(pause);
    }
}

/* Kills a child and waits for its end. A process that the kernel cannot end now is left alone. */
static void kill_now(process *p)
{
    const double begin = clock_now();
    children_signal(p, SIGKILL);
    for (double pause = 1e-4; !children_reap(p) && clock_now() - begin < LAST_WAIT; pause *= 1.5)
        clock_sleep(pause < 0.05 ? pause : 0.05);
    child_close_pipes(p);
}

void process_release(process *p)
{
    children *r = p->siblings;
    if (r->grace > 0) process_end(p);
    if (r->grace > 0 && !p->ended) wait_for_end(p);
    if (!p->ended) kill_now(p);
    guardian_register(r->guardian, child_number(p), 0);
    forget(p);
    r->n--;
}

void process_end(process *p)
{
    if (!p->ended && p->phase == PROCESS_RUNS) children_send_end(p, clock_now());
}

void process_set_timeout(process *p, double seconds)
{
    if (p->phase == PROCESS_RUNS) p->deadline = seconds > 0 ? clock_now() + seconds : INFINITY;
}

void children_limit(children *r, double seconds)
{
    for (size_t i = 0; i < r->most && seconds > 0; i++) {
        process *p = &r->all[i];
        if (p->present && p->phase == PROCESS_RUNS) p->deadline = p->begin + seconds;
    }
}

void children_close(children *r)
{
    if (r == NULL) return;
    for (size_t i = 0; i < r->most; i++)
        if (r->grace > 0)
            process_end(&r->all[i]);
        else if (!r->all[i].ended)
            children_signal(&r->all[i], SIGKILL);
    for (size_t i = 0; i < r->most; i++)
        if (r->all[i].present) process_release(&r->all[i]);
    children_unwatch_ends();
    guardian_close(r->guardian);
    r->guardian = NULL;
    strays_close(r);
    free_all(r);
}
