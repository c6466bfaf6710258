/* SPDX-License-Identifier: MIT
 *
 * Gauss elimination with row exchanges, and cyclic Jacobi rotations. */
#include "linalg/sequential.h"

#include <math.h>
#include <string.h>

void nes_exchange(size_t n, double *x, double *y)
{
    for (size_t i = 0; i < n; i++) {
        const double t = x[i];
        x[i] = y[i];
        y[i] = t;
    }
}

size_t nes_pivot_row(size_t lo, size_t hi, const double *column, size_t stride)
{
    size_t p = lo;
    for (size_t i = lo + 1; i < hi; i++)
        if (fabs(column[i * stride]) > fabs(column[p * stride])) p = i;
    return p;
}

int nes_solve(size_t d, double *a, size_t m, double *b, double *log_det)
{
    *log_det = 0;
    for (size_t k = 0; k < d; k++) {
        const size_t p = nes_pivot_row(k, d, a + k, d);
        const double pivot = a[p * d + k];
        if (!(fabs(pivot) > 0) || !isfinite(pivot)) return 1;
        *log_det += log(fabs(pivot));
        if (p != k) nes_exchange(d, a + k * d, a + p * d);
        for (size_t r = 0; p != k && r < m; r++) nes_exchange(1, b + r * d + k, b + r * d + p);
        for (size_t i = k + 1; i < d; i++) {
            const double c = a[i * d + k] / pivot;
            for (size_t j = k + 1; j < d; j++) a[i * d + j] -= c * a[k * d + j];
            for (size_t r = 0; r < m; r++) b[r * d + i] -= c * b[r * d + k];
        }
    }
    for (size_t r = 0; r < m; r++)
        for (size_t i = d; i-- > 0;) {
            double s = b[r * d + i];
            for (size_t j = i + 1; j < d; j++) s -= a[i * d + j] * b[r * d + j];
            b[r * d + i] = s / a[i * d + i];
        }
    return !isfinite(*log_det);
}

/* Rotates rows and columns p and q of a, and rows p and q of v, so that a_pq becomes 0. t is the
 * tangent of the smaller of the two possible angles, which is the stable one. */
static void rotate(size_t k, double *a, double *v, size_t p, size_t q)
{
    const double theta = 0.5 * (a[q * k + q] - a[p * k + p]) / a[p * k + q];
    const double t = copysign(1, theta) / (fabs(theta) + hypot(1, theta));
    const double c = 1 / hypot(1, t), s = t * c;
    for (size_t i = 0; i < k; i++) {
        const double x = a[i * k + p], y = a[i * k + q];
        a[i * k + p] = c * x - s * y;
        a[i * k + q] = s * x + c * y;
    }
    for (size_t i = 0; i < k; i++) {
        const double x = a[p * k + i], y = a[q * k + i], u = v[p * k + i], w = v[q * k + i];
        a[p * k + i] = c * x - s * y;
        a[q * k + i] = s * x + c * y;
        v[p * k + i] = c * u - s * w;
        v[q * k + i] = s * u + c * w;
    }
}

static double off_diagonal(size_t k, const double *a)
{
    double sum = 0;
    for (size_t p = 0; p < k; p++)
        for (size_t q = p + 1; q < k; q++) sum += fabs(a[p * k + q]);
    return sum;
}

int nes_jacobi(size_t k, double *a, double *v, double *w)
{
    enum { SWEEPS = 60 }; /* about ten are needed: convergence is quadratic */
    double norm = 0;
    for (size_t i = 0; i < k * k; i++) norm += fabs(a[i]);
    if (!isfinite(norm)) return 1;
    memset(v, 0, k * k * sizeof *v);
    for (size_t i = 0; i < k; i++) v[i * k + i] = 1;
    for (int sweep = 0; sweep < SWEEPS && off_diagonal(k, a) > 0x1p-54 * norm; sweep++)
        for (size_t p = 0; p < k; p++)
            for (size_t q = p + 1; q < k; q++)
                if (a[p * k + q] != 0) rotate(k, a, v, p, q);
    for (size_t i = 0; i < k; i++) w[i] = a[i * k + i];
    return 0;
}
