/* SPDX-License-Identifier: MIT
 *
 * A pool of threads with a few places for points; see evaluate/threads.h.
 *
 * A place is free, then queued, then under way, then ready, then free again. Places are numbers in
 * three lists; one that is under way is in none of them. */
#include "evaluate/threads.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/plain_locale.h"
#include "evaluate/in_process.h"
#include "evaluate/list.h"

enum { THREADS_MAX = 4096, PLACES_PER_JOB = 16 };

typedef struct place {
    list_link link; /* in its list */
    eval_record record;
    double *x; /* a copy, in the block of all places */
} place;

typedef struct pool {
    const objective *objective;
    double *x;     /* block of the copies; owned */
    place *places; /* owned */
    pthread_t *threads;
    size_t n_threads; /* besides the caller's */
    bool helps;       /* the caller's evaluates too */
    pid_t home;       /* the process that has them */

    pthread_mutex_t lock; /* for the rest */
    pthread_cond_t work, done;
    list free, ready; /* in no order */
    list queue;       /* first come, first served */
    bool quit;
} pool;

/* Evaluates the first point of the queue. The lock is held on entry and on return. */
static void evaluate_next(pool *p)
{
    const objective *o = p->objective;
    place *at = list_pop(&p->queue);
    pthread_mutex_unlock(&p->lock);
    at->record = objective_evaluate(o, at->record.id, at->x);
    pthread_mutex_lock(&p->lock);
    list_push(&p->ready, at);
}

static void *worker_main(void *data)
{
    pool *p = data;
    plain_locale_keep();
    pthread_mutex_lock(&p->lock);
    while (!p->quit) {
        if (p->queue.first == NULL) {
            pthread_cond_wait(&p->work, &p->lock);
            continue;
        }
        evaluate_next(p);
        pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    pool *p = self;
    const size_t d = p->objective->dim;
    size_t taken = 0;
    pthread_mutex_lock(&p->lock);
    for (; taken < n && p->free.first != NULL; taken++) {
        place *at = list_pop(&p->free);
        at->record.id = id[taken];
        memcpy(at->x, x + taken * d, d * sizeof *x);
        list_append(&p->queue, at);
    }
    if (taken > 1)
        pthread_cond_broadcast(&p->work);
    else if (taken == 1)
        pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->lock);
    return taken;
}

/* Waits until a value is ready, for so many seconds at most. */
static void wait_for_value(pool *p, double seconds)
{
    const struct timespec until = clock_after(seconds);
    int status = 0;
    while (p->ready.first == NULL && status == 0)
        status = pthread_cond_timedwait(&p->done, &p->lock, &until);
}

/* Helps the others for so many seconds, while there is something to do. */
static void help(pool *p, double seconds)
{
    const double begin = clock_now();
    while (p->queue.first != NULL) {
        evaluate_next(p);
        if (clock_now() - begin >= seconds) return;
    }
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    pool *p = self;
    size_t n = 0;
    pthread_mutex_lock(&p->lock);
    if (p->helps) help(p, seconds);
    if (p->ready.first == NULL) wait_for_value(p, seconds);
    for (; n < room && p->ready.first != NULL; n++) {
        place *at = list_pop(&p->ready);
        to[n] = at->record;
        list_push(&p->free, at);
    }
    pthread_mutex_unlock(&p->lock);
    return n;
}

static void stop_threads(pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->quit = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (size_t i = 0; i < p->n_threads; i++) pthread_join(p->threads[i], NULL);
    pthread_cond_destroy(&p->done);
    pthread_cond_destroy(&p->work);
    pthread_mutex_destroy(&p->lock);
}

/* In a process that was forked later there are no threads to stop, and a lock may be locked for
 * ever. */
static void close_pool(void *self)
{
    pool *p = self;
    if (getpid() == p->home) stop_threads(p);
    free(p->threads);
    free(p->places);
    free(p->x);
    free(p);
}

static pool *create_pool(const objective *o, size_t jobs)
{
    const size_t places = jobs * PLACES_PER_JOB;
    pool *p = calloc(1, sizeof *p);
    if (p == NULL) return NULL;
    p->objective = o;
    p->home = getpid();
    p->x = calloc(places * o->dim, sizeof *p->x);
    p->places = calloc(places, sizeof *p->places);
    p->threads = calloc(jobs, sizeof *p->threads);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    clock_condition_init(&p->done);
    if (p->x == NULL || p->places == NULL || p->threads == NULL) {
        close_pool(p);
        return NULL;
    }
    for (size_t i = 0; i < places; i++) {
        p->places[i].x = p->x + i * o->dim;
        list_push(&p->free, &p->places[i]);
    }
    return p;
}

size_t threads_count(uint64_t jobs)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (jobs == 0) jobs = processors < 1 ? 1 : (uint64_t)processors;
    return jobs > THREADS_MAX ? THREADS_MAX : (size_t)jobs;
}

/* jobs threads, of which the caller's may be one. */
static nes_status open_pool(evaluator *e, const objective *o, size_t jobs, bool helps)
{
    pool *p = create_pool(o, jobs);
    if (p == NULL) return NES_ERR_MEMORY;
    p->helps = helps;
    while (p->n_threads + (helps ? 1 : 0) < jobs) {
        if (pthread_create(&p->threads[p->n_threads], NULL, worker_main, p) != 0) {
            close_pool(p);
            return NES_ERR_THREAD;
        }
        p->n_threads++;
    }
    *e = (evaluator){.submit = submit, .collect = collect, .close = close_pool, .self = p};
    return NES_OK;
}

nes_status threads_open(evaluator *e, const objective *o, size_t jobs)
{
    return open_pool(e, o, jobs, true);
}

nes_status threads_open_beside(evaluator *e, const objective *o, size_t jobs)
{
    return open_pool(e, o, jobs, false);
}
