/* SPDX-License-Identifier: MIT
 *
 * Reals, integers and choices together: single runs of dd-xnes, or categorical, until f <= 1e-10,
 * at most 1000 evaluations a variable, with no other stop test. Medians of the evaluations of those
 * that succeed, and how many do, beside reference values of docs/math.md B15 and B20. Starts are
 * uniform in [1, 3], for Rosenbrock's function in [-1, 1], those of 0/1 variables 0.5, choices have
 * none; integers are between -10 and 10. A line is marked where the median differs by more than
 * 15 %, or more than one run in 20 fails that should not.
 *
 *     mixed [RUNS [FIRST_SEED [PART]]]   default: 20 runs; PART: problems whose line has this text
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nes/nes.h>

#include "measured.h"

enum { MOST = 64, MOST_RUNS = 1001 };

typedef struct problem {
    const char *name;
    size_t reals, integers;
    int reference, successes; /* of 20 */
    double (*value)(const struct problem *p, const double *x);
    bool bits;
    size_t choices, k;                                        /* choices among k values */
    double (*plus)(const struct problem *p, const double *x); /* a second term; null: none */
} problem;

static double square(double v)
{
    return v * v;
}

/* The exponent of variable j of n, which runs from 0 to 1, in an ellipsoid of condition 1e6. */
static double stretched(double v, size_t j, size_t n)
{
    return square(pow(1000, n > 1 ? (double)j / (double)(n - 1) : 0) * v);
}

static double sphere(const problem *p, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < p->reals + p->integers; i++) sum += square(x[i]);
    return sum;
}

static double ellipsoid(const problem *p, const double *x)
{
    const size_t d = p->reals + p->integers;
    double sum = 0;
    for (size_t i = 0; i < d; i++) sum += stretched(x[i], i, d);
    return sum;
}

static double reversed(const problem *p, const double *x)
{
    const size_t d = p->reals + p->integers;
    double sum = 0;
    for (size_t i = 0; i < d; i++)
        sum += stretched(x[i], i < p->reals ? i + p->integers : i - p->reals, d);
    return sum;
}

static double tablet(const problem *p, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < p->reals + p->integers; i++)
        sum += (i < p->reals ? 1e4 : 1) * square(x[i]);
    return sum;
}

static double real_sphere(const problem *p, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < p->reals; i++) sum += square(x[i]);
    return sum;
}

static double real_ellipsoid(const problem *p, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < p->reals; i++) sum += stretched(x[i], i, p->reals);
    return sum;
}

static double one_max(const problem *p, const double *x)
{
    double sum = (double)p->integers;
    for (size_t i = p->reals; i < p->reals + p->integers; i++) sum -= x[i];
    return sum;
}

static double leading_ones(const problem *p, const double *x)
{
    size_t n = 0;
    while (n < p->integers && x[p->reals + n] == 1) n++;
    return (double)(p->integers - n);
}

static double schwefel(const problem *p, const double *x)
{
    const size_t d = p->reals + p->integers;
    double sum = 0, part = 0;
    for (size_t j = 0; j < d; j++) {
        part += x[(7 * j + 3) % d];
        sum += square(part);
    }
    return sum;
}

/* ---- with choices, which stand behind the other variables ---- */

static const double *choices_of(const problem *p, const double *x)
{
    return x + p->reals + p->integers;
}

static double rosenbrock(const problem *p, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i + 1 < p->reals; i++)
        sum += 100 * square(x[i + 1] - square(x[i])) + square(x[i] - 1);
    return sum;
}

static double nothing(const problem *p, const double *x)
{
    (void)p, (void)x;
    return 0;
}

static double large_sphere(const problem *p, const double *x)
{
    return 1e4 * sphere(p, x);
}

static double others(const problem *p, const double *x) /* COM */
{
    double n = 0;
    for (size_t i = 0; i < p->choices; i++) n += choices_of(p, x)[i] != 0;
    return n;
}

