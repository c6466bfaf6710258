/* SPDX-License-Identifier: MIT
 *
 * Dense linear algebra the slow, plain way. */
#include "support/dense.h"

#include <math.h>
#include <stdbool.h>
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

/* The row from k on with the largest element in column k. */
static size_t pivot_row(size_t d, const wide *a, size_t k)
{
    size_t p = k;
    for (size_t i = k + 1; i < d; i++)
        if (fabsl(a[i * d + k]) > fabsl(a[p * d + k])) p = i;
    return p;
}

static void exchange(size_t n, wide *x, wide *y)
{
    for (size_t i = 0; x != y && i < n; i++) {
        const wide t = x[i];
        x[i] = y[i];
        y[i] = t;
    }
}

double dense_solve(size_t d, const double *a, size_t m, double *b)
{
    wide *u = dense_room(d * (d + m), sizeof *u), *x = u + d * d, log_det = 0;
    for (size_t i = 0; i < d * d; i++) u[i] = a[i];
    for (size_t i = 0; i < d * m; i++) x[i] = b[i];
    for (size_t k = 0; k < d; k++) {
        const size_t p = pivot_row(d, u, k);
        exchange(d, u + k * d, u + p * d);
        exchange(m, x + k * m, x + p * m);
        log_det += logl(fabsl(u[k * d + k]));
        for (size_t i = 0; i < d; i++) {
            const wide c = i == k ? 0 : u[i * d + k] / u[k * d + k];
            for (size_t j = k; j < d; j++) u[i * d + j] -= c * u[k * d + j];
            for (size_t j = 0; j < m; j++) x[i * m + j] -= c * x[k * m + j];
        }
    }
    for (size_t i = 0; i < d * m; i++) b[i] = (double)(x[i] / u[i / m * d + i / m]);
    free(u);
    return (double)log_det;
}

double dense_log_det(size_t d, const double *a)
{
    return dense_solve(d, a, 0, NULL);
}

void dense_inverse(size_t d, const double *a, double *inverse)
{
    for (size_t i = 0; i < d * d; i++) inverse[i] = i / d == i % d;
    dense_solve(d, a, d, inverse);
}

/* Turns two rows until they are orthogonal; false: they were, to rounding. */
static bool turn(size_t d, wide *x, wide *y)
{
    wide xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < d; i++) {
        xx += x[i] * x[i];
        yy += y[i] * y[i];
        xy += x[i] * y[i];
    }
    if (!(fabsl(xy) > 1e-18L * sqrtl(xx) * sqrtl(yy))) return false;
    const wide theta = (yy - xx) / (2 * xy);
    const wide t = copysignl(1, theta) / (fabsl(theta) + hypotl(1, theta));
    const wide c = 1 / hypotl(1, t), s = c * t;
    for (size_t i = 0; i < d; i++) {
        const wide u = x[i], v = y[i];
        x[i] = c * u - s * v;
        y[i] = s * u + c * v;
    }
    return true;
}

static int descending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

void dense_singular_values(size_t d, const double *a, double *s)
{
    wide *rows = dense_room(d * d, sizeof *rows);
    bool turned = true;
    for (size_t i = 0; i < d * d; i++) rows[i] = a[i];
    for (int sweep = 0; turned && sweep < 60; sweep++) {
        turned = false;
        for (size_t i = 0; i < d; i++)
            for (size_t j = i + 1; j < d; j++)
                if (turn(d, rows + i * d, rows + j * d)) turned = true;
    }
    for (size_t i = 0; i < d; i++) {
        wide sum = 0;
        for (size_t j = 0; j < d; j++) sum += rows[i * d + j] * rows[i * d + j];
        s[i] = (double)sqrtl(sum);
    }
    qsort(s, d, sizeof *s, descending);
    free(rows);
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
