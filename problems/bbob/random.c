/* SPDX-License-Identifier: MIT
 *
 * COCO's random numbers (random.h). The Lehmer generator s <- 16807 s mod 2^31 - 1 is computed by
 * Schrage's method and shuffled as by Bays and Durham. Normal numbers are Box and Muller's; the
 * uniform numbers of all radii come before those of all angles. A rotation is the Gram-Schmidt
 * basis of a matrix of normal numbers. */
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

/* Two generators read the two halves of unif(2n, seed) at the same time, so nothing is stored. */
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

/* Gram-Schmidt treats several columns at a time. They are copied side by side into a panel, which
 * stays in the cache. For each of them the earlier columns come in the same order as in the
 * definition, so the bits are the same. */
enum { PANEL = NES_BBOB_PANEL };
typedef double row __attribute__((vector_size(8 * NES_BBOB_PANEL), aligned(8))); /* of a panel */

/* Makes every column of the panel orthogonal to v, which has length 1. */
static void project(size_t d, const double *v, row *panel)
{
    row p = {0};
    for (size_t k = 0; k < d; k++) p += panel[k] * v[k];
    for (size_t k = 0; k < d; k++) panel[k] -= p * v[k];
}

/* Writes column j of the panel, scaled to length 1, to v. */
static void normalize(size_t d, const row *panel, size_t j, double *v)
{
    double square = 0.0;
    for (size_t k = 0; k < d; k++) square += panel[k][j] * panel[k][j];
    const double length = sqrt(square);
    for (size_t k = 0; k < d; k++) v[k] = panel[k][j] / length;
}

static void transpose(size_t d, double *b)
{
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < i; j++) {
            const double other = b[i * d + j];
            b[i * d + j] = b[j * d + i];
            b[j * d + i] = other;
        }
}

void nes_bbob_rotation(size_t d, int64_t seed, double *b, double *work)
{
    row *panel = (row *)(void *)work;
    nes_bbob_gauss(d * d, seed, b); /* stored by columns until the end */
    for (size_t first = 0; first < d; first += PANEL) {
        const size_t n = d - first < PANEL ? d - first : PANEL;
        for (size_t k = 0; k < d; k++)
            for (size_t j = 0; j < PANEL; j++) panel[k][j] = j < n ? b[(first + j) * d + k] : 0.0;
        for (size_t c = 0; c < first; c++) project(d, b + c * d, panel);
        for (size_t j = 0; j < n; j++) {
            double *column = b + (first + j) * d;
            normalize(d, panel, j, column);
            project(d, column, panel); /* spoils column j too, which is no longer needed */
        }
    }
    transpose(d, b);
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