static double few_others(const problem *p, const double *x)
{
    return 0.01 * others(p, x);
}

static double behind(const problem *p, const double *x) /* CLO */
{
    size_t n = 0;
    while (n < p->choices && choices_of(p, x)[n] == 0) n++;
    return (double)(p->choices - n);
}

static double proximity(const problem *p, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < p->choices; i++) {
        const double c = choices_of(p, x)[i] / (double)p->k;
        sum += square(x[i] - c) + c;
    }
    return sum;
}

static double proximity_of_three(const problem *p, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < p->choices; i++) {
        const double t = choices_of(p, x)[i] / (double)p->k + x[p->reals + i];
        sum += square(x[i] - t) + fabs(t);
    }
    return sum;
}

static const problem problems[] = {
    {"sphere", 5, 5, 994, 20, sphere, false, 0, 0, NULL},
    {"ellipsoid", 5, 5, 1618, 20, ellipsoid, false, 0, 0, NULL},
    {"reversed ellipsoid", 5, 5, 1678, 20, reversed, false, 0, 0, NULL},
    {"tablet", 5, 5, 1546, 20, tablet, false, 0, 0, NULL},
    {"sphere, ones", 5, 5, 1102, 20, real_sphere, true, 0, 0, one_max},
    {"sphere, leading ones", 5, 5, 1046, 20, real_sphere, true, 0, 0, leading_ones},
    {"ellipsoid, ones", 5, 5, 1858, 20, real_ellipsoid, true, 0, 0, one_max},
    {"ellipsoid, leading ones", 5, 5, 1857, 20, real_ellipsoid, true, 0, 0, leading_ones},
    {"schwefel 1.2", 5, 5, 1448, 8, schwefel, false, 0, 0, NULL},
    {"sphere", 10, 10, 2044, 20, sphere, false, 0, 0, NULL},
    {"ellipsoid", 10, 10, 3536, 20, ellipsoid, false, 0, 0, NULL},
    {"reversed ellipsoid", 10, 10, 3515, 20, reversed, false, 0, 0, NULL},
    {"tablet", 10, 10, 3182, 20, tablet, false, 0, 0, NULL},
    {"sphere, ones", 10, 10, 2090, 20, real_sphere, true, 0, 0, one_max},
    {"sphere, leading ones", 10, 10, 2132, 20, real_sphere, true, 0, 0, leading_ones},
    {"ellipsoid, ones", 10, 10, 3952, 20, real_ellipsoid, true, 0, 0, one_max},
    {"ellipsoid, leading ones", 10, 10, 3948, 20, real_ellipsoid, true, 0, 0, leading_ones},
    {"reversed ellipsoid", 15, 15, 5357, 20, reversed, false, 0, 0, NULL},
    {"tablet", 15, 15, 4956, 20, tablet, false, 0, 0, NULL},
    {"sphere, ones", 15, 15, 3182, 20, real_sphere, true, 0, 0, one_max},
    {"sphere, leading ones", 15, 15, 3168, 20, real_sphere, true, 0, 0, leading_ones},
    {"ellipsoid, leading ones", 15, 15, 6168, 20, real_ellipsoid, true, 0, 0, leading_ones},
    {"sphere, COM", 5, 0, 835, 20, sphere, false, 5, 5, others},
    {"ellipsoid, COM", 5, 0, 1252, 20, ellipsoid, false, 5, 5, others},
    {"rosenbrock, COM", 5, 0, 2106, 20, rosenbrock, false, 5, 5, others},
    {"sphere, CLO", 5, 0, 888, 20, sphere, false, 5, 5, behind},
    {"ellipsoid, CLO", 5, 0, 1263, 20, ellipsoid, false, 5, 5, behind},
    {"rosenbrock, CLO", 5, 0, 2284, 18, rosenbrock, false, 5, 5, behind},
    {"proximity", 5, 0, 1052, 20, proximity, false, 5, 5, NULL},
    {"1e4 sphere, COM/100", 5, 0, 1020, 20, large_sphere, false, 5, 5, few_others},
    {"sphere, COM", 10, 0, 1766, 20, sphere, false, 10, 5, others},
    {"ellipsoid, COM", 10, 0, 2994, 20, ellipsoid, false, 10, 5, others},
    {"rosenbrock, COM", 10, 0, 6166, 20, rosenbrock, false, 10, 5, others},
    {"sphere, CLO", 10, 0, 1690, 20, sphere, false, 10, 5, behind},
    {"ellipsoid, CLO", 10, 0, 2846, 20, ellipsoid, false, 10, 5, behind},
    {"rosenbrock, CLO", 10, 0, 6496, 20, rosenbrock, false, 10, 5, behind},
    {"proximity", 10, 0, 2172, 20, proximity, false, 10, 5, NULL},
    {"1e4 sphere, COM/100", 10, 0, 2124, 20, large_sphere, false, 10, 5, few_others},
    {"sphere, COM", 5, 5, 1256, 20, sphere, false, 5, 5, others},
    {"ellipsoid, COM", 5, 5, 1864, 20, ellipsoid, false, 5, 5, others},
    {"sphere, CLO", 5, 5, 1211, 20, sphere, false, 5, 5, behind},
    {"ellipsoid, CLO", 5, 5, 1816, 20, ellipsoid, false, 5, 5, behind},
    {"reversed ellipsoid, COM", 5, 5, 2104, 20, reversed, false, 5, 5, others},
    {"reversed ellipsoid, CLO", 5, 5, 2002, 20, reversed, false, 5, 5, behind},
    {"proximity of three", 5, 5, 1722, 4, proximity_of_three, false, 5, 5, NULL},
    {"sphere, COM", 10, 10, 2491, 20, sphere, false, 10, 5, others},
    {"ellipsoid, COM", 10, 10, 3922, 20, ellipsoid, false, 10, 5, others},
    {"sphere, CLO", 10, 10, 2546, 20, sphere, false, 10, 5, behind},
    {"ellipsoid, CLO", 10, 10, 3853, 20, ellipsoid, false, 10, 5, behind},
    {"reversed ellipsoid, COM", 10, 10, 4098, 20, reversed, false, 10, 5, others},
    {"reversed ellipsoid, CLO", 10, 10, 4350, 20, reversed, false, 10, 5, behind},
    {"COM", 0, 0, 170, 20, nothing, false, 15, 5, others},
    {"CLO", 0, 0, 1398, 20, nothing, false, 15, 5, behind},
    {"COM", 0, 0, 354, 20, nothing, false, 30, 5, others},
    {"CLO", 0, 0, 5652, 20, nothing, false, 30, 5, behind},
    /* those that had no part in the choice of constants */
    {"ellipsoid, COM", 15, 0, 4966, 20, ellipsoid, false, 15, 8, others},
    {"sphere, CLO", 15, 0, 4880, 20, sphere, false, 15, 8, behind},
    {"rosenbrock, CLO", 7, 0, 3673, 20, rosenbrock, false, 7, 3, behind},
    {"proximity", 15, 0, 3659, 20, proximity, false, 15, 8, NULL},
    {"ellipsoid, COM", 7, 7, 2738, 20, ellipsoid, false, 7, 3, others},
    {"reversed ellipsoid, CLO", 7, 7, 2968, 20, reversed, false, 7, 3, behind},
    {"proximity of three", 4, 4, 1292, 12, proximity_of_three, false, 4, 4, NULL},
    {"COM", 0, 0, 1098, 20, nothing, false, 50, 10, others},
    {"CLO", 0, 0, 2101, 20, nothing, false, 12, 10, behind},
    {"sphere, COM", 3, 0, 460, 20, sphere, false, 1, 2, others},
};

