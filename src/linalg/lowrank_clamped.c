/* SPDX-License-Identifier: MIT
 *
 * The exponential of linalg/lowrank.h by eigenvalues. Let K = R^2. Then R W R = Y^T diag(w) Y has
 * the eigenvalues of W K. Each exponent c w is clamped, and M = R^-1 Y^T expm1(c w) Y R^-1, where
 * R^-1 leaves out the null space of K. This happens a few times in a run, if ever, so nothing here
 * is tuned for speed. [math: A24, A26] */
#include <math.h>
#include <string.h>

#include "linalg/lowrank.h"
#include "linalg/sequential.h"

/* c = a b, k x k without padding; c must be neither a nor b. */
static void times(size_t k, const double *a, const double *b, double *c)
{
    memset(c, 0, k * k * sizeof *c);
    for (size_t i = 0; i < k; i++)
        for (size_t l = 0; l < k; l++)
            for (size_t j = 0; j < k; j++) c[i * k + j] += a[i * k + l] * b[l * k + j];
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

/* Finds the root R of K, and R^-1. Eigenvalues of K within rounding of zero count as zero. */
static int roots(const nes_lowrank *e, double *root, double *inverse, double *a, double *v,
                 double *w)
{
    const size_t k = e->k;
    double largest = 0;
    for (size_t i = 0; i < k; i++) memcpy(a + i * k, e->gram + i * e->width, k * sizeof *a);
    if (nes_jacobi(k, a, v, w)) return 1;
    for (size_t i = 0; i < k; i++) largest = fmax(largest, w[i]);
    const double floor = largest * (double)k * 0x1p-52;
    for (size_t i = 0; i < k; i++) w[i] = w[i] > floor ? sqrt(w[i]) : 0;
    spectral(k, v, w, root);
    for (size_t i = 0; i < k; i++) w[i] = w[i] > 0 ? 1 / w[i] : 0;
    spectral(k, v, w, inverse);
    return 0;
}

/* a = R W R, made exactly symmetric for the Jacobi rotations. */
static void inner(const nes_lowrank *e, const double *root, double *tmp, double *a)
{
    const size_t k = e->k;
    if (e->dense != NULL) {
        for (size_t i = 0; i < k; i++) memcpy(a + i * k, e->dense + i * e->width, k * sizeof *a);
    } else {
        for (size_t i = 0; i < k * k; i++) tmp[i] = e->weights[i / k] * root[i];
        times(k, root, tmp, a);
    }
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < i; j++)
            a[i * k + j] = a[j * k + i] = 0.5 * (a[i * k + j] + a[j * k + i]);
}

/* Writes R^-1 a R^-1 into the padded matrix m and overwrites a. */
static void outer(const nes_lowrank *e, const double *inverse, double *a, double *tmp, double *m)
{
    const size_t k = e->k;
    if (e->dense == NULL) {
        times(k, a, inverse, tmp);
        times(k, inverse, tmp, a);
    }
    memset(m, 0, k * e->width * sizeof *m);
    for (size_t i = 0; i < k; i++) memcpy(m + i * e->width, a + i * k, k * sizeof *m);
}

int nes_lowrank_clamped(nes_lowrank *e)
{
    const size_t k = e->k, kk = k * k;
    double *root = e->scratch, *inverse = root + kk, *a = inverse + kk, *v = a + kk;
    double *tmp = v + kk, *w = tmp + kk, *g = w + k;
    if (e->dense == NULL && roots(e, root, inverse, a, v, w)) return 1;
    inner(e, root, tmp, a);
    if (nes_jacobi(k, a, v, w)) return 1;
    e->trace = 0;
    for (size_t i = 0; i < k; i++) {
        w[i] = nes_clamp(e->c * w[i], e->limit);
        e->trace += w[i];
    }
    for (int sign = 1; sign >= -1; sign -= 2) {
        for (size_t i = 0; i < k; i++) g[i] = expm1(sign * w[i]);
        spectral(k, v, g, a);
        outer(e, inverse, a, tmp, sign > 0 ? e->plus : e->minus);
    }
    return 0;
}
