/* SPDX-License-Identifier: MIT
 *
 * The handle behind nes_opt: resolved settings, the generation at hand, and what is remembered of
 * the run. All arrays live in one block of memory. */
#ifndef NES_OPT_OPT_H
#define NES_OPT_OPT_H

#include "nes/density.h"
#include "nes/nes.h"
#include "opt/bounds.h"
#include "opt/resolve.h"
#include "state/gen.h"

/* The best values of recent generations, newest at next - 1. [math: A26] */
typedef struct nes_history {
    double *best;
    size_t length, used, next;
    double period_best; /* best of the evaluations since the last entry */
} nes_history;

struct nes_opt {
    struct nes_runs *runs; /* with restarts, see opt/runs.h; null: an ordinary run */
    nes_allocator allocator;
    void *memory;
    struct nes_team *team; /* shares the work of a large generation; null: none */
    nes_settings s;
    nes_density density; /* the user's, with its own copy of theta0; nparam 0: none */
    const nes_method *method;
    char choice[160];
    char message[NES_MESSAGE_SIZE];
    double started; /* clock */

    size_t dim;
    nes_gen g;
    nes_batch trial; /* samples of a larger rate, for some forms of adaptation */
    bool in_trial;   /* it is the trial that waits for values */
    bool mixes, adapts;
    nes_bounds bounds;
    size_t rows;  /* of a full generation */
    double *std0; /* initial standard deviations; null: all are s.sigma */
    double max_std0;
    double *best_x;  /* dim */
    double *mean_x;  /* dim, with bounds; null: the centre itself will do */
    double *scratch; /* dim */

    bool open;        /* the batch holds points that wait for values */
    bool begun;       /* the start point, if it is to be evaluated, has been placed */
    size_t waiting;   /* points of the open batch without a value */
    size_t asked;     /* points of the last ask that tell has not yet answered */
    size_t first;     /* slot of the first of them */
    uint64_t next_id; /* id of the first point of this batch */

    double best_f; /* internal sign: smaller is better; NaN while there is none */
    uint64_t best_evaluation;
    uint64_t evaluations, failed, nonfinite, generations;
    uint64_t base_evaluations; /* evaluations before this batch */
    uint64_t judged;           /* evaluations at the last full stop tests */
    uint64_t judgements;       /* how often they were made: once in popsize evaluations */
    uint64_t infeasible;       /* generations in a row without a finite value */
    double generation_best, generation_median;
    nes_history history;

    nes_stop stop;
    double stop_value, stop_threshold;
};

/* create.c: a handle and all its memory, distribution not yet initialised. */
nes_status nes_opt_allocate(nes_opt **o, size_t dim, const double *x0, const nes_settings *user,
                            nes_note note);

/* The threads that the settings ask for, if a generation is worth it. */
nes_status nes_opt_team(nes_opt *o, const nes_plan *p, nes_note note);

/* An ordinary run, whatever the settings say of restarts. */
nes_status nes_opt_create(nes_opt **o, size_t dim, const double *x0, const nes_settings *s,
                          nes_note note);

/* generation.c */
void nes_open_generation(nes_opt *o);  /* until points wait for values, or the run ends */
nes_batch *nes_open_batch(nes_opt *o); /* the batch whose points wait */
void nes_draw_slots(nes_opt *o, size_t lo, size_t hi); /* points inside the bounds */
void nes_address(nes_opt *o);                          /* streams of this generation */
void nes_replace_batch(nes_opt *o);                    /* the same points once more, after a load */
void nes_turn_window(nes_opt *o); /* on to the next points, when those at hand have values */
void nes_finish_generation(nes_opt *o);
void nes_remember_best(nes_opt *o); /* over the valued points at hand, in any order */

/* stop.c: ends the run if a criterion holds. */
void nes_judge(nes_opt *o);
void nes_judge_budgets(nes_opt *o); /* target, evaluations, generations, time alone */
void nes_end(nes_opt *o, nes_stop reason, double value, double threshold);

/* result.c: reason, both numbers, and the option that moves the threshold. */
void nes_describe_stop(const nes_opt *o, char *text, size_t size);

/* -f when maximising: inside, smaller is better. */
double nes_sign(const nes_opt *o, double f);

#endif