static double objective(size_t dim, const double *x, void *user)
{
    const problem *p = user;
    (void)dim;
    return p->value(p, x) + (p->plus != NULL ? p->plus(p, x) : 0);
}

/* Evaluations of a run that reaches the target; else 0. */
static uint64_t run(const problem *p, uint64_t seed)
{
    const size_t d = p->reals + p->integers, all = d + p->choices;
    double x[MOST], integer[MOST], lower[MOST], upper[MOST], count[MOST];
    problem own = *p;
    uint64_t state = seed * 1000003;
    nes_settings s;
    nes_result r;
    nes_settings_default(&s);
    for (size_t i = 0; i < d; i++) {
        integer[i] = i >= p->reals;
        const bool bit = p->bits && i >= p->reals;
        lower[i] = i < p->reals ? -INFINITY : bit ? 0 : -10;
        upper[i] = i < p->reals ? INFINITY : bit ? 1 : 10;
        const double least = p->value == rosenbrock ? -1 : 1;
        x[i] = bit ? 0.5 : least + 2 * random_value(&state) * 0x1p-53;
        count[i] = 0;
    }
    for (size_t i = d; i < all; i++) {
        x[i] = -1;
        integer[i] = 0;
        lower[i] = -INFINITY;
        upper[i] = INFINITY;
        count[i] = (double)p->k;
    }
    s.method = d > 0 ? "dd-xnes" : "categorical";
    s.eval_start = "no";
    s.restarts = "none";
    if (p->integers > 0) s.integer = integer, s.lower = lower, s.upper = upper;
    if (p->choices > 0) s.choices = count;
    if (d > 0) s.sigma = 1;
    s.seed = seed;
    s.target = 1e-10;
    s.max_evals = 1000 * all;
    s.tolfun = s.tolx = s.tolx_abs = s.flat = s.stagnation = s.max_condition = s.max_growth =
        NES_OFF;
    s.noeffect = false;
    const nes_status st = nes_minimize(objective, &own, all, x, &s, &r);
    if (st != NES_OK) {
        fprintf(stderr, "%s: %s\n", p->name, nes_strerror(st));
        exit(1);
    }
    return r.best_f <= 1e-10 ? r.evaluations : 0;
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void measure(const problem *p, size_t runs, uint64_t seed, const char *part)
{
    uint64_t count[MOST_RUNS];
    char line[64];
    size_t n = 0;
    snprintf(line, sizeof line, "%-24s %2zu + %2zu + %2zu x %-2zu", p->name, p->reals, p->integers,
             p->choices, p->k);
    if (strstr(line, part) == NULL) return;
    for (size_t k = 0; k < runs; k++) {
        count[n] = run(p, seed + k);
        n += count[n] > 0;
    }
    qsort(count, n, sizeof *count, compare);
    const double middle = n == 0 ? NAN : 0.5 * (double)(count[(n - 1) / 2] + count[n / 2]);
    const double least = (double)(p->successes - 1) / 20;
    const bool off = fabs(middle / p->reference - 1) > 0.15 || (double)n < least * (double)runs;
    printf("%s  %4zu/%zu  %7.0f  %6d  %5.2f%s\n", line, n, runs, middle, p->reference,
           middle / p->reference, off ? "  *" : "");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const long runs = argc > 1 ? atol(argv[1]) : 20, seed = argc > 2 ? atol(argv[2]) : 1;
    if (runs < 1 || runs >= MOST_RUNS || seed < 0) {
        fprintf(stderr, "usage: mixed [RUNS [FIRST_SEED [PART]]], 1 to %d runs\n", MOST_RUNS - 1);
        return 2;
    }
    printf("%-24s %-17s  %5s  %7s  %6s  ratio\n", "problem", "size", "solved", "median", "wanted");
    for (size_t k = 0; k < sizeof problems / sizeof *problems; k++)
        measure(&problems[k], (size_t)runs, (uint64_t)seed, argc > 3 ? argv[3] : "");
    return 0;
}
