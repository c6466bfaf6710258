/* SPDX-License-Identifier: MIT
 *
 * Elimination by Gauss and Jordan, Cholesky's factor row by row, and the eigensolver of
 * linalg/eigen.h. Sums have one fixed order. */
#include <math.h>
#include <string.h>

#include "linalg/eigen.h"
#include "linalg/invert.h"
#include "linalg/multiply.h"
#include "linalg/sequential.h"
#include "linalg/vector.h"

/* Row k becomes that of the inverse so far, and column k is taken out of the other rows. */
static void eliminate(size_t d, double *a, size_t k)
{
    double *row = a + k * d;
    const double pivot = row[k];
    row[k] = 1;
    for (size_t j = 0; j < d; j++) row[j] /= pivot;
    for (size_t i = 0; i < d; i++) {
        if (i == k) continue;
        const double c = a[i * d + k];
        a[i * d + k] = 0;
        nes_combine(d, -c, row, 1, a + i * d, a + i * d);
    }
}

static void exchange_columns(size_t d, double *a, size_t j, size_t k)
{
    for (size_t i = 0; j != k && i < d; i++) nes_exchange(1, a + i * d + j, a + i * d + k);
}

int nes_invert(size_t d, const double *a, double *inverse, double *log_det, double *work)
{
    memcpy(inverse, a, d * d * sizeof *a);
    *log_det = 0;
    for (size_t k = 0; k < d; k++) {
        const size_t p = nes_pivot_row(d, inverse, k);
        const double pivot = inverse[p * d + k];
        if (!(fabs(pivot) > 0) || !isfinite(pivot)) return 1;
        *log_det += log(fabs(pivot));
        work[k] = (double)p;
        if (p != k) nes_exchange(d, inverse + k * d, inverse + p * d);
        eliminate(d, inverse, k);
    }
    for (size_t k = d; k-- > 0;) exchange_columns(d, inverse, k, (size_t)work[k]);
    return !isfinite(*log_det);
}

/* Row i of L^-1 from the rows above it: L_ii times it is e_i - sum_k<i L_ik row_k. */
static void invert_row(size_t d, const double *l, double *inverse, size_t i)
{
    double *row = inverse + i * d;
    memset(row, 0, d * sizeof *row);
    for (size_t k = 0; k < i; k++) nes_combine(k + 1, l[i * d + k], inverse + k * d, 1, row, row);
    for (size_t j = 0; j < i; j++) row[j] /= -l[i * d + i];
    row[i] = 1 / l[i * d + i];
}

int nes_cholesky(size_t d, double *a, double *inverse, double *log_det)
{
    *log_det = 0;
    for (size_t i = 0; i < d; i++) {
        double *row = a + i * d;
        for (size_t j = 0; j < i; j++)
            row[j] = (row[j] - nes_dot(j, row, a + j * d)) / a[j * d + j];
        const double square = row[i] - nes_dot(i, row, row);
        if (!(square > 0)) return 1;
        row[i] = sqrt(square);
        *log_det += log(row[i]);
        memset(row + i + 1, 0, (d - i - 1) * sizeof *row);
        invert_row(d, a, inverse, i);
    }
    return !isfinite(*log_det);
}

size_t nes_decompose_work(size_t d)
{
    return (2 * d + 1) * nes_padded(d) + nes_eigen_scratch(d);
}

/* The eigenvalues in ascending order, each with its vector. */
static void put_in_order(const nes_eigen *e, double *vectors, double *w)
{
    for (size_t k = 0; k < e->d; k++) {
        size_t least = 0;
        for (size_t i = 1; i < e->d; i++)
            if (e->values[i] < e->values[least]) least = i;
        w[k] = e->values[least];
        e->values[least] = INFINITY;
        memcpy(vectors + k * e->d, e->vectors + least * e->width, e->d * sizeof *vectors);
    }
}

int nes_decompose(size_t d, const double *a, double *vectors, double *w, double *work,
                  nes_cpu level)
{
    const size_t width = nes_padded(d);
    nes_eigen e = {.d = d,
                   .width = width,
                   .a = work,
                   .vectors = work + d * width,
                   .values = work + 2 * d * width,
                   .scratch = work + (2 * d + 1) * width,
                   .level = level};
    memset(e.a, 0, d * width * sizeof *e.a);
    for (size_t i = 0; i < d; i++) memcpy(e.a + i * width, a + i * d, d * sizeof *a);
    if (nes_eigen_solve(&e) != 0) return 1;
    put_in_order(&e, vectors, w);
    return 0;
}
