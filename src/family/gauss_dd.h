/* SPDX-License-Identifier: MIT
 *
 * The parts of the families gauss-dd and gauss-block: x = mu + sigma D (B z), D a factor per
 * coordinate, B a square matrix that has a block for every group of variables and zeros elsewhere.
 * gauss-dd has one group of all variables. theta = (mu, sigma, D, B^T of every group, memory of
 * every group). Samples, factors and paths are in the order of groups, mu and points in that of
 * variables. B is a free factor between two refreshes, which make it the symmetric root of a
 * correlation matrix. [math: B4, B17] */
#pragma once

#include "family/family.h"
#include "linalg/multiply.h"

/* What the families take into p->own: the option refresh, in generations from one decomposition of
 * a shape to the next; how many groups there are; how many numbers all matrices have, and all
 * images of a sample; how many coordinates the largest group has. */
enum { NES_DD_REFRESH, NES_DD_PARTS, NES_DD_SHAPES, NES_DD_IMAGES, NES_DD_LARGEST };

/* What is remembered of a group; it stands behind all matrices. */
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

static inline nes_dd_memory *nes_dd_remembered(const nes_dist *p) /* of the first group */
{
    return (nes_dd_memory *)(nes_dd_shape(p) + (size_t)p->own[NES_DD_SHAPES]);
}

/* A group with a matrix, or some neighbouring groups of one variable each, which need none. */
typedef struct nes_dd_group {
    size_t first, count; /* coordinates */
    bool alone;          /* groups of one variable */
    size_t number;       /* number of the part of a step */
    size_t shape,
        image;       /* how many numbers of matrices, and of images of a sample, stand before it */
    size_t variable; /* the first variable of the group behind it */
} nes_dd_group;

/* gauss_dd_groups.c */
bool nes_dd_next_of_many(const nes_dist *p, nes_dd_group *g);
size_t nes_dd_parts(const nes_dist *p, const nes_extent *e, nes_step_part *part);
void nes_dd_take(nes_dist *p, const nes_settings *s);

/* The next group, from a struct of zeros on; false: there is none. Without a table of groups there
 * is one, found without a call. */
static inline bool nes_dd_next(const nes_dist *p, nes_dd_group *g)
{
    if (p->model != NULL) return nes_dd_next_of_many(p, g);
    if (g->count > 0) return false;
    g->count = p->d;
    g->alone = p->d == 1 && !p->family->matrix;
    return true;
}

/* The order of groups: the variables in that order (null: it is their own), room for a row, mu in
 * that order. work: nes_dd_norder doubles, and the rest of the scratch. */
typedef struct nes_dd_order {
    size_t *variable;
    double *row, *mu, *work;
} nes_dd_order;

static inline size_t nes_dd_norder(const nes_dist *p)
{
    return p->model != NULL ? 3 * nes_padded(p->d) : 0;
}

nes_dd_order nes_dd_order_of_many(const nes_dist *p, double *work);

static inline nes_dd_order nes_dd_order_of(const nes_dist *p, double *work)
{
    return p->model != NULL ? nes_dd_order_of_many(p, work)
                            : (nes_dd_order){.mu = p->theta, .work = work};
}

double nes_dd_volume(const nes_dist *p); /* |det A|^(1/d), by elimination in each group: O(d^3) */

/* From the order of variables to that of groups, d numbers in place, and back. */
void nes_dd_gather(const nes_dd_order *o, size_t d, double *v);
void nes_dd_scatter(const nes_dd_order *o, size_t d, double *v);

/* The matrix B of a group. Pointers are to the first of its coordinates. */
typedef struct nes_dd_block {
    const nes_dist *p;    /* for sigma and threads */
    double *work;         /* scratch */
    size_t d, width;      /* coordinates, and numbers from one column of B to the next */
    double *mu, *factors; /* d numbers each */
    double *bt;           /* B^T; null: B is the identity, and images are the samples */
    nes_dd_memory *memory;
    double refresh; /* steps of the shape from one refresh to the next */
    nes_rows z, y;  /* local samples and their images */
} nes_dd_block;

/* gauss_dd_apply.c: a step of a group, except for the scale. */
size_t nes_dd_nwork_apply(size_t d, size_t n);
void nes_dd_propose(const nes_dist *p, const nes_batch *b, nes_step *s);
int nes_dd_apply(const nes_dd_block *k, const nes_batch *b, const nes_step *s,
                 const nes_step_part *part, const nes_rates *eta);

/* gauss_dd_refresh.c: B becomes the symmetric root R of a correlation matrix, D takes up the
 * standard deviations, and the rows in local coordinates turn along. first: number of the group's
 * first coordinate in these rows. */
size_t nes_dd_nwork_refresh(size_t d);
void nes_dd_refresh(const nes_dd_block *k, const nes_step *s, size_t first);
