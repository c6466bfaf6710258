/* SPDX-License-Identifier: MIT
 *
 * exp(c Q^T W Q) = I + Q^T M Q with M = c W phi(c K W), phi(t) = (e^t - 1)/t and K = Q Q^T: no QR,
 * no eigenproblem, nothing of the size of Q. The series runs on c/2^s; then s times
 * (I + Q^T M Q)^2 = I + Q^T (2M + M K M) Q. Even and odd terms are summed apart, which gives the
 * inverse (c -> -c) for nothing. [math: A24] */
#include "linalg/lowrank.h"

#include <math.h>
#include <string.h>

#include "linalg/product.h"
#include "linalg/sequential.h"

enum { BUFFERS = 5, MAX_TERMS = 24 };
static const double SERIES_NORM = 0.5; /* the series is used for arguments up to this */

size_t nes_lowrank_scratch(size_t k)
{
    return BUFFERS * k * k + 4 * k;
}

double nes_clamp(double exponent, double limit)
{
    return exponent > limit ? limit : exponent < -limit ? -limit : exponent;
}

/* Largest absolute row sum: no eigenvalue is larger. NaN if there is one. */
static double row_norm(size_t k, const double *a)
{
    double norm = 0;
    for (size_t i = 0; i < k; i++) {
        double s = 0;
        for (size_t j = 0; j < k; j++) s += fabs(a[i * k + j]);
        if (s > norm || isnan(s)) norm = s;
    }
    return norm;
}

/* p <- inverse (I + t p), one step of Horner's rule. */
static void horner(size_t k, const double *t, double inverse, double *p, double *tmp)
{
    nes_square_product(k, t, p, tmp);
    for (size_t i = 0; i < k * k; i++) p[i] = inverse * tmp[i];
    for (size_t i = 0; i < k; i++) p[i * k + i] += inverse;
}

/* Terms of phi until norm^terms/(terms+1)! is below half a unit in the last place. */
static int terms_needed(double norm)
{
    int terms = 1;
    for (double t = norm / 2; t > 0x1p-54 && terms < MAX_TERMS; terms++) t *= norm / (terms + 2);
    return terms;
}

/* even + odd = phi(t), even - odd = phi(-t):
 *   even = sum t^(2j)/(2j+1)!,  odd = t sum t^(2j)/(2j+2)!                                       */
static void phi_series(size_t k, const double *t, double norm, double *even, double *odd,
                       double *tt, double *tmp)
{
    const size_t bytes = k * k * sizeof(double);
    nes_square_product(k, t, t, tt);
    memset(even, 0, bytes);
    memset(odd, 0, bytes);
    for (int j = terms_needed(norm) / 2; j >= 0; j--) {
        horner(k, tt, j == 0 ? 1.0 : 1.0 / (2.0 * j * (2.0 * j + 1)), even, tmp);
        horner(k, tt, 1.0 / ((2.0 * j + 1) * (2.0 * j + 2)), odd, tmp);
    }
    nes_square_product(k, t, odd, tmp);
    memcpy(odd, tmp, bytes);
}

static void double_argument(size_t k, const double *gram, double *m, double *a, double *b)
{
    const double *km = m;
    if (gram != NULL) {
        nes_square_product(k, gram, m, a);
        km = a;
    }
    nes_square_product(k, m, km, b);
    for (size_t i = 0; i < k * k; i++) m[i] = 2 * m[i] + b[i];
}

static void symmetrise(size_t k, double *m)
{
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < i; j++)
            m[i * k + j] = m[j * k + i] = 0.5 * (m[i * k + j] + m[j * k + i]);
}

static void by_series(size_t k, double c, const double *weights, const double *gram, double *t,
                      double norm, double *plus, double *minus, double *scratch)
{
    const size_t kk = k * k;
    double *even = scratch, *odd = even + kk, *tt = odd + kk, *tmp = tt + kk;
    int doublings = 0;
    for (; norm > SERIES_NORM; norm /= 2) doublings++;
    const double scale = ldexp(1.0, -doublings);
    for (size_t i = 0; i < kk; i++) t[i] *= scale;
    phi_series(k, t, norm, even, odd, tt, tmp);
    for (size_t i = 0; i < kk; i++) {
        const double e = even[i], o = odd[i];
        even[i] = c * scale * (e + o);
        odd[i] = -c * scale * (e - o);
    }
    nes_square_product(k, weights, even, plus);
    nes_square_product(k, weights, odd, minus);
    for (int s = 0; s < doublings; s++) {
        double_argument(k, gram, plus, even, odd);
        double_argument(k, gram, minus, even, odd);
    }
    symmetrise(k, plus);
    symmetrise(k, minus);
}

