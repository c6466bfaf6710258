/* SPDX-License-Identifier: MIT
 *
 * Groups of variables that depend on one another: the median evaluations to 1e-8 of single runs of
 * at most 1500 d evaluations, how many of the runs reach it, and microseconds an evaluation. Groups
 * are turned by random rotations of their own. Start uniform in [1, 3]^d, Rosenbrock at 0, sigma 1.
 *     build/bench/blocks [seeds [method ...]] */
#include <math.h>
#include <nes/nes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_SEEDS = 100 };

typedef enum kind { ELLIPSOID, BETWEEN, NEARLY_SEPARABLE, ROSENBROCK } kind;

typedef struct problem {
    const char *name;
    kind kind;
    size_t d, b;     /* b: variables in a block of the function */
    size_t together; /* variables in a group of the search */
    double *turn;    /* d/b rotations, b x b each */
} problem;

static const problem problems[] = {
    {"ellipsoid in blocks", ELLIPSOID, 20, 5, 5, NULL},
    {"Rosenbrock in blocks", ROSENBROCK, 20, 5, 5, NULL},
    {"Rosenbrock in blocks", ROSENBROCK, 20, 2, 2, NULL},
    {"Rosenbrock in blocks", ROSENBROCK, 20, 10, 10, NULL},
    {"Rosenbrock", ROSENBROCK, 20, 20, 20, NULL},
    {"ellipsoid in blocks", ELLIPSOID, 20, 2, 2, NULL},
    {"ellipsoid, 1e4 between blocks", BETWEEN, 20, 10, 10, NULL},
    {"ellipsoid in blocks", ELLIPSOID, 40, 5, 5, NULL},
    {"Rosenbrock in blocks", ROSENBROCK, 40, 5, 5, NULL},
    {"ellipsoid in blocks", ELLIPSOID, 100, 5, 5, NULL},
    {"ellipsoid in blocks", ELLIPSOID, 100, 5, 10, NULL},
    {"ellipsoid in blocks", ELLIPSOID, 100, 5, 20, NULL},
    {"ellipsoid in blocks", ELLIPSOID, 100, 5, 1, NULL},
    {"ellipsoid, 1e4 between blocks", BETWEEN, 100, 10, 10, NULL},
    {"ellipsoid, 1e4 between blocks", BETWEEN, 100, 2, 2, NULL},
    {"Rosenbrock in blocks", ROSENBROCK, 100, 5, 5, NULL},
    {"scales 1e6, nearly separable", NEARLY_SEPARABLE, 100, 10, 10, NULL},
    {"ellipsoid in blocks", ELLIPSOID, 400, 10, 10, NULL},
};

static double uniform(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15U;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return ((double)((z ^ (z >> 31)) >> 11) + 0.5) * 0x1p-53;
}

static double normal(uint64_t *state)
{
    const double r = sqrt(-2 * log(uniform(state)));
    return r * cos(6.283185307179586 * uniform(state));
}

/* Rows of normal numbers at right angles to one another. */
static void rotate(size_t b, double *q, uint64_t *state)
{
    for (size_t i = 0; i < b; i++) {
        double length = 0, *row = q + i * b;
        for (size_t j = 0; j < b; j++) row[j] = normal(state);
        for (size_t twice = 0; twice < 2; twice++)
            for (size_t k = 0; k < i; k++) {
                double dot = 0;
                for (size_t j = 0; j < b; j++) dot += row[j] * q[k * b + j];
                for (size_t j = 0; j < b; j++) row[j] -= dot * q[k * b + j];
            }
        for (size_t j = 0; j < b; j++) length += row[j] * row[j];
        for (size_t j = 0; j < b; j++) row[j] /= sqrt(length);
    }
}

