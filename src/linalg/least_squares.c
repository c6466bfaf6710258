/* SPDX-License-Identifier: MIT
 *
 * Reflections make Q^T a P = (R S; 0 rest). The longest remaining column comes first, so that the
 * rest is small once the rank is used up. A second set of reflections, of the rows of (R S), finds
 * the solution of least norm. Sums have one fixed order. */
#include <math.h>
#include <string.h>

#include "linalg/least_squares.h"
#include "linalg/sequential.h"
#include "linalg/vector.h"

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The work: lengths of the second reflections, the order of the columns, (R S) by rows. */
size_t nes_least_squares_work(size_t n, size_t p)
{
    return 2 * p + smaller(n, p) * p;
}

/* Turns v into the mirror that maps v to a multiple of the first unit vector, and returns that
 * multiple. length2: v.v */
static double make_mirror(double *v, double length2)
{
    const double image = -copysign(sqrt(length2), v[0]);
    v[0] -= image;
    return image;
}

static void reflect(size_t n, const double *v, double *x)
{
    const double square = nes_dot(n, v, v);
    if (square > 0) nes_combine(n, -2 * nes_dot(n, v, x) / square, v, 1, x, x);
}

/* Exchanges column k with the one from k on that is longest below row k; returns its square. */
static double bring_longest(const nes_least_squares *f, size_t k, double *order)
{
    const size_t n = f->n;
    double longest = 0;
    size_t at = k;
    for (size_t j = k; j < f->p; j++) {
        const double square = nes_dot(n - k, f->a + j * n + k, f->a + j * n + k);
        if (square > longest) {
            longest = square;
            at = j;
        }
    }
    if (at != k) {
        nes_exchange(n, f->a + k * n, f->a + at * n);
        nes_exchange(1, order + k, order + at);
    }
    return longest;
}

/* a becomes R and S, with the diagonal of R in values, and x Q^T x; returns the rank. */
static size_t reduce(const nes_least_squares *f, double *order)
{
    const size_t n = f->n, most = smaller(n, f->p);
    for (size_t j = 0; j < f->p; j++) order[j] = (double)j;
    for (size_t k = 0; k < most; k++) {
        double *v = f->a + k * n + k;
        const double square = bring_longest(f, k, order);
        if (!(sqrt(square) > (k == 0 ? 0 : f->cut * fabs(f->values[0])))) return k;
        f->values[k] = make_mirror(v, square);
        for (size_t j = k + 1; j < f->p; j++) reflect(n - k, v, f->a + j * n + k);
        reflect(n - k, v, f->x + k);
    }
    return most;
}

/* Replaces x by R^-1 x, for full rank. */
static void solve_upper(const nes_least_squares *f)
{
    for (size_t k = f->p; k-- > 0;) {
        f->x[k] /= f->values[k];
        nes_combine(k, -f->x[k], f->a + k * f->n, 1, f->x, f->x);
    }
}

/* Solves (R S) y = x with the least |y|: (R S) becomes L and mirrors, y = mirrors (L^-1 x, 0). */
static void solve_wide(const nes_least_squares *f, size_t rank, double *rows, double *diagonal)
{
    const size_t n = f->n, p = f->p;
    for (size_t i = 0; i < rank; i++)
        for (size_t j = 0; j < p; j++)
            rows[i * p + j] = j < i ? 0 : j == i ? f->values[i] : f->a[j * n + i];
    for (size_t k = 0; k < rank; k++) {
        double *v = rows + k * p + k;
        diagonal[k] = make_mirror(v, nes_dot(p - k, v, v));
        for (size_t i = k + 1; i < rank; i++) reflect(p - k, v, rows + i * p + k);
        f->x[k] = (f->x[k] - nes_dot(k, rows + k * p, f->x)) / diagonal[k];
    }
    memset(f->x + rank, 0, (p - rank) * sizeof *f->x);
    for (size_t k = rank; k-- > 0;) reflect(p - k, rows + k * p + k, f->x + k);
}

/* Divides a by a power of two near its largest element, so that no square overflows; returns the
 * exponent. */
static int scale(const nes_least_squares *f)
{
    double largest = 0;
    int exponent;
    for (size_t i = 0; i < f->n * f->p; i++) largest = fmax(largest, fabs(f->a[i]));
    frexp(largest, &exponent);
    for (size_t i = 0; i < f->n * f->p; i++) f->a[i] = ldexp(f->a[i], -exponent);
    return exponent;
}

int nes_least_squares_solve(const nes_least_squares *f)
{
    const size_t p = f->p;
    double *order = f->work, *diagonal = order + p, *rows = diagonal + p;
    const int exponent = scale(f);
    const size_t rank = reduce(f, order);
    if (rank == p)
        solve_upper(f);
    else
        solve_wide(f, rank, rows, diagonal);
    memcpy(diagonal, f->x, p * sizeof *f->x);
    int failed = 0;
    for (size_t j = 0; j < p; j++) {
        const double x = ldexp(diagonal[j], -exponent);
        f->x[(size_t)order[j]] = x;
        if (!isfinite(x)) failed = 1;
    }
    return failed;
}
