/* SPDX-License-Identifier: MIT
 *
 * Why a run stopped, and how far its answer can be trusted: numbers, words and sentences. Both
 * kinds of numbers are stable across versions; new ones are added at the end. */
#ifndef NES_STOP_H
#define NES_STOP_H

#include "nes/status.h"

#ifdef __cplusplus
extern "C" {
#endif

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
      "bits, integers or choices are all but decided, and many evaluations gave nothing better")   \
    X(NES_STOP_FAILED, 20, "max_failed", "many evaluations have failed")                           \
    X(NES_STOP_ALL_FAILED, 21, "all_failed", "every evaluation fails")                             \
    X(NES_STOP_UNBOUNDED, 22, "unbounded",                                                         \
      "a value was infinitely good, and nothing can be better")                                    \
    X(NES_STOP_DOWNHILL, 23, "downhill",                                                           \
      "the way from the run to the best point of earlier ones leads downhill")                     \
    X(NES_STOP_COST, 24, "cost",                                                                   \
      "all runs together have used 30 times the evaluations of the first: enough without a "       \
      "budget")                                                                                    \
    X(NES_STOP_ALL_KNOWN, 25, "all_known", "every point of many generations was known already")

typedef enum nes_stop {
#define NES_STOP_ENUM(name, value, word, text) name = value,
    NES_STOP_LIST(NES_STOP_ENUM)
#undef NES_STOP_ENUM
        NES_STOP_END_
} nes_stop;

NES_API const char *
nes_stop_name(nes_stop reason); /* "target", ...: the name of its option, if any */
NES_API const char *nes_stop_text(nes_stop reason); /* the sentence of the list */

/* How far the answer can be trusted, once the run has stopped. name, value, word, sentence */
#define NES_TRUST_LIST(X)                                                                          \
    X(NES_TRUST_OPEN, 0, "open", "the run goes on")                                                \
    X(NES_TRUST_CONVERGED, 1, "converged", "the search has settled on an optimum")                 \
    X(NES_TRUST_BUDGET, 2, "budget", "the search was cut off while it was still improving")        \
    X(NES_TRUST_STALLED, 3, "stalled", "the search has not settled, but does not improve either")  \
    X(NES_TRUST_DOUBTFUL, 4, "doubtful", "there are signs that the answer is not an optimum")      \
    X(NES_TRUST_LOCAL, 5, "local", "the answer may be a local optimum: runs have ended at several")

typedef enum nes_trust {
#define NES_TRUST_ENUM(name, value, word, text) name = value,
    NES_TRUST_LIST(NES_TRUST_ENUM)
#undef NES_TRUST_ENUM
        NES_TRUST_END_
} nes_trust;

NES_API const char *nes_trust_name(nes_trust trust); /* "converged", ... */
NES_API const char *nes_trust_text(nes_trust trust); /* the sentence of the list */

#ifdef __cplusplus
}
#endif

#endif
