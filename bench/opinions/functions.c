/* SPDX-License-Identifier: MIT
 *
 * The functions by their usual definitions and ranges; the rotated ellipsoid, cigar and discus are
 * turned by a random rotation. Outside its range a function that is only defined in a box
 * (Schwefel, Michalewicz, Shubert) has the value at the nearest point of the box plus the squared
 * distance to it. Wells are two bowls, of which the one at 0, where the search starts, is the
 * worse. */
#include "functions.h"

#include <math.h>
#include <string.h>

static const double PI = 3.141592653589793;

double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return ((double)((z ^ z >> 31) >> 11) + 0.5) * 0x1p-53;
}

static double normal(uint64_t *state)
{
    const double r = sqrt(-2 * log(uniform(state)));
    return r * cos(2 * PI * uniform(state));
}

/* A vector of length 1 in a random direction that is orthogonal to n others, row by row in q. */
static void draw_direction(size_t d, size_t n, const double *q, uint64_t *state, double *row)
{
    double length = 0;
    for (size_t k = 0; k < d; k++) row[k] = normal(state);
    for (size_t j = 0; j < 2 * n; j++) { /* twice, for the last bits */
        const double *other = q + j % n * d;
        double c = 0;
        for (size_t k = 0; k < d; k++) c += row[k] * other[k];
        for (size_t k = 0; k < d; k++) row[k] -= c * other[k];
    }
    for (size_t k = 0; k < d; k++) length += row[k] * row[k];
    for (size_t k = 0; k < d; k++) row[k] /= sqrt(length);
}

static double square(double v)
{
    return v * v;
}

/* The least value of f in [low, high]: on a grid, then by halving the step around its best point.
 */
static double least(double (*f)(double x, double k), double k, double low, double high)
{
    enum { GRID = 100000, HALVINGS = 40 };
    double step = (high - low) / GRID, best = low;
    for (size_t i = 0; i <= GRID; i++)
        if (f(low + (double)i * step, k) < f(best, k)) best = low + (double)i * step;
    for (size_t i = 0; i < HALVINGS; i++, step /= 2) {
        if (f(best - step, k) < f(best, k)) best -= step;
        if (f(best + step, k) < f(best, k)) best += step;
    }
    return f(best, k);
}

/* Moves y into the box and returns the squared distance from x. */
static double enter(const scene *s, const double *x, double low, double high, double *y)
{
    double sum = 0;
    for (size_t i = 0; i < s->dim; i++) {
        y[i] = fmin(fmax(x[i], low), high);
        sum += square(x[i] - y[i]);
    }
    return sum;
}

static double sphere(const scene *s, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < s->dim; i++) sum += x[i] * x[i];
    return sum;
}

static double ellipsoid(const scene *s, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < s->dim; i++)
        sum += pow(1e6, (double)i / (double)(s->dim - 1)) * x[i] * x[i];
    return sum;
}

static void rotate(const scene *s, const double *x, double *y)
{
    for (size_t i = 0; i < s->dim; i++) {
        y[i] = 0;
        for (size_t j = 0; j < s->dim; j++) y[i] += s->turn[i * s->dim + j] * x[j];
    }
}

static double ellrot(const scene *s, const double *x)
{
    double y[MAX_DIM];
    rotate(s, x, y);
    return ellipsoid(s, y);
}

static double rosenbrock(const scene *s, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i + 1 < s->dim; i++)
        sum += 100 * square(x[i] * x[i] - x[i + 1]) + square(x[i] - 1);
    return sum;
}

static double cigar(const scene *s, const double *x)
{
    double y[MAX_DIM];
    rotate(s, x, y);
    return 1e6 * sphere(s, y) + (1 - 1e6) * y[0] * y[0];
}

static double discus(const scene *s, const double *x)
{
    double y[MAX_DIM];
    rotate(s, x, y);
    return sphere(s, y) + (1e6 - 1) * y[0] * y[0];
}

