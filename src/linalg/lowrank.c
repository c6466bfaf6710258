/* SPDX-License-Identifier: MIT
 *
 * exp(c Q^T W Q) = I + Q^T M Q with M = c W phi(t), t = c K W and phi(t) = (e^t - 1)/t: no QR, no
 * eigenproblem, nothing of the size of Q. Even and odd powers are summed apart, which gives the
 * inverse (c -> -c) for nothing, three powers of t^2 at a time, which saves most products. Large
 * arguments are halved s times; then s times (I + Q^T M Q)^2 = I + Q^T (2M + M K M) Q.
 * [math: A24] */
#include "linalg/lowrank.h"

#include <math.h>
#include <string.h>

#include "linalg/lowrank_clamped.h"
#include "linalg/multiply.h"
#include "linalg/vector.h"

enum { BUFFERS = 8, BLOCK = 3, MOST_BLOCKS = 3 };

/* With b blocks phi is known up to t^(6b-1); the next term, norm^(6b)/(6b+1)!, is below half a unit
 * in the last place for norms up to these. */
static const double series_norm[MOST_BLOCKS] = {0.008, 0.289, 1.11};

size_t nes_lowrank_scratch(size_t k, size_t width)
{
    return BUFFERS * k * width;
}

double nes_clamp(double exponent, double limit)
{
    return exponent > limit ? limit : exponent < -limit ? -limit : exponent;
}

/* c = a b, or c + a b */
static void square(const nes_lowrank *e, const double *a, const double *b, double *c, bool add)
{
    nes_multiply(&(nes_factors){e->k, e->k, e->width, 1, a, e->width, 1, b, c, add, 0});
}

/* t = c K W, and its trace; nothing is in its padding, so nothing comes to be in that of M */
static void argument(nes_lowrank *e, double *t)
{
    e->trace = 0;
    for (size_t i = 0; i < e->k; i++) {
        double *row = t + i * e->width;
        const double *from = (e->dense != NULL ? e->dense : e->gram) + i * e->width;
        if (e->dense != NULL)
            for (size_t j = 0; j < e->k; j++) row[j] = e->c * from[j];
        else
            for (size_t j = 0; j < e->k; j++) row[j] = e->c * from[j] * e->weights[j];
        for (size_t j = e->k; j < e->width; j++) row[j] = 0;
        e->trace += row[i];
    }
}

/* No eigenvalue is larger than the root of the sum of squares, nor than the largest sum of sizes in
 * a row, which is looked at only when it may save work. NaN if there is one. */
static double norm_of(const nes_lowrank *e, const double *t)
{
    const double norm = sqrt(nes_dot(e->k * e->width, t, t));
    double largest = 0;
    if (!(norm > series_norm[1])) return norm;
    for (size_t i = 0; i < e->k; i++) {
        double sum = 0;
        for (size_t j = 0; j < e->k; j++) sum += fabs(t[i * e->width + j]);
        largest = fmax(largest, sum);
    }
    return fmin(norm, largest);
}

/* The powers of x = t^2 that are needed. */
typedef struct powers {
    const double *x1, *x2, *x3;
    int blocks;
} powers;

/* 1/(2j + 1)! and 1/(2j + 2)! */
static const double even_terms[BLOCK * MOST_BLOCKS] = {1.0,
                                                       1.0 / 6,
                                                       1.0 / 120,
                                                       1.0 / 5040,
                                                       1.0 / 362880,
                                                       1.0 / 39916800,
                                                       1.0 / 6227020800,
                                                       1.0 / 1307674368000,
                                                       1.0 / 355687428096000};
static const double odd_terms[BLOCK * MOST_BLOCKS] = {1.0 / 2,
                                                      1.0 / 24,
                                                      1.0 / 720,
                                                      1.0 / 40320,
                                                      1.0 / 3628800,
                                                      1.0 / 479001600,
                                                      1.0 / 87178291200,
                                                      1.0 / 20922789888000,
                                                      1.0 / 6402373705728000};

