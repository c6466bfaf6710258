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
 * There are two ways to use it. One call, as above, searches to the end. Or a handle is asked for
 * points and told their values, which is what the one call does inside:
 *
 *     nes_create -> (nes_ask -> evaluate -> nes_tell) until nes_stopped -> nes_get_result
 *                -> nes_destroy
 *
 * This header is for the first hour: six functions, the result and the version, from top to bottom.
 * Further headers, of which it includes the first four:
 *
 *     nes/settings.h   settings: ten that most runs need, then all others
 *     nes/evaluation.h evaluations that fail, or give several numbers
 *     nes/stop.h       reasons to stop, and how far an answer can be trusted
 *     nes/handle.h     the sentence of an error; values in any order, many at a time; new limits;
 *                      drivers; save and load
 *     nes/async.h      places that never idle: points asked for one at a time
 *     nes/by_name.h    options, methods and results by name: for command lines and other languages
 *     nes/density.h    a search distribution of your own
 *     nes/slice.h      a search whose variables are shared out, for want of memory
 *     nes/nes.hpp      C++, with lambdas, exceptions and objects
 *     nes/mpi.h        one search on all ranks of an MPI job
 *
 * Guarantees: the library never prints, exits, aborts, reads the environment, writes files or keeps
 * global state. Several threads may use different handles at the same time, but a handle serves one
 * thread at a time. The same settings and seed give the same bytes for any number of threads, for
 * values told in any order, and after save and load; with the option asynchronous for the same
 * sequence of calls (nes/async.h). nes_ask and nes_tell do not allocate memory, except for an
 * nes_ask that starts a new run (options restarts and challenger). */
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

/* Your objective: returns its value at the point x (dim numbers). Any double is a value, NaN and
 * infinities too; an objective whose evaluation may fail gives records (nes/evaluation.h). It must
 * return: no exception and no longjmp may leave it, because frames of the library, perhaps in
 * another thread, cannot be unwound. C++ programs use nes/nes.hpp, where an objective may throw. */
typedef double (*nes_objective)(size_t dim, const double *x, void *user);

struct nes_result;

/* Minimises f. x has dim numbers: the start before the call, the best point after it.
 *   user  handed to f as it is
 *   s     the settings; null: all defaults. With s->jobs above 1, that many threads call f at once.
 *         Without a budget, further runs start far away, up to 20 variables, to see whether they
 *         lead to the same point; s->restarts "none" is one run alone
 *   r     receives the result; may be null. Its best_x is x; its mean_x and std_x are null, because
 *         the handle that they would belong to is gone
 * x keeps the start if no value was finite, and on error; nes_settings_check() has the sentence for
 * the error. */
NES_API nes_status nes_minimize(nes_objective f, void *user, size_t dim, double *x,
                                const nes_settings *s, struct nes_result *r);

/* ---- the result ----------------------------------------------------------------------------- */

/* What a search has found, at its end or at any time before. Pointers are borrowed from the handle
 * and are valid until the next call with it. With restarts, counts are those of all runs together.
 */
