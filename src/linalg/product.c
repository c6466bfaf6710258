/* SPDX-License-Identifier: MIT
 *
 * Products of a d x d matrix with a handful of vectors, tiled for registers. BLAS would do, but its
 * threads make the last bits depend on their number, and its small cases cost more than the
 * arithmetic (docs/dependencies.md). */
#include "linalg/product.h"

#include <string.h>

typedef double lanes __attribute__((vector_size(16)));
#define KERNEL                                                                                     \
    static inline __attribute__((always_inline)) /* its sizes are constants of the call */
enum { LANES = 2, ROWS = 2, COLUMNS = 4, STRIP = 8, MOST = 4 };

static inline lanes load(const double *p)
{
    lanes v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* Sums as a tile does, so that a product has the same bits however its rows are grouped. */
double nes_dot(size_t d, const double *a, const double *b)
{
    lanes sum = {0};
    size_t j = 0;
    for (; j + LANES <= d; j += LANES) sum += load(a + j) * load(b + j);
    double s = sum[0] + sum[1];
    for (; j < d; j++) s += a[j] * b[j];
    return s;
}

/* A tile of rows x columns dot products: every number loaded is used several times, and the sums do
 * not wait for each other; MOST of each at most. */
KERNEL void tile(size_t rows, size_t columns, size_t m, size_t d, const double *a, const double *z,
                 double *y)
{
    lanes sum[MOST][MOST] = {{{0}}};
    size_t j = 0;
    for (; j + LANES <= d; j += LANES)
        for (size_t c = 0; c < columns; c++) {
            const lanes zc = load(z + c * d + j);
            for (size_t r = 0; r < rows; r++) sum[r][c] += load(a + r * d + j) * zc;
        }
    for (size_t c = 0; c < columns; c++)
        for (size_t r = 0; r < rows; r++) {
            double s = sum[r][c][0] + sum[r][c][1];
            for (size_t t = j; t < d; t++) s += a[r * d + t] * z[c * d + t];
            y[c * m + r] = s;
        }
}

/* One column z against all rows of a. */
static void column(size_t m, size_t d, const double *a, const double *z, double *y)
{
    size_t i = 0;
    for (; i + MOST <= m; i += MOST) tile(MOST, 1, m, d, a + i * d, z, y + i);
    for (; i < m; i++) y[i] = nes_dot(d, a + i * d, z);
}

void nes_product(size_t m, size_t n, size_t d, const double *a, const double *z, double *y)
{
    const size_t mt = m - m % ROWS, nt = n - n % COLUMNS;
    for (size_t i = 0; i < mt; i += ROWS)
        for (size_t k = 0; k < nt; k += COLUMNS)
            tile(ROWS, COLUMNS, m, d, a + i * d, z + k * d, y + k * m + i);
    for (size_t i = mt; i < m; i++)
        for (size_t k = 0; k < nt; k += COLUMNS)
            tile(1, COLUMNS, m, d, a + i * d, z + k * d, y + k * m + i);
    for (size_t k = nt; k < n; k++) column(m, d, a, z + k * d, y + k * m);
}

/* A few columns of one row, STRIP at most: the sums stay in registers while k runs. */
KERNEL void strip(size_t columns, size_t n, size_t m, size_t d, double c, const double *w,
                  const double *z, double *b)
{
    double sum[STRIP];
    memcpy(sum, b, columns * sizeof *sum);
    for (size_t k = 0; k < n; k++)
        for (size_t t = 0; t < columns; t++) sum[t] += w[k * m] * z[k * d + t];
    for (size_t t = 0; t < columns; t++) b[t] = c * sum[t];
}

void nes_rank_update(size_t m, size_t n, size_t d, double c, const double *w, const double *z,
                     double *b)
{
    for (size_t i = 0; i < m; i++) {
        double *row = b + i * d;
        size_t j = 0;
        for (; j + STRIP <= d; j += STRIP) strip(STRIP, n, m, d, c, w + i, z + j, row + j);
        for (; j + LANES <= d; j += LANES) strip(LANES, n, m, d, c, w + i, z + j, row + j);
        for (; j < d; j++) {
            double s = row[j];
            for (size_t k = 0; k < n; k++) s += w[k * m + i] * z[k * d + j];
            row[j] = c * s;
        }
    }
}

void nes_square_product(size_t k, const double *a, const double *b, double *c)
{
    memset(c, 0, k * k * sizeof *c);
    for (size_t i = 0; i < k; i++)
        for (size_t l = 0; l < k; l++)
            for (size_t j = 0; j < k; j++) c[i * k + j] += a[i * k + l] * b[l * k + j];
}
