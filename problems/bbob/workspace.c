/* SPDX-License-Identifier: MIT
 *
 * The rooms of workspace.h. A thread takes a room by setting its bit in a mask and gives it back by
 * clearing the bit. Taking has acquire order and giving back release order, so a thread never sees
 * late writes of the room's last user. */
#include "workspace.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#ifndef __STDC_NO_THREADS__
#include <threads.h>
#endif

enum { ROOMS_MAX = 64, ROOMS_MIN = 8, ALIGNMENT = 64 };
static const size_t TOTAL = (size_t)1 << 27; /* numbers that all rooms may have: 1 GB */

struct nes_bbob_workspace {
    atomic_uint_least64_t taken; /* bit k: room k is in use, or there is none */
    size_t size;                 /* of a room, in numbers */
    double *rooms;
};

nes_bbob_workspace *nes_bbob_workspace_create(size_t n)
{
    const size_t unit = ALIGNMENT / sizeof(double);
    if (n > SIZE_MAX / sizeof(double) / ROOMS_MAX - unit) return NULL;
    nes_bbob_workspace *w = malloc(sizeof *w);
    if (!w) return NULL;
    w->size = (n + unit - 1) / unit * unit;
    size_t rooms = ROOMS_MAX;
    while (rooms > ROOMS_MIN && rooms * w->size > TOTAL) rooms--;
    atomic_init(&w->taken, rooms < ROOMS_MAX ? UINT64_MAX << rooms : 0);
    w->rooms = aligned_alloc(ALIGNMENT, rooms * w->size * sizeof(double));
    if (w->rooms) return w;
    free(w);
    return NULL;
}

void nes_bbob_workspace_destroy(nes_bbob_workspace *w)
{
    if (!w) return;
    free(w->rooms);
    free(w);
}

static void wait_a_little(void)
{
#ifndef __STDC_NO_THREADS__
    thrd_yield();
#endif
}

double *nes_bbob_workspace_take(nes_bbob_workspace *w)
{
    uint_least64_t taken = atomic_load_explicit(&w->taken, memory_order_relaxed);
    for (;;) {
        if (taken == UINT64_MAX) {
            wait_a_little();
            taken = atomic_load_explicit(&w->taken, memory_order_relaxed);
            continue;
        }
        size_t k = 0;
        while (taken >> k & 1) k++;
        if (atomic_compare_exchange_weak_explicit(&w->taken, &taken, taken | UINT64_C(1) << k,
                                                  memory_order_acquire, memory_order_relaxed))
            return w->rooms + k * w->size;
    }
}

void nes_bbob_workspace_give(nes_bbob_workspace *w, const double *room)
{
    const size_t k = (size_t)(room - w->rooms) / w->size;
    atomic_fetch_and_explicit(&w->taken, ~(UINT64_C(1) << k), memory_order_release);
}
