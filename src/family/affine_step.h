/* SPDX-License-Identifier: MIT
 *
 * One move of a full-matrix family as a linear map of local coordinates, and what is kept of it.
 * [math: A24] */
#ifndef NES_FAMILY_AFFINE_STEP_H
#define NES_FAMILY_AFFINE_STEP_H

#include "family/affine.h"

/* exp(+-c G) in the space of the samples. */
typedef struct nes_affine_exponential {
    size_t k;             /* rank: n samples, or d when there are more of them */
    bool dense;           /* n >= d: G itself, K = I */
    double *gram;         /* k x k: Z Z^T, when not dense */
    double *plus, *minus; /* k x k */
    double *rows;         /* n x d scratch */
    double *small;        /* k x k scratch */
    double trace;         /* of c G */
} nes_affine_exponential;

/* Keeps the move in p->step; scale is the change of ln sigma, turns whether the shape changes. */
void nes_affine_remember(nes_dist *p, const nes_batch *b, const nes_rates *eta,
                         const nes_affine_step *step, const nes_affine_exponential *e, bool turns,
                         double scale);

#endif
