/* SPDX-License-Identifier: MIT
 *
 * What the models of an expensive objective cost: milliseconds of processor time for a fit of the
 * polynomial, of the process, for a sweep of its hyper-parameters, for the model values of a
 * generation, and for the search for one minimiser. The archive has so many points per variable
 * of an ellipsoid with a curved valley, drawn from distributions that shrink towards its optimum.
 * The last column is what an evaluation costs if they come one by one: two fits, a share of a
 * sweep, two generations of values and a minimiser.
 *     build/bench/surrogate [d ...]          default: 2 5 10 20 40 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "linalg/invert.h"
#include "measured.h"
#include "model/gauss_process.h"
#include "model/models.h"
#include "model/polynomial.h"

enum { REPEATS = 5, ROWS = 16 };

typedef struct bench {
    size_t d;
    nes_archive archive;
    nes_frame frame;
    nes_models *models;
    nes_polynomial polynomial;
    nes_process process;
    nes_fit fit;
    double theta[NES_GP_PARAMETERS], *identity, *work, *samples, *found;
} bench;

static void carve(bench *b, nes_arena *a, size_t d, size_t room)
{
    nes_archive_carve(&b->archive, a, d, room);
    nes_frame_carve(&b->frame, a, d);
    b->models = nes_models_carve(a, d, nes_cpu_best());
    nes_polynomial_carve(&b->polynomial, a, d, nes_cpu_best());
    nes_process_carve(&b->process, a, d, nes_cpu_best());
    b->identity = NES_CARVE(a, double, d *d + 2 * d);
    b->work = NES_CARVE(a, double, nes_invert_work(d) + d * d);
    b->samples = NES_CARVE(a, double, ROWS *d);
    b->found = NES_CARVE(a, double, d);
}

/* About standard normal. */
static double variate(uint64_t *state)
{
    double sum = 0;
    for (int i = 0; i < 12; i++) sum += random_value(state) * 0x1p-53;
    return sum - 6;
}

static double value(size_t d, const double *x)
{
    double sum = 0;
    for (size_t j = 0; j < d; j++) {
        const double bend = j > 0 ? x[j] - 0.3 * x[j - 1] * x[j - 1] : x[j];
        sum += pow(100, (double)j / (double)d) * bend * bend;
    }
    return sum;
}

/* The deviation falls to a hundredth; the frame is that of the last points. */
static void fill(bench *b, size_t n)
{
    const size_t d = b->d;
    uint64_t state = d;
    double *x = b->found;
    b->archive.n = 0;
    for (size_t k = 0; k < n; k++) {
        const double sigma = pow(0.01, (double)k / (double)n);
        for (size_t i = 0; i < d; i++) x[i] = sigma * variate(&state);
        nes_archive_append(&b->archive, x, value(d, x), 0);
        if (k == 0 || b->archive.f[k] < b->archive.f[b->fit.best]) b->fit.best = k;
    }
    for (size_t i = 0; i < ROWS * d; i++) b->samples[i] = variate(&state) / sqrt((double)d);
    double *B = b->identity, *D = B + d * d, *m = D + d;
    for (size_t i = 0; i < d; i++) B[i * d + i] = D[i] = 1;
    if (!nes_frame_set(&b->frame, m, 0.01, D, B, b->work, nes_cpu_best())) abort();
    nes_models_start(b->theta);
}

static void fit_polynomial(bench *b)
{
    nes_polynomial_fit(&b->polynomial, &b->fit);
}

static void fit_process(bench *b)
{
    nes_process_fit(&b->process, &b->fit);
}

static void sweep(bench *b)
{
    nes_process_sweep(&b->process, b->theta, 1);
}

static void values(bench *b)
{
    for (size_t k = 0; k < ROWS; k++) nes_models_value(b->models, b->samples + k * b->d);
}

static void minimise(bench *b)
{
    double u[64];
    nes_frame_into(&b->frame, b->archive.x + b->fit.best * b->d, u);
    const nes_search search = {.c = u, .n = ROWS, .u = b->samples, .k = 1};
    nes_models_minimise(b->models, &search, b->found);
}

/* The least time of a few, in milliseconds. */
static double least(bench *b, void (*work)(bench *))
{
    double best = INFINITY;
    for (int k = 0; k < REPEATS; k++) {
        const double before = thread_seconds();
        work(b);
        best = fmin(best, thread_seconds() - before);
    }
    return 1e3 * best;
}

static void measure(bench *b, size_t each)
{
    const size_t n = each * b->d;
    fill(b, n);
    nes_models_fit(b->models, &b->fit);
    const double p = least(b, fit_polynomial), g = least(b, fit_process), s = least(b, sweep);
    nes_models_fit(b->models, &b->fit);
    const double v = least(b, values), m = least(b, minimise);
    const double share = (double)(n / (b->d < 25 ? 60 : 20) + 1);
    printf("%4zu %5zu %10.3f %8.3f %8.3f %8.3f %8.3f %12.3f   %s\n", b->d, n, p, g, s, v, m,
           2 * (p + g) + s / share + 2 * v + m,
           nes_models_chosen(b->models) == NES_PROCESS ? "process" : "polynomial");
}

static void measure_all(size_t d)
{
    static const size_t sizes[] = {5, 20, 50, 100, 250};
    nes_arena a = {0};
    bench b = {.d = d};
    carve(&b, &a, d, 250 * d);
    void *memory = calloc(nes_arena_size(&a), 1);
    if (memory == NULL) exit(1);
    a = nes_arena_on(memory);
    carve(&b, &a, d, 250 * d);
    b.fit = (nes_fit){.archive = &b.archive, .frame = &b.frame, .window = 25, .theta = b.theta};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) measure(&b, sizes[i]);
    free(memory);
}

int main(int argc, char **argv)
{
    static const size_t usual[] = {2, 5, 10, 20, 40};
    printf("   d points polynomial  process    sweep   values  minimum  evaluation   chosen\n");
    for (int i = 1; i < argc; i++) measure_all(strtoul(argv[i], NULL, 10));
    for (size_t i = 0; argc == 1 && i < sizeof usual / sizeof *usual; i++) measure_all(usual[i]);
    return 0;
}
