/* SPDX-License-Identifier: MIT
 *
 * A pool of threads for evaluating points: one lock, two conditions. */
#include "pool.h"

#include <string.h>

/* Takes points until there are none; the lock is held on entry and on return. */
static void evaluate_some(nes_pool *p)
{
    while (p->next < p->points.n) {
        const size_t k = p->next++;
        pthread_mutex_unlock(&p->lock);
        const double f = p->f(p->points.dim, p->points.x + k * p->points.dim, p->user);
        pthread_mutex_lock(&p->lock);
        p->points.f[k] = f;
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

nes_status nes_pool_start(nes_pool *p, size_t jobs, nes_objective f, void *user)
{
    memset(p, 0, sizeof *p);
    p->f = f;
    p->user = user;
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

void nes_pool_evaluate(nes_pool *p, const nes_points *points)
{
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
    pthread_mutex_lock(&p->lock);
    p->quit = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (size_t i = 0; i < p->threads; i++) pthread_join(p->thread[i], NULL);
    pthread_cond_destroy(&p->done);
    pthread_cond_destroy(&p->work);
    pthread_mutex_destroy(&p->lock);
}