/* The value of block g at y, its b turned coordinates. */
static double block_value(const problem *p, size_t g, const double *y)
{
    const double blocks = (double)(p->d / p->b);
    double sum = 0;
    for (size_t j = 0; j < p->b; j++) {
        const double all = (double)(g * p->b + j);
        const double exponent =
            p->kind == NEARLY_SEPARABLE ? all / (double)(p->d - 1) : (double)j / (double)(p->b - 1);
        const double step = j + 1 < p->b ? y[j + 1] - y[j] * y[j] : 0;
        if (p->kind != ROSENBROCK)
            sum += pow(10, 6 * exponent) * y[j] * y[j];
        else if (j + 1 < p->b)
            sum += 100 * step * step + (1 - y[j]) * (1 - y[j]);
    }
    return p->kind == BETWEEN ? sum * pow(10, 4 * (double)g / (blocks - 1)) : sum;
}

static double value(size_t dim, const double *x, void *user)
{
    const problem *p = user;
    const size_t b = p->b;
    double y[64], sum = 0;
    for (size_t g = 0; g < dim / b; g++) {
        for (size_t i = 0; i < b; i++) {
            const double *row = p->turn + (g * b + i) * b;
            y[i] = 0;
            for (size_t j = 0; j < b; j++) y[i] += row[j] * x[g * b + j];
        }
        sum += block_value(p, g, y);
    }
    return sum;
}

/* Evaluations of one run; infinite where the target is not reached. */
static double run(const problem *p, const char *method, uint64_t seed, double *spent)
{
    uint64_t state = seed;
    double groups[1000], x0[1000];
    nes_settings s;
    nes_result r;
    for (size_t i = 0; i < p->d; i++) {
        groups[i] = (double)(i / p->together);
        x0[i] = p->kind == ROSENBROCK ? 0 : 1 + 2 * uniform(&state);
    }
    for (size_t g = 0; g < p->d / p->b; g++) rotate(p->b, p->turn + g * p->b * p->b, &state);
    nes_settings_default(&s);
    s.method = method;
    s.seed = seed;
    s.sigma = 1;
    s.target = 1e-8;
    s.max_evals = 1500 * p->d;
    s.restarts = "none";
    if (strcmp(method, "block-xnes") == 0) s.groups = groups;
    const clock_t start = clock();
    if (nes_minimize(value, (void *)(uintptr_t)p, p->d, x0, &s, &r) != NES_OK) abort();
    spent[0] += (double)(clock() - start) / CLOCKS_PER_SEC;
    spent[1] += (double)r.evaluations;
    return r.best_f <= 1e-8 ? (double)r.evaluations : INFINITY;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of the runs that reach the target. */
static void measure(problem p, const char *method, size_t seeds)
{
    double evaluations[MOST_SEEDS], spent[2] = {0, 0};
    size_t reached = 0;
    p.turn = calloc(p.d * p.b, sizeof *p.turn);
    if (p.turn == NULL) abort();
    for (size_t i = 0; i < seeds; i++) {
        evaluations[i] = run(&p, method, i + 1, spent);
        reached += isfinite(evaluations[i]);
    }
    qsort(evaluations, seeds, sizeof *evaluations, compare);
    const double low = evaluations[(reached + 1) / 2 - (reached > 0)];
    const double median = reached > 0 ? 0.5 * (low + evaluations[reached / 2]) : INFINITY;
    printf("%-30s %4zu %3zu %3zu  %-10s %8.0f  %zu/%zu  %6.2f us\n", p.name, p.d, p.b, p.together,
           method, median, reached, seeds, 1e6 * spent[0] / spent[1]);
    fflush(stdout);
    free(p.turn);
}

int main(int argc, char **argv)
{
    const size_t seeds = argc > 1 ? strtoul(argv[1], NULL, 10) : 3;
    if (seeds == 0 || seeds > MOST_SEEDS) return 2;
    printf("function                          d   b group method    evaluations reached\n");
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
        for (int k = 2; k < (argc > 2 ? argc : 3); k++)
            measure(problems[i], argc > 2 ? argv[k] : "block-xnes", seeds);
    return 0;
}
