/* SPDX-License-Identifier: MIT
 *
 * The eigensolver as a whole: scale, reduce, diagonalise, and put the strips in order. */
#include "linalg/eigen.h"

#include <math.h>
#include <string.h>

#include "linalg/eigen_parts.h"
#include "linalg/vector.h"

const nes_eigen_code *const nes_eigen_codes[] = NES_CPU_LEVELS(&nes_eigen);

/* The basis needs less scratch than the reduction. */
size_t nes_eigen_scratch(size_t d)
{
    const size_t reduce = nes_eigen_reduce_scratch(d), ql = nes_eigen_ql_scratch(d);
    return d + (reduce > ql ? reduce : ql);
}

/* Returns the largest modulus of the matrix's elements; NaN if an element is NaN. */
static double largest(const nes_eigen *e)
{
    double most = 0;
    for (size_t i = 0; i < e->d; i++)
        for (size_t j = 0; j < e->d; j++) {
            const double size = fabs(e->a[i * e->width + j]);
            if (!(size <= most)) most = size;
            if (isnan(most)) return most;
        }
    return most;
}

/* Multiplies the matrix by a power of two if its squares could overflow or be lost. The eigenvalues
 * are later multiplied by 2^exponent. Returns non-zero if an element is not finite. */
static int scale(nes_eigen *e, int *exponent)
{
    double squares = 0;
    *exponent = 0;
    for (size_t i = 0; i < e->d; i++) {
        double *row = e->a + i * e->width;
        squares += nes_dot(e->d, row, row);
        memset(row + e->d, 0, (e->width - e->d) * sizeof *row);
    }
    if (squares > 0x1p-100 && squares < 0x1p100) return 0;
    const double size = largest(e);
    if (!isfinite(size)) return 1;
    if (size > 0) frexp(size, exponent);
    for (size_t i = 0; i < e->d * e->width; i++) e->a[i] = ldexp(e->a[i], -*exponent);
    return 0;
}

/* Copies the strips of e->a to rows lo .. hi-1 of e->vectors. */
static void order_rows(void *data, size_t lo, size_t hi)
{
    const nes_eigen *e = data;
    for (size_t i = lo; i < hi; i++)
        for (size_t j = 0; j < nes_eigen_strips(e); j++) {
            size_t columns;
            const double *x = nes_eigen_strip(e, e->a, j, &columns);
            memcpy(e->vectors + i * e->width + j * NES_STRIP, x + i * columns, columns * sizeof *x);
        }
}

/* A matrix of two rows is tridiagonal as it is. */
static void take_two(nes_eigen *e, double *off)
{
    off[0] = e->a[e->width];
    for (size_t i = 0; i < 2; i++) e->values[i] = e->a[i * e->width + i];
    memset(e->a, 0, 2 * e->width * sizeof *e->a);
    for (size_t i = 0; i < 2; i++) e->a[i * e->width + i] = 1;
}

int nes_eigen_solve(nes_eigen *e)
{
    double *off = e->scratch, *rest = off + e->d;
    int exponent;
    if (scale(e, &exponent) != 0) return 1;
    if (e->d == 2) {
        take_two(e, off);
    } else {
        nes_eigen_reduce(e, off, rest);
        nes_eigen_basis(e, rest);
    }
    if (nes_eigen_ql(e, off, rest) != 0) return 1;
    nes_team_run(nes_eigen_team(e, e->d * e->d), e->d, NES_UNIT, order_rows, e);
    if (exponent != 0)
        for (size_t i = 0; i < e->d; i++) e->values[i] = ldexp(e->values[i], exponent);
    return 0;
}
