/* SPDX-License-Identifier: MIT
 *
 * A pool of threads for evaluating points: one lock, two conditions. */
#include "pool.h"

#include <string.h>
#include <unistd.h>

/* Forked from the process that has the threads: a lock may be locked for ever. */
static bool is_away(const nes_pool *p)
{
    return getpid() != p->home;
}

static void evaluate(const nes_pool *p, const nes_points *points, size_t k)
{
    double *values = points->f + k * (1 + points->outputs);
    points->fate[k] = p->f(points->dim, points->x + k * points->dim, values, p->user);
}

/* Takes points until there are none; the lock is held on entry and on return. */
static void evaluate_some(nes_pool *p)
{
    while (p->next < p->points.n) {
        const size_t k = p->next++;
        pthread_mutex_unlock(&p->lock);
        evaluate(p, &p->points, k);
        pthread_mutex_lock(&p->lock);
        if (++p->finished == p->points.n) pthread_cond_signal(&p->done);
    }
}

static void *worker(void *argument)
{
    nes_pool *p = argument;
    pthread_mutex_lock(&p->lock);
    while (!p->quit) {
        evaluate_some(p);
        if (!p->quit) pthread_cond_wait(&p->work, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

nes_status nes_pool_start(nes_pool *p, size_t jobs, nes_record_objective f, void *user)
{
    memset(p, 0, sizeof *p);
    p->f = f;
    p->user = user;
    p->home = getpid();
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    pthread_cond_init(&p->done, NULL);
    while (p->threads + 1 < jobs) {
        if (pthread_create(&p->thread[p->threads], NULL, worker, p) != 0) {
            nes_pool_stop(p);
            return NES_ERR_THREAD;
        }
        p->threads++;
    }
    return NES_OK;
}

static void evaluate_alone(const nes_pool *p, const nes_points *points)
{
    for (size_t k = 0; k < points->n; k++) evaluate(p, points, k);
}

void nes_pool_evaluate(nes_pool *p, const nes_points *points)
{
    if (is_away(p)) {
        evaluate_alone(p, points);
        return;
    }
    pthread_mutex_lock(&p->lock);
    p->points = *points;
    p->next = p->finished = 0;
    pthread_cond_broadcast(&p->work);
    evaluate_some(p);
    while (p->finished < p->points.n) pthread_cond_wait(&p->done, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

void nes_pool_stop(nes_pool *p)
{
    if (is_away(p)) return;
    pthread_mutex_lock(&p->lock);
    p->quit = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (size_t i = 0; i < p->threads; i++) pthread_join(p->thread[i], NULL);
    pthread_cond_destroy(&p->done);
    pthread_cond_destroy(&p->work);
    pthread_mutex_destroy(&p->lock);
}
