/* SPDX-License-Identifier: MIT
 *
 * Generations that are evaluated in part. The points of a generation are drawn and placed, but not
 * handed out; portions of them are, with minimisers of models beside them, until a model that ranks
 * recent points well is trusted with the values of the others. After a trusted generation a few
 * follow without any evaluation. [math: B22] */
#pragma once

#include "model/models.h"
#include "opt/settings/resolve.h"
#include "state/batch.h"

struct nes_run;

enum { NES_MODELLED = 250 }; /* evaluations a variable that models are for */

/* What is known of the objective, shared by all runs behind a handle. */
typedef struct nes_knowledge {
    nes_archive points; /* in coordinates of distributions that bounds have not folded */
    size_t told;        /* how many of them are results that the caller knew */
    void *memory;       /* owned */
} nes_knowledge;

typedef struct nes_modelled {
    nes_knowledge *known; /* borrowed from the owner of the runs */
    uint64_t number;      /* of the run: its points in the archive have it */
    nes_models *models;   /* the last fit */
    nes_frame frame;      /* natural coordinates of this generation */

    /* The state of a run. */
    double theta[NES_GP_PARAMETERS]; /* hyper-parameters of the process */
    bool fitted;                     /* they have been searched for, */
    uint64_t fitted_at;              /* last when there were so many points */
    int64_t wait;                    /* generations until minimisers are evaluated again */
    uint64_t back;                   /* generations that a failure of theirs costs */
    uint64_t types;                  /* types of the polynomial that were fitted: the largest + 1 */
    uint64_t ahead;                  /* generations that may do without evaluations */
    bool holds;                      /* sigma may not fall by values of the model */
    bool noisy;                      /* values were found to be: every point is evaluated */
    size_t best;                     /* place of the run's best point; SIZE_MAX: it has none */

    /* The generation. A portion of it is another batch, whose rows have the row of the generation
     * as their source; minimisers have numbers behind those. */
    bool partial;      /* it is evaluated in part */
    bool asks;         /* a portion of it waits for values */
    bool later;        /* that is not the first portion */
    bool injected;     /* a minimiser takes the place of the last row, with the sample z */
    bool is_free;      /* it does without evaluations */
    bool trusted;      /* the model had the last word */
    bool there;        /* there is a model, from the last fit */
    bool sound;        /* there are natural coordinates */
    uint64_t since;    /* evaluations before it */
    double before;     /* best value of the run before it; infinity: there was none */
    double sigma;      /* before its step */
    double least;      /* best evaluated value; NaN: there is none */
    double *z, *at;    /* d each: that sample, and the minimiser as it was evaluated */
    nes_batch portion; /* with room for all rows and all minimisers */

    /* Scratch. */
    double *u;         /* n x d: natural coordinates of the rows, in the order of samples */
    double *value;     /* n: what the model makes of them */
    size_t *order;     /* n: their order by these values */
    size_t *sorting;   /* n */
    double *minimiser; /* rows of d numbers */
    double *point;     /* d */
    double *matrix;    /* d x d */
    double *factor;    /* d */
    bool *turned;      /* d */
    double *work;
} nes_modelled;

/* modelled.c: for runs with a model only, but for nes_modelled_carve and nes_modelled_start. */
void nes_modelled_carve(struct nes_run *run, nes_arena *a);
void nes_modelled_start(struct nes_run *run);

/* Opens the first portion of a generation, whose points are placed; a generation that needs no
 * evaluation has none, and where there is no model for it all points wait. */
void nes_modelled_open(struct nes_run *run);

/* After a portion: opens the next one. false: the generation has all evaluations that it gets. */
bool nes_modelled_go_on(struct nes_run *run);

/* Gives the other points values of the model, and everything what it is ranked by. */
void nes_modelled_value(struct nes_run *run);
void nes_modelled_hold(struct nes_run *run); /* after the step */

/* portion.c: opens a portion of so many points, the first ones in the order; its values join the
 * archive and the generation. */
void nes_portion_open(struct nes_run *run, size_t slots, size_t minimisers);
void nes_portion_hear(struct nes_run *run);
size_t nes_portion_minimisers(struct nes_run *run,
                              size_t most);   /* finds them; how many there are */
void nes_portion_recall(struct nes_run *run); /* rows that are in the archive have its values */

/* natural.c: natural coordinates of the generation and of its rows. nes_natural_point: x, a point
 * as it is evaluated, as the archive has it. */
void nes_natural_begin(struct nes_run *run);
void nes_natural_point(const struct nes_run *run, const double *x, double *to);
void nes_natural_of(struct nes_run *run, const double *x, double *u);
void nes_natural_back(struct nes_run *run, const double *u, double *x); /* repaired */

/* The row of sample number i: mirror images, which stand beside their samples, come last. */
size_t nes_natural_row(const struct nes_run *run, size_t i);

/* knowledge.c: makes room for so many points; the room that a run of that plan needs. Adds a point
 * to the archive; finds the best point of a run that was loaded. */
nes_status nes_knowledge_make_room(nes_knowledge *k, size_t d, size_t room,
                                   const nes_allocator *allocator, nes_note note);
size_t nes_knowledge_room(const nes_plan *p, const nes_knowledge *k);
void nes_knowledge_add(struct nes_run *run, const double *x, double f);
void nes_knowledge_recall(struct nes_run *run);
double nes_knowledge_best(const struct nes_run *run); /* infinity: there is none */
