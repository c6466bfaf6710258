/* SPDX-License-Identifier: MIT
 *
 * A step of the distribution as a value: it is proposed, may be looked at, added to or rated, and
 * is then applied. In local coordinates a step is never a d x d gradient. It is a list of rows z_k
 * with two weights each: the mean moves by sum mean_k z_k, the shape by sum outer_k z_k z_k^T. The
 * first n rows are the samples of the batch; rows from elsewhere stand behind them. [math: A11,
 * A24] */
#pragma once

#include <string.h>

#include "state/batch.h"
#include "state/dist.h"

/* A group of coordinates with a shape of its own, what its rates are over those of the settings,
 * and what the step does to it besides the samples. */
typedef struct nes_step_part {
    size_t first, count;     /* coordinates */
    double shape, path, one; /* factors of eta_shape, path_shape and rank_one */
    double refresh;          /* generations between two refreshes, of families with groups */
    double row;              /* weight of the row of paths, which stands behind the samples */
    double centre;           /* the shape moves by sum outer_k z_k z_k^T minus this times I */
} nes_step_part;

/* What factors per coordinate beside a shape learn from: the samples with their weights outer, and
 * a row of their own. */
typedef struct nes_step_diag {
    const double *row; /* the row; null: there is none */
    double outer;      /* weight of the row */
    double centre;     /* number that is taken off every coordinate */
} nes_step_diag;

typedef struct nes_step {
    size_t n, extra; /* rows that are samples of the batch, and rows behind them */
    const double *z; /* where the rows stand: the local samples of the batch; null: not stored */
    double *mean;    /* n + extra weights of the rows in the mean */
    double *outer;   /* n + extra weights of the rows in scale and shape */
    double scale;    /* ln sigma moves by rate/2 times this */
    bool additive;   /* scale is a common part: each row adds outer (z^2 - 1) when applied */
    double tail;     /* ln nu moves by rate times this */
    bool plain;      /* follows scores without Fisher factors, as a hill climber does */
    size_t finite;   /* samples with a finite value */
    double centre; /* sum of the weights of the samples, where the family takes it off the shape */
    nes_step_part *part; /* nparts groups, of families that take rows along */
    size_t nparts;
    nes_step_diag diag;
    double *carried, *turned; /* rows of d numbers in local coordinates that go along: apply turns
                                 them into those after the step; turned ones keep their length */
    size_t ncarried, nturned; /* how many rows they are, each as long as a row of z */
    double *direction;        /* ndirection: move of the parameters, of gradients made of scores */
    size_t ndirection;
    nes_rates rates; /* rates that it was applied with */
    double *record;  /* what relations of densities across it need; null: nobody asks */
    size_t nrecord;
    bool densities; /* change, relocate and ratio will be asked */
    bool stretches; /* longer and stretch will be asked */
    bool straight;  /* the run adds steps to the parameters, along scores */
} nes_step;

/* What became of a move. */
enum {
    NES_MOVED = 0,
    NES_MOVE_NONFINITE = 1, /* a number is not finite */
    NES_MOVE_INVALID = 2    /* the parameters would be no distribution; theta is as it was */
};

typedef struct nes_step_size {
    size_t rows; /* samples and extra rows */
    size_t ndirection, nrecord, nparts;
    bool densities, stretches;
} nes_step_size;

/* Takes the arrays from the arena. */
void nes_step_carve(nes_step *s, nes_arena *a, const nes_step_size *size);

/* A step whose rows are the samples of the batch, still without weights. The padding in a record of
 * fewer or more rows is not left over, since records are saved. */
static inline void nes_step_begin(nes_step *s, const nes_batch *b)
{
    if (s->record != NULL && s->n != b->n) memset(s->record, 0, s->nrecord * sizeof *s->record);
    s->n = b->n;
    s->extra = 0;
    s->z = b->z;
    s->scale = s->tail = 0;
    s->additive = false;
    s->finite = b->n;
    s->centre = 0;
    s->diag.row = NULL;
    s->diag.outer = s->diag.centre = 0;
    s->carried = s->turned = NULL;
    s->ncarried = s->nturned = 0;
}

/* Whether a sample has any weight. */
static inline bool nes_step_has_weight(const nes_step *s)
{
    for (size_t k = 0; k < s->n; k++)
        if (s->mean[k] != 0 || s->outer[k] != 0) return true;
    return false;
}

/* ln sigma' - ln sigma, where the step changed ln sigma by change and sigma' had 1 + extra times
 * its rate: a straight step adds to sigma, others multiply it. Not a number: sigma' is not
 * positive. */
double nes_step_longer(const nes_step *s, double change, double extra);

/* Adds a row to a proposed step: it counts as a sample z (d numbers, copied into the batch) with
 * these weights. Step and batch have room for it. */
void nes_step_add_row(nes_step *s, nes_batch *b, const double *z, double mean, double outer);

/* Turns the step into one that leaves centre and shape alone and multiplies the scale by e^x, if it
 * is applied with the rates that nes_rescaling gives. */
void nes_step_rescale(nes_step *s, double x);
nes_rates nes_rescaling(double limit);
