/* SPDX-License-Identifier: MIT
 *
 * The functions of bench/opinions. Each has a range in which searches start, and a known optimum.
 * A scene is what a function needs beside the point: the dimension, and what the seed decides. */
#ifndef NES_BENCH_FUNCTIONS_H
#define NES_BENCH_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_DIM = 20 };

typedef struct scene {
    size_t dim;
    double sigma;                   /* the initial step size */
    double distance;                /* wells: from the worse to the better one, in step sizes */
    double better[MAX_DIM];         /* wells: the bottom of the better one */
    double turn[MAX_DIM * MAX_DIM]; /* a rotation */
} scene;

typedef struct function {
    const char *name;
    double (*value)(const scene *s, const double *x);
    double low, high;                  /* the start is uniform in this range */
    double (*optimum)(const scene *s); /* null: 0 */
    double distance;                   /* wells; 0: no well */
    bool ranged;                       /* the range is that of the function */
} function;

/* Unimodal and multimodal functions; each list ends with a null name. */
extern const function unimodal[], multimodal[];

/* The next number in (0, 1). */
double uniform(uint64_t *state);

/* Draws what the seed decides, and the start x. */
void set_scene(const function *f, uint64_t seed, scene *s, double *x);

#endif
