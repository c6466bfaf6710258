/* SPDX-License-Identifier: MIT
 *
 * Least times. Tasks that are to be compared are measured in turn, slice by slice, so that whatever
 * else the machine does meets all of them; of each the best slice counts. Time is the processor's,
 * of this thread. */
#ifndef NES_BENCH_TIMING_H
#define NES_BENCH_TIMING_H

#include <stddef.h>

typedef struct bench_task {
    double (*run)(void *data, long count); /* does it count times; seconds that took */
    void *data;
    long count;   /* of one slice */
    double least; /* result: seconds of one */
} bench_task;

double bench_seconds(void);

/* About budget seconds on all of them together; at least two slices each. */
void bench_measure(size_t n, bench_task *tasks, double budget);

/* n zeros on a cache line; ends the program when there is no memory. */
double *bench_room(size_t n);

#endif
