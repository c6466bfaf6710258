/* SPDX-License-Identifier: MIT
 *
 * When a free place waits for the generation. Waiting loses the time that places idle behind the
 * slowest evaluation, and wins points that know more; it pays while
 *   u = sum of durations / (places sum_c M_c)
 * is high, where M_c is how long a barrier would have taken for a chunk of popsize durations that
 * places take in order. A chunk of short evaluations says little while long ones are still under
 * way: one that lasts twice the mean ends the waiting. [math: A28] */
#include <math.h>
#include <string.h>

#include "nes/async.h"
#include "util/arena.h"
#include "util/try.h"

enum { CHUNKS = 4, SMALL = 8 }; /* durations looked at, in populations; a small one, in variables */
static const double USEFUL = 0.8, USEFUL_LARGE = 0.65; /* least u at which waiting pays */
static const double LONG = 2;                          /* mean durations */

typedef struct flight {
    uint64_t id;
    double began;
} flight;

struct nes_pace {
    nes_allocator a;
    size_t places;
    double *load; /* of each place, scratch */
    flight *of;   /* n evaluations under way */
    size_t n, room;
    double *duration; /* a ring: the last ones, `known` of them, the next one goes to `next` */
    size_t known, length, next;
    uint64_t run, updates; /* as they were last seen */
    bool waits;
};

/* Makes room for n elements of `size` bytes, of which some are there. On failure the array stays.
 */
static nes_status make_room(const nes_pace *p, void **array, size_t size, size_t used, size_t n)
{
    void *more = n <= SIZE_MAX / size ? nes_allocate(&p->a, n * size) : NULL;
    if (more == NULL) return NES_ERR_MEMORY;
    if (used > 0) memcpy(more, *array, used * size);
    nes_release(&p->a, *array);
    *array = more;
    return NES_OK;
}

nes_status nes_pace_create(nes_pace **out, size_t places, const nes_allocator *a)
{
    const nes_allocator usual = {NULL, NULL, NULL};
    if (out == NULL) return NES_ERR_ARGUMENT;
    *out = NULL;
    if (places == 0) return NES_ERR_VALUE;
    if (a == NULL) a = &usual;
    nes_pace *p = nes_allocate(a, sizeof *p);
    if (p == NULL) return NES_ERR_MEMORY;
    p->a = *a;
    p->places = places;
    p->waits = true;
    void *load = NULL;
    if (make_room(p, &load, sizeof *p->load, 0, places) != NES_OK) {
        nes_pace_destroy(p);
        return NES_ERR_MEMORY;
    }
    p->load = load;
    *out = p;
    return NES_OK;
}

void nes_pace_destroy(nes_pace *p)
{
    if (p == NULL) return;
    const nes_allocator a = p->a;
    nes_release(&a, p->load);
    nes_release(&a, p->of);
    nes_release(&a, p->duration);
    nes_release(&a, p);
}

/* ---- what is told --------------------------------------------------------------------------- */

static size_t find(const nes_pace *p, uint64_t id)
{
    size_t i = 0;
    while (i < p->n && p->of[i].id != id) i++;
    return i;
}

nes_status nes_pace_begin(nes_pace *p, uint64_t id, double now)
{
    if (p == NULL) return NES_ERR_ARGUMENT;
    if (find(p, id) < p->n) return NES_ERR_ID;
    if (p->n == p->room) {
        void *of = p->of;
        NES_TRY(make_room(p, &of, sizeof *p->of, p->n, 2 * p->room + p->places));
        p->of = of;
        p->room = 2 * p->room + p->places;
    }
    p->of[p->n++] = (flight){id, now};
    return NES_OK;
}

/* Puts the ring in order and makes it longer. */
static nes_status lengthen(nes_pace *p, size_t length)
{
    void *ring = NULL;
    NES_TRY(make_room(p, &ring, sizeof *p->duration, 0, length));
    const size_t oldest = p->known < p->length ? 0 : p->next;
    for (size_t i = 0; i < p->known; i++)
        ((double *)ring)[i] = p->duration[(oldest + i) % p->length];
    nes_release(&p->a, p->duration);
    p->duration = ring;
    p->length = length;
    p->next = p->known;
    return NES_OK;
}

