/* SPDX-License-Identifier: MIT
 *
 * The factorisations of linalg/invert.h beside those of LAPACK, one thread each: the least time of
 * several measurements, which alternate, in ms, and the largest error of the residual a a^-1 - I or
 * (L L^T - a) / |a|.
 *     OPENBLAS_NUM_THREADS=1 build/bench/factors [d ...] */
#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "linalg/invert.h"

typedef struct task {
    size_t d;
    double *a, *b, *inverse, *work; /* a: what is factorised; b: a copy of it, which may be lost */
    double log_det;
    lapack_int *pivots;
    size_t room;
} task;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void invert(task *t)
{
    if (nes_invert(t->d, t->a, t->inverse, &t->log_det, t->work, nes_cpu_best())) abort();
}

static void invert_lapack(task *t)
{
    const lapack_int n = (lapack_int)t->d;
    memcpy(t->inverse, t->a, t->d * t->d * sizeof *t->a);
    if (LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, t->inverse, n, t->pivots) != 0 ||
        LAPACKE_dgetri_work(LAPACK_COL_MAJOR, n, t->inverse, n, t->pivots, t->work,
                            (lapack_int)t->room) != 0)
        abort();
}

static void cholesky(task *t)
{
    memcpy(t->b, t->a, t->d * t->d * sizeof *t->a);
    if (nes_cholesky(t->d, t->b, t->inverse, &t->log_det, t->work, nes_cpu_best())) abort();
}

static void cholesky_lapack(task *t)
{
    const lapack_int n = (lapack_int)t->d;
    memcpy(t->b, t->a, t->d * t->d * sizeof *t->a);
    if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', n, t->b, n) != 0) abort();
    for (size_t i = 0; i < t->d; i++)
        memset(t->b + i * t->d + i + 1, 0, (t->d - i - 1) * sizeof *t->b);
    memcpy(t->inverse, t->b, t->d * t->d * sizeof *t->a);
    if (LAPACKE_dtrtri_work(LAPACK_COL_MAJOR, 'U', 'N', n, t->inverse, n) != 0) abort();
}

static void decompose(task *t)
{
    if (nes_decompose(t->d, t->a, t->b, t->inverse, t->work, nes_cpu_best())) abort();
}

static void decompose_lapack(task *t)
{
    const lapack_int n = (lapack_int)t->d;
    memcpy(t->b, t->a, t->d * t->d * sizeof *t->a);
    if (LAPACKE_dsyev_work(LAPACK_COL_MAJOR, 'V', 'U', n, t->b, n, t->inverse, t->work,
                           (lapack_int)t->room) != 0)
        abort();
}

/* Largest element of |x y - z|; z null: the unit matrix; transposed: y is. */
static double distance(size_t d, const double *x, const double *y, const double *z, int transposed)
{
    double most = 0;
    for (size_t i = 0; i < d; i += 1 + d / 50)
        for (size_t j = 0; j < d; j++) {
            double sum = z != NULL ? -z[i * d + j] : -(double)(i == j);
            for (size_t k = 0; k < d; k++)
                sum += x[i * d + k] * y[transposed ? j * d + k : k * d + j];
            most = fmax(most, fabs(sum));
        }
    return most;
}

static double error_of(const task *t, int which)
{
    const size_t d = t->d;
    if (which == 0) return distance(d, t->a, t->inverse, NULL, 0);
    if (which == 1) return distance(d, t->b, t->b, t->a, 1) / (double)d;
    return distance(d, t->b, t->b, NULL, 1);
}

/* ln of numbers in (0, 1) by a linear congruence, good enough to fill a matrix. */
static void fill(task *t, int symmetric)
{
    const size_t d = t->d;
    uint64_t state = 1;
    for (size_t i = 0; i < d * d; i++) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        t->a[i] = (double)(state >> 11) * 0x1p-53 - 0.5;
    }
    for (size_t i = 0; symmetric && i < d; i++) {
        for (size_t j = 0; j < i; j++) t->a[j * d + i] = t->a[i * d + j];
        t->a[i * d + i] += (double)d;
    }
}

static void measure(const char *name, task *t, int which, void (*const code[2])(task *))
{
    double least[2] = {INFINITY, INFINITY}, error[2];
    const int times = t->d < 50 ? 2000 : t->d < 300 ? 30 : 1;
    fill(t, which > 0);
    for (int round = 0; round < 7; round++)
        for (int i = 0; i < 2; i++) {
            const double start = now();
            for (int n = 0; n < times; n++) code[i](t);
            least[i] = fmin(least[i], (now() - start) / times);
            error[i] = error_of(t, which);
        }
    printf("%-9s %5zu %10.4g %10.4g %6.2f   %8.1e %8.1e\n", name, t->d, 1e3 * least[0],
           1e3 * least[1], least[0] / least[1], error[0], error[1]);
}

static void measure_all(size_t d)
{
    const size_t mine = nes_invert_work(d), room = mine > 64 * d ? mine : 64 * d;
    double *all = malloc((3 * d * d + room) * sizeof *all);
    task t = {.d = d, .pivots = malloc(d * sizeof *t.pivots), .room = room};
    if (all == NULL || t.pivots == NULL) abort();
    t.a = all;
    t.b = t.a + d * d;
    t.inverse = t.b + d * d;
    t.work = t.inverse + d * d;
    measure("inverse", &t, 0, (void (*const[2])(task *)){invert, invert_lapack});
    measure("cholesky", &t, 1, (void (*const[2])(task *)){cholesky, cholesky_lapack});
    measure("eigen", &t, 2, (void (*const[2])(task *)){decompose, decompose_lapack});
    free(all);
    free(t.pivots);
}

int main(int argc, char **argv)
{
    static const size_t usual[] = {3, 10, 30, 100, 300, 500, 1000};
    printf("              d   ours, ms   LAPACK  ratio   errors\n");
    if (argc > 1)
        for (int i = 1; i < argc; i++) measure_all((size_t)strtoul(argv[i], NULL, 10));
    else
        for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) measure_all(usual[i]);
    return 0;
}
