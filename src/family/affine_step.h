/* SPDX-License-Identifier: MIT
 *
 * One step of a full-matrix family as a linear map of local coordinates, and its record.
 * [math: A24] */
#pragma once

#include "family/affine.h"
#include "family/shape_step.h"

/* exp(+-c G), and what a step needs beside it. */
typedef struct nes_affine_exponential {
    nes_shape_step shape;
    double *shift;  /* d: move of the mean, over sigma */
    double *probes; /* 2 k units, scratch */
} nes_affine_exponential;

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

/* affine_record.c. Lets the arrays of e that the record is made of stand there. */
void nes_affine_keep(const nes_dist *p, const nes_step *s, nes_affine_exponential *e);

/* Fills the record; scale is the change of ln sigma, turns whether the shape changes. */
void nes_affine_remember(const nes_dist *p, const nes_batch *b, nes_step *s,
                         const nes_affine_exponential *e, bool turns, double scale);
