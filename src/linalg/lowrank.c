/* SPDX-License-Identifier: MIT
 *
 * exp(c Q^T W Q) = I + Q^T M Q with M = c W phi(t), t = c K W and phi(t) = (e^t - 1)/t. All
 * matrices here are k x k: there is no QR, no eigenproblem, and nothing of the size of Q.
 *
 * Even and odd powers of phi's series are summed separately, so that the inverse (c -> -c) costs
 * almost nothing. Both are polynomials in x = t^2, which are evaluated in blocks of a few powers to
 * save products. Large arguments are halved s times first; then the result is squared s times, by
 * (I + Q^T M Q)^2 = I + Q^T (2M + M K M) Q. [math: A24] */
#include "linalg/lowrank.h"

#include <math.h>
#include <string.h>

#include "linalg/multiply.h"
#include "linalg/vector.h"

enum { BUFFERS = 8, MOST_TERMS = 10 };

/* How many terms the two series need for a norm of t. They are evaluated by Horner's rule in
 * x^powers: `blocks` blocks of `powers` terms, and the highest block has one term more. So there
 * are T = powers blocks + 1 terms, phi is known up to t^(2T-1), and the first term left out,
 * norm^(2T)/(2T+1)!, is below half a unit in the last place. */
typedef struct extent {
    double norm; /* largest norm for which these terms are enough */
    int powers, blocks;
} extent;

enum { EXTENTS = 4 };
static const extent extents[EXTENTS] = {{0.009, 2, 1}, {0.146, 2, 2}, {0.53, 3, 2}, {1.54, 3, 3}};

size_t nes_lowrank_scratch(size_t k, size_t width)
{
    return BUFFERS * k * width;
}

double nes_clamp(double exponent, double limit)
{
    return exponent > limit ? limit : exponent < -limit ? -limit : exponent;
}

/* c = a b, or c += a b with `add` */
static void square(const nes_lowrank *e, const double *a, const double *b, double *c, bool add)
{
    nes_factors f = nes_times(e->level, e->k, e->k, e->width, a, e->width, b, c);
    f.add = add;
    nes_multiply(&f);
}

/* Computes t = c K W, and its trace. The padding of t is set to zero; then that of M is zero too,
 * because every matrix below is a product or a sum of such matrices. */
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

/* Returns a bound of the eigenvalues of t: the root of the sum of squares or the largest absolute
 * row sum, whichever is smaller. The row sums are computed only when a smaller bound may save
 * products. The bound is NaN if an element is NaN. */
static double norm_of(const nes_lowrank *e, const double *t)
{
    const double norm = sqrt(nes_dot(e->k * e->width, t, t));
    double largest = 0;
    if (!(norm > extents[1].norm)) return norm;
    for (size_t i = 0; i < e->k; i++) {
        double sum = 0;
        for (size_t j = 0; j < e->k; j++) sum += fabs(t[i * e->width + j]);
        largest = fmax(largest, sum);
    }
    return fmin(norm, largest);
}

/* Coefficients of the even and the odd powers of phi: 1/(2j + 1)! and 1/(2j + 2)! */
static const double even_terms[MOST_TERMS] = {1.0,
                                              1.0 / 6,
                                              1.0 / 120,
                                              1.0 / 5040,
                                              1.0 / 362880,
                                              1.0 / 39916800,
                                              1.0 / 6227020800,
                                              1.0 / 1307674368000,
                                              1.0 / 355687428096000,
                                              1.0 / 121645100408832000};
static const double odd_terms[MOST_TERMS] = {1.0 / 2,
                                             1.0 / 24,
                                             1.0 / 720,
                                             1.0 / 40320,
                                             1.0 / 3628800,
                                             1.0 / 479001600,
                                             1.0 / 87178291200,
                                             1.0 / 20922789888000,
                                             1.0 / 6402373705728000,
                                             1.0 / 2432902008176640000};

/* sum = c_0 I + c_1 x + ... + c_m x^m, m at most 3; x, x^2 and x^3 are stored one after the other.
 */
static void polynomial(const nes_lowrank *e, int m, const double *c, const double *x, double *sum)
{
    const size_t size = e->k * e->width;
    nes_combine(size, c[1], x, m > 1 ? c[2] : 0, x + (m > 1 ? size : 0), sum);
    if (m > 2) nes_combine(size, 1, sum, c[3], x + 2 * size, sum);
    for (size_t i = 0; i < e->k; i++) sum[i * e->width + i] += c[0];
}

/* sum_j term_j x^j, highest block first. Returns a or b, whichever holds the result. */
static double *series(const nes_lowrank *e, const extent *n, const double *terms, const double *x,
                      double *a, double *b)
{
    const double *highest = x + (size_t)(n->powers - 1) * e->k * e->width;
    double *sum = a, *higher = b;
    polynomial(e, n->powers, terms + n->powers * (n->blocks - 1), x, sum);
    for (int block = n->blocks - 2; block >= 0; block--) {
        double *done = sum;
        sum = higher;
        higher = done;
        polynomial(e, n->powers - 1, terms + n->powers * block, x, sum);
        square(e, highest, higher, sum, true);
    }
    return sum;
}

/* Multiplies row i of m by c w_i. */
static void scale_rows(const nes_lowrank *e, double c, double *m)
{
    nes_combine_rows(&(nes_combination){.rows = e->k,
                                        .n = e->width,
                                        .a = c,
                                        .t = e->weights,
                                        .x = m,
                                        .x_stride = e->width,
                                        .y = m,
                                        .y_stride = e->width,
                                        .out = m,
                                        .out_stride = e->width});
}

/* plus = c W (even + t odd), and minus = -c W (even - t odd) for the inverse. With a dense W we
 * have K = I and c W = t, so the factor c W is a product with t instead of a scaling of rows. */
static void combine(nes_lowrank *e, double c, const double *t, const double *x, const double *even,
                    const double *odd, double *tmp)
{
    const size_t size = e->k * e->width;
    if (e->dense != NULL) {
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

/* M <- 2 M + M K M, which doubles c. */
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
    const extent *n = extents;
    int doublings = 0;
    for (; norm > extents[EXTENTS - 1].norm; norm /= 2) doublings++;
    const double scale = ldexp(1.0, -doublings);
    if (doublings > 0) nes_combine(size, scale, t, 0, t, t);
    while (norm > n->norm) n++;
    square(e, t, t, x, false);
    square(e, x, x, x2, false);
    if (n->powers > 2) square(e, x, x2, x3, false);
    const double *even = series(e, n, even_terms, x, buffer, buffer + size);
    const double *odd = series(e, n, odd_terms, x, buffer + 2 * size, buffer + 3 * size);
    combine(e, e->c * scale, t, x, even, odd, x2);
    for (int s = 0; s < doublings; s++) {
        double_argument(e, e->plus, x2, x3);
        double_argument(e, e->minus, x2, x3);
    }
}

/* One sample of length r (hill climbers): M is the number (e^(c w r^2) - 1)/r^2. */
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
