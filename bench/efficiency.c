/* SPDX-License-Identifier: MIT
 *
 * Evaluations that `auto` needs, relative to CMA-ES: the median over trials of the evaluations
 * until f <= 1e-7, divided by that of a published CMA-ES package with its default settings on
 * problems of the same law. The start is 0, the step size 2, and the optimum uniform in [-4, 4]^d
 * (Rosenbrock:
 * [-3, 3]^d). There are 10^4 d evaluations, which `auto` shares among restarts. A ratio is marked
 * if it is above its limit, and so is a cell where more than one trial in fifteen failed.
 *
 *     efficiency [TRIALS [LARGEST_DIMENSION [METHOD]]]    default: 15 trials, up to 40, auto */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nes/nes.h>

enum { DIMS = 4, MAX_DIM = 40, MAX_TRIALS = 1001 };
static const size_t dims[DIMS] = {5, 10, 20, 40};
static const double TARGET = 1e-7, BUDGET = 1e4;

/* One trial: where the optimum is, the two rotations, and when the target was met. */
typedef struct trial {
    const struct entry *e;
    size_t dim;
    double optimum[MAX_DIM];
    double turn[2][MAX_DIM * MAX_DIM];
    uint64_t count, hit;
} trial;

typedef struct entry {
    const char *name;
    double (*value)(const trial *t, const double *z); /* of z = x - optimum */
    double reach;                                     /* the optimum is within +- this */
    double reference[DIMS]; /* median evaluations of CMA-ES; 0: it fails */
    double limit[DIMS];     /* 0: none */
} entry;

static double sphere(const trial *t, const double *z)
{
    double sum = 0;
    for (size_t i = 0; i < t->dim; i++) sum += z[i] * z[i];
    return sum;
}

static double ellipsoid(const trial *t, const double *z)
{
    double sum = 0;
    for (size_t i = 0; i < t->dim; i++)
        sum += pow(1e6, (double)i / (double)(t->dim - 1)) * z[i] * z[i];
    return sum;
}

static void rotate(const trial *t, size_t which, const double *x, double *y)
{
    for (size_t i = 0; i < t->dim; i++) {
        y[i] = 0;
        for (size_t j = 0; j < t->dim; j++) y[i] += t->turn[which][i * t->dim + j] * x[j];
    }
}

static double rotated_ellipsoid(const trial *t, const double *z)
{
    double y[MAX_DIM];
    rotate(t, 0, z, y);
    return ellipsoid(t, y);
}

static double rosenbrock(const trial *t, const double *z)
{
    const double scale = fmax(1, sqrt((double)t->dim) / 8);
    double sum = 0;
    for (size_t i = 0; i + 1 < t->dim; i++) {
        const double a = scale * z[i] + 1, b = scale * z[i + 1] + 1;
        sum += 100 * (a * a - b) * (a * a - b) + (a - 1) * (a - 1);
    }
    return sum;
}

static double sharp_ridge(const trial *t, const double *z)
{
    double y[MAX_DIM], w[MAX_DIM], sum = 0;
    rotate(t, 0, z, y);
    for (size_t i = 0; i < t->dim; i++) y[i] *= pow(10, 0.5 * (double)i / (double)(t->dim - 1));
    rotate(t, 1, y, w);
    for (size_t i = 1; i < t->dim; i++) sum += w[i] * w[i];
    return w[0] * w[0] + 100 * sqrt(sum);
}

static const entry entries[] = {
    {"sphere", sphere, 4, {669, 1302, 2483, 4543}, {0.9, 0.9, 0.9, 0.9}},
    {"ellipsoid", ellipsoid, 4, {1441, 4159, 12953, 49203}, {0.6, 0.6, 0.6, 0.25}},
    {"rotated ellipsoid", rotated_ellipsoid, 4, {1425, 4096, 13084, 48979}, {0.9, 0.9, 0.9, 0.9}},
    {"Rosenbrock", rosenbrock, 3, {1899, 4781, 17483, 62717}, {0.9, 0.9, 0.9, 0.9}},
    {"sharp ridge", sharp_ridge, 4, {2260, 7555, 30689, 0}, {0.9, 0.9, 1.3, 0}},
};

static double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return ((double)((z ^ z >> 31) >> 11) + 0.5) * 0x1p-53;
}

static double normal(uint64_t *state)
{
    const double r = sqrt(-2 * log(uniform(state)));
    return r * cos(6.283185307179586 * uniform(state));
}

