/* SPDX-License-Identifier: MIT
 *
 * Gram-Schmidt, a second time for a row of which the first pass leaves less than half its square:
 * what rounding leaves of the other rows has grown beside it. */
#include "linalg/orthogonalise.h"

#include <math.h>

#include "linalg/vector.h"

/* Takes from row k what lies along the rows before it. Returns its new square. */
static double project(size_t k, size_t d, size_t stride, double *z, const double *squares)
{
    double *row = z + k * stride;
    for (size_t j = 0; j < k; j++) {
        const double *other = z + j * stride;
        nes_combine(d, 1, row, -nes_dot(d, row, other) / squares[j], other, row);
    }
    return nes_dot(d, row, row);
}

void nes_orthogonalise(size_t rows, size_t d, size_t stride, double *z, double *squares)
{
    if (rows > 0) squares[0] = nes_dot(d, z, z);
    for (size_t k = 1; k < rows; k++) {
        double *row = z + k * stride;
        const double drawn = nes_dot(d, row, row);
        double rest = project(k, d, stride, z, squares);
        if (!(rest > 0.5 * drawn)) rest = project(k, d, stride, z, squares);
        nes_combine(d, sqrt(drawn / rest), row, 0, row, row);
        squares[k] = nes_dot(d, row, row);
    }
}
