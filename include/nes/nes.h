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
 *
 * For C++ there is nes/nes.hpp, with lambdas, exceptions and objects on top of this header. Where
 * one process has no memory for all variables, nes/slice.h shares them out.
 *
 * Guarantees: the library never prints, exits, aborts, reads the environment, writes files or keeps
 * global state. Different handles may be used by different threads at the same time (calls of
 * LAPACK take turns); one handle by one thread at a time. The same settings and seed give the same
 * bytes for any number of threads, in any order of tell, and after save and load. ask and tell do
 * not allocate, but for an ask that starts a new run (options restarts and challenger).
 *
 * fork: threads do not exist in the child. A handle made before the fork may be used there all the
 * same; it goes on with one thread, to the same bytes, and may be saved and destroyed. So does
 * nes_run in a progress callback that forks. A handle that another thread was using at the moment
 * of the fork may only be destroyed in the child. An objective that forks must not return there. */
#ifndef NES_NES_H
#define NES_NES_H

#include <math.h>

#include "nes/evaluation.h"
#include "nes/settings.h"
#include "nes/slice.h"
#include "nes/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NES_VERSION "0.2.0"
NES_API const char *nes_version(void);

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

/* ---- a handle ------------------------------------------------------------------------------- */

/* A new handle. x0 is the start, dim numbers between -1e300 and 1e300, copied; it is evaluated with
 * the first generation, so that the answer is never worse (option eval_start). Without it (null)
 * the start is drawn from the box start_lower, start_upper or around start_mean by start_std;
 * without those a variable starts in the middle between its bounds if it has both, otherwise at 0
 * or the bound nearest to 0; on a logarithmic scale in the middle of the logarithms, or at 1. s
 * null: all defaults. On error *o is null, and nes_settings_check() has the sentence. */
NES_API nes_status nes_create(nes_opt **o, size_t dim, const double *x0, const nes_settings *s);

/* Frees everything; null is fine. */
NES_API void nes_destroy(nes_opt *o);

/* Points to evaluate. All pointers are borrowed from the handle and live until the next tell, close
 * or destroy. */
typedef struct nes_points {
    size_t n, dim;
    const double *x;    /* n rows of dim numbers, always finite */
    const uint64_t *id; /* n ids, for nes_tell_some */
    double *f;          /* room for n values, a convenience: pass it to nes_tell; with outputs, for
                           n rows of 1 + m numbers: pass it to nes_tell_records, */
    nes_fate *fate;     /* as room for n fates */
    size_t outputs;     /* m: numbers that an evaluation gives besides its value */
} nes_points;

/* The points of this generation that have no value yet. Asking twice gives the same points. In the
 * first generation the start is one more point, the first, and takes no part in the ranking.
 * NES_ERR_ORDER: the run has stopped (nes_continue). NES_ERR_MEMORY: there is no memory for a new
 * run (only with the options restarts and challenger); the handle is as it was, and may be asked
 * again. */
NES_API nes_status nes_ask(nes_opt *o, nes_points *p);

/* The same without the struct: *n rows of dim numbers at *x, and their *n ids. */
NES_API nes_status nes_ask_arrays(nes_opt *o, size_t *n, const double **x, const uint64_t **id);

/* Any value may be told. What is not finite, or above 1e300, ranks behind all other values; minus
 * infinity is better than all of them and ends the search: it reaches any target, and is a reason
 * of its own (NES_STOP_UNBOUNDED) where there is none. When maximising, the signs are exchanged. */

/* Values of all points of the last ask, in its order. This finishes the generation, unless failed
 * points are to be tried again, or the generation is handed out in parts (option window). The next
 * ask then hands out the rest.
 * NES_ERR_ORDER: nothing was asked. NES_ERR_COUNT: n is not the number of points asked. */
NES_API nes_status nes_tell(nes_opt *o, size_t n, const double *f);

/* Values of some points by id, in any order; the generation finishes with the last one.
 * NES_ERR_ID: an id was never handed out, has a value already, or is there twice; none of the
 * values was taken. NES_ERR_COUNT: there are more values than max_evals leaves, or than points have
 * been handed out; none was taken.
 * NES_ERR_LATE: some points belong to a generation that is finished; their values were left out,
 * and all others were taken. NES_ERR_ORDER: no generation is open. */
NES_API nes_status nes_tell_some(nes_opt *o, size_t n, const uint64_t *id, const double *f);

/* Finishes the open generation with the values told so far, for evaluations that will never come
 * back, that of the start among them. The distribution moves as if the other points had not been
 * drawn. Of points that were drawn in pairs (option sampling), both count or none. With fewer than
 * two values the distribution does not move, and the next ask hands out new points. A value that
 * comes later all the same is refused with NES_ERR_LATE, which the caller may ignore.
 * NES_ERR_ORDER: no generation is open. NES_ERR_METHOD: shaping "table" has no weights for fewer
 * points. */