typedef struct nes_result {
    size_t dim;
    const char *method; /* the method that was run: what "auto" chose, where it did; null: the
                           combination of parts has no name */
    uint64_t seed;
    double best_f;        /* the best value so far; NaN while there is none */
    const double *best_x; /* the point with that value, inside the bounds; null: there is none */
    const double *mean_x; /* the centre of the search distribution, inside the bounds: the better
                             answer when the objective is noisy. For bits it has the probability
                             that each bit is 1. On a logarithmic scale it is the exponential of the
                             mean of ln x, that is the median. For integers it is rounded, so that
                             it can be evaluated like any point, and choices have their most
                             probable values. Null: no centre (family "user") */
    const double *std_x;  /* standard deviations of the search distribution (scales where tails are
                             heavy); null where mean_x is; infinite where the run left the range of
                             numbers. On a logarithmic scale they are mean_x times those of ln x.
                             Points of integers may be spread wider (option margin). Of a choice it
                             is the probability of other values than that of mean_x */
    uint64_t evaluations; /* evaluations told, failed ones included and known points not */
    uint64_t best_evaluation; /* the number of the value told that was best_f, from 1 */
    uint64_t failed;          /* evaluations told as NES_FAILED or NES_GIVEN_UP */
    uint64_t nonfinite;       /* values told that are NaN or count as infinite */
    uint64_t generations;     /* updates of the search distribution */
    uint64_t restarts;        /* runs after the first one (option restarts) */
    uint64_t challenges;      /* runs of the second method (option challenger), which restarts does
                                 not count, but best_run does */
    uint64_t best_run;      /* the number of the run that found best_f, from 1, whose mean_x, std_x
                               and sigma these are; 0 while there is none */
    double sigma;           /* overall step size: |det A|^(1/d), where x = mean + A z */
    double noise;           /* standard deviation of the values of one point, measured with the
                               option noisy "auto": 0 is no noise, NaN not known. With noise,
                               best_f is a lucky value: take mean_x, and evaluate it several times
                               yourself to know its value and how far that can be trusted */
    double generation_best; /* the best and the median value of the last generation */
    double generation_median;
    nes_stop stop;
    double stop_value,
        stop_threshold; /* what was compared; NaN where there is nothing to compare */
    nes_trust trust;    /* how far the answer can be trusted */
    uint64_t feasible; /* 1: best_x holds all constraints, or there are none. 0: it does not, and is
                          the point that violates them least */
    /* Zeros: room for new fields. Each is declared above this line and takes one word of the room,
     * so that programs need not be compiled again. */
    uint64_t room[63];
    char stop_text[NES_MESSAGE_SIZE];  /* the reason with both numbers, and how to change it */
    char trust_text[NES_MESSAGE_SIZE]; /* the evidence for trust, with its figures; empty while the
                                          run goes on */
} nes_result;

/* ---- a handle ------------------------------------------------------------------------------- */

/* Makes a handle. x0 is the start: dim numbers between -1e300 and 1e300, which are copied. The
 * start is evaluated with the first generation, so that the answer is never worse (option
 * eval_start). Without a start (null) it is drawn, from the box start_lower, start_upper or around
 * start_mean with standard deviations start_std. Without those, a variable starts in the middle
 * between its bounds if it has both, otherwise at 0 or the bound nearest to 0; on a logarithmic
 * scale, in the middle of the logarithms, or at 1. s null: all defaults. On error *o is null, and
 * nes_settings_check() has the sentence. */
NES_API nes_status nes_create(nes_opt **o, size_t dim, const double *x0, const nes_settings *s);

/* Points to evaluate. All pointers are borrowed from the handle and are valid until the next tell,
 * close or destroy. */
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

/* Gives the points of this generation that have no value yet. Asking twice gives the same points.
 * In the first generation the start is one more point, the first one, and takes no part in the
 * ranking. NES_ERR_ORDER: the search has stopped (nes_continue). NES_ERR_MEMORY: there is no memory
 * for a new run (only with the options restarts and challenger); the handle is unchanged and may be
 * asked again. */
NES_API nes_status nes_ask(nes_opt *o, nes_points *p);

/* Tells the values of all points of the last ask, in its order. This finishes the generation,
 * unless failed points are to be tried again, or the generation is handed out in parts (option
 * window): the next ask then hands out the rest.
 *
 * Any double may be told. NaN, infinity and values above 1e300 rank behind all others. Minus
 * infinity is better than all others and ends the search: it reaches any target, and without a
 * target it is a reason of its own (NES_STOP_UNBOUNDED). When maximising, the signs are exchanged.
 *
 * NES_ERR_ORDER: nothing was asked. NES_ERR_COUNT: n is not the number of points asked. */
NES_API nes_status nes_tell(nes_opt *o, size_t n, const double *f);

/* NES_RUNNING, or the reason why the search has stopped. A null handle counts as stopped by the
 * user. */
NES_API nes_stop nes_stopped(const nes_opt *o);

/* Writes what the search has found so far to *r, at any time. */
NES_API nes_status nes_get_result(nes_opt *o, nes_result *r);

/* Frees the handle and all that it owns; null is fine. */
NES_API void nes_destroy(nes_opt *o);

/* The version of this header, and of the library that is running. */
#define NES_VERSION "0.2.0"
NES_API const char *nes_version(void);

#ifdef __cplusplus
}
#endif

#include "nes/handle.h" /* last: it needs what is above */

#endif
