/* SPDX-License-Identifier: MIT
 *
 * Settings of a run: a plain struct. Fill it with nes_settings_default(), change what you need, and
 * hand it to nes_create() or nes_minimize(), which copy it:
 *
 *     nes_settings s;
 *     nes_settings_default(&s);
 *     s.max_evals = 10000;
 *
 * Ten fields are enough for most runs, and stand first. In the comments, d is the number of
 * variables and n the population size. A real number that is NES_AUTO stands for its default, a
 * formula of d and n; a real limit that is NES_OFF never stops a run; a count of 0 is off or
 * automatic. Strings are words that `nes list` prints; for a null string the method decides. An
 * array is null, or has as many numbers as its comment says; nes_create copies them. */
#ifndef NES_SETTINGS_H
#define NES_SETTINGS_H

#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nes/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NES_AUTO         (-DBL_MAX)
#define NES_OFF          (DBL_MAX)
#define NES_MESSAGE_SIZE 320 /* bytes of a sentence, with the closing zero */

typedef struct nes_opt nes_opt;

/* Called by the drivers after every tell: once a generation, and more often where failed points are
 * tried again; of an asynchronous search after every update and at the end, by any of the driver's
 * threads, one at a time. It may call nes_get_result(o, ...). If it returns a non-zero number, the
 * search stops (reason "user"). */
typedef int (*nes_progress)(nes_opt *o, void *user);

/* The two functions that all memory of a handle comes from and goes to; null: malloc and free. */
typedef struct nes_allocator {
    void *(*allocate)(size_t size, void *user); /* may return null */
    void (*release)(void *p, void *user);       /* p is never null */
    void *user;
} nes_allocator;

