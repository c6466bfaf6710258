/* SPDX-License-Identifier: MIT
 *
 * Shared memory between the collector of values and its workers; see evaluate/share.h.
 *
 * All operations on states and flags are sequentially consistent. A worker that is about to sleep
 * sets its flag and then looks at the states; who queues a point sets the state and then looks at
 * the flag. So one of them sees what the other did. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "evaluate/share.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "evaluate/in_process.h"

enum { LINE = 64 }; /* bytes of a line of the cache */

/* The reader hears of values when all points are evaluated, or after this time: a switch from one
 * process to another costs more than many quick evaluations. */
static const double TELL_AFTER = 1e-4;

static size_t rounded(size_t bytes)
{
    return (bytes + LINE - 1) / LINE * LINE;
}

int share_open(share *s, size_t dim, size_t places, size_t workers)
{
    const size_t state = rounded(places * sizeof *s->state);
    const size_t asleep = rounded(workers * sizeof *s->asleep);
    const size_t place = rounded(places * sizeof *s->place);
    *s = (share){.dim = dim, .places = places, .workers = workers};
    if (dim > SIZE_MAX / 2 / sizeof *s->x / places) return ENOMEM;
    s->size = state + asleep + LINE + place + places * dim * sizeof *s->x;
    char *at = mmap(NULL, s->size, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return errno;
    s->memory = at; /* all zero: free, awake */
    s->state = (_Atomic uint32_t *)at;
    s->asleep = (_Atomic int *)(at += state);
    s->reader = (_Atomic int *)(at += asleep);
    s->place = (share_place *)(at += LINE);
    s->x = (double *)(at + place);
    return 0;
}

void share_close(share *s)
{
    if (s->memory != NULL) munmap(s->memory, s->size);
    *s = (share){.dim = 0};
}

void share_queue(share *s, size_t place)
{
    s->place[place].began = 0;
    s->state[place] = SHARE_QUEUED;
}

bool share_wakes(share *s, size_t worker)
{
    return s->asleep[worker] != 0 && atomic_exchange(&s->asleep[worker], 0) != 0;
}

size_t share_next_ready(const share *s, size_t *from)
{
    while (*from < s->places)
        if (s->state[(*from)++] == SHARE_READY) return *from - 1;
    return s->places;
}

/* Takes a queued place, the first from *hint on in a circle, which moves there; places: there is
 * none. */
static size_t take(share *s, size_t worker, size_t *hint)
{
    size_t at = *hint;
    for (size_t i = 0; i < s->places; i++) {
        uint32_t queued = SHARE_QUEUED;
        if (s->state[at] == SHARE_QUEUED &&
            atomic_compare_exchange_strong(&s->state[at], &queued,
                                           SHARE_TAKEN + (uint32_t)worker)) {
            *hint = at;
            return at;
        }
        if (++at == s->places) at = 0;
    }
    return s->places;
}

/* Returns the time at the end. */
static double evaluate(share *s, size_t at, const objective *o)
{
    share_place *p = &s->place[at];
    const double begin = clock_now();
    p->began = begin;
    p->said[0] = '\0';
    p->record = objective_evaluate(o, p->record.id, s->x + at * s->dim);
    if (o->said != NULL && p->record.fate != NES_MEASURED) {
        strncpy(p->said, o->said(o->data), sizeof p->said - 1);
        p->said[sizeof p->said - 1] = '\0';
    }
    const double end = clock_now();
    p->record.seconds = end - begin;
    s->state[at] = SHARE_READY;
    return end;
}

/* Wakes the reader if it sleeps. */
static void tell_reader(share *s, int tell)
{
    if (*s->reader == 0 || atomic_exchange(s->reader, 0) == 0) return;
    while (write(tell, "", 1) < 0 && errno == EINTR) continue;
}

/* Sleeps until there may be something to do. False: there will not be. */
static bool sleep_at(int wake)
{
    char bytes[LINE];
    ssize_t n;
    do n = read(wake, bytes, sizeof bytes);
    while (n < 0 && errno == EINTR);
    return n > 0;
}

int share_work(share *s, size_t worker, const objective *o, int wake, int tell)
{
    size_t hint = worker * (s->places / s->workers);
    double now = 0, told = 0;
    for (;;) {
        size_t at = take(s, worker, &hint);
        if (at == s->places || now - told >= TELL_AFTER) {
            tell_reader(s, tell);
            told = now;
        }
        if (at == s->places) {
            s->asleep[worker] = 1;
            at = take(s, worker, &hint);
        }
        if (at < s->places) {
            s->asleep[worker] = 0;
            now = evaluate(s, at, o);
        } else if (!sleep_at(wake))
            return 0;
    }
}
