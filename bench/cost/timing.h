/* SPDX-License-Identifier: MIT
 *
 * Measures least times. Tasks that are to be compared take turns, slice by slice, so that other
 * work on the machine disturbs all of them alike. The best slice of each counts. Time is processor
 * time of this thread. */
#ifndef NES_BENCH_TIMING_H
#define NES_BENCH_TIMING_H

#include <stddef.h>

typedef struct bench_task {
    double (*run)(void *data, long count); /* does the task count times, returns the seconds */
    void *data;
    long unit;    /* a slice has whole multiples of so many repetitions; 0: any number */
    long count;   /* repetitions in one slice */
    double least; /* result: least seconds of one repetition */
} bench_task;

double bench_seconds(void);

/* Takes about budget seconds for all of them together, and at least two slices for each. */
void bench_measure(size_t n, bench_task *tasks, double budget);

/* n zeros, aligned to a cache line. Ends the program if there is no memory. */
double *bench_room(size_t n);

#endif
