/* SPDX-License-Identifier: MIT
 *
 * Events, the earliest first; of those at the same time, the one that was put in first. */
#ifndef NES_BENCH_CLUSTER_HEAP_H
#define NES_BENCH_CLUSTER_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cluster_event {
    double at;
    uint64_t number; /* by which the heap keeps the order of equals */
    uint64_t turn;   /* generation and point that it is about */
    size_t point;
} cluster_event;

typedef struct cluster_heap {
    cluster_event *event;
    size_t n, room;
    uint64_t puts;
} cluster_heap;

/* Room for so many at a time. False: there is no memory. */
bool cluster_heap_open(cluster_heap *h, size_t room);
void cluster_heap_close(cluster_heap *h);

void cluster_heap_put(cluster_heap *h, double at, uint64_t turn, size_t point);
cluster_event cluster_heap_take(cluster_heap *h);

/* When the first one is due; infinite: there is none. */
double cluster_heap_next(const cluster_heap *h);

#endif
