/* SPDX-License-Identifier: MIT
 *
 * The method of Gram and Schmidt. A row that loses more than half its squared length in the first
 * pass goes through a second pass, because rounding errors have grown relative to it. */
#include "linalg/orthogonalise.h"

#include <math.h>
#include <string.h>

#include "linalg/vector.h"

/* Subtracts from row k its projections on the rows before it, a block of rows at a time: the scalar
 * products of a block do not wait for one another. Returns the row's new squared length. */
static double project(size_t k, size_t d, size_t stride, double *z, const double *squares)
{
    enum { BLOCK = 64 };
    double *row = z + k * stride;
    for (size_t j = 0; j < k; j += BLOCK) {
        const size_t some = k - j < BLOCK ? k - j : BLOCK;
        const double *others = z + j * stride;
        double c[BLOCK];
        memset(c, 0, some * sizeof *c);
        nes_add_dots(some, d, 1, others, stride, row, 0, c);
        for (size_t i = 0; i < some; i++) c[i] /= squares[j + i];
        nes_combine_rows(&(nes_combination){.rows = some,
                                            .n = d,
                                            .a = -1,
                                            .t = c,
                                            .x = others,
                                            .x_stride = stride,
                                            .b = 1,
                                            .y = row,
                                            .out = row});
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
