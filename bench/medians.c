/* SPDX-License-Identifier: MIT
 *
 * How many evaluations the methods need: the median over seeds of the evaluations until f <= 1e-8,
 * beside reference values. Starts are uniform in [-4, 4]^d, the step size is 2, and everything else
 * is default. A median is marked if it differs from its reference by more than 10 % (d = 2: 15 %).
 * In small dimensions a median of fifteen seeds is itself uncertain by about that much, so marked
 * ones are measured again with twenty times as many seeds.
 *
 *     medians [SEEDS [LARGEST_DIMENSION]]       default: 15 seeds, dimensions up to 40 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <nes/nes.h>
#include <nes/problems.h>

enum { DIMS = 5, MAX_DIM = 40, MAX_SEEDS = 10001 };
static const size_t dims[DIMS] = {2, 5, 10, 20, 40};
static const double TARGET = 1e-8;

typedef struct entry {
    const char *method, *problem;
    double reference[DIMS];
} entry;

static const entry entries[] = {
    {"xnes", "sphere", {340, 1597, 6604, 27683, 127166}},
    {"xnes", "rotated-ellipsoid", {475, 2436, 9390, 38697, 172506}},
    {"xnes", "rosenbrock", {645, 3061, 10923, 46422, 204425}},
    {"xnes", "sharp-ridge", {696, 3593, 14651, 61793, 276492}},
    {"snes", "sphere", {376, 951, 1981, 4286, 9704}},
    {"snes", "ellipsoid", {617, 1433, 2865, 5889, 13161}},
    {"snes", "cigar", {617, 1557, 3258, 6854, 15345}},
};

/* Counts evaluations up to and including the first at the target. */
typedef struct counter {
    const nes_problem *problem;
    uint64_t count, hit;
} counter;

static double counted(size_t dim, const double *x, void *user)
{
    counter *c = user;
    const double f = nes_problem_value(c->problem, x);
    (void)dim;
    c->count++;
    if (c->hit == 0 && f <= TARGET) c->hit = c->count;
    return f;
}

/* splitmix64, so that starts depend on the seed and the dimension only. */
static double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

/* Evaluations to the target; infinity if the run ended without reaching it. */
static double run(const entry *e, const nes_problem *problem, size_t dim, uint64_t seed)
{
    double x[MAX_DIM];
    uint64_t state = seed * 1000 + dim;
    counter c = {problem, 0, 0};
    nes_settings s;
    nes_settings_default(&s);
    s.method = e->method;
    s.seed = seed;
    s.sigma = 2;
    s.target = TARGET;
    for (size_t i = 0; i < dim; i++) x[i] = 8 * uniform(&state) - 4;
    const nes_status st = nes_minimize(counted, &c, dim, x, &s, NULL);
    if (st != NES_OK) {
        fprintf(stderr, "medians: %s\n", nes_strerror(st));
        exit(1);
    }
    return c.hit > 0 ? (double)c.hit : INFINITY;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const entry *e, size_t dim, size_t seeds, size_t *solved)
{
    static double hits[MAX_SEEDS];
    char id[64], message[256];
    nes_problem *problem;
    snprintf(id, sizeof id, "%s_d%zu", e->problem, dim);
    if (nes_problem_create(&problem, id, message, sizeof message) != NES_OK) {
        fprintf(stderr, "medians: %s\n", message);
        exit(1);
    }
    *solved = 0;
    for (size_t k = 0; k < seeds; k++) {
        hits[k] = run(e, problem, dim, k + 1);
        *solved += isfinite(hits[k]) ? 1 : 0;
    }
    nes_problem_destroy(problem);
    qsort(hits, seeds, sizeof *hits, ascending);
    return hits[seeds / 2];
}

static size_t argument(const char *text, size_t low, size_t high)
{
    char *end;
    const unsigned long v = strtoul(text, &end, 10);
    if (*end == '\0' && v >= low && v <= high) return v;
    fprintf(stderr, "medians: '%s' is not a number from %zu to %zu\n", text, low, high);
    exit(2);
}

/* A marked median. */
typedef struct doubt {
    const entry *e;
    size_t i; /* index of the dimension */
} doubt;

static int is_off(double ratio, size_t dim)
{
    return fabs(ratio - 1) > (dim == 2 ? 0.15 : 0.10);
}

static void print_row(const entry *e, size_t seeds, size_t largest, doubt *doubts, size_t *marked)
{
    size_t solved;
    printf("%s, %-20s", e->method, e->problem);
    for (size_t i = 0; i < DIMS && dims[i] <= largest; i++) {
        const double m = median(e, dims[i], seeds, &solved), ratio = m / e->reference[i];
        const int off = is_off(ratio, dims[i]);
        if (off) doubts[(*marked)++] = (doubt){e, i};
        printf("  %7.0f (%4.2f)%c", m, ratio, off ? '!' : ' ');
        if (solved < seeds) printf("%zu/%zu", solved, seeds);
        fflush(stdout);
    }
    puts("");
}

/* Measures a marked median with more seeds and returns whether it is still off. */
static int settle(const doubt *d, size_t seeds)
{
    size_t solved;
    const size_t dim = dims[d->i];
    const double m = median(d->e, dim, seeds, &solved), ratio = m / d->e->reference[d->i];
    printf("%s, %s, d = %zu, over %zu seeds: %.0f (%.2f), %zu solved%s\n", d->e->method,
           d->e->problem, dim, seeds, m, ratio, solved, is_off(ratio, dim) ? "  !" : "");
    return is_off(ratio, dim);
}

int main(int argc, char **argv)
{
    const size_t seeds = argc > 1 ? argument(argv[1], 1, MAX_SEEDS) : 15;
    const size_t largest = argc > 2 ? argument(argv[2], 2, MAX_DIM) : MAX_DIM;
    const size_t more = 20 * seeds + 1 < MAX_SEEDS ? 20 * seeds + 1 : MAX_SEEDS;
    doubt doubts[DIMS * sizeof entries / sizeof *entries];
    size_t marked = 0, off = 0;
    printf("Median evaluations to f <= %g over %zu seeds, in brackets relative to the reference\n\n"
           "%-26s",
           TARGET, seeds, "");
    for (size_t i = 0; i < DIMS && dims[i] <= largest; i++) printf("  %14s%-2zu", "d = ", dims[i]);
    puts("");
    for (size_t k = 0; k < sizeof entries / sizeof *entries; k++)
        print_row(&entries[k], seeds, largest, doubts, &marked);
    printf("\n%zu marked (!): more than 10 %% away (15 %% for d = 2)\n", marked);
    for (size_t k = 0; k < marked; k++) off += (size_t)settle(&doubts[k], more);
    return off > 0;
}
