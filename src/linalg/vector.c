/* SPDX-License-Identifier: MIT
 *
 * The code for each level of vector instructions, and functions that need no such code. */
#include "linalg/vector.h"

const nes_vector_code *const nes_vector_codes[] = NES_CPU_LEVELS(&nes_vector);

void nes_product(size_t m, size_t n, size_t d, const double *a, const double *z, double *y)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < m; i++) y[k * m + i] = nes_dot(d, a + i * d, z + k * d);
}

/* Takes four rows at a time, so that four neighbouring numbers are written together. */
void nes_transpose(size_t rows, size_t columns, const double *from, size_t stride, double *to,
                   size_t width)
{
    size_t i = 0;
    for (; i + 4 <= rows; i += 4) {
        const double *a = from + i * stride, *b = a + stride, *c = b + stride, *d = c + stride;
        for (size_t j = 0; j < columns; j++) {
            double *out = to + j * width + i;
            out[0] = a[j];
            out[1] = b[j];
            out[2] = c[j];
            out[3] = d[j];
        }
    }
    for (; i < rows; i++)
        for (size_t j = 0; j < columns; j++) to[j * width + i] = from[i * stride + j];
}
