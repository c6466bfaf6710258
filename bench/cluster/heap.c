/* SPDX-License-Identifier: MIT
 *
 * A binary heap; see heap.h. */
#include "heap.h"

#include <math.h>
#include <stdlib.h>

bool cluster_heap_open(cluster_heap *h, size_t room)
{
    *h = (cluster_heap){.room = room};
    h->event = malloc((room > 0 ? room : 1) * sizeof *h->event);
    return h->event != NULL;
}

void cluster_heap_close(cluster_heap *h)
{
    free(h->event);
    h->event = NULL;
}

static bool before(const cluster_event *a, const cluster_event *b)
{
    return a->at < b->at || (a->at == b->at && a->number < b->number);
}

void cluster_heap_put(cluster_heap *h, double at, uint64_t turn, size_t point)
{
    const cluster_event e = {.at = at, .number = h->puts++, .turn = turn, .point = point};
    size_t i = h->n++;
    for (; i > 0 && before(&e, &h->event[(i - 1) / 2]); i = (i - 1) / 2)
        h->event[i] = h->event[(i - 1) / 2];
    h->event[i] = e;
}

cluster_event cluster_heap_take(cluster_heap *h)
{
    const cluster_event first = h->event[0], last = h->event[--h->n];
    size_t i = 0;
    for (size_t child = 1; child < h->n; child = 2 * i + 1) {
        if (child + 1 < h->n && before(&h->event[child + 1], &h->event[child])) child++;
        if (!before(&h->event[child], &last)) break;
        h->event[i] = h->event[child];
        i = child;
    }
    h->event[i] = last;
    return first;
}

double cluster_heap_next(const cluster_heap *h)
{
    return h->n > 0 ? h->event[0].at : INFINITY;
}
