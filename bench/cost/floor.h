/* SPDX-License-Identifier: MIT
 *
 * The floor: what a generation of n samples must do at least, each part at the best rate that BLAS
 * (one thread) or the kernels of this library reach on this machine.
 *   full shape       n d normal numbers, n products of a vector and the d x d matrix, and the sum
 *                    of n outer products added to the matrix
 *   hill climber     d normal numbers and one product of a vector and the matrix; the outer product
 *                    counts in the share of evaluations that are improvements, since the shape
 *                    stays after a failure
 *   no shape         n d normal numbers, and two passes: points from samples, samples into sums */
#ifndef NES_BENCH_FLOOR_H
#define NES_BENCH_FLOOR_H

#include <stdbool.h>

#include "timing.h"

/* Its parts; where there is no matrix, the passes stand behind the normal numbers. */
enum {
    BENCH_NORMALS,
    BENCH_SAMPLE_OWN,
    BENCH_SAMPLE_BLAS,
    BENCH_UPDATE_OWN,
    BENCH_UPDATE_BLAS,
    BENCH_FLOOR_TASKS,
    BENCH_PASSES = BENCH_NORMALS + 1
};

typedef struct bench_floor {
    size_t d, n, width;
    bool matrix;
    double share;           /* of generations that change the matrix */
    double *a, *z, *y, *dy; /* d x width, n x d, n x width, n x width; no shape: 2 d in y, dy */
    size_t calls;           /* in which the normal numbers are made, n/calls rows each */
    double *x;              /* points without a shape, as many as fit */
    size_t rows;
} bench_floor;

void bench_floor_open(bench_floor *f, size_t d, size_t n, bool matrix, double share);
void bench_floor_close(bench_floor *f);

/* The tasks to be measured, at most BENCH_FLOOR_TASKS; returns how many. */
size_t bench_floor_tasks(bench_floor *f, bench_task *tasks);

/* Seconds of a generation, from the measured tasks. */
double bench_floor_sum(const bench_floor *f, const bench_task *tasks);

#endif
