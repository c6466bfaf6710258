/* SPDX-License-Identifier: MIT
 *
 * A team of threads: one lock, two conditions.
 *
 * A generation calls nes_team_run several times within microseconds, less than it takes to wake a
 * sleeping thread. So every thread first spins for a while and sleeps only if no work comes.
 *
 * A run is cut into pieces, and each member owns some of them: the same ones in every run, because
 * their data may still be in the cache of its processor. A member that has finished its own pieces
 * takes those of others, so a thread that has no processor at the moment holds up one piece only.
 *
 * In a process forked from the one that made the team there are no threads, and a lock may stay
 * locked for ever by a missing thread. There the caller works alone, without the lock. */
#include "util/team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "util/arena.h"
#include "util/cpu.h"

enum { PIECES = 4 };          /* pieces per member; more than one, so that quick members can help */
enum { LOOKS = 2000 };        /* turns of spinning before sleep, about 50 microseconds */
enum { MOST_MEMBERS = 4096 }; /* the limit of the option "threads" */

typedef struct member {
    nes_team *team;
    size_t number;
    pthread_t thread; /* unused in member 0, the calling thread */
    size_t next, end; /* its own pieces next .. end-1 are not yet taken */
} member;

typedef struct work {
    size_t n, unit;
    size_t most; /* pieces per member */
    nes_piece f;
    void *data;
} work;

struct nes_team {
    nes_allocator allocator;
    pid_t home; /* the process that has the threads */
    pthread_mutex_t lock;
    pthread_cond_t called, done;
    atomic_size_t round; /* number of this run; a change announces work or quit */
    atomic_size_t left;  /* pieces of this run that are not finished */
    work w;
    size_t pieces;
    int looks; /* LOOKS, or 0 when there are more members than processors */
    bool quit;
    size_t members;
    member member[];
};

/* Tells the processor that this thread spins, so that its other hardware thread can work. */
static void pause_a_little(void)
{
#if NES_X86
    __builtin_ia32_pause();
#endif
}

static bool is_away(const nes_team *t)
{
    return getpid() != t->home;
}

static size_t units_of(size_t n, size_t unit)
{
    return n / unit + (n % unit != 0);
}

/* Returns the first element of a piece; n for the piece behind the last one. */
static size_t start_of(const nes_team *t, size_t piece)
{
    const work *w = &t->w;
    return piece < t->pieces ? units_of(w->n, w->unit) * piece / t->pieces * w->unit : w->n;
}

/* Takes a piece of the member's own, or else of the other members in turn. False: all are taken.
 * The lock is held. */
static bool take(nes_team *t, const member *m, size_t *piece)
{
    for (size_t i = 0; i < t->members; i++) {
        member *owner = &t->member[(m->number + i) % t->members];
        if (owner->next == owner->end) continue;
        *piece = owner->next++;
        return true;
    }
    return false;
}

/* Works on pieces until all are taken. The lock is held on entry and on return, but not while a
 * piece is worked on. */
static void work_some(nes_team *t, const member *m)
{
    size_t piece;
    while (take(t, m, &piece)) {
        const size_t lo = start_of(t, piece), hi = start_of(t, piece + 1);
        pthread_mutex_unlock(&t->lock);
        t->w.f(t->w.data, lo, hi);
        pthread_mutex_lock(&t->lock);
        if (atomic_fetch_sub(&t->left, 1) == 1) pthread_cond_signal(&t->done);
    }
}

