/* SPDX-License-Identifier: MIT
 *
 * K = k + diag((E y_i)^2 + 1e-12 k_ii) with
 *   k(u, u') = 10 + u.u' + A |u|^2 |u'|^2 + D d sum_k u_k^2 u'_k^2 + H (u.u')^2 + R bump,
 * the bump of |u - u'| at the length L. The distance comes from differences: near points would lose
 * it in |u|^2 + |u'|^2 - 2 u.u'. [math: B21.3] */
#include "model/kernel.h"

#include <math.h>
#include <string.h>

#include "linalg/multiply.h"
#include "linalg/vector.h"
#include "model/surface.h"

static const double NUGGET = 1e-12; /* of the diagonal, for points that are there twice */

void nes_kernel_carve(nes_kernel *k, nes_arena *a, size_t d, size_t most, nes_cpu level)
{
    const size_t stride = nes_padded(most);
    *k = (nes_kernel){.d = d, .level = level};
    k->columns = NES_CARVE(a, double, d *stride);
    k->square_columns = NES_CARVE(a, double, d *stride);
    k->square_rows = NES_CARVE(a, double, most *d);
    k->norm = NES_CARVE(a, double, most);
    k->inner = NES_CARVE(a, double, most *stride);
    k->squares = NES_CARVE(a, double, most *stride);
    k->distance = NES_CARVE(a, double, most *stride);
    k->bump = NES_CARVE(a, double, most *stride);
}

/* Row i of the distances, to the points up to i. */
static void measure(const nes_kernel *k, const double *u, size_t i)
{
    double *row = k->distance + i * k->stride;
    memset(row, 0, (i + 1) * sizeof *row);
    for (size_t l = 0; l < k->d; l++) {
        const double *column = k->columns + l * k->stride, at = u[l];
        for (size_t j = 0; j <= i; j++) row[j] += (column[j] - at) * (column[j] - at);
    }
    for (size_t j = 0; j <= i; j++) row[j] = sqrt(row[j]);
}

void nes_kernel_prepare(nes_kernel *k, const nes_points *p)
{
    const size_t d = k->d, n = k->n = p->n;
    k->stride = nes_padded(n);
    k->length = 0;
    memset(k->columns, 0, d * k->stride * sizeof *k->columns);
    nes_transpose(n, d, p->u, d, k->columns, k->stride);
    for (size_t i = 0; i < d * k->stride; i++) k->square_columns[i] = k->columns[i] * k->columns[i];
    for (size_t i = 0; i < n * d; i++) k->square_rows[i] = p->u[i] * p->u[i];
    const nes_factors inner = nes_times(k->level, n, d, k->stride, p->u, d, k->columns, k->inner);
    const nes_factors squares =
        nes_times(k->level, n, d, k->stride, k->square_rows, d, k->square_columns, k->squares);
    nes_multiply(&inner);
    nes_multiply(&squares);
    for (size_t i = 0; i < n; i++) {
        k->norm[i] = k->inner[i * k->stride + i];
        measure(k, p->u + i * d, i);
    }
}

static void raise_bumps(nes_kernel *k, double length)
{
    if (k->length == length) return;
    k->length = length;
    for (size_t i = 0; i < k->n; i++)
        for (size_t j = 0; j <= i; j++)
            k->bump[i * k->stride + j] = nes_bump(k->distance[i * k->stride + j], length);
}

void nes_kernel_fill(nes_kernel *k, const double *theta, const double *y, double *matrix)
{
    const double diagonal = theta[NES_GP_D] * (double)k->d;
    raise_bumps(k, theta[NES_GP_L]);
    for (size_t i = 0; i < k->n; i++) {
        const double *inner = k->inner + i * k->stride, *squares = k->squares + i * k->stride;
        const double *bump = k->bump + i * k->stride, norm = theta[NES_GP_A] * k->norm[i];
        double *row = matrix + i * k->n;
        for (size_t j = 0; j <= i; j++)
            row[j] = NES_KERNEL_CONSTANT + inner[j] + norm * k->norm[j] + diagonal * squares[j] +
                     theta[NES_GP_H] * inner[j] * inner[j] + theta[NES_GP_R] * bump[j];
        const double noise = theta[NES_GP_E] * y[i];
        row[i] += noise * noise + NUGGET * row[i];
    }
}