NES_API nes_status nes_close(nes_opt *o);

/* Why a run stopped. name, value, text */
#define NES_STOP_LIST(X)                                                                           \
    X(NES_RUNNING, 0, "running", "the run goes on")                                                \
    X(NES_STOP_TARGET, 1, "target", "the target value was reached")                                \
    X(NES_STOP_EVALS, 2, "max_evals", "the budget of evaluations is used")                         \
    X(NES_STOP_GENS, 3, "max_gens", "the budget of generations is used")                           \
    X(NES_STOP_TIME, 4, "max_time", "the time is over")                                            \
    X(NES_STOP_TOLX, 5, "tolx", "all standard deviations are below tolx times the initial ones")   \
    X(NES_STOP_TOLX_ABS, 6, "tolx_abs", "all standard deviations are below tolx_abs")              \
    X(NES_STOP_TOLFUN, 7, "tolfun", "the best values of recent generations hardly differ")         \
    X(NES_STOP_CONDITION, 8, "max_condition", "the search distribution is too elongated")          \
    X(NES_STOP_NOEFFECT, 9, "noeffect", "a step along an axis does not change the mean")           \
    X(NES_STOP_NONFINITE, 10, "nonfinite", "the search distribution left the range of numbers")    \
    X(NES_STOP_INFEASIBLE, 11, "max_infeasible", "no finite value in many generations")            \
    X(NES_STOP_USER, 12, "user", "the caller asked to stop")                                       \
    X(NES_STOP_RESTARTS, 13, "max_runs", "as many runs as are allowed have been made")             \
    X(NES_STOP_INVALID, 14, "invalid",                                                             \
      "the last step left the set of valid distributions and was taken back (a covariance that "   \
      "is not positive definite, a width that is not positive): use a smaller learning rate")      \
    X(NES_STOP_FLAT, 15, "flat", "many points of each generation have the same value")             \
    X(NES_STOP_GROWTH, 16, "max_growth",                                                           \
      "the search distribution grows without end: the objective seems to be unbounded")            \
    X(NES_STOP_STAGNATION, 17, "stagnation",                                                       \
      "neither the best nor the median values have improved for many generations")                 \
    X(NES_STOP_AGREED, 18, "restart_agree", "several runs have ended at the same best point")      \
    X(NES_STOP_SETTLED, 19, "settled",                                                             \
      "the bits are all but decided, and many evaluations have given nothing better")              \
    X(NES_STOP_FAILED, 20, "max_failed", "many evaluations have failed")                           \
    X(NES_STOP_ALL_FAILED, 21, "all_failed", "every evaluation fails")                             \
    X(NES_STOP_UNBOUNDED, 22, "unbounded", "a value was infinitely good, and nothing can be better")

typedef enum nes_stop {
#define NES_STOP_ENUM(name, value, word, text) name = value,
    NES_STOP_LIST(NES_STOP_ENUM)
#undef NES_STOP_ENUM
        NES_STOP_END_
} nes_stop;

/* NES_RUNNING, or the reason. A null handle counts as stopped by the user. */
NES_API nes_stop nes_stopped(const nes_opt *o);
NES_API const char *
nes_stop_name(nes_stop reason); /* "target", ...: the option behind it, if any */
NES_API const char *nes_stop_text(nes_stop reason); /* a sentence */

/* How far the answer can be trusted, once the run has stopped. name, value, word, sentence */
#define NES_TRUST_LIST(X)                                                                          \
    X(NES_TRUST_OPEN, 0, "open", "the run goes on")                                                \
    X(NES_TRUST_CONVERGED, 1, "converged", "the search has settled on an optimum")                 \
    X(NES_TRUST_BUDGET, 2, "budget", "the search was cut off while it was still improving")        \
    X(NES_TRUST_STALLED, 3, "stalled", "the search has not settled, but does not improve either")  \
    X(NES_TRUST_DOUBTFUL, 4, "doubtful", "there are signs that the answer is not an optimum")

typedef enum nes_trust {
#define NES_TRUST_ENUM(name, value, word, text) name = value,
    NES_TRUST_LIST(NES_TRUST_ENUM)
#undef NES_TRUST_ENUM
        NES_TRUST_END_
} nes_trust;

NES_API const char *nes_trust_name(nes_trust trust); /* "converged", ... */
NES_API const char *nes_trust_text(nes_trust trust); /* the sentence of the list */

/* Ends the run before the next ask, reason "user". */
NES_API void nes_stop_now(nes_opt *o);

