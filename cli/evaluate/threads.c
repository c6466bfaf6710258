/* SPDX-License-Identifier: MIT
 *
 * A pool of threads with some slots for points; see evaluate/threads.h. */
#include "evaluate/threads.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/memory.h"
#include "base/plain_locale.h"
#include "base/text.h"
#include "evaluate/direct.h"
#include "evaluate/slots.h"
#include "nes/nes.h"

enum { THREADS_MAX = 4096, SLOTS_PER_JOB = 16 };

typedef struct pool {
    const objective *objective;
    pthread_t *threads; /* owned */
    size_t n_threads;   /* number of threads besides the caller's */
    bool helps;         /* the caller's thread evaluates too */
    pid_t home;         /* the process that has the threads */

    pthread_mutex_t lock; /* guards all fields below */
    pthread_cond_t work, done;
    slots slots;
    bool quit;
} pool;

/* Evaluates the first point that waits. The lock is held on entry and on return. */
static void evaluate_next(pool *p)
{
    slot *at = slots_pop(&p->slots.waiting);
    at->began = clock_now();
    pthread_mutex_unlock(&p->lock);
    at->ending.record =
        direct_evaluate(p->objective, at->ending.record.id, at->x, at->values, at->ending.said);
    at->ending.record.seconds = clock_now() - at->began;
    pthread_mutex_lock(&p->lock);
    at->began = 0;
    slots_append(&p->slots.ready, at);
}

static void *worker_main(void *data)
{
    pool *p = data;
    plain_locale_keep();
    pthread_mutex_lock(&p->lock);
    while (!p->quit) {
        if (p->slots.waiting.first == NULL) {
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
    pthread_mutex_lock(&p->lock);
    const size_t taken = slots_take(&p->slots, n, id, x);
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
    while (p->slots.ready.first == NULL && status == 0)
        status = pthread_cond_timedwait(&p->done, &p->lock, &until);
}

/* Helps the others for so many seconds, while there is something to do. */
static void help(pool *p, double seconds)
{
    const double begin = clock_now();
    while (p->slots.waiting.first != NULL) {
        evaluate_next(p);
        if (clock_now() - begin >= seconds) return;
    }
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    pool *p = self;
    pthread_mutex_lock(&p->lock);
    if (p->helps) help(p, seconds);
    if (p->slots.ready.first == NULL) wait_for_value(p, seconds);
    const size_t n = slots_give(&p->slots, room, to);
    pthread_mutex_unlock(&p->lock);
    return n;
}

static size_t look(void *self, size_t room, eval_under_way *to)
{
    pool *p = self;
    size_t n = 0;
    pthread_mutex_lock(&p->lock);
    for (size_t i = 0; i < p->slots.n && n < room; i++) {
        const slot *at = &p->slots.all[i];
        if (at->began > 0) to[n++] = (eval_under_way){at->ending.record.id, at->began, 0, -1};
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
    slots_close(&p->slots);
    free(p);
}

size_t threads_count(uint64_t jobs)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (jobs == 0) jobs = processors < 1 ? 1 : (uint64_t)processors;
    return jobs > THREADS_MAX ? THREADS_MAX : (size_t)jobs;
}

int threads_open(evaluator *e, const objective *o, size_t jobs, bool helps)
{
    pool *p = memory_zeros(1, sizeof *p);
    p->objective = o;
    p->home = getpid();
    p->helps = helps;
    p->threads = memory_zeros(jobs, sizeof *p->threads);
    slots_open(&p->slots, jobs * SLOTS_PER_JOB, o->dim, o->outputs);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    clock_condition_init(&p->done);
    while (p->n_threads + (helps ? 1 : 0) < jobs) {
        if (pthread_create(&p->threads[p->n_threads], NULL, worker_main, p) != 0) {
            close_pool(p);
            return text_error(EXIT_USAGE, "%s; lower --jobs", nes_strerror(NES_ERR_THREAD));
        }
        p->n_threads++;
    }
    *e = (evaluator){submit, collect, look, close_pool, p};
    return 0;
}
