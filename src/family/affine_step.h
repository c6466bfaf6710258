/* SPDX-License-Identifier: MIT
 *
 * One step of a full-matrix family as a linear map of local coordinates, and its record.
 * [math: A24] */
#ifndef NES_FAMILY_AFFINE_STEP_H
#define NES_FAMILY_AFFINE_STEP_H

#include "family/affine.h"
#include "linalg/lowrank.h"
#include "linalg/multiply.h"

/* exp(+-c G) in the space of the samples, or n >= d, dense: of the coordinates. */
typedef struct nes_affine_exponential {
    size_t k;             /* rank: n rows, or d when there are more of them */
    size_t width;         /* of rows of k numbers */
    bool dense;           /* G itself, K = I */
    double *shift;        /* d: move of the mean, over sigma */
    double *zt;           /* Z^T, when not dense */
    double *gram;         /* Z Z^T, or G when dense */
    double *plus, *minus; /* k x k */
    double *rows;         /* n padded rows of d, scratch */
    double *probes;       /* 2 k units, scratch */
    double *scratch;
    double trace; /* of c G */
} nes_affine_exponential;

/* Doubles of p->work. */
size_t nes_affine_nwork_apply(size_t d, size_t n);
size_t nes_affine_nwork_relations(size_t d, size_t n);

/* Lets the arrays of e that the record is made of stand there. */
void nes_affine_keep(const nes_dist *p, const nes_step *s, nes_affine_exponential *e);

/* Fills the record; scale is the change of ln sigma, turns whether the shape changes. */
void nes_affine_remember(const nes_dist *p, const nes_batch *b, nes_step *s,
                         const nes_affine_exponential *e, bool turns, double scale);

#endif
