/* SPDX-License-Identifier: MIT
 *
 * One step of a full-matrix family as a linear map of local coordinates, and its record.
 * [math: A24] */
#pragma once

#include "family/affine.h"
#include "family/shape_step.h"

/* The record of a step, taken apart; without densities it is the scale alone. */
typedef struct nes_affine_memory {
    bool dense;
    nes_cpu level;
    size_t k, width;      /* rank of the step, and length of a row of that many numbers */
    double *scale;        /* ln (sigma_new/sigma_old) */
    double *grow;         /* (sigma_new/sigma_old) e^(-tr/d) */
    double *turns;        /* 0 or 1: the shape has changed */
    double *nu;           /* before the step */
    double *shrink;       /* sigma_old/sigma_new */
    double *delta2;       /* flat: |delta|^2 */
    double *shift;        /* d: B_old delta */
    double *delta;        /* k: delta = Z^T of this; dense: itself */
    double *image;        /* k: Z delta; dense: E^-1 delta */
    double *plus, *minus; /* k x k: M for E and for its inverse; dense: these themselves */
    double *gram;         /* flat: k x k, Z Z^T */
    double *zt;           /* flat: d x k, Z^T */
} nes_affine_memory;

nes_affine_memory nes_affine_memory_of(const nes_dist *p, const nes_step *s);

/* Doubles of p->work. */
size_t nes_affine_nwork_apply(size_t d, size_t n);
size_t nes_affine_nwork_relations(size_t d, size_t n);
