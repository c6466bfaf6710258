/* SPDX-License-Identifier: MIT
 *
 * What the files of the eigensolver share: its stages, and the two loops in which it spends its
 * time, which have code of their own for each instruction set. */
#pragma once

#include "linalg/eigen.h"
#include "linalg/multiply.h"

enum {
    NES_EIGEN_PANEL = 16, /* reflections that are applied together */
    NES_EIGEN_WAVE = 4    /* sweeps that are applied together */
};

/* Rotations of up to NES_EIGEN_WAVE sweeps. Sweep k turns rows i+1 and i, from i = hi-1 down to lo,
 * by the cosine turns[2 (NES_EIGEN_WAVE i + k)] and the sine behind it. */
typedef struct nes_wave {
    size_t lo, hi, sweeps;
    const double *turns;
} nes_wave;

typedef struct nes_eigen_code {
    /* Adds to y what the rows lo .. hi-1 of the lower triangle contribute to the product of a
     * symmetric matrix with x. lo is a multiple of NES_UNIT; x is padded with zeros. */
    void (*add_product)(const double *a, size_t width, size_t lo, size_t hi, const double *x,
                        double *y);
    /* Applies a wave to a strip, whose rows have `columns` numbers, a multiple of NES_UNIT. */
    void (*turn)(const nes_wave *w, double *strip, size_t columns);
} nes_eigen_code;

/* Each instruction set has a file of its own. */
extern const nes_eigen_code nes_eigen_baseline, nes_eigen_avx2, nes_eigen_avx512;
extern const nes_eigen_code *const nes_eigen_codes[]; /* indexed by nes_cpu */

/* Returns the team of threads; null where `work` multiplications take no longer than waking it. */
static inline nes_team *nes_eigen_team(const nes_eigen *e, size_t work)
{
    enum { WORTH = 1 << 17 };
    return work >= WORTH ? e->team : NULL;
}

/* Makes the matrix tridiagonal: e->values becomes its diagonal and off[i] the element between i and
 * i+1. Row r of e->a becomes v_r, which is zero from column r on, and the matrix was
 * Q T Q^T, Q = H_(d-1) ... H_1, H_r = I - v_r v_r^T. */
void nes_eigen_reduce(nes_eigen *e, double *off, double *scratch);
size_t nes_eigen_reduce_scratch(size_t d);

/* e->a becomes Q^T in strips of NES_STRIP columns, one behind the other. The scratch has
 * NES_EIGEN_PANEL numbers for each row, rounded up to whole panels. */
void nes_eigen_basis(nes_eigen *e, double *scratch);

/* Makes the tridiagonal matrix diagonal and turns the rows of e->a, which is in strips. Returns
 * non-zero if the sweeps do not converge. */
int nes_eigen_ql(nes_eigen *e, double *off, double *scratch);
size_t nes_eigen_ql_scratch(size_t d);

/* Returns strip j of a matrix in strips, and the number of its columns. */
static inline double *nes_eigen_strip(const nes_eigen *e, double *m, size_t j, size_t *columns)
{
    const size_t first = j * NES_STRIP;
    *columns = e->width - first < NES_STRIP ? e->width - first : NES_STRIP;
    return m + first * e->d;
}

static inline size_t nes_eigen_strips(const nes_eigen *e)
{
    return (e->width + NES_STRIP - 1) / NES_STRIP;
}
