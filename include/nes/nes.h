/* SPDX-License-Identifier: MIT
 *
 * libnes: Natural Evolution Strategies. Minimises a function that can only be evaluated.
 *
 *     double sphere(size_t dim, const double *x, void *user);
 *
 *     double x[2] = {3, -4};                       start, and answer
 *     nes_result r;
 *     nes_minimize(sphere, NULL, 2, x, NULL, &r);
 *
 * One call as above; or a handle that is asked for points and told their values, which is what the
 * one call does:
 *
 *     nes_create -> (nes_ask -> evaluate -> nes_tell) until nes_stopped -> nes_get_result
 *                -> nes_destroy
 *
 * This header is for the first hour, and reads from top to bottom. Further ones, when you need
 * them:
 *
 *     nes/evaluation.h evaluations that fail, or give several numbers (included here)
 *     nes/settings.h   settings: ten that most runs need, then all others (included here)
 *     nes/stop.h       reasons to stop, and how far an answer can be trusted (included here)
 *     nes/handle.h     values in any order, new limits, drivers, save and load (included here)
 *     nes/by_name.h    options, methods and results by name: for command lines and other languages
 *     nes/density.h    a search distribution of your own
 *     nes/slice.h      a search whose variables are shared out, for want of memory
 *     nes/nes.hpp      C++, with lambdas, exceptions and objects
 *     nes/mpi.h        one search on all ranks of an MPI job
 *
 * Guarantees: the library never prints, exits, aborts, reads the environment, writes files or keeps
 * global state. Different handles may be used by different threads at the same time; one handle by
 * one thread at a time. The same settings and seed give the same bytes for any number of threads,
 * in any order of tell, and after save and load. ask and tell do not allocate, but for an ask that
 * starts a new run (options restarts and challenger). */
#ifndef NES_NES_H
#define NES_NES_H

#include <math.h>

#include "nes/evaluation.h"
#include "nes/settings.h"
#include "nes/status.h"
#include "nes/stop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- one call ------------------------------------------------------------------------------- */

/* The value at a point, of which any number is one; evaluations that may fail are records
 * (nes/evaluation.h). An objective must return: no exception and no longjmp may leave it, since the
 * frames of the library that it would pass through, perhaps in another thread, cannot be unwound.
 * C++ programs use nes/nes.hpp, where an objective may throw. */
typedef double (*nes_objective)(size_t dim, const double *x, void *user);

/* n points, one after the other in x (n * dim numbers); writes n values to fvals. */
typedef void (*nes_batch_objective)(size_t n, size_t dim, const double *x, double *fvals,
                                    void *user);

struct nes_result;

/* Minimises f from x (dim numbers: start in, best point out).
 *   s   null: all defaults. With s->jobs above 1, f is called from that many threads at once.
 *   r   null: not wanted. Its best_x is x; its mean_x and std_x are null, since the handle they
 *       would belong to is gone.
 * x stays as it was when no finite value was ever seen, and on error. nes_settings_check() has the
 * sentence for an error. */
NES_API nes_status nes_minimize(nes_objective f, void *user, size_t dim, double *x,
                                const nes_settings *s, struct nes_result *r);
NES_API nes_status nes_minimize_batch(nes_batch_objective f, void *user, size_t dim, double *x,
                                      const nes_settings *s, struct nes_result *r);

/* ---- the result ----------------------------------------------------------------------------- */

/* What a run has found, at its end or at any time before. Pointers are borrowed from the handle and
 * live until the next call. With restarts, counts are those of all runs together. */
