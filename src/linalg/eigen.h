/* SPDX-License-Identifier: MIT
 *
 * All eigenvalues and eigenvectors of a symmetric matrix, by one fixed order of operations: bits
 * depend on the numbers and on the instruction set alone, not on the number of threads. [math: A24]
 *
 * The matrix becomes tridiagonal by Householder reflections (eigen_reduce.c), which are multiplied
 * out (eigen_basis.c); QL sweeps make it diagonal, and their rotations turn the rows of that basis
 * into the eigenvectors (eigen_ql.c). */
#pragma once

#include <stddef.h>

#include "util/cpu.h"
#include "util/team.h"

typedef struct nes_eigen {
    size_t d;
    size_t width;    /* nes_padded(d): the length of a row of both matrices */
    double *a;       /* the symmetric matrix, d rows; overwritten */
    double *vectors; /* result: row i is the eigenvector of values[i]; the padding is zero */
    double *values;  /* result: d eigenvalues in no particular order */
    double *scratch;
    nes_team *team; /* null: the calling thread works alone */
    nes_cpu level;  /* instructions to use, which this processor must have; they decide the bits */
} nes_eigen;

/* Returns the length of `scratch` in doubles. */
size_t nes_eigen_scratch(size_t d);

/* Returns 0, or non-zero when a number is not finite or the sweeps do not converge. Errors are of
 * the order of rounding relative to the largest eigenvalue in modulus. */
int nes_eigen_solve(nes_eigen *e);
