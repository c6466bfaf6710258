/* SPDX-License-Identifier: MIT
 *
 * The optimiser's own cost per evaluation, in microseconds of one processor, beside the floor of
 * the same machine in the same run: d normal numbers and the two d x d products (sampling and
 * update) at the best rate that either BLAS or this library reaches. Values are pseudo-random, so
 * that the distribution stays about where it is; their cost is measured and taken off. Times are
 * the least of several repeats.
 *
 *     cost [SECONDS]      time spent on each entry; default 0.3 */
#define _POSIX_C_SOURCE 200809L
#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <nes/nes.h>

#include "linalg/multiply.h"
#include "rng/stream.h"

enum { MOST_DIMS = 10, LEAST_REPEATS = 5 };

static double budget = 0.3;

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *room(size_t doubles)
{
    void *p = aligned_alloc(64, (doubles * sizeof(double) + 63) / 64 * 64);
    if (p == NULL) {
        fprintf(stderr, "cost: no memory for %zu numbers\n", doubles);
        exit(1);
    }
    memset(p, 0, doubles * sizeof(double));
    return p;
}

static void give_up(nes_status st)
{
    if (st == NES_OK) return;
    fprintf(stderr, "cost: %s\n", nes_strerror(st));
    exit(1);
}

/* splitmix64 */
static double value(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return (double)(z >> 11);
}

/* What is measured: work that can be done count times. */
typedef struct task {
    void (*run)(struct task *t, long count);
    size_t d, n;
    const char *method;
    nes_opt *o;
    uint64_t state, evaluations;
    double *a, *z, *y;
} task;

/* Least time of one count: first as many as take a hundredth of the budget, then repeats. */
static double least(task *t)
{
    long count = 1;
    double took = 0, best = INFINITY, spent = 0;
    for (;; count *= 2) {
        const double start = seconds();
        t->run(t, count);
        took = seconds() - start;
        if (took > budget / 30) break;
    }
    for (int i = 0; i < LEAST_REPEATS || spent < budget; i++) {
        const double start = seconds();
        t->run(t, count);
        took = seconds() - start;
        spent += took;
        best = fmin(best, took / (double)count);
    }
    return best;
}

static void draw(task *t, long count)
{
    for (long i = 0; i < count; i++) {
        const nes_stream s = {.seed = 1, .generation = (uint64_t)i};
        nes_normals(&s, 0, t->n * t->d, t->z);
    }
}

static void blas(task *t, long count)
{
    const int d = (int)t->d, n = (int)t->n, w = (int)nes_padded(t->d);
    for (long i = 0; i < count; i++) {
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, d, d, 1, t->z, d, t->a, w, 0,
                    t->y, w);
        cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, d, d, n, 1e-9, t->z, d, t->y, w, 0.9,
                    t->a, w);
    }
}

static void own(task *t, long count)
{
    const size_t d = t->d, n = t->n, w = nes_padded(d);
    for (long i = 0; i < count; i++) {
        nes_multiply(&(nes_factors){n, d, w, 1, t->z, d, 1, t->a, t->y, false});
        nes_multiply(&(nes_factors){d, n, w, 0.9, t->z, 1, d, t->y, t->a, true});
    }
}

/* Normals and products for a population of n, per sample. */
typedef struct floor_cost {
    double normals, products;
} floor_cost;

static floor_cost floor_of(size_t d, size_t n, int matrix)
{
    const size_t w = nes_padded(d);
    task t = {.d = d, .n = n};
    t.z = room(n * w);
    t.y = room(n * w);
    t.run = draw;
    floor_cost f = {least(&t) / (double)n, 0};
    if (matrix) {
        t.a = room(d * w);
        for (size_t i = 0; i < d; i++) t.a[i * w + i] = 1;
        t.run = blas;
        const double theirs = least(&t);
        t.run = own;
        f.products = fmin(theirs, least(&t)) / (double)n;
    }
    free(t.a);
    free(t.z);
    free(t.y);
    return f;
}

static nes_opt *start(const char *method, size_t d)
{
    nes_settings s;
    nes_opt *o;
    nes_settings_default(&s);
    s.method = method;
    s.seed = 1;
    s.tolfun = s.tolx = s.tolx_abs = s.max_condition = NES_OFF;
    s.noeffect = false;
    give_up(nes_create(&o, d, NULL, &s));
    return o;
}

static void generations(task *t, long count)
{
    nes_points p;
    for (long i = 0; i < count; i++) {
        give_up(nes_ask(t->o, &p));
        for (size_t k = 0; k < p.n; k++) p.f[k] = value(&t->state);
        t->evaluations += p.n;
        give_up(nes_tell(t->o, p.n, p.f));
        if (nes_stopped(t->o) == NES_RUNNING && i % 512 != 511) continue;
        nes_destroy(t->o); /* random values lead nowhere in particular: now and then from anew */
        t->o = start(t->method, t->d);
    }
}

static void values(task *t, long count)
{
    double f[4096];
    for (long i = 0; i < count; i++)
        for (size_t k = 0; k < t->n; k++) f[k % 4096] = value(&t->state);
    t->y[0] = f[0];
}

/* Per evaluation. */
static double cost_of(const char *method, size_t d, size_t *popsize)
{
    double sink[1];
    task t = {.run = generations, .d = d, .method = method, .y = sink};
    t.o = start(method, d);
    nes_points p;
    give_up(nes_ask(t.o, &p));
    *popsize = t.n = p.n;
    nes_destroy(t.o);
    t.o = start(method, d);
    const double total = least(&t);
    nes_destroy(t.o);
    t.run = values;
    return (total - least(&t)) / (double)t.n;
}

/* Slope of ln cost over ln d, least squares over the entries from dimension 100 on. */
static double exponent(size_t n, const size_t *dims, const double *cost)
{
    double m = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < n; i++) {
        if (dims[i] < 100) continue;
        const double a = log((double)dims[i]), b = log(cost[i]);
        m++;
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
    }
    return (m * xy - x * y) / (m * xx - x * x);
}

static void table(const char *method, size_t n, const size_t *dims, int matrix)
{
    double cost[MOST_DIMS];
    printf("\n%s\n%10s %12s %12s %8s %14s\n", method, "d", "us/eval", "floor", "ratio",
           "ns/eval/coord");
    for (size_t i = 0; i < n; i++) {
        size_t popsize;
        cost[i] = cost_of(method, dims[i], &popsize);
        const floor_cost f = floor_of(dims[i], popsize, matrix);
        const double floor = f.normals + f.products;
        printf("%10zu %12.3f %12.3f %8.2f %14.2f\n", dims[i], 1e6 * cost[i], 1e6 * floor,
               cost[i] / floor, 1e9 * cost[i] / (double)dims[i]);
        fflush(stdout);
    }
    printf("exponent from d = 100 on: %.2f\n", exponent(n, dims, cost));
}

int main(int argc, char **argv)
{
    const size_t full[] = {2, 10, 20, 40, 100, 200, 400, 1000};
    const size_t wide[] = {2, 10, 100, 1000, 10000, 100000, 1000000};
    budget = argc > 1 ? strtod(argv[1], NULL) : budget;
    if (!(budget > 0)) {
        fprintf(stderr, "cost: '%s' is not a time in seconds\n", argv[1]);
        return 2;
    }
    table("xnes", sizeof full / sizeof *full, full, 1);
    table("1+1-xnes", sizeof full / sizeof *full, full, 1);
    table("snes", sizeof wide / sizeof *wide, wide, 0);
    return 0;
}