typedef struct nes_result {
    size_t dim;
    const char *method; /* the name that was run, "auto" resolved; null for a free combination */
    uint64_t seed;
    double best_f;        /* best value seen; NaN while there is none */
    const double *best_x; /* the point that had it, inside the bounds; null while there is none */
    const double *mean_x; /* centre of the search distribution, inside the bounds: the better
                             answer when the objective is noisy; for bits, the probability that each
                             is 1; null: it has none (family user). Of a variable on a logarithmic
                             scale it is the exponential of the mean of ln x, that is the median. Of
                             integers it is rounded, so that it can be evaluated like any point */
    const double *std_x;  /* standard deviations of the distribution (scales for heavy tails), or
                             null, as mean_x; infinite where the run left the range of numbers; on
                             a logarithmic scale mean_x times that of ln x. Points of integers may be
                             spread wider (option margin) */
    uint64_t evaluations; /* values told, failed ones included */
    uint64_t best_evaluation; /* which of them was the best one, from 1 */
    uint64_t failed;          /* told as NES_FAILED or NES_GIVEN_UP */
    uint64_t nonfinite;       /* other NaN, and values that count as infinite */
    uint64_t generations;     /* distribution updates */
    uint64_t restarts;        /* starts beyond the first (option restarts) */
    uint64_t challenges;      /* runs of the second method (option challenger); they count for
                                 best_run, not for restarts */
    uint64_t best_run;        /* which run saw best_f, from 1; 0 while there is none. mean_x, std_x
                                 and sigma are that run's */
    double sigma;             /* overall step size: |det A|^(1/d), where x = mean + A z */
    double noise;             /* standard deviation of the values of one point, found by the option
                                 noisy "auto": 0 is no noise, NaN not known. With noise best_f is
                                 a lucky value: take mean_x, and evaluate it some times yourself
                                 to know its value and how far that can be trusted */
    double generation_best;   /* best and median value of the last generation */
    double generation_median;
    nes_stop stop;
    double stop_value,
        stop_threshold; /* what was compared; NaN where there is nothing to compare */
    nes_trust trust;    /* how far the answer can be trusted */
    /* Zeros: room for new fields. Each is declared above this line and takes one word of the room,
     * so that programs need not be compiled again. */
    uint64_t room[64];
    char stop_text[NES_MESSAGE_SIZE];  /* the reason with both numbers, and how to change it */
    char trust_text[NES_MESSAGE_SIZE]; /* the evidence for trust, with its figures; empty while the
                                          run goes on */
} nes_result;

/* ---- a handle ------------------------------------------------------------------------------- */

/* A new handle. x0 is the start, dim numbers between -1e300 and 1e300, copied; it is evaluated with
 * the first generation, so that the answer is never worse (option eval_start). Without it (null)
 * the start is drawn from the box start_lower, start_upper or around start_mean by start_std;
 * without those a variable starts in the middle between its bounds if it has both, otherwise at 0
 * or the bound nearest to 0; on a logarithmic scale in the middle of the logarithms, or at 1. s
 * null: all defaults. On error *o is null, and nes_settings_check() has the sentence. */
NES_API nes_status nes_create(nes_opt **o, size_t dim, const double *x0, const nes_settings *s);

/* Points to evaluate. All pointers are borrowed from the handle and live until the next tell, close
 * or destroy. */
typedef struct nes_points {
    size_t n, dim;
    const double *x;    /* n rows of dim numbers, always finite */
    const uint64_t *id; /* n ids, for nes_tell_some */
    double *f;        /* room for n values, to be filled and passed to nes_tell; with outputs, room
                         for n rows of 1 + m numbers, for nes_tell_records */
    nes_fate *fate;   /* room for n fates, for nes_tell_records */
    size_t outputs;   /* m: numbers that an evaluation gives besides its value */
    uint64_t room[9]; /* zeros: room for new fields, as in nes_result */
} nes_points;

/* The points of this generation that have no value yet. Asking twice gives the same points. In the
 * first generation the start is one more point, the first, and takes no part in the ranking.
 * NES_ERR_ORDER: the run has stopped (nes_continue). NES_ERR_MEMORY: there is no memory for a new
 * run (only with the options restarts and challenger); the handle is as it was, and may be asked
 * again. */
NES_API nes_status nes_ask(nes_opt *o, nes_points *p);

/* Any value may be told. What is not finite, or above 1e300, ranks behind all other values; minus
 * infinity is better than all of them and ends the search: it reaches any target, and is a reason
 * of its own (NES_STOP_UNBOUNDED) where there is none. When maximising, the signs are exchanged. */

/* Values of all points of the last ask, in its order. This finishes the generation, unless failed
 * points are to be tried again, or the generation is handed out in parts (option window). The next
 * ask then hands out the rest.
 * NES_ERR_ORDER: nothing was asked. NES_ERR_COUNT: n is not the number of points asked. */
NES_API nes_status nes_tell(nes_opt *o, size_t n, const double *f);

/* NES_RUNNING, or the reason. A null handle counts as stopped by the user. */
NES_API nes_stop nes_stopped(const nes_opt *o);

/* The state of a handle, at any time. */
NES_API nes_status nes_get_result(nes_opt *o, nes_result *r);

/* The sentence for the last error of this handle, or of nes_continue; an empty text when there was
 * none. */
NES_API const char *nes_message(const nes_opt *o);

/* Frees everything; null is fine. */
NES_API void nes_destroy(nes_opt *o);

/* The version of this header, and of the library that is running. */
#define NES_VERSION "0.2.0"
NES_API const char *nes_version(void);

#ifdef __cplusplus
}
#endif

#include "nes/handle.h" /* last: it needs what is above */

#endif
