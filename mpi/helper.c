/* SPDX-License-Identifier: MIT
 *
 * The helping thread: one lock, one condition. */
#include "helper.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *help(void *argument)
{
    nes_helper *h = argument;
    pthread_mutex_lock(&h->lock);
    while (!h->quits || h->given) {
        if (!h->given) {
            pthread_cond_wait(&h->change, &h->lock);
            continue;
        }
        pthread_mutex_unlock(&h->lock);
        const double begin = clock_now();
        const nes_fate fate = h->f(h->dim, h->x, h->values, h->user);
        const double seconds = clock_now() - begin;
        pthread_mutex_lock(&h->lock);
        h->fate = fate;
        h->seconds = seconds;
        h->given = false;
        h->ready = true;
        pthread_cond_broadcast(&h->change);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

nes_status nes_helper_start(nes_helper *h, nes_record_objective f, void *user)
{
    pthread_condattr_t monotonic;
    *h = (nes_helper){.f = f, .user = user};
    pthread_mutex_init(&h->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&h->change, &monotonic);
    pthread_condattr_destroy(&monotonic);
    h->runs = pthread_create(&h->thread, NULL, help, h) == 0;
    return h->runs ? NES_OK : NES_ERR_THREAD;
}

void nes_helper_stop(nes_helper *h)
{
    pthread_mutex_lock(&h->lock);
    h->quits = true;
    pthread_cond_broadcast(&h->change);
    pthread_mutex_unlock(&h->lock);
    if (h->runs) pthread_join(h->thread, NULL);
    pthread_cond_destroy(&h->change);
    pthread_mutex_destroy(&h->lock);
    free(h->x);
    free(h->values);
}

bool nes_helper_prepare(nes_helper *h, const nes_points *p)
{
    if (h->x == NULL) {
        h->dim = p->dim;
        h->width = 1 + p->outputs;
        h->x = malloc(h->dim * sizeof *h->x);
        h->values = calloc(h->width, sizeof *h->values);
    }
    return h->x != NULL && h->values != NULL;
}

void nes_helper_give(nes_helper *h, const double *x)
{
    memcpy(h->x, x, h->dim * sizeof *x);
    pthread_mutex_lock(&h->lock);
    h->given = true;
    pthread_cond_broadcast(&h->change);
    pthread_mutex_unlock(&h->lock);
}

static struct timespec moment(double at)
{
    struct timespec t = {.tv_sec = (time_t)at};
    t.tv_nsec = (long)(1e9 * (at - (double)t.tv_sec));
    return t;
}

double nes_helper_nap(double waited)
{
    const double longest = 1e-3, nap = 0.05 * waited;
    return nap < longest ? nap : longest;
}

bool nes_helper_take(nes_helper *h, double patience)
{
    const struct timespec until = moment(clock_now() + patience);
    int late = 0;
    pthread_mutex_lock(&h->lock);
    while (!h->ready && patience > 0 && late == 0)
        late = pthread_cond_timedwait(&h->change, &h->lock, &until);
    const bool ready = h->ready;
    h->ready = false;
    pthread_mutex_unlock(&h->lock);
    return ready;
}