typedef struct nes_settings {
    const char *method;  /* "auto", "dd-xnes", "xnes", "snes", ... (`nes list methods`) */
    uint64_t seed;       /* any value; 0 is a seed like any other */
    double sigma;        /* > 0: initial step size, times scale where given. By default a quarter
                            of the width between bounds for a variable that has both, and 1 for
                            all others. A good guess is a third of the distance to the optimum */
    const double *lower; /* d numbers: the lower bounds, -infinity where there is none */
    const double *upper; /* d numbers: the upper bounds, +infinity where there is none */
    uint64_t max_evals;  /* the most evaluations, never exceeded; 0: no limit */
    double max_time;     /* the most seconds */
    double target;       /* the search stops at a value of at most this (maximising: at least) */
    uint64_t popsize;    /* points per generation, at least 2; 0: by the dimension and, with method
                            "auto", the jobs */
    uint64_t jobs; /* evaluations at the same time, each in a thread; 0: one per processor. With
                      more than 1, the default population of "auto" is a multiple of jobs */

    /* What to run. A method presets these and other options; each can be replaced. */
    const char *preset;   /* "fast"; "robust" has twice the population, for many local optima */
    uint64_t full_limit;  /* "auto": variables up to which a full matrix is always affordable */
    double eval_time;     /* "auto": seconds that an evaluation takes; NES_OFF: you do not know */
    const char *family;   /* search distribution: "gauss-full", "gauss-diag", "gauss-radial", ... */
    const char *gradient; /* how samples become a step: "local", "plain", "fisher" */
    const char *sampling; /* how the samples of a generation depend on one another: "iid",
                             "mirrored", ... */
    const char *scheme;   /* which points make a generation: "comma", "elitist" */
    uint64_t run;         /* number of this run under its seed, below 65536: runs with different
                             numbers have independent random numbers */
    const char *kernels;  /* vector instructions of matrix products: "auto", "baseline", "avx2",
                             "avx512". "auto" takes the best of this processor; with another word the
                             bits are the same on every processor that has these instructions */
    bool maximize;        /* larger values are better */
    bool bits;            /* the variables are bits, 0 or 1: points, results and x0 contain no
                             other numbers, and "auto" chooses the method "categorical" */

    /* Where to start */
    const double *scale;  /* d positive numbers: initial standard deviations, relative to sigma
                             (also to its default: for absolute ones use std) */
    const double *std;    /* d positive numbers: initial standard deviations themselves, in the
                             place of sigma and scale */
    const double *factor; /* d*d, row-major, invertible: initial A of x = mu + sigma A z (full) */
    const double *start_lower; /* d numbers, with start_upper: the box in which runs start,
                                  uniformly at random; the first run too when x0 is null */
    const double *start_upper; /* d numbers: the upper ends of that box */
    const double *start_mean;  /* d numbers, with start_std, in the place of a box: runs start at
                                  normally distributed points around this one; the first run too when
                                  x0 is null */
    const double *start_std;   /* d numbers: the standard deviations of those points */
    const char *eval_start;    /* "yes": the start itself is evaluated too, as one more point of the
                                  first generation (elitist: before it, as the parent), so that the
                                  answer is never worse; "no"; "auto": "yes" where x0 was given, and
                                  for elitist schemes */

    /* How to move */
    uint64_t window;  /* points handed out at a time: below popsize, a generation is asked for and
                         told in parts, with memory for that many points only; the run is the
                         same (families with independent coordinates or a single scale, and
                         gauss-vd and gauss-lm with at least 8 variables for each point) */
    double eta_mu;    /* learning rate of the mean */
    double eta_sigma; /* learning rate of the scale (gauss-diag: of all standard deviations;
                         bernoulli: of the probabilities; gauss-vd, gauss-lm: a factor beside
                         what the paths say) */
    double eta_shape; /* learning rate of the shape (full families, gauss-vd) */
    double eta_diag;  /* learning rate of the factors per coordinate beside a shape (gauss-dd) */
    uint64_t refresh; /* generations from one decomposition of the shape to the next (gauss-dd) */
    const char *shaping;     /* values to utilities: "paper", "linear", "active", "half",
                                "table", "raw" */
    const double *utilities; /* popsize numbers, best first, non-increasing, negative ones allowed
                                (shaping "table") */
    const double *mean_utilities; /* popsize numbers, likewise, for the mean alone; null: the mean
                                     takes utilities too */
    const char *ties; /* "average": equal values share their utilities; "index": of equal values
                         the earlier point is better */
    double exponent_limit; /* > 0: exponents of one update are clamped to +- this */
    double elitist_up;     /* > 0: ratio of the growth on success to the shrinkage on failure */
    double elitist_down;   /* >= 0: weight of the parent on failure; times elitist_up on success */
    double elitist_learn;  /* >= 0: weight of a successful offspring in scale and shape */
    double margin;         /* in (0, 0.4]: least probability that a bit is 0, and that it is 1;
                              that an integer variable leaves its value */
    double nu;             /* > 0: degrees of freedom of Student families */
    bool adapt_nu;         /* the degrees of freedom are adapted (family student, scheme comma) */
    double eta_nu;         /* learning rate of ln nu, or of the parameters of a radial law */
    bool cauchy_literal;   /* 1+1-cauchy, nu 1: scalar Cauchy times normal vector, as printed */
    bool baseline; /* gradient fisher: a constant is fitted too and dropped, which lowers the
                      noise */

    /* Techniques around a move */
    const char *mixing;     /* "importance": samples are used again as far as possible; "none" */
    double mixing_alpha;    /* in [0, 1]: the least share of new samples in a generation */
    const char *adaptation; /* of eta_sigma: "virtual", "sampled", "mixed"; "none" */
    double c_rho;           /* > 0: significance is 1/2 - 1/(c_rho (d + 1)) */
    double as_ratio;        /* > 1: the rate that is tested, relative to the present one */
    double as_grow;         /* > 1: factor of the rate when the larger one is better */
    double as_decay;        /* in [0, 1]: part of the way back to the initial rate otherwise */
    double as_most;         /* > 0: the rate never grows beyond this */
    const char *rates;      /* "fixed"; "snr": all rates fall where steps are mostly noise */
    double snr_alpha;       /* > 0: aims at a signal-to-noise ratio of this times the rate */
    double snr_beta_mean;   /* in (0, 1]: weight of a step in the averages of the mean */
    double snr_beta_shape;  /* in (0, 1]: weight of a step in the averages of scale and shape */
    double snr_gamma;       /* > 0: how fast the rates follow, relative to themselves */
    const char *paths;      /* "cumulation": steps are remembered and steer scale and shape */
    double path_sigma;      /* in [0, 1]: weight of a step in the path of the scale */
    double path_shape;      /* in [0, 1]: weight of a step in the path of the shape */
    double path_diag; /* in [0, 1]: weight of a step in the path of the factors per coordinate */
    double rank_one;  /* in [0, 1]: learning rate of the shape along its path */
    double rank_one_diag; /* in [0, 1]: learning rate of the factors per coordinate along theirs */

    /* Where the search may go. Points handed out never violate the bounds. A variable whose bounds
     * are equal is fixed: points and results have that value, and only the other variables are
     * searched. Arrays have a number for it all the same. */
    const char *bounds; /* how points are kept inside: "transform", "reflect", "resample" */

    /* Variables of another kind: d numbers each, 1 where a variable is of that kind, else 0.
     * Points, and all that is given here, are in your variables, unless another scale is named. */
    const double *log; /* 1: the variable is searched on a logarithmic scale, by ln x. The variable,
                          its bounds and its start are positive. All its steps (sigma, scale, std,
                          start_std) are those of ln x: 0.1 is about 10 %. Between two bounds the
                          default step is a quarter of the distance of their logarithms. Boxes of
                          starts are uniform in ln x */
    const double *
        integer; /* 1: the variable is a whole number in points, best_x and mean_x; x0
                    may be between two. Bounds are rounded inward, and each integer between them has
                    the same share of the search. With log, the exponential is rounded, and at least
                    1. Where the distribution is narrow, other integers are tried as often
                    as margin says */

    /* Evaluations: what they give besides a value, and what becomes of failed ones (NES_FAILED) */
    uint64_t outputs;      /* numbers of an evaluation besides its value; see nes/evaluation.h */
    uint64_t retries;      /* how often a failed point is handed out again */
    const char *failures;  /* a point that failed for good: "worst" ranks it last, "resample"
                              replaces  it by a new point */
    uint64_t replacements; /* "resample": how often a row of a generation gets a new point; then its
                              point ranks last */

    /* Further reasons to stop: each has a name (nes_stop_name), a value and a threshold */
    uint64_t max_gens;    /* the most generations */
    double tolx;          /* all standard deviations are below tolx times their initial values */
    double tolx_abs;      /* all standard deviations are below this */
    double tolfun;        /* recent best values span at most tolfun, or differ by rounding only */
    double flat;          /* more than so many generations in a row have mostly equal values */
    double stagnation;    /* no progress over this part of the run, below 1 */
    double settled;       /* so many evaluations since the best one gave nothing better: of integers
                             alone; of bits, when all probabilities are at their margins */
    double max_condition; /* the condition number of the covariance, which is the squared ratio of
                             its longest to its shortest axis, is above this */
    double max_growth;    /* a standard deviation is above max_growth times its initial value */
    bool noeffect; /* a step of a tenth of a standard deviation along an axis, or of a fifth of
                      that of a variable, does not change the mean */
    uint64_t max_infeasible; /* so many generations in a row had no finite value */
    uint64_t max_failed;     /* so many evaluations have failed in all; judged at the end of a
                                generation */
    double all_failed; /* so many evaluations have failed in generations in a row, of all runs,
                          in which every evaluation failed; nes_continue counts from 0 again */
    const char *noisy; /* "yes": the objective is noisy, which switches tolfun and flat off, with a
                          budget stagnation too, and enlarges the population of long runs of method
                          "auto"; "auto": the start is evaluated six times to find out; "no" */

    /* Several runs behind one handle, which share the target and the budgets above. New runs are
     * started until one of those, or the caller, ends the search. */
    const char *restarts; /* "none": one run alone; "interleaved", "ipop", "bipop", "opinions";
                             "values": a run for each value of the only choice, of which the worst
                             are given up; "auto", where the method is that too: bipop (bits: ipop)
                             if a budget or a time ends the search, opinions without and up to 20
                             variables: runs from far away, until enough of them lead to the same
                             point */
    double restart_p;     /* interleaved: share of the first run, in (0, 1]; 1 is no restart */
    uint64_t
        restart_slice;     /* interleaved: a new run starts when its share is so many evaluations */
    double restart_factor; /* in [1, 512]; ipop, bipop, opinions: the population is enlarged by
                              this factor */
    uint64_t restart_max;  /* ipop, bipop: how often the population is enlarged before it begins
                              again with the first one; opinions: at most so often */
    uint64_t restart_agree; /* the search ends when so many runs, and more than half of all, have
                               ended at the same best point; opinions: when so many further runs
                               in a row have led to it */
    uint64_t max_runs;      /* the most runs */
    bool restart_limit;     /* ipop, bipop: after 100 + 150 (d+3)^2/sqrt(n) generations a run ends
                               unless it has improved within the last fifth of its evaluations */

    /* A race of two methods: after race_first evaluations the challenger starts from the centre of
     * the run, both get race_length evaluations, and the one with the better values in them goes
     * on. The options above that say how to move, and techniques, are for the method itself. */
    const char *challenger; /* a method, or "none"; with restarts "none", "ipop", "bipop"; "auto":
                               where the method is "auto" and its choice has one */
    uint64_t race_first;    /* evaluations before the first challenge, from each start on */
    uint64_t race_length;   /* evaluations of each method in a challenge */

    const struct nes_density *density; /* a search distribution of your own (family "user"), copied;
                                          see nes/density.h */
    const struct nes_radial *radial;   /* a law of distances of your own (family "user-radial"),
                                          copied; see nes/density.h */

    /* Drivers (nes_run, nes_minimize) */
    uint64_t threads;      /* threads inside a generation of a large problem; 0: one per processor.
                              They are started by nes_create, and no result depends on them */
    nes_progress progress; /* may be null */
    void *progress_user;

    nes_allocator allocator;
    char message[NES_MESSAGE_SIZE]; /* written by nes_set(): what was wrong, or an empty text */

    const double *groups; /* d whole numbers: variables with equal numbers are a group, in which
                             they may depend on one another (method "block-xnes", which "auto"
                             chooses where there are several groups). Memory and time go with the
                             sum of the squared sizes. null: all variables are one group */

    /* Constraints: the first outputs of an evaluation are numbers g, of which g_i <= 0 is wanted.
     * Points that hold all of them are better than others, and the search finds the best of them
     * (see nes/evaluation.h). */
    uint64_t constraints; /* how many: outputs is at least as large, and so large by itself */
    const double *constraint_kind;   /* 0: g_i <= 0; 1: g_i = 0; 2: g_i <= 0, of which only the sign
                                        means something. null: all are 0 */
    const double *constraint_tol;    /* >= 0: g_i, or |g_i|, may be so large; an equality needs one
                                        above 0, and kind 2 has none. null: all are 0 */
    const char *constraint_handling; /* "multipliers"; "rules" ranks feasible points by their
                                        values, and the others by their violation */
    double feasible_share;           /* in [0.02, 0.5]: share of feasible points that is aimed at */

    /* Choices: variables with a few values that have no order. */
    const double *choices; /* d counts: a variable with the count k >= 2 is a choice among the
                              values 0, 1, ..., k - 1, which is what points, best_x and x0 have for
                              it; x0 may also have -1, no preference. 1: the variable is always 0.
                              0: it is no choice. A choice has no bounds (-infinity, infinity), and
                              0 in all other arrays with a number for each variable */
    double choice_margin;  /* in [1e-6, 0.9]: part of the points that have another value in some
                              choice when all choices are as decided as they can be */

    bool asynchronous; /* points are asked for one at a time, and values move the search as they
                          come, so that no place waits for others (nes/async.h; method dd-xnes) */

    /* Room for new fields. Each is declared above this line and takes one word of the room, so that
     * the size of the struct and the offsets of all other fields stay (docs/abi.md). */
    uint64_t room[990];

    /* Private: options that were set by name (a bit each), lengths of arrays that were set by name,
     * and the owner of copied arrays. */
    uint64_t given[20];
    size_t array_length[160];
    void *owner;
} nes_settings;

/* Gives every field its default. Call it first. */
NES_API void nes_settings_default(nes_settings *s);

/* What nes_create would say of these settings: NES_OK, or the error, with a sentence in message
 * (size bytes, may be null). x0 as in nes_create. A handle is made and destroyed to find out.
 *
 * An option that has no effect with the method or the parts that are chosen is refused
 * (NES_ERR_METHOD), such as adapt_nu with a normal distribution; the sentence says what the option
 * needs. An option that is off, or has its default, is never refused. Neither is a field that was
 * assigned, not set by name, and has the value that it would have by itself: so the settings of
 * nes_get_settings() can be used again. Reset preset, full_limit and eval_time in them, since
 * method and popsize already say what these led to. */
NES_API nes_status nes_settings_check(const nes_settings *s, size_t dim, const double *x0,
                                      char *message, size_t size);

#ifdef __cplusplus
}
#endif

#endif
