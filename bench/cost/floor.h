/* SPDX-License-Identifier: MIT
 *
 * The floor: the least work of a generation of n samples. Each part is done at the best speed that
 * BLAS (one thread) or the kernels of this library reach on this machine.
 *   full shape       n d normal numbers, n products of a vector and the d x d matrix, and the sum
 *                    of n outer products added to the matrix
 *   hill climber     d normal numbers and one product of a vector and the matrix; the outer product
 *                    only in the share of evaluations that are improvements, because a failure
 *                    does not change the shape
 *   no shape         n d normal numbers, and two passes: points from samples, samples into sums */
#ifndef NES_BENCH_FLOOR_H
#define NES_BENCH_FLOOR_H

#include <stdbool.h>

#include "timing.h"

/* Its parts. Without a matrix there are two: normal numbers and passes. */
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
    size_t calls;           /* the normal numbers are made in so many calls, n/calls rows each */
    double *x;              /* without a matrix: room for `rows` points */
    size_t rows;
} bench_floor;

void bench_floor_open(bench_floor *f, size_t d, size_t n, bool matrix, double share);
void bench_floor_close(bench_floor *f);

/* The tasks to be measured, at most BENCH_FLOOR_TASKS; returns how many. */
size_t bench_floor_tasks(bench_floor *f, bench_task *tasks);

/* Seconds of a generation, from the measured tasks. */
double bench_floor_sum(const bench_floor *f, const bench_task *tasks);

#endif