/* sum_j term_j x^j over all blocks, by Horner's rule in x^3; one of the two buffers. */
static double *series(const nes_lowrank *e, const powers *p, const double *terms, double *a,
                      double *b)
{
    double *sum = NULL;
    for (int block = p->blocks - 1; block >= 0; block--) {
        const double *c = terms + BLOCK * block, *higher = sum;
        sum = sum == a ? b : a;
        nes_combine(e->k * e->width, c[1], p->x1, c[2], p->x2, sum);
        for (size_t i = 0; i < e->k; i++) sum[i * e->width + i] += c[0];
        if (higher != NULL) square(e, p->x3, higher, sum, true);
    }
    return sum;
}

/* Row i times c w_i. */
static void scale_rows(const nes_lowrank *e, double c, double *m)
{
    nes_combine_rows(&(nes_combination){e->k, e->width, c, e->weights, m, e->width, 0, m, e->width,
                                        m, e->width});
}

/* M = c W (even + t odd), and minus -c W (even - t odd) for the inverse. */
static void combine(nes_lowrank *e, double c, const double *t, const double *x, const double *even,
                    const double *odd, double *tmp)
{
    const size_t size = e->k * e->width;
    if (e->dense != NULL) { /* c W = t */
        square(e, t, even, e->minus, false);
        square(e, x, odd, tmp, false);
        even = e->minus;
    } else {
        square(e, t, odd, tmp, false);
    }
    nes_combine(size, 1, tmp, 1, even, e->plus);
    nes_combine(size, 1, tmp, -1, even, e->minus);
    if (e->dense != NULL) return;
    scale_rows(e, c, e->plus);
    scale_rows(e, c, e->minus);
}

static void double_argument(const nes_lowrank *e, double *m, double *a, double *b)
{
    if (e->dense == NULL) square(e, e->gram, m, a, false);
    square(e, m, e->dense == NULL ? a : m, b, false);
    nes_combine(e->k * e->width, 2, m, 1, b, m);
}

static void by_series(nes_lowrank *e, double *t, double norm)
{
    const size_t size = e->k * e->width;
    double *x = t + size, *x2 = x + size, *x3 = x2 + size, *buffer = x3 + size;
    int doublings = 0;
    for (; norm > series_norm[MOST_BLOCKS - 1]; norm /= 2) doublings++;
    const double scale = ldexp(1.0, -doublings);
    if (doublings > 0)
        for (size_t i = 0; i < size; i++) t[i] *= scale;
    powers p = {x, x2, x3, 1};
    while (norm > series_norm[p.blocks - 1]) p.blocks++;
    square(e, t, t, x, false);
    square(e, x, x, x2, false);
    if (p.blocks > 1) square(e, x, x2, x3, false);
    const double *even = series(e, &p, even_terms, buffer, buffer + size);
    const double *odd = series(e, &p, odd_terms, buffer + 2 * size, buffer + 3 * size);
    combine(e, e->c * scale, t, x, even, odd, x2);
    for (int s = 0; s < doublings; s++) {
        double_argument(e, e->plus, x2, x3);
        double_argument(e, e->minus, x2, x3);
    }
}

/* Hill climbers: (e^(c w r^2) - 1)/r^2 */
static int one_sample(nes_lowrank *e)
{
    const double w = e->dense != NULL ? e->dense[0] : e->weights[0];
    const double r2 = e->dense != NULL ? 1 : e->gram[0];
    e->trace = nes_clamp(e->c * w * r2, e->limit);
    memset(e->plus, 0, e->width * sizeof *e->plus);
    memset(e->minus, 0, e->width * sizeof *e->minus);
    e->plus[0] = r2 > 0 ? expm1(e->trace) / r2 : 0;
    e->minus[0] = r2 > 0 ? expm1(-e->trace) / r2 : 0;
    return !isfinite(e->plus[0]) || !isfinite(e->minus[0]);
}

int nes_lowrank_expm1(nes_lowrank *e)
{
    if (e->k == 1) return one_sample(e);
    argument(e, e->scratch);
    const double norm = norm_of(e, e->scratch);
    if (!isfinite(norm)) return 1;
    if (norm > e->limit) return nes_lowrank_clamped(e);
    by_series(e, e->scratch, norm);
    return 0;
}
