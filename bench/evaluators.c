/* SPDX-License-Identifier: MIT
 *
 * What it costs to have a point evaluated, in microseconds of wall time per point: in this thread,
 * in threads, in forked processes, and by a program that stays and answers lines, which is this
 * program itself. Dimension 10, generations of 10 and of 200 points, 1 and 2 jobs, for objectives
 * that take no time, 1, 10 and 1000 microseconds. Least of several repeats.
 *
 *     evaluators [REPEATS]      default: 3
 *     evaluators --worker       reads points, writes their sums of squares */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "evaluate/processes.h"
#include "evaluate/threads.h"
#include "objective/program.h"

enum { DIM = 10, LARGE = 200, SMALL = 10 };

typedef int (*opener)(evaluator *e, const objective *o, size_t jobs);

static double wait_for; /* seconds that an evaluation takes */

/* Waits by the clock where that is short, and by sleeping otherwise. */
static nes_fate value(size_t dim, const double *x, double *values, void *data)
{
    const double until = clock_now() + wait_for;
    (void)data;
    if (wait_for > 1e-4) clock_sleep(wait_for);
    while (wait_for > 0 && clock_now() < until) continue;
    values[0] = 0;
    for (size_t i = 0; i < dim; i++) values[0] += x[i] * x[i];
    return NES_MEASURED;
}

static int work(void)
{
    char line[4096];
    while (fgets(line, sizeof line, stdin) != NULL) {
        double sum = 0;
        for (char *at = line, *end;; at = end) {
            const double v = strtod(at, &end);
            if (end == at) break;
            sum += v * v;
        }
        printf("%.17g\n", sum);
        fflush(stdout);
    }
    return 0;
}

static int open_threads(evaluator *e, const objective *o, size_t jobs)
{
    return threads_open(e, o, jobs, true);
}

/* Seconds per point. */
static double evaluate(const evaluator *e, size_t points, size_t generations)
{
    static double x[LARGE * DIM];
    static uint64_t id[LARGE];
    static eval_record back[LARGE];
    for (size_t i = 0; i < LARGE * DIM; i++) x[i] = sin((double)i);
    const double begin = clock_now();
    for (size_t g = 0; g < generations; g++)
        for (size_t out = 0, in = 0; in < points;) {
            if (out < points) out += e->submit(e->self, points - out, id + out, x + out * DIM);
            in += e->collect(e->self, 1, points, back);
        }
    return (clock_now() - begin) / (double)(points * generations);
}

/* Microseconds per point, the least of the repeats. */
static double measure(opener open, const objective *o, size_t jobs, size_t points, int repeats)
{
    const size_t generations = (wait_for > 1e-4 ? 200 : 20000) / points;
    double least = INFINITY;
    evaluator e;
    if (open(&e, o, jobs) != 0) {
        fprintf(stderr, "evaluators: no evaluator with %zu jobs\n", jobs);
        exit(1);
    }
    evaluate(&e, points, 1);
    for (int i = 0; i < repeats; i++) least = fmin(least, evaluate(&e, points, generations));
    e.close(e.self);
    return 1e6 * least;
}

static void measure_here(int repeats)
{
    static const double waits[] = {0, 1e-6, 1e-5, 1e-3};
    const objective o = {.dim = DIM, .record = value};
    printf("  takes us  points  jobs     threads    isolated\n");
    for (size_t w = 0; w < sizeof waits / sizeof *waits; w++)
        for (size_t points = SMALL; points <= LARGE; points *= LARGE / SMALL)
            for (size_t jobs = 1; jobs <= 2; jobs++) {
                wait_for = waits[w];
                printf("%10g  %6zu  %4zu  %10.2f  %10.2f\n", 1e6 * wait_for, points, jobs,
                       measure(open_threads, &o, jobs, points, repeats),
                       measure(isolated_open, &o, jobs, points, repeats));
            }
}

static int measure_workers(char *self, int repeats)
{
    char *command[] = {self, "--worker", NULL};
    const objective_options g = {.command = command, .worker = true};
    const variables v = {.n = DIM};
    objective o = {.dim = DIM, .variables = v};
    if (program_open(&o.program, &g, &v) != 0) return 1;
    wait_for = 0;
    printf("\n            points  jobs      worker\n");
    for (size_t points = SMALL; points <= LARGE; points *= LARGE / SMALL)
        for (size_t jobs = 1; jobs <= 2; jobs++)
            printf("            %6zu  %4zu  %10.2f\n", points, jobs,
                   measure(workers_open, &o, jobs, points, repeats));
    program_close(o.program);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--worker") == 0) return work();
    const int repeats = argc > 1 ? atoi(argv[1]) : 3;
    char *self = realpath(argv[0], NULL);
    measure_here(repeats);
    const int status = measure_workers(self, repeats);
    free(self);
    return status;
}