nes_status nes_pace_end(nes_pace *p, uint64_t id, double now)
{
    if (p == NULL) return NES_ERR_ARGUMENT;
    const size_t i = find(p, id);
    if (i == p->n) return NES_ERR_ID;
    if (p->known == p->length && p->run == 0) /* the population is not known yet */
        NES_TRY(lengthen(p, 2 * p->length + CHUNKS * p->places));
    p->duration[p->next] = now - p->of[i].began;
    p->next = p->next + 1 < p->length ? p->next + 1 : 0;
    if (p->known < p->length) p->known++;
    p->of[i] = p->of[--p->n];
    return NES_OK;
}

/* ---- the answer ----------------------------------------------------------------------------- */

/* How many of the last durations are looked at; the k-th of n of them, from the oldest on. */
static size_t looked_at(const nes_pace *p, const nes_traffic *t)
{
    return p->known < CHUNKS * t->popsize ? p->known : (size_t)(CHUNKS * t->popsize);
}

static double duration(const nes_pace *p, size_t k, size_t n)
{
    return p->duration[(p->next + p->length - n + k) % p->length];
}

static double mean(const nes_pace *p, size_t n)
{
    double sum = 0;
    for (size_t k = 0; k < n; k++) sum += duration(p, k, n);
    return n > 0 ? sum / (double)n : 0;
}

/* The place with the least load, of equals the first. */
static size_t least_loaded(const nes_pace *p)
{
    size_t least = 0;
    for (size_t i = 1; i < p->places; i++)
        if (p->load[i] < p->load[least]) least = i;
    return least;
}

/* What part of the places a barrier would use; 1 while there is nothing to look at. */
static double use_of_places(const nes_pace *p, const nes_traffic *t)
{
    const size_t n = looked_at(p, t), chunk = (size_t)t->popsize;
    double work = 0, time = 0;
    for (size_t c = 0; (c + 1) * chunk <= n; c++) {
        double longest = 0;
        memset(p->load, 0, p->places * sizeof *p->load);
        for (size_t k = c * chunk; k < (c + 1) * chunk; k++) {
            const size_t place = least_loaded(p);
            p->load[place] += duration(p, k, n);
            work += duration(p, k, n);
            longest = fmax(longest, p->load[place]);
        }
        time += longest;
    }
    return time > 0 ? work / ((double)p->places * time) : 1;
}

/* When the evaluation that began first began; infinity: none is under way. */
static double first_begin(const nes_pace *p)
{
    double first = INFINITY;
    for (size_t i = 0; i < p->n; i++) first = fmin(first, p->of[i].began);
    return first;
}

/* Decides anew, after an update. */
static bool is_worth_waiting(const nes_pace *p, const nes_traffic *t, double now)
{
    const double least = t->popsize <= SMALL * t->dim ? USEFUL : USEFUL_LARGE;
    const double most = LONG * mean(p, looked_at(p, t));
    return use_of_places(p, t) >= least && !(now - first_begin(p) > most);
}

static void look(nes_pace *p, const nes_traffic *t, double now)
{
    if (t->run != p->run)
        p->waits = true;
    else if (t->updates != p->updates)
        p->waits = is_worth_waiting(p, t, now);
    p->run = t->run;
    p->updates = t->updates;
}

nes_status nes_pace_refill(nes_pace *p, const nes_traffic *t, double now, bool *refill,
                           double *again)
{
    if (p == NULL || t == NULL || refill == NULL || again == NULL) return NES_ERR_ARGUMENT;
    if (p->length < CHUNKS * t->popsize) NES_TRY(lengthen(p, (size_t)(CHUNKS * t->popsize)));
    look(p, t, now);
    const size_t n = looked_at(p, t);
    const bool free = !p->waits || t->again > 0 || t->of_run + t->arrived < t->popsize;
    const double due = 2 * n >= t->popsize ? first_begin(p) + LONG * mean(p, n) : INFINITY;
    if (!free && now >= due) p->waits = false;
    *refill = free || !p->waits;
    *again = *refill ? INFINITY : due;
    return NES_OK;
}