/* A random rotation: normal rows made orthonormal, twice for the last bits. */
static void draw_rotation(size_t d, uint64_t *state, double *q)
{
    for (size_t i = 0; i < d; i++) {
        double *row = q + i * d, length = 0;
        for (size_t k = 0; k < d; k++) row[k] = normal(state);
        for (size_t j = 0; j < 2 * i; j++) {
            const double *other = q + j % i * d;
            double c = 0;
            for (size_t k = 0; k < d; k++) c += row[k] * other[k];
            for (size_t k = 0; k < d; k++) row[k] -= c * other[k];
        }
        for (size_t k = 0; k < d; k++) length += row[k] * row[k];
        for (size_t k = 0; k < d; k++) row[k] /= sqrt(length);
    }
}

static double counted(size_t dim, const double *x, void *user)
{
    trial *t = user;
    double z[MAX_DIM];
    for (size_t i = 0; i < dim; i++) z[i] = x[i] - t->optimum[i];
    const double f = t->e->value(t, z);
    t->count++;
    if (t->hit == 0 && f <= TARGET) t->hit = t->count;
    return f;
}

/* Evaluations to the target; infinity if they were not enough. */
static double run(const entry *e, size_t dim, uint64_t seed, const char *method)
{
    static trial t;
    uint64_t state = seed * 1000 + dim;
    double x[MAX_DIM] = {0};
    nes_settings s;
    t.e = e;
    t.dim = dim;
    t.count = t.hit = 0;
    for (size_t i = 0; i < dim; i++) t.optimum[i] = e->reach * (2 * uniform(&state) - 1);
    for (size_t i = 0; i < 2; i++) draw_rotation(dim, &state, t.turn[i]);
    nes_settings_default(&s);
    s.method = method;
    s.seed = seed;
    s.sigma = 2;
    s.target = TARGET;
    s.max_evals = (uint64_t)(BUDGET * (double)dim);
    const nes_status st = nes_minimize(counted, &t, dim, x, &s, NULL);
    if (st != NES_OK) {
        fprintf(stderr, "efficiency: %s\n", nes_strerror(st));
        exit(1);
    }
    return t.hit > 0 ? (double)t.hit : INFINITY;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Prints a cell and returns whether it is marked. */
static bool print_cell(const entry *e, size_t i, size_t trials, const char *method)
{
    static double hits[MAX_TRIALS];
    size_t solved = 0;
    for (size_t k = 0; k < trials; k++) {
        hits[k] = run(e, dims[i], k + 1, method);
        solved += isfinite(hits[k]);
    }
    qsort(hits, trials, sizeof *hits, ascending);
    const double median = hits[trials / 2];
    const double ratio = e->reference[i] > 0 ? median / e->reference[i] : 0;
    const bool off =
        (e->limit[i] > 0 && !(ratio <= e->limit[i])) || 15 * (trials - solved) > trials;
    printf("  %7.0f (%4.2f) %2zu/%zu%c", median, ratio, solved, trials, off ? '!' : ' ');
    fflush(stdout);
    return off;
}

static size_t argument(const char *text, size_t low, size_t high)
{
    char *end;
    const unsigned long v = strtoul(text, &end, 10);
    if (*end == '\0' && v >= low && v <= high) return v;
    fprintf(stderr, "efficiency: '%s' is not a number from %zu to %zu\n", text, low, high);
    exit(2);
}

int main(int argc, char **argv)
{
    const size_t trials = argc > 1 ? argument(argv[1], 1, MAX_TRIALS) : 15;
    const size_t largest = argc > 2 ? argument(argv[2], 5, MAX_DIM) : MAX_DIM;
    const char *method = argc > 3 ? argv[3] : "auto";
    size_t marked = 0;
    printf(
        "Median evaluations of %s to f <= %g over %zu trials, in brackets relative to CMA-ES, and "
        "trials solved\n\n%-18s",
        method, TARGET, trials, "");
    for (size_t i = 0; i < DIMS && dims[i] <= largest; i++) printf("  %17s%-4zu", "d = ", dims[i]);
    puts("");
    for (size_t k = 0; k < sizeof entries / sizeof *entries; k++) {
        printf("%-18s", entries[k].name);
        for (size_t i = 0; i < DIMS && dims[i] <= largest; i++)
            marked += print_cell(&entries[k], i, trials, method);
        puts("");
    }
    printf("\n%zu marked (!): above the limit, or more than one trial in fifteen failed\n", marked);
    return marked > 0;
}
