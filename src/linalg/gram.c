/* SPDX-License-Identifier: MIT
 *
 * If the matrix of scalar products is G = L L^T (Cholesky), the rows of L^-1 Z are orthonormal. */
#include "linalg/gram.h"

#include <math.h>

#include "linalg/vector.h"

void nes_gram_add(size_t rows, size_t n, const double *z, size_t stride, double *gram)
{
    for (size_t i = 0; i < rows; i++)
        nes_add_dots(i + 1, n, 1, z + i * stride, 0, z, stride, gram + i * rows);
}

/* Replaces G by L, row by row. */
static void factorise(size_t rows, double *g)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j <= i; j++) {
            double *row = g + i * rows, *other = g + j * rows, sum = row[j];
            for (size_t l = 0; l < j; l++) sum -= row[l] * other[l];
            row[j] = j == i ? sqrt(sum) : sum / other[j];
        }
}

/* Replaces L by L^-1. Row i of L^-1 needs the rows of L^-1 before it, and row i of L. */
static void invert(size_t rows, double *g)
{
    for (size_t i = 0; i < rows; i++) {
        double *row = g + i * rows;
        for (size_t j = 0; j < i; j++) {
            double sum = 0;
            for (size_t l = j; l < i; l++) sum -= row[l] * g[l * rows + j];
            row[j] = sum / row[i];
        }
        row[i] = 1 / row[i];
    }
}

/* Keeps the lengths |z_i|, which equal those of the rows of L, in the first row, right of the
 * diagonal. */
void nes_gram_solve(size_t rows, double *gram)
{
    factorise(rows, gram);
    for (size_t i = 1; i < rows; i++) {
        const double *row = gram + i * rows;
        gram[i] = sqrt(nes_dot(i + 1, row, row));
    }
    invert(rows, gram);
    gram[0] = 1;
    for (size_t i = 1; i < rows; i++)
        for (size_t j = 0; j <= i; j++) gram[i * rows + j] *= gram[i];
}

void nes_gram_combine(size_t i, size_t n, const double *c, const double *z, size_t stride,
                      double *out)
{
    if (i == 0) {
        nes_combine(n, c[0], z, 0, z, out);
        return;
    }
    nes_combine(n, c[i], z + i * stride, c[0], z, out);
    for (size_t j = 1; j < i; j++) nes_combine(n, 1, out, c[j], z + j * stride, out);
}