static double absolute(const scene *s, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < s->dim; i++) sum += fabs(x[i]);
    return sum;
}

static double ridge(const scene *s, const double *x)
{
    return x[0] * x[0] + 10 * sqrt(fmax(0, sphere(s, x) - x[0] * x[0]));
}

static double rastrigin(const scene *s, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < s->dim; i++) sum += x[i] * x[i] + 10 - 10 * cos(2 * PI * x[i]);
    return sum;
}

static double griewank(const scene *s, const double *x)
{
    double product = 1;
    for (size_t i = 0; i < s->dim; i++) product *= cos(x[i] / sqrt((double)(i + 1)));
    return 1 + sphere(s, x) / 4000 - product;
}

static double schwefel_part(double x, double unused)
{
    (void)unused;
    return -x * sin(sqrt(fabs(x)));
}

static double schwefel(const scene *s, const double *x)
{
    double y[MAX_DIM], sum = enter(s, x, -500, 500, y);
    for (size_t i = 0; i < s->dim; i++) sum += schwefel_part(y[i], 0);
    return sum;
}

static double schwefel_optimum(const scene *s)
{
    return (double)s->dim * least(schwefel_part, 0, -500, 500);
}

static double ackley(const scene *s, const double *x)
{
    const double d = (double)s->dim;
    double sum = 0;
    for (size_t i = 0; i < s->dim; i++) sum += cos(2 * PI * x[i]);
    return 20 + exp(1) - 20 * exp(-0.2 * sqrt(sphere(s, x) / d)) - exp(sum / d);
}

static double well(const scene *s, const double *x)
{
    const double depth = 0.1 * square(s->distance * s->sigma / 2);
    double other = 0;
    for (size_t i = 0; i < s->dim; i++) other += square(x[i] - s->better[i]);
    return fmin(sphere(s, x), other - depth);
}

static double well_optimum(const scene *s)
{
    return -0.1 * square(s->distance * s->sigma / 2);
}

static double michalewicz_part(double x, double i)
{
    return -sin(x) * pow(sin(i * x * x / PI), 20);
}

static double michalewicz(const scene *s, const double *x)
{
    double y[MAX_DIM], sum = enter(s, x, 0, PI, y);
    for (size_t i = 0; i < s->dim; i++) sum += michalewicz_part(y[i], (double)(i + 1));
    return sum;
}

static double michalewicz_optimum(const scene *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->dim; i++) sum += least(michalewicz_part, (double)(i + 1), 0, PI);
    return sum;
}

static double lunacek(const scene *s, const double *x)
{
    const double d = (double)s->dim, near = 2.5, scale = 1 - 1 / (2 * sqrt(d + 20) - 8.2);
    const double far = -sqrt((near * near - 1) / scale);
    double first = 0, second = d, ripples = 0;
    for (size_t i = 0; i < s->dim; i++) {
        first += square(x[i] - near);
        second += scale * square(x[i] - far);
        ripples += 10 - 10 * cos(2 * PI * (x[i] - near));
    }
    return fmin(first, second) + ripples;
}

static double levy(const scene *s, const double *x)
{
    const double first = 1 + (x[0] - 1) / 4, last = 1 + (x[s->dim - 1] - 1) / 4;
    double sum = square(sin(PI * first)) + square(last - 1) * (1 + square(sin(2 * PI * last)));
    for (size_t i = 0; i + 1 < s->dim; i++) {
        const double w = 1 + (x[i] - 1) / 4;
        sum += square(w - 1) * (1 + 10 * square(sin(PI * w + 1)));
    }
    return sum;
}

static double shubert_part(double x, double unused)
{
    double sum = 0;
    (void)unused;
    for (double j = 1; j <= 5; j++) sum += j * sin((j + 1) * x + j);
    return sum;
}

static double shubert(const scene *s, const double *x)
{
    double y[MAX_DIM], sum = enter(s, x, -10, 10, y);
    for (size_t i = 0; i < s->dim; i++) sum += shubert_part(y[i], 0);
    return sum;
}

