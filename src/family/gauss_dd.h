/* SPDX-License-Identifier: MIT
 *
 * The parts of the family gauss-dd: x = mu + sigma D (B z), D a factor per coordinate, B any square
 * matrix. theta = (mu, sigma, D, B^T, memory). B is a free factor between two refreshes, which make
 * it the symmetric root of a correlation matrix. [math: B4] */
#pragma once

#include "family/family.h"
#include "linalg/multiply.h"

/* Behind the matrix. */
typedef struct nes_dd_memory {
    double damping;           /* beta: how much slower D learns while B is far from the identity */
    double since;             /* steps of the shape since the last refresh */
    double longest, shortest; /* axes of B at the last refresh */
} nes_dd_memory;

static inline double *nes_dd_factors(const nes_dist *p)
{
    return p->theta + nes_padded(p->d + 1);
}

static inline double *nes_dd_shape(const nes_dist *p)
{
    return nes_dd_factors(p) + nes_padded(p->d);
}

static inline nes_dd_memory *nes_dd_remembered(const nes_dist *p)
{
    return (nes_dd_memory *)(nes_dd_shape(p) + p->d * nes_padded(p->d));
}

/* A matrix B on some of the coordinates: on all of them here, on those of a group in a family that
 * has several. Pointers are to the first of its coordinates. */
typedef struct nes_dd_block {
    nes_dist *p;          /* sigma, scratch, threads */
    size_t d, width;      /* coordinates, and numbers from one column of B to the next */
    double *mu, *factors; /* d each, of theta */
    double *bt;           /* B^T; null: B is the identity, and images are the samples */
    nes_dd_memory *memory;
    double refresh; /* steps of the shape from one refresh to the next */
    nes_rows z, y;  /* local samples and their images */
} nes_dd_block;

void nes_dd_defaults(const nes_extent *e, nes_defaults *r);
double nes_dd_sigma(const nes_dist *p);

/* Points of slots lo .. hi-1, their coordinates of the block. */
void nes_dd_place(const nes_dd_block *k, nes_batch *b, size_t lo, size_t hi);
int nes_dd_localize(const nes_dd_block *k, nes_slots at, double *work);

/* gauss_dd_apply.c: a step but for the scale. */
size_t nes_dd_nwork_apply(size_t d, size_t n);
void nes_dd_propose(const nes_dist *p, const nes_batch *b, nes_step *s);
int nes_dd_apply(const nes_dd_block *k, const nes_batch *b, const nes_step *s,
                 const nes_step_part *part, const nes_rates *eta);

/* gauss_dd_refresh.c: B becomes the symmetric root R of a correlation matrix, what it takes for
 * that goes into D, and the rows in local coordinates turn along. first: number of the block's
 * first coordinate in these rows. */
size_t nes_dd_nwork_refresh(size_t d);
void nes_dd_refresh(const nes_dd_block *k, const nes_step *s, size_t first);
