/* SPDX-License-Identifier: MIT
 *
 * The parts of the floor as tasks. The matrix is stored by columns, as in the library: the products
 * are (n x d)(d x d) and (d x n)(n x d); for n = 1 one factor is a vector. The updates add tiny
 * numbers, so that the matrix stays about the same however often they are repeated. */
#include "floor.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>

#include "linalg/multiply.h"
#include "rng/stream.h"

static const double TINY = 1e-12;
static const double CACHE = 64e6; /* bytes; so many points are larger than any cache */
enum { AT_ONCE = 1 << 16 };       /* without a matrix, normal numbers made in one call at most */

static double normals(void *data, long count)
{
    const bench_floor *f = data;
    const size_t length = f->n * f->d / f->calls;
    const double begun = bench_seconds();
    for (long i = 0; i < count; i++)
        for (size_t k = 0; k < f->calls; k++) {
            const nes_stream s = {.seed = 1, .generation = (uint64_t)i, .row = (uint32_t)k};
            nes_normals(&s, 0, length, f->z);
        }
    return bench_seconds() - begun;
}

static double sample_own(void *data, long count)
{
    const bench_floor *f = data;
    const double begun = bench_seconds();
    for (long i = 0; i < count; i++) {
        const nes_factors product =
            nes_times(nes_cpu_best(), f->n, f->d, f->width, f->z, f->d, f->a, f->y);
        nes_multiply(&product);
    }
    return bench_seconds() - begun;
}

static double sample_blas(void *data, long count)
{
    const bench_floor *f = data;
    const int d = (int)f->d, n = (int)f->n, w = (int)f->width;
    const double begun = bench_seconds();
    for (long i = 0; i < count; i++)
        if (n == 1)
            cblas_dgemv(CblasColMajor, CblasNoTrans, d, d, 1, f->a, w, f->z, 1, 0, f->y, 1);
        else
            cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, d, d, 1, f->z, d, f->a, w, 0,
                        f->y, w);
    return bench_seconds() - begun;
}

static double update_own(void *data, long count)
{
    const bench_floor *f = data;
    const double begun = bench_seconds();
    for (long i = 0; i < count; i++) {
        nes_factors product =
            nes_transposed_times(nes_cpu_best(), f->d, f->n, f->width, f->z, f->d, f->dy, f->a);
        product.add = true;
        nes_multiply(&product);
    }
    return bench_seconds() - begun;
}

static double update_blas(void *data, long count)
{
    const bench_floor *f = data;
    const int d = (int)f->d, n = (int)f->n, w = (int)f->width;
    const double begun = bench_seconds();
    for (long i = 0; i < count; i++)
        if (n == 1)
            cblas_dger(CblasRowMajor, d, d, 1, f->z, 1, f->dy, 1, f->a, w);
        else
            cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, d, d, n, 1, f->z, d, f->dy, w, 1,
                        f->a, w);
    return bench_seconds() - begun;
}

/* The two passes of a method without a matrix: x = mu + sigma z, and sums of u z and u z^2. */
static double passes(void *data, long count)
{
    const bench_floor *f = data;
    const double *mu = f->y, *sigma = f->y + f->d;
    double *first = f->dy, *second = f->dy + f->d;
    const double begun = bench_seconds();
    for (long i = 0; i < count; i++)
        for (size_t k = 0; k < f->n; k++) {
            double *x = f->x + k % f->rows * f->d;
            for (size_t j = 0; j < f->d; j++) x[j] = mu[j] + sigma[j] * f->z[j];
            for (size_t j = 0; j < f->d; j++) {
                first[j] += TINY * f->z[j];
                second[j] += TINY * f->z[j] * f->z[j];
            }
        }
    return bench_seconds() - begun;
}

void bench_floor_open(bench_floor *f, size_t d, size_t n, bool matrix, double share)
{
    *f = (bench_floor){.d = d,
                       .n = n,
                       .width = nes_padded(d),
                       .matrix = matrix,
                       .share = share,
                       .calls = 1,
                       .rows = 1};
    if (!matrix) {
        while (f->rows < n && (double)(f->rows * d) * sizeof(double) < CACHE) f->rows++;
        if (n * d > AT_ONCE) f->calls = n;
        f->z = bench_room(n * d / f->calls);
        f->y = bench_room(2 * d);
        f->dy = bench_room(2 * d);
        f->x = bench_room(f->rows * d);
        for (size_t i = 0; i < 2 * d; i++) f->y[i] = 1;
        return;
    }
    f->a = bench_room(d * f->width);
    f->z = bench_room(n * d);
    f->y = bench_room(n * f->width);
    f->dy = bench_room(n * f->width);
    for (size_t i = 0; i < d; i++) f->a[i * f->width + i] = 1;
    for (size_t i = 0; i < n * f->width; i++) f->dy[i] = i % 2 == 0 ? TINY : -TINY;
}

void bench_floor_close(bench_floor *f)
{
    free(f->a);
    free(f->z);
    free(f->y);
    free(f->dy);
    free(f->x);
}

size_t bench_floor_tasks(bench_floor *f, bench_task *tasks)
{
    tasks[BENCH_NORMALS] = (bench_task){.run = normals, .data = f};
    if (!f->matrix) {
        tasks[BENCH_PASSES] = (bench_task){.run = passes, .data = f};
        return BENCH_PASSES + 1;
    }
    tasks[BENCH_SAMPLE_OWN] = (bench_task){.run = sample_own, .data = f};
    tasks[BENCH_SAMPLE_BLAS] = (bench_task){.run = sample_blas, .data = f};
    tasks[BENCH_UPDATE_OWN] = (bench_task){.run = update_own, .data = f};
    tasks[BENCH_UPDATE_BLAS] = (bench_task){.run = update_blas, .data = f};
    return BENCH_FLOOR_TASKS;
}

double bench_floor_sum(const bench_floor *f, const bench_task *tasks)
{
    if (!f->matrix) return tasks[BENCH_NORMALS].least + tasks[BENCH_PASSES].least;
    return tasks[BENCH_NORMALS].least +
           fmin(tasks[BENCH_SAMPLE_OWN].least, tasks[BENCH_SAMPLE_BLAS].least) +
           f->share * fmin(tasks[BENCH_UPDATE_OWN].least, tasks[BENCH_UPDATE_BLAS].least);
}