static double shubert_optimum(const scene *s)
{
    return (double)s->dim * least(shubert_part, 0, -10, 10);
}

/* A dent of 10 initial step sizes in a plateau. */
static double gauss(const scene *s, const double *x)
{
    return 1 - exp(-sphere(s, x) / (2 * square(10 * s->sigma)));
}

/* A sum of decaying exponentials a exp(-b t), and a constant where the dimension is odd. */
static double decay(const scene *s, const double *x, double t)
{
    double sum = s->dim % 2 == 1 ? x[s->dim - 1] : 0;
    for (size_t i = 0; i + 1 < s->dim; i += 2) sum += x[i] * exp(-x[i + 1] * t);
    return sum;
}

/* The mean squared error of a fit to 30 values of such a sum, without noise. */
static double expfit(const scene *s, const double *x)
{
    enum { VALUES = 30 };
    double truth[MAX_DIM], sum = 0;
    for (size_t i = 0; i < s->dim; i++)
        truth[i] = i % 2 == 0 ? 1 : 0.5 * pow(3, (double)(i / 2)); /* rates 1/2, 3/2, 9/2, ... */
    for (int i = 0; i < VALUES; i++) {
        const double t = 5.0 * i / VALUES;
        sum += square(decay(s, x, t) - decay(s, truth, t)) / VALUES;
    }
    return sum;
}

const function unimodal[] = {
    {"sphere", sphere, -4, 4, NULL, 0, false}, {"ellipsoid", ellipsoid, -4, 4, NULL, 0, false},
    {"ellrot", ellrot, -4, 4, NULL, 0, false}, {"rosenbrock", rosenbrock, -4, 4, NULL, 0, false},
    {"cigar", cigar, -4, 4, NULL, 0, false},   {"discus", discus, -4, 4, NULL, 0, false},
    {"abs", absolute, -4, 4, NULL, 0, false},  {"ridge", ridge, -4, 4, NULL, 0, false},
    {NULL, NULL, 0, 0, NULL, 0, false},
};

const function multimodal[] = {
    {"rastrigin", rastrigin, -5.12, 5.12, NULL, 0, true},
    {"griewank", griewank, -30, 30, NULL, 0, true},
    {"schwefel", schwefel, -500, 500, schwefel_optimum, 0, true},
    {"ackley", ackley, -32.768, 32.768, NULL, 0, true},
    {"well4", well, 0, 0, well_optimum, 4, false},
    {"well16", well, 0, 0, well_optimum, 16, false},
    {"well64", well, 0, 0, well_optimum, 64, false},
    {"michalewicz", michalewicz, 0, 3.141592653589793, michalewicz_optimum, 0, true},
    {"lunacek", lunacek, -5.12, 5.12, NULL, 0, true},
    {"levy", levy, -10, 10, NULL, 0, true},
    {"shubert", shubert, -10, 10, shubert_optimum, 0, true},
    {"gauss", gauss, -4, 4, NULL, 0, false},
    {"expfit", expfit, 0, 2, NULL, 0, false},
    {NULL, NULL, 0, 0, NULL, 0, false},
};

void set_scene(const function *f, uint64_t seed, scene *s, double *x)
{
    uint64_t state = seed * 1000 + s->dim;
    const size_t d = s->dim;
    s->distance = f->distance;
    for (size_t i = 0; i < d; i++) draw_direction(d, i, s->turn, &state, s->turn + i * d);
    for (size_t i = 0; i < d; i++) s->better[i] = f->distance * s->sigma * s->turn[i];
    for (size_t i = 0; i < d; i++) x[i] = f->low + (f->high - f->low) * uniform(&state);
    if (f->distance == 0) return;
    draw_direction(d, 0, s->turn, &state, x);
    for (size_t i = 0; i < d; i++) x[i] *= 0.7 * s->sigma;
}
