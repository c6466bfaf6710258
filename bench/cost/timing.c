/* SPDX-License-Identifier: MIT
 *
 * Runs slices of a few milliseconds, task after task, until the budget is spent. */
#define _POSIX_C_SOURCE 200809L
#include "timing.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double SLICE = 0.003; /* long for the clock, short beside disturbances by others */
static const double LONG = 0.05;   /* a task that takes so long need not be repeated in a slice */
enum { LEAST_SLICES = 2, LEAST_COUNT = 4 };

double bench_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Finds the count that takes a slice. A slice repeats its task at least LEAST_COUNT times, because
 * the task before it has filled the caches with its own numbers. */
static void calibrate(bench_task *t)
{
    t->least = INFINITY;
    for (t->count = t->unit > 0 ? t->unit : 1;; t->count *= 2) {
        const double took = t->run(t->data, t->count);
        if (took >= LONG || (took >= SLICE && t->count >= LEAST_COUNT)) break;
    }
}

void bench_measure(size_t n, bench_task *tasks, double budget)
{
    double spent = 0;
    for (size_t i = 0; i < n; i++) calibrate(&tasks[i]);
    for (int k = 0; k < LEAST_SLICES || spent < budget; k++)
        for (size_t i = 0; i < n; i++) {
            const double took = tasks[i].run(tasks[i].data, tasks[i].count);
            spent += took;
            tasks[i].least = fmin(tasks[i].least, took / (double)tasks[i].count);
        }
}

double *bench_room(size_t n)
{
    const size_t size = (n * sizeof(double) + 63) / 64 * 64;
    double *p = aligned_alloc(64, size);
    if (p == NULL) {
        fprintf(stderr, "cost: no memory for %zu numbers\n", n);
        exit(1);
    }
    memset(p, 0, size);
    return p;
}
