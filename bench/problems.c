/* SPDX-License-Identifier: MIT
 *
 * What an evaluation of each BBOB function costs, in nanoseconds of processor time per point: one
 * thread, dimension 20, batches of 100 points from the box [-5, 5]^20, least of several repeats.
 * Beside it stand the time of the COCO library on an AVX-512 server core and the ratio of the two.
 * The last line is the geometric mean of the ratios. A function that is slower than the reference
 * is marked.
 *
 *     problems [REPEATS]       default: 200 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <nes/problems.h>

enum { FUNCTIONS = 24, DIM = 20, BATCH = 100, BATCHES = 20 };
static const double reference[FUNCTIONS] = {193,  2036, 2747, 2649, 406,  663, 1196,  318,
                                            350,  2257, 1989, 892,  404,  670, 2928,  6675,
                                            2142, 2149, 876,  2438, 2278, 764, 13018, 1381};

static double nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static nes_problem *make(unsigned function)
{
    nes_problem *p;
    char id[64], message[256];
    nes_suite_id(nes_suite_find("bbob"), function, 1, DIM, id, sizeof id);
    if (nes_problem_create(&p, id, message, sizeof message) == NES_OK) return p;
    fprintf(stderr, "problems: %s\n", message);
    exit(1);
}

/* Spreads points over the box by a Weyl sequence: multiples of the golden ratio modulo 1. */
static void fill(double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = 10.0 * fmod((double)(i + 1) * 0.6180339887498949, 1.0) - 5.0;
}

static double measure(const nes_problem *p, long repeats)
{
    static double x[BATCH * DIM], f[BATCH];
    double least = INFINITY;
    fill(x, BATCH * DIM);
    for (long r = 0; r < repeats; r++) {
        const double started = nanoseconds();
        for (int k = 0; k < BATCHES; k++) nes_problem_values(p, BATCH, x, f);
        least = fmin(least, (nanoseconds() - started) / (BATCHES * BATCH));
    }
    return least;
}

int main(int argc, char **argv)
{
    const long repeats = argc > 1 ? atol(argv[1]) : 200;
    double sum = 0.0;
    printf("%-30s %8s %10s %6s\n", "ns per evaluation, d = 20", "ours", "reference", "ratio");
    for (unsigned k = 0; k < FUNCTIONS; k++) {
        nes_problem *p = make(k + 1);
        const double ours = measure(p, repeats), ratio = reference[k] / ours;
        printf("f%-2u %-26s %8.1f %10.0f %6.2f%s\n", k + 1, nes_problem_name(p), ours, reference[k],
               ratio, ratio < 1.0 ? " slower" : "");
        sum += log(ratio);
        nes_problem_destroy(p);
    }
    printf("%-30s %8s %10s %6.2f\n", "geometric mean", "", "", exp(sum / FUNCTIONS));
    return 0;
}
