/* SPDX-License-Identifier: MIT
 *
 * COCO's random numbers (random.h). The Lehmer generator s <- 16807 s mod 2^31 - 1 is carried out
 * in Schrage's way, the shuffle is that of Bays and Durham, normal numbers are Box and Muller's,
 * with all radii first and all angles after them, and a rotation is the Gram-Schmidt basis of a
 * matrix of normal numbers. */
#include "random.h"

#include <math.h>

enum { TABLE = 32, DISCARDED = 8 };
static const double PI = 3.14159265358979323846;

static void step(nes_bbob_uniform *g)
{
    const int64_t quotient = g->state / 127773;
    g->state = 16807 * (g->state - quotient * 127773) - 2836 * quotient;
    if (g->state < 0) g->state += 2147483647;
}

void nes_bbob_uniform_seed(nes_bbob_uniform *g, int64_t seed)
{
    if (seed < 0) seed = -seed;
    g->state = seed < 1 ? 1 : seed;
    for (int k = 0; k < DISCARDED; k++) step(g);
    for (int k = TABLE - 1; k >= 0; k--) {
        step(g);
        g->table[k] = g->state;
    }
    g->output = g->table[0];
}

double nes_bbob_uniform_next(nes_bbob_uniform *g)
{
    step(g);
    const int64_t j = g->output / 67108865;
    g->output = g->table[j];
    g->table[j] = g->state;
    const double u = (double)g->output / 2147483647.0;
    return u == 0.0 ? 1e-99 : u;
}

void nes_bbob_unif(size_t n, int64_t seed, double *v)
{
    nes_bbob_uniform g;
    nes_bbob_uniform_seed(&g, seed);
    for (size_t i = 0; i < n; i++) v[i] = nes_bbob_uniform_next(&g);
}

/* Two generators read the two halves of unif(2n, seed), which need not be stored. */
typedef struct normals {
    nes_bbob_uniform radius, angle;
} normals;

static void seed_normals(normals *g, size_t n, int64_t seed)
{
    nes_bbob_uniform_seed(&g->radius, seed);
    g->angle = g->radius;
    for (size_t i = 0; i < n; i++) nes_bbob_uniform_next(&g->angle);
}

static double next_normal(normals *g)
{
    const double u = nes_bbob_uniform_next(&g->radius), v = nes_bbob_uniform_next(&g->angle);
    const double normal = sqrt(-2.0 * log(u)) * cos(2.0 * PI * v);
    return normal == 0.0 ? 1e-99 : normal;
}

void nes_bbob_gauss(size_t n, int64_t seed, double *v)
{
    normals g;
    seed_normals(&g, n, seed);
    for (size_t i = 0; i < n; i++) v[i] = next_normal(&g);
}

/* Makes every later column orthogonal to column c, which is of length 1. Each column then meets the
 * earlier ones in their order, as in the definition, while the loops run along rows. */
static void clear_column(double *b, size_t d, size_t c, double *p)
{
    for (size_t j = c + 1; j < d; j++) p[j] = 0.0;
    for (size_t k = 0; k < d; k++)
        for (size_t j = c + 1; j < d; j++) p[j] += b[k * d + j] * b[k * d + c];
    for (size_t k = 0; k < d; k++)
        for (size_t j = c + 1; j < d; j++) b[k * d + j] -= p[j] * b[k * d + c];
}

void nes_bbob_rotation(size_t d, int64_t seed, double *b, double *work)
{
    normals g;
    seed_normals(&g, d * d, seed);
    for (size_t c = 0; c < d; c++)
        for (size_t k = 0; k < d; k++) b[k * d + c] = next_normal(&g);
    for (size_t c = 0; c < d; c++) {
        double square = 0.0;
        for (size_t k = 0; k < d; k++) square += b[k * d + c] * b[k * d + c];
        const double length = sqrt(square);
        for (size_t k = 0; k < d; k++) b[k * d + c] /= length;
        clear_column(b, d, c, work);
    }
}

void nes_bbob_xopt(size_t d, int64_t seed, double *x)
{
    nes_bbob_unif(d, seed, x);
    for (size_t i = 0; i < d; i++) {
        x[i] = 8.0 * floor(1e4 * x[i]) / 1e4 - 4.0;
        if (x[i] == 0.0) x[i] = -1e-5;
    }
}

double nes_bbob_fopt(int64_t seed)
{
    double g1, g2;
    nes_bbob_gauss(1, seed, &g1);
    nes_bbob_gauss(1, seed + 1, &g2);
    const double v = floor(100.0 * 100.0 * g1 / g2 + 0.5) / 100.0;
    return fmin(1000.0, fmax(-1000.0, v));
}
