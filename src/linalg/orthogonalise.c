/* SPDX-License-Identifier: MIT
 *
 * Gram-Schmidt, twice: once is not enough where a row is nearly in the span of those before it. */
#include "linalg/orthogonalise.h"

#include <math.h>

#include "linalg/vector.h"

void nes_orthogonalise(size_t rows, size_t d, size_t stride, double *z)
{
    for (size_t k = 1; k < rows; k++) {
        double *row = z + k * stride;
        const double drawn = nes_dot(d, row, row);
        for (size_t j = 0; j < 2 * k; j++) {
            const double *other = z + j % k * stride;
            const double c = nes_dot(d, row, other) / nes_dot(d, other, other);
            nes_combine(d, 1, row, -c, other, row);
        }
        const double rest = nes_dot(d, row, row);
        nes_combine(d, sqrt(drawn / rest), row, 0, row, row);
    }
}
