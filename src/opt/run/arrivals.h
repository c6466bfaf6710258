/* SPDX-License-Identifier: MIT
 *
 * Values that arrive in any order, of points drawn one at a time (option asynchronous). A run makes
 * its samples block by block, as if they were generations, so that the stream of samples is
 * mirrored and orthogonal whatever happens to their values. Values gather in the batch; as soon as
 * they are a population, they make an update. [math: A28] */
#pragma once

#include "state/batch.h"

struct nes_run;

typedef struct nes_arrivals {
    uint64_t asked;   /* samples drawn so far: number of the next one */
    uint64_t best_id; /* of the best point: of equal values that of the lower id counts */
    nes_batch draft;  /* a block of samples, of which the next point is made */
    uint64_t block;   /* 1 + its number; 0: none has been drawn */
    double *drawn;    /* rows x d: samples as they were drawn, while those that are old change */
    double *work;     /* scratch of looking for local coordinates */
} nes_arrivals;

/* A point that has come back, with what became of it. */
typedef struct nes_arrival {
    uint64_t id, born;   /* born: updates of the run when it was drawn */
    uint64_t tries;      /* failed evaluations */
    const double *x;     /* d: the point before bounds brought it inside */
    const double *z;     /* d: its sample */
    const double *shown; /* d: the point inside the bounds */
    nes_fate fate;
    double f;              /* internal sign; no value where it was not measured */
    const double *outputs; /* m; null: it was not measured */
} nes_arrival;

void nes_arrivals_carve(struct nes_run *run, nes_arena *a);

/* The id of the first point of the run. The start has it, where it is evaluated too. */
uint64_t nes_arrivals_first_id(const struct nes_run *run);

/* Whether the point of that id is the start; whether the run has handed it out. */
bool nes_arrivals_is_start(const struct nes_run *run, uint64_t id);
bool nes_arrivals_has_asked(const struct nes_run *run, uint64_t id);

/* Begins to gather values for the next update. */
void nes_arrivals_begin(struct nes_run *run);

/* Makes the next point, from the distribution as it is now; x and z have d numbers. Returns its id.
 */
uint64_t nes_arrivals_draw(struct nes_run *run, double *x, double *z);

/* Makes the sample of a point once more; z has d numbers. */
void nes_arrivals_redraw(struct nes_run *run, uint64_t id, double *z);

/* Brings a point inside the bounds, as it is handed out: from x to shown, d numbers each. */
void nes_arrivals_show(const struct nes_run *run, uint64_t id, const double *x, double *shown);

/* Takes a point that has come back; returns whether there are now enough for an update. gathers:
 * values are gathered for one, and not just remembered if they are the best. */
bool nes_arrivals_take(struct nes_run *run, const nes_arrival *p, bool gathers);

/* Makes the update. */
void nes_arrivals_close(struct nes_run *run);