/* sum_l g_l v_l v_l^T over the rows v_l of v. */
static void spectral(size_t k, const double *v, const double *g, double *out)
{
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            double s = 0;
            for (size_t l = 0; l < k; l++) s += v[l * k + i] * g[l] * v[l * k + j];
            out[i * k + j] = s;
        }
}

/* Large exponents: K = R^2, R W R has the eigenvalues of W K; each exponent is clamped, and
 * M = R^-1 Y expm1(w) Y^T R^-1, directions that K does not have left out. */
static int by_eigenvalues(size_t k, double c, const double *weights, const double *gram,
                          double limit, double *plus, double *minus, double *trace, double *scratch)
{
    const size_t kk = k * k;
    double *v = scratch, *root = v + kk, *inverse = root + kk, *tmp = inverse + kk;
    double *t = tmp + kk, *w = t + kk, *work = w + k;
    memset(root, 0, kk * sizeof *root);
    for (size_t i = 0; i < k; i++) root[i * k + i] = 1;
    memcpy(inverse, root, kk * sizeof *root);
    if (gram != NULL) {
        memcpy(tmp, gram, kk * sizeof *tmp);
        if (nes_jacobi(k, tmp, v, w)) return 1;
        double largest = 0;
        for (size_t i = 0; i < k; i++) largest = fmax(largest, w[i]);
        const double floor = largest * (double)k * 0x1p-52;
        for (size_t i = 0; i < k; i++) work[i] = w[i] > floor ? sqrt(w[i]) : 0;
        spectral(k, v, work, root);
        for (size_t i = 0; i < k; i++) work[i] = work[i] > 0 ? 1 / work[i] : 0;
        spectral(k, v, work, inverse);
    }
    nes_square_product(k, weights, root, tmp);
    nes_square_product(k, root, tmp, v);
    symmetrise(k, v);
    if (nes_jacobi(k, v, t, w)) return 1;
    *trace = 0;
    for (size_t i = 0; i < k; i++) {
        w[i] = nes_clamp(c * w[i], limit);
        *trace += w[i];
    }
    for (int sign = 1; sign >= -1; sign -= 2) {
        double *m = sign > 0 ? plus : minus;
        for (size_t i = 0; i < k; i++) work[i] = expm1(sign * w[i]);
        spectral(k, t, work, v);
        nes_square_product(k, v, inverse, tmp);
        nes_square_product(k, inverse, tmp, m);
        symmetrise(k, m);
    }
    return 0;
}

int nes_lowrank_expm1(size_t k, double c, const double *weights, const double *gram, double limit,
                      double *plus, double *minus, double *trace, double *scratch)
{
    double *t = scratch;
    if (k == 1) { /* hill climbers: (e^(c w r^2) - 1)/r^2 */
        const double r2 = gram == NULL ? 1 : gram[0];
        const double e = nes_clamp(c * weights[0] * r2, limit);
        *trace = e;
        plus[0] = r2 > 0 ? expm1(e) / r2 : 0;
        minus[0] = r2 > 0 ? expm1(-e) / r2 : 0;
        return !isfinite(plus[0]) || !isfinite(minus[0]);
    }
    if (gram == NULL)
        memcpy(t, weights, k * k * sizeof *t);
    else
        nes_square_product(k, gram, weights, t);
    for (size_t i = 0; i < k * k; i++) t[i] *= c;
    const double norm = row_norm(k, t);
    if (!isfinite(norm)) return 1;
    if (norm > limit)
        return by_eigenvalues(k, c, weights, gram, limit, plus, minus, trace, scratch);
    *trace = 0;
    for (size_t i = 0; i < k; i++) *trace += t[i * k + i];
    by_series(k, c, weights, gram, t, norm, plus, minus, scratch + k * k);
    return 0;
}