/* The seconds that a search has used, by which max_time judges: those since nes_create, on the
 * clock of this machine. Once nes_set_seconds() has been called, they are the number that it was
 * given last, at least 0; NaN lets the clock count on from there. So several processes that hold
 * the same search can be told the same time, and stop in the same place. 0 for a null handle. */
NES_API double nes_seconds(const nes_opt *o);
NES_API void nes_set_seconds(nes_opt *o, double seconds);

/* Goes on with a run that has stopped, or changes the limits of one that goes on; at any time,
 * after nes_load too. s has the new limits: all options of section "stop" but noisy, and max_runs
 * and restart_agree. Those that were set by name or differ from their defaults are taken and hold
 * from now on, in later runs too; the others stay as they are ("off" is set by name: nes_set).
 *
 * The stop is lifted where it no longer holds. With a larger max_evals, max_gens or max_time, or
 * another target, the rest is what it would have been with these limits from the beginning, to the
 * last bit; a generation that was cut short is finished first. (A start that failed is tried again
 * at once, which may show where budgets end within the first generation.) A run that has ended by
 * itself (tolx, stagnation, ...) is taken up again when its limit has changed and no other run has
 * followed; with an unchanged limit it stays ended, and a new run is the way on. A stop by the user
 * is always lifted; so is one by all_failed, whose count begins anew unless all_failed itself has
 * changed, because what made evaluations fail may be mended. s null lifts nothing else. What method
 * "auto" chose by the first limits stays.
 *
 * nes_message() says what was changed and whether the run goes on, or what it would need; so does
 * nes_stopped(). Seconds count for max_time from nes_create on, those between a stop by max_time
 * and this call left out. Points that were asked for are still good, unless a smaller max_evals
 * leaves fewer: then ask again.
 * NES_ERR_OPTION: s sets an option by name that cannot change within a run, to something else than
 * it is. Arrays, functions and options of section "driver" are not looked at. NES_ERR_VALUE,
 * NES_ERR_METHOD: as nes_create would say. Nothing has changed after an error. NES_ERR_MEMORY:
 * there is none for the list of runs. */
NES_API nes_status nes_continue(nes_opt *o, const nes_settings *s);

/* The state of a handle, at any time. Pointers are borrowed and live until the next call. With
 * restarts, counts are those of all runs together. */
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
        stop_threshold;               /* what was compared; NaN where there is nothing to compare */
    nes_trust trust;                  /* how far the answer can be trusted */
    char stop_text[NES_MESSAGE_SIZE]; /* the reason with both numbers, and how to change it */
    char trust_text[NES_MESSAGE_SIZE]; /* the evidence for trust, with its figures; empty while the
                                          run goes on */
} nes_result;

NES_API nes_status nes_get_result(nes_opt *o, nes_result *r);

/* The same by name, without the struct. Bindings for other languages use these functions, so that
 * they do not depend on its layout. Names are those of the fields, and more that are found only
 * when they are asked for; nes_entry_at() lists all names. With restarts they are, like mean_x, of
 * the run with the best value:
 *
 *   best_outputs     what the evaluation of best_x gave besides its value: as many numbers as the
 *                    option outputs says
 *   popsize          points in a generation
 *   condition        condition number of the covariance: the squared ratio of the longest to the
 *                    shortest axis. An estimate: never too large, but where the distribution has a
 *                    factor for each variable beside its shape (gauss-dd, gauss-lm) it is the
 *                    product of both ratios, which may be too large. axes has the exact lengths
 *   eta_mu, eta_sigma, eta_shape, eta_diag, eta_nu
 *                    learning rates in force, by the names of their options: those of the last
 *                    step, with all that adaptation and "snr" have made of them (a generation in
 *                    which values are missing moves by less). NaN: the method has no such rate
 *   nu               degrees of freedom, adapted ones too. NaN: the family has none
 *   factor           dim*dim numbers, row by row: A of x = mean + A z, for ln x where a variable
 *                    is on a logarithmic scale, and before integers are rounded
 *   covariance       dim*dim numbers: A A^T, the covariance of a normal distribution; with heavy
 *                    tails the scale matrix. Its diagonal has the squares of std_x (those of ln x
 *                    on a logarithmic scale)
 *   axes             dim numbers, ascending: the lengths of the principal axes, roots of the
 *                    eigenvalues of the covariance. Fixed variables have zeros
 *   theta            the parameters of a density of your own (family "user") or of a radial law
 *                    (family "user-radial"); the probabilities of bits ("bernoulli")
 *
 * Every family with a centre has both matrices, diagonal ones where coordinates are independent.
 * Rows and columns of fixed variables are zeros. A family without a full matrix makes them for up
 * to 2000 variables. They are made when they are asked for, the factor in some dim^2 operations,
 * the covariance in dim^3: a run costs no more for them. The axes are made where the matrices are,
 * in some 20 dim^3 operations and with memory for three matrices.
 *
 * While a run is shown live, these are of the run at work, not of the best one:
 *
 *   run              its number, from 1
 *   run_popsize, run_generations, run_evaluations, run_sigma, run_condition
 *                    as popsize, generations, evaluations, sigma and condition, of that run alone
 *   run_mean, run_std, run_axes
 *                    as mean_x, std_x and axes
 *
 * nes_get_array copies n numbers; nes_get_length says how many there are, dim for all arrays of
 * nes_result.
 * NES_ERR_OPTION: there is no such result; nes_message() suggests the nearest. NES_ERR_VALUE: it is
 * of another type. NES_ERR_COUNT: n is not the length. NES_ERR_ORDER: there is no such array, or
 * not yet. NES_ERR_DIMENSION: there are too many variables for a matrix. NES_ERR_MEMORY: covariance
 * needs memory for one row, axes for three matrices. */
