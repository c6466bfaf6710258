/* SPDX-License-Identifier: MIT
 *
 * Dense linear algebra the slow, plain way. */
#include "support/dense.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rng/stream.h"

void *dense_room(size_t n, size_t size)
{
    void *p = calloc(n > 0 ? n : 1, size);
    if (p == NULL) abort();
    return p;
}

void dense_multiply(size_t d, const wide *a, const wide *b, wide *c)
{
    memset(c, 0, d * d * sizeof *c);
    for (size_t i = 0; i < d; i++)
        for (size_t l = 0; l < d; l++) {
            const wide f = a[i * d + l];
            if (f == 0) continue;
            for (size_t j = 0; j < d; j++) c[i * d + j] += f * b[l * d + j];
        }
}

static wide row_sum_norm(size_t d, const wide *a)
{
    wide norm = 0;
    for (size_t i = 0; i < d; i++) {
        wide sum = 0;
        for (size_t j = 0; j < d; j++) sum += fabsl(a[i * d + j]);
        norm = fmaxl(norm, sum);
    }
    return norm;
}

void dense_exponential(size_t d, const wide *a, wide *e)
{
    const size_t dd = d * d, bytes = dd * sizeof(wide);
    wide *t = dense_room(2 * dd, sizeof *t), *next = t + dd;
    int squarings = 0;
    wide norm = row_sum_norm(d, a), scale = 1, size = 1;
    for (; norm > 0.25L; norm /= 2, scale /= 2) squarings++;
    for (size_t i = 0; i < d; i++) t[i * d + i] = 1;
    memcpy(e, t, bytes);
    for (int k = 1; k < 40 && size > 1e-21L; k++) {
        dense_multiply(d, a, t, next);
        for (size_t i = 0; i < dd; i++) {
            t[i] = next[i] * (scale / k);
            e[i] += t[i];
        }
        size *= norm / k;
    }
    for (int s = 0; s < squarings; s++) {
        dense_multiply(d, e, e, next);
        memcpy(e, next, bytes);
    }
    free(t);
}

void dense_gram(size_t d, size_t n, wide c, const double *a, const double *z, wide shift, wide *g)
{
    memset(g, 0, d * d * sizeof *g);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < d; i++) {
            const wide f = c * a[k] * z[k * d + i];
            for (size_t j = 0; j < d; j++) g[i * d + j] += f * z[k * d + j];
        }
    for (size_t i = 0; i < d; i++) g[i * d + i] -= shift;
}

double dense_error(size_t n, const double *got, const wide *want)
{
    wide difference = 0, size = 0;
    for (size_t i = 0; i < n; i++) {
        difference += (got[i] - want[i]) * (got[i] - want[i]);
        size += want[i] * want[i];
    }
    return (double)(sqrtl(difference) / sqrtl(size));
}

double dense_log_det(size_t d, const double *a)
{
    double *lu = dense_room(d * d, sizeof *lu), sum = 0;
    lapack_int *pivot = dense_room(d, sizeof *pivot);
    memcpy(lu, a, d * d * sizeof *lu);
    if (LAPACKE_dgetrf(LAPACK_ROW_MAJOR, (lapack_int)d, (lapack_int)d, lu, (lapack_int)d, pivot) <
        0)
        abort();
    for (size_t i = 0; i < d; i++) sum += log(fabs(lu[i * d + i]));
    free(lu);
    free(pivot);
    return sum;
}

void dense_inverse(size_t d, const double *a, double *inverse)
{
    const lapack_int n = (lapack_int)d;
    lapack_int *pivot = dense_room(d, sizeof *pivot);
    memcpy(inverse, a, d * d * sizeof *inverse);
    if (LAPACKE_dgetrf(LAPACK_ROW_MAJOR, n, n, inverse, n, pivot) != 0 ||
        LAPACKE_dgetri(LAPACK_ROW_MAJOR, n, inverse, n, pivot) != 0)
        abort();
    free(pivot);
}

double dense_norm(size_t n, const double *a)
{
    wide sum = 0;
    for (size_t i = 0; i < n; i++) sum += (wide)a[i] * a[i];
    return (double)sqrtl(sum);
}

void dense_normals(uint64_t seed, size_t n, double *out)
{
    const nes_stream s = {.seed = seed, .lane = NES_LANE_MAX};
    nes_normals(&s, 0, n, out);
}

/* Gram-Schmidt on the rows, twice: once is not orthogonal to rounding. */
void dense_orthogonal(size_t d, uint64_t seed, double *q)
{
    dense_normals(seed, d * d, q);
    for (size_t i = 0; i < d; i++) {
        double *row = q + i * d;
        for (int pass = 0; pass < 2; pass++)
            for (size_t k = 0; k < i; k++) {
                wide dot = 0;
                for (size_t j = 0; j < d; j++) dot += (wide)row[j] * q[k * d + j];
                for (size_t j = 0; j < d; j++) row[j] -= (double)dot * q[k * d + j];
            }
        const double norm = dense_norm(d, row);
        for (size_t j = 0; j < d; j++) row[j] /= norm;
    }
}

/* Q1 diag(e^(t_i)) Q2 with t from -1.5 to 1.5: condition number e^3. */
void dense_shape(size_t d, uint64_t seed, double *b)
{
    double *q = dense_room(2 * d * d, sizeof *q), *r = q + d * d;
    dense_orthogonal(d, seed, q);
    dense_orthogonal(d, seed + 1, r);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            wide sum = 0;
            for (size_t l = 0; l < d; l++) {
                const double t = d > 1 ? 3.0 * (double)l / (double)(d - 1) - 1.5 : 0;
                sum += (wide)q[i * d + l] * expl(t) * r[l * d + j];
            }
            b[i * d + j] = (double)sum;
        }
    free(q);
}
