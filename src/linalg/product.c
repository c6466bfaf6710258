/* SPDX-License-Identifier: MIT
 *
 * Scalar products, four sums at a time so that none waits for another. */
#include "linalg/product.h"

double nes_dot(size_t d, const double *a, const double *b)
{
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    size_t j = 0;
    for (; j + 4 <= d; j += 4) {
        s0 += a[j] * b[j];
        s1 += a[j + 1] * b[j + 1];
        s2 += a[j + 2] * b[j + 2];
        s3 += a[j + 3] * b[j + 3];
    }
    for (; j < d; j++) s0 += a[j] * b[j];
    return (s0 + s1) + (s2 + s3);
}

void nes_product(size_t m, size_t n, size_t d, const double *a, const double *z, double *y)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < m; i++) y[k * m + i] = nes_dot(d, a + i * d, z + k * d);
}
