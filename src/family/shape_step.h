/* SPDX-License-Identifier: MIT
 *
 * A step of a square matrix B along k rows z with weights w:
 *   B <- c B exp(a Z^T W Z) = c (B + Y^T M Z),   exp(+-a Z^T W Z) = I + Z^T M Z,   y = B z
 * M is k x k while there are fewer rows than dimensions. Otherwise the step is dense: M is d x d,
 * and the exponential is I + M. [math: A12, A24] */
#pragma once

#include "linalg/multiply.h"
#include "state/batch.h"
#include "state/dist.h"

typedef struct nes_shape_step {
    const nes_dist *p; /* threads, instructions */
    size_t d, width;   /* coordinates, and numbers from one column of B to the next */
    double *bt;        /* B^T */
    size_t k;          /* rows; strides of z and y are from one to the next */
    nes_rows z, y;
    const double *weights;
    double c;

    bool dense;           /* as many rows as dimensions */
    size_t m, m_width;    /* rows and padded columns of the matrices below */
    double *zt;           /* d x k: Z^T, unless dense */
    double *gram;         /* Z Z^T; dense: Z^T W Z */
    double *plus, *minus; /* M of both signs */
    double *rows;         /* k padded rows of d, scratch */
    double *scratch;
    double trace; /* of a Z^T W Z */
} nes_shape_step;

/* Doubles of scratch, and the arrays there for s->d and s->k. */
size_t nes_shape_step_nwork(size_t d, size_t k);
void nes_shape_step_carve(nes_shape_step *s, double *work);

/* Images B z of the last rows, which are no samples and have none yet. */
void nes_shape_step_place(const nes_shape_step *s, size_t extra);

/* shift = eta sum mean_k y_k */
void nes_shape_step_shift(const nes_shape_step *s, double eta, const double *mean, double *shift);

/* Z^T and Z Z^T, which a dense step has not. */
void nes_shape_step_gram(const nes_shape_step *s);

/* M of both signs and the trace, exponents within +-limit. Non-zero: a number is not finite. */
int nes_shape_step_exponential(nes_shape_step *s, double a, double limit);

/* B moves by c and M. */
void nes_shape_step_move(nes_shape_step *s);
