/* SPDX-License-Identifier: MIT
 *
 * The gate, by a mutex and a condition on the monotonic clock. */
#include "util/gate.h"

#include <math.h>
#include <pthread.h>
#include <time.h>

#include "util/arena.h"
#include "util/monotonic.h"

struct nes_gate {
    nes_allocator a;
    pthread_mutex_t lock;
    pthread_cond_t news;
};

nes_status nes_gate_create(nes_gate **out, const nes_allocator *a)
{
    nes_gate *g = nes_allocate(a, sizeof *g);
    pthread_condattr_t steady;
    *out = NULL;
    if (g == NULL) return NES_ERR_MEMORY;
    g->a = *a;
    pthread_mutex_init(&g->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&g->news, &steady);
    pthread_condattr_destroy(&steady);
    *out = g;
    return NES_OK;
}

void nes_gate_destroy(nes_gate *g)
{
    if (g == NULL) return;
    const nes_allocator a = g->a;
    pthread_cond_destroy(&g->news);
    pthread_mutex_destroy(&g->lock);
    nes_release(&a, g);
}

void nes_gate_enter(nes_gate *g)
{
    pthread_mutex_lock(&g->lock);
}

void nes_gate_leave(nes_gate *g)
{
    pthread_mutex_unlock(&g->lock);
}

void nes_gate_wake(nes_gate *g)
{
    pthread_cond_broadcast(&g->news);
}

/* A moment that no clock reaches is infinity. */
void nes_gate_wait(nes_gate *g, double until)
{
    static const double LATEST = 1e9;
    if (!(until < nes_clock() + LATEST)) {
        pthread_cond_wait(&g->news, &g->lock);
        return;
    }
    const double seconds = floor(until);
    const struct timespec t = {.tv_sec = (time_t)seconds,
                               .tv_nsec = (long)((until - seconds) * 1e9)};
    pthread_cond_timedwait(&g->news, &g->lock, &t);
}