static void *worker(void *argument)
{
    const member *m = argument;
    nes_team *t = m->team;
    pthread_mutex_lock(&t->lock);
    while (!t->quit) {
        work_some(t, m);
        const size_t seen = atomic_load(&t->round); /* under the lock: no later run is missed */
        pthread_mutex_unlock(&t->lock);
        for (int i = 0; i < t->looks && atomic_load(&t->round) == seen; i++) pause_a_little();
        pthread_mutex_lock(&t->lock);
        while (atomic_load(&t->round) == seen) pthread_cond_wait(&t->called, &t->lock);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* Begins a new round: wakes sleeping threads and stops spinning ones. The lock is held. */
static void call_all(nes_team *t)
{
    atomic_fetch_add(&t->round, 1);
    pthread_cond_broadcast(&t->called);
}

/* Starts the threads and sets t->members to the number of threads that work, the caller included.
 * The lock keeps them waiting until that number is final. */
static void start(nes_team *t, size_t members)
{
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->called, NULL);
    pthread_cond_init(&t->done, NULL);
    pthread_mutex_lock(&t->lock);
    for (t->members = 1; t->members < members; t->members++) {
        member *m = &t->member[t->members];
        m->team = t;
        m->number = t->members;
        if (pthread_create(&m->thread, NULL, worker, m) != 0) break;
    }
    pthread_mutex_unlock(&t->lock);
}

nes_status nes_team_create(nes_team **out, uint64_t threads, const nes_allocator *a, nes_note note)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const uint64_t wanted = threads > 0 ? threads : processors > 0 ? (uint64_t)processors : 1;
    const size_t members = wanted < MOST_MEMBERS ? (size_t)wanted : MOST_MEMBERS;
    *out = NULL;
    if (members == 1) return NES_OK;
    const size_t size = sizeof(nes_team) + members * sizeof(member);
    nes_team *t = nes_allocate(a, size);
    if (t == NULL)
        return nes_refuse(note, NES_ERR_MEMORY,
                          "%zu threads need %.3g MB, which cannot be had: lower option 'threads'",
                          members, (double)size / 1e6);
    t->allocator = *a;
    t->home = getpid();
    t->looks = (long)members <= processors ? LOOKS : 0; /* spinning would take others' processors */
    start(t, members);
    if (t->members < members) {
        nes_team_destroy(t);
        return nes_refuse(note, NES_ERR_THREAD,
                          "a team of %zu threads cannot be started: lower option 'threads'",
                          members);
    }
    *out = t;
    return NES_OK;
}

static void stop(nes_team *t)
{
    pthread_mutex_lock(&t->lock);
    t->quit = true;
    call_all(t);
    pthread_mutex_unlock(&t->lock);
    for (size_t i = 1; i < t->members; i++) pthread_join(t->member[i].thread, NULL);
    pthread_cond_destroy(&t->done);
    pthread_cond_destroy(&t->called);
    pthread_mutex_destroy(&t->lock);
}

void nes_team_destroy(nes_team *t)
{
    if (t == NULL) return;
    const nes_allocator a = t->allocator;
    if (!is_away(t)) stop(t);
    nes_release(&a, t);
}

/* Cuts the work into pieces and gives each member its own. The lock is held; no member works. */
static void share_out(nes_team *t, const work *w)
{
    const size_t most = w->most * t->members, units = units_of(w->n, w->unit);
    t->w = *w;
    t->pieces = units < most ? units : most;
    for (size_t i = 0; i < t->members; i++) {
        t->member[i].next = t->pieces * i / t->members;
        t->member[i].end = t->pieces * (i + 1) / t->members;
    }
    atomic_store(&t->left, t->pieces);
}

static void run(nes_team *t, const work *w)
{
    if (is_away(t)) {
        w->f(w->data, 0, w->n);
        return;
    }
    pthread_mutex_lock(&t->lock);
    share_out(t, w);
    call_all(t);
    work_some(t, &t->member[0]);
    pthread_mutex_unlock(&t->lock);
    for (int i = 0; i < t->looks && atomic_load(&t->left) > 0; i++) pause_a_little();
    pthread_mutex_lock(&t->lock);
    while (atomic_load(&t->left) > 0) pthread_cond_wait(&t->done, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

void nes_team_share(nes_team *t, size_t n, size_t unit, nes_piece f, void *data)
{
    run(t, &(work){n, unit, PIECES, f, data});
}

void nes_team_each(nes_team *t, size_t n, nes_piece f, void *data)
{
    if (t != NULL && n > 1)
        run(t, &(work){n, 1, n, f, data});
    else
        f(data, 0, n);
}

size_t nes_team_size(const nes_team *t)
{
    return t != NULL ? t->members : 1;
}
