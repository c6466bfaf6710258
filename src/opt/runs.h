/* SPDX-License-Identifier: MIT
 *
 * A handle with restarts: a set of ordinary handles, of which one at a time has its generation
 * open. The public functions send such a handle here; to the caller it is a run like any other.
 * Counts, best value, stop reason and message of the whole live in the fields of the handle itself.
 * [math: A9, B10] */
#ifndef NES_OPT_RUNS_H
#define NES_OPT_RUNS_H

#include "opt/opt.h"
#include "technique/restart.h"
#include "util/coder.h"

typedef struct nes_runs {
    const nes_strategy *strategy;
    nes_schedule schedule; /* with the runs that go on; the handles are owned */
    size_t room;           /* for so many of them */
    size_t place;          /* of the run whose generation is open, or was last */
    uint64_t base, since;  /* evaluations before that generation, of all runs and of this one */
    nes_member kept;       /* the best of the runs that have ended; o null: none has */

    /* What new runs are made of, with the arrays of the handle's settings; in its memory */
    double *start;     /* d: the first start point */
    double *new_start; /* d: room for another */
    double *new_scale; /* d: room for a scale, where sigma is automatic; else null */
} nes_runs;

/* runs.c: the public functions for such a handle, after their own checks. */
nes_status nes_runs_ask(nes_opt *o, nes_points *p);
nes_status nes_runs_tell(nes_opt *o, size_t n, const double *f);
nes_status nes_runs_tell_some(nes_opt *o, size_t n, const uint64_t *id, const double *f);
nes_status nes_runs_result(nes_opt *o, nes_result *r);

/* Of all runs the one with the best value, the earlier evaluation of equals; any of them while
 * there is no value. */
const nes_member *nes_runs_leader(const nes_opt *o);

/* Evaluations of the next generation of an ordinary run. */
uint64_t nes_runs_next(nes_opt *run);

/* runs_create.c */
nes_status nes_runs_create(nes_opt **o, size_t dim, const double *x0, const nes_settings *s,
                           nes_note note);
void nes_runs_destroy(nes_opt *o); /* the runs, and all but the handle itself */

/* A handle of that kind without any run. */
nes_status nes_runs_allocate(nes_opt **o, size_t dim, const double *x0, const nes_settings *s,
                             nes_note note);

/* Room for runs; a new run. On failure nothing has changed. */
nes_status nes_runs_make_room(nes_opt *o, size_t n, nes_note note); /* n runs in all */
nes_status nes_runs_add(nes_opt *o, const nes_newcomer *run, nes_note note);

/* runs_save.c: what follows dimension, settings and arrays in the saved data. */
void nes_runs_code(nes_coder *c, const nes_opt *o);
nes_status nes_runs_load(nes_opt **o, nes_coder *c, size_t dim, nes_settings *s, nes_note note);

#endif