NES_API nes_status nes_get_real(nes_opt *o, const char *name, double *value);
NES_API nes_status nes_get_count(nes_opt *o, const char *name, uint64_t *value);
NES_API nes_status nes_get_array(nes_opt *o, const char *name, size_t n, double *values);
NES_API nes_status nes_get_length(nes_opt *o, const char *name, size_t *n);

/* The reason to stop, and the text of stop_text, cut to size bytes (size 0: not wanted). */
NES_API nes_status nes_get_stop(nes_opt *o, nes_stop *reason, char *text, size_t size);

/* How far the answer can be trusted, and the text of trust_text, likewise. */
NES_API nes_status nes_get_trust(nes_opt *o, nes_trust *trust, char *text, size_t size);

/* The table of results behind these functions. */
typedef enum nes_entry_type { NES_ENTRY_REAL, NES_ENTRY_COUNT, NES_ENTRY_ARRAY } nes_entry_type;

typedef struct nes_entry {
    const char *name;
    nes_entry_type type;
    const char *doc;
} nes_entry;

NES_API size_t nes_entry_count(void);
NES_API const nes_entry *nes_entry_at(size_t i); /* null past the end */

/* One text of entry number i: "name", "type" ("real", "count" or "array") or "doc"; null past the
 * end or for another word. */
NES_API const char *nes_entry_text(size_t i, const char *what);

/* The settings in force, with every NES_AUTO and null resolved. Arrays are borrowed. */
NES_API const nes_settings *nes_get_settings(const nes_opt *o);

/* Why "auto" chose the method it chose; an empty text when the caller chose. */
NES_API const char *nes_choice_text(const nes_opt *o);

/* The sentence for the last error of this handle, or of nes_continue; an empty text when there was
 * none. */
NES_API const char *nes_message(const nes_opt *o);

/* ---- drivers: written on ask and tell only -------------------------------------------------- */

/* Runs a handle to its end, with jobs threads and the progress callback of its settings.
 * NES_ERR_ORDER: it has stopped before; see nes_continue. */
NES_API nes_status nes_run(nes_opt *o, nes_objective f, void *user);
NES_API nes_status nes_run_batch(nes_opt *o, nes_batch_objective f, void *user);

/* ---- save and load -------------------------------------------------------------------------- */

/* Bytes that nes_save writes now. */
NES_API size_t nes_save_size(const nes_opt *o);

/* Writes the whole state to buffer: settings, distribution, values told so far. The format is
 * versioned and the same on every machine (docs/save-format.md). NES_ERR_SPACE: size is too small,
 * nothing was written. written may be null. */
NES_API nes_status nes_save(const nes_opt *o, void *buffer, size_t size, size_t *written);

/* A digest of everything that nes_save would write, but for the version and the time used. Equal
 * states have equal digests on every machine, so that machines and processes can be compared
 * without sending the state. 0 for a null handle. */
NES_API uint64_t nes_fingerprint(const nes_opt *o);

/* A new handle that goes on exactly where the saved one was, also in the middle of a generation.
 * What is not saved comes from s, which may be null: allocator, progress, jobs, threads, and the
 * density, which a run of family "user" needs. Other fields of s are ignored. A run that had
 * stopped is loaded as stopped; nes_continue goes on with it. On error *o is null, and message (may
 * be null, message_size bytes) says why. NES_ERR_FOREIGN: the data is no saved run, or has a
 * format, an option or a field that this version does not know. NES_ERR_DAMAGED: it is cut short or
 * changed. NES_ERR_METHOD: the density is missing. NES_ERR_VALUE: the run has pinned kernels that
 * this processor does not have. Every field is checked: data from a stranger is refused, or it is a
 * run like any other. */
NES_API nes_status nes_load(nes_opt **o, const void *buffer, size_t size, const nes_settings *s,
                            char *message, size_t message_size);

#ifdef __cplusplus
}
#endif

#endif
