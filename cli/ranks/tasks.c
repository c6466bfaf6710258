/* SPDX-License-Identifier: MIT
 *
 * See ranks/tasks.h. */
#include "ranks/tasks.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

bool tasks_open(tasks *t, size_t n, size_t dim)
{
    *t = (tasks){.n = n, .dim = dim};
    t->all = calloc(n, sizeof *t->all);
    t->x = calloc(n * dim, sizeof *t->x);
    if (t->all == NULL || t->x == NULL) {
        tasks_close(t);
        return false;
    }
    for (size_t i = 0; i < n; i++) t->all[i].x = t->x + i * dim;
    return true;
}

void tasks_close(tasks *t)
{
    free(t->all);
    free(t->x);
    *t = (tasks){.n = 0};
}

void tasks_add(tasks *t, const work *w, const double *numbers)
{
    task *k = t->all;
    while (k->state != TASK_NONE) k++;
    k->state = TASK_WAITS;
    k->work = *w;
    k->began = clock_now();
    if (numbers != NULL) memcpy(k->x, numbers, t->dim * sizeof *numbers);
    t->waiting++;
}

task_fate tasks_start(tasks *t, task *k, const evaluator *e, const replica *r, uint64_t round)
{
    const bool own = k->work.round != 0;
    if (own && k->work.round > round) return TASK_LATER;
    if (own && k->work.round < round) return TASK_DROPPED;
    const double *x = own ? replica_point(r, k->work.id) : k->x;
    if (x == NULL) return TASK_UNKNOWN;
    if (e->submit(e->self, 1, &k->work.id, x) == 0) return TASK_LATER;
    k->state = TASK_RUNS;
    t->waiting--;
    t->running++;
    return TASK_STARTED;
}

task *tasks_find(const tasks *t, uint64_t id)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->all[i].state == TASK_RUNS && t->all[i].work.id == id) return &t->all[i];
    return NULL;
}

void tasks_end(tasks *t, task *k)
{
    if (k->state == TASK_RUNS)
        t->running--;
    else
        t->waiting--;
    k->state = TASK_NONE;
}
