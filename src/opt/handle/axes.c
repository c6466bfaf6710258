/* SPDX-License-Identifier: MIT
 *
 * The principal axes of the search distribution: the eigenvectors v of A A^T are their directions,
 * and the rows A^T v their lengths. Rounding in A A^T leaves nothing of axes that are a hundred
 * million times shorter than the longest; their rows are not quite orthogonal then, and rotations
 * of pairs of rows make them so (the method of Jacobi and Hestenes). That costs next to nothing
 * where they are orthogonal already, and every length is right to rounding of the longest. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/family.h"
#include "linalg/eigen.h"
#include "linalg/multiply.h"
#include "linalg/vector.h"
#include "opt/handle/shape.h"
#include "util/memory.h"
#include "util/try.h"

typedef struct axes {
    size_t d;
    double *factor; /* d rows of d numbers: A^T over its largest number in modulus */
    double *square; /* d numbers: squared lengths of rows */
    nes_eigen e;
} axes;

/* Carves the arrays; called twice, first to count bytes. */
static void carve(axes *x, const struct nes_run *run, nes_arena *a)
{
    const size_t d = x->d = run->dim, width = nes_padded(d);
    x->factor = NES_CARVE(a, double, d *d);
    x->square = NES_CARVE(a, double, d);
    x->e = (nes_eigen){.d = d, .width = width, .level = run->plan.level, .team = run->g.dist.team};
    x->e.a = NES_CARVE(a, double, d *width);
    x->e.vectors = NES_CARVE(a, double, d *width);
    x->e.values = NES_CARVE(a, double, d);
    x->e.scratch = NES_CARVE(a, double, nes_eigen_scratch(d));
}

/* Copies columns of A as rows, over the largest number in modulus, which is returned: squares
 * neither overflow nor vanish. */
static double fill_factor(axes *x, const struct nes_run *run)
{
    const size_t d = x->d;
    double most = 0;
    for (size_t j = 0; j < d; j++)
        run->g.dist.family->widths->axis(&run->g.dist, j, x->factor + j * d);
    for (size_t i = 0; i < d * d; i++)
        if (!(fabs(x->factor[i]) <= most)) most = fabs(x->factor[i]);
    for (size_t i = 0; most > 0 && i < d * d; i++) x->factor[i] /= most;
    return most;
}

/* Computes A A^T, a column of A at a time. */
static void fill_covariance(axes *x)
{
    const size_t d = x->d, width = x->e.width;
    for (size_t k = 0; k < d; k++) {
        const double *column = x->factor + k * d;
        for (size_t i = 0; i < d; i++) {
            double *row = x->e.a + i * width;
            nes_combine(d, column[i], column, 1, row, row);
        }
    }
}

/* Computes the rows A^T v, in the place of the covariance. */
static void project(axes *x)
{
    const size_t d = x->d, width = x->e.width;
    for (size_t i = 0; i < d; i++) {
        double *row = x->e.a + i * width;
        for (size_t k = 0; k < d; k++)
            row[k] = nes_dot(d, x->factor + k * d, x->e.vectors + i * width);
        x->square[i] = nes_dot(d, row, row);
    }
}

/* Makes two rows orthogonal; returns whether they were not. */
static bool rotate(axes *x, size_t i, size_t j)
{
    const size_t d = x->d;
    double *a = x->e.a + i * x->e.width, *b = x->e.a + j * x->e.width;
    const double product = nes_dot(d, a, b), square = x->square[i] * x->square[j];
    if (!(fabs(product) > (double)d * DBL_EPSILON * sqrt(square))) return false;
    const double zeta = (x->square[j] - x->square[i]) / (2 * product);
    const double t = copysign(1, zeta) / (fabs(zeta) + hypot(1, zeta));
    const double c = 1 / hypot(1, t), s = c * t;
    for (size_t k = 0; k < d; k++) {
        const double first = a[k];
        a[k] = c * first - s * b[k];
        b[k] = s * first + c * b[k];
    }
    x->square[i] = nes_dot(d, a, a);
    x->square[j] = nes_dot(d, b, b);
    return true;
}

static void make_orthogonal(axes *x)
{
    enum { SWEEPS = 30 }; /* at most; a few are enough */
    bool turned = true;
    for (int sweep = 0; turned && sweep < SWEEPS; sweep++) {
        turned = false;
        for (size_t i = 0; i < x->d; i++)
            for (size_t j = i + 1; j < x->d; j++) turned = rotate(x, i, j) || turned;
    }
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* NaN where the distribution is no longer finite. */
static void find_axes(axes *x, const struct nes_run *run, double *lengths)
{
    const double scale = fill_factor(x, run);
    fill_covariance(x);
    const bool good = isfinite(scale) && nes_eigen_solve(&x->e) == 0;
    if (good) project(x);
    if (good) make_orthogonal(x);
    for (size_t i = 0; i < x->d; i++) lengths[i] = good ? scale * sqrt(x->square[i]) : NAN;
    qsort(lengths, x->d, sizeof *lengths, compare);
}

nes_status nes_axes_length(nes_opt *o, struct nes_run *run, const char *name, size_t *n)
{
    NES_TRY(nes_matrix_length(o, run, name, n));
    *n = nes_handle_dim(o);
    return NES_OK;
}

nes_status nes_copy_axes(nes_opt *o, struct nes_run *run, double *lengths)
{
    const nes_allocator *allocator = &run->plan.s.allocator;
    const size_t fixed = nes_handle_dim(o) - run->dim;
    axes x;
    nes_arena arena = {NULL, 0};
    carve(&x, run, &arena);
    const size_t size = nes_arena_size(&arena);
    void *memory = size != SIZE_MAX ? nes_allocate(allocator, size) : NULL;
    if (memory == NULL)
        return nes_refuse(nes_note_of(o), NES_ERR_MEMORY,
                          "the axes of %zu variables need %.3g MB, which cannot be had: read "
                          "'std_x', or 'condition' for their ratio",
                          run->dim, (double)size / 1e6);
    arena = nes_arena_on(memory);
    carve(&x, run, &arena);
    memset(lengths, 0, fixed * sizeof *lengths);
    find_axes(&x, run, lengths + fixed);
    nes_release(allocator, memory);
    return NES_OK;
}
