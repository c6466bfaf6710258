/* SPDX-License-Identifier: MIT
 *
 * Settings of a run: a plain struct. Fill it with nes_settings_default(), change what you need, and
 * hand it to nes_create() or nes_minimize(), which copy it:
 *
 *     nes_settings s;
 *     nes_settings_default(&s);
 *     s.max_evals = 10000;
 *
 * Ten fields are enough for most runs, and stand first. Comments call the number of variables d and
 * the population size n. A real option that is NES_AUTO has its default, a formula of d and n; a
 * real limit that is NES_OFF never stops a run; a count of 0 is off or automatic. Strings are words
 * that `nes list` prints; a null string is as the method says. Arrays are null, or have as many
 * numbers as said; nes_create copies them. */
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
 * tried again. It may ask nes_get_result(o, ...). A non-zero answer stops the run (reason "user").
 */
typedef int (*nes_progress)(nes_opt *o, void *user);

/* The pair of functions for all memory of a handle; null members mean malloc and free. */
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
    uint64_t max_evals;  /* evaluations at most; never exceeded. 0: no limit */
    double max_time;     /* seconds at most */
    double target;       /* the run stops at a value at most this (at least, when maximising) */
    uint64_t popsize;    /* points per generation, at least 2; 0: by the dimension and, with method
                            "auto", the jobs */
    uint64_t jobs;       /* evaluations at the same time, each in a thread; 0: one per processor. A
                            number above 1 makes the default population of "auto" a multiple of it */

    /* What to run. A method presets these and other options; each can be replaced. */
    const char *preset;   /* "fast"; "robust" has twice the population, for many local optima */
    uint64_t full_limit;  /* "auto": variables up to which a full matrix is always affordable */
    double eval_time;     /* "auto": seconds that an evaluation takes, if you know; NES_OFF */
    const char *family;   /* search distribution: "gauss-full", "gauss-diag", "gauss-radial", ... */
    const char *gradient; /* how samples become a step: "local", "plain", "fisher" */
    const char *sampling; /* how the samples of a generation depend on one another: "iid",
                             "mirrored", ... */
    const char *scheme;   /* which points make a generation: "comma", "elitist" */
    uint64_t run;         /* number of this run under that seed, below 65536: independent streams */
    const char *kernels;  /* vector instructions of matrix products: "auto", "baseline", "avx2",
                             "avx512". "auto" takes the best; a pinned level gives the same bits on
                             every processor that has it */
    bool maximize;        /* larger values are better */
    bool bits;            /* the variables are bits, 0 or 1: points, results and x0 contain no
                             other numbers, and "auto" chooses the method "bernoulli" */

    /* Where to start */
    const double *scale;  /* d positive numbers: initial standard deviations, relative to sigma
                             (also to its default: for absolute ones use std) */
    const double *std;    /* d positive numbers: initial standard deviations themselves, in the
                             place of sigma and scale */
    const double *factor; /* d*d, row-major, invertible: initial A of x = mu + sigma A z (full) */
    const double *start_lower; /* d numbers each, both or none: runs start uniformly at random in */
    const double *start_upper; /* this box, the first one too when x0 is null */
    const double *start_mean;  /* d numbers each, both or none, in the place of a box: runs start */
    const double *start_std;   /* at normal random points, the first one too when x0 is null */
    const char *eval_start;    /* "yes": the start itself is evaluated too, as one more point of the
                                  first generation, so that the answer is never worse (elitist: before
                                  it, as the parent); "no"; "auto": "yes" where x0 was given */

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
    const double *mean_utilities; /* the same for the mean alone; null: utilities are for all */
    const char *ties;      /* "average": equal values share; "index": earlier point is better */
    double exponent_limit; /* > 0: exponents of one update are clamped to +- this */
    double elitist_up;     /* > 0: ratio of the growth on success to the shrinkage on failure */
    double elitist_down;   /* >= 0: weight of the parent on failure; times elitist_up on success */
    double elitist_learn;  /* >= 0: weight of a successful offspring in scale and shape */
    double margin;         /* in (0, 0.4]: least probability that a bit is 0, and that it is 1;
                              that an integer variable leaves its value */
    double nu;             /* > 0: degrees of freedom of Student families */
    bool adapt_nu;         /* they are adapted too (family student, scheme comma) */
    double eta_nu;         /* learning rate of ln nu, or of the parameters of a radial law */
    bool cauchy_literal;   /* 1+1-cauchy, nu 1: scalar Cauchy times normal vector, as printed */
    bool baseline;         /* gradient fisher: a constant is fitted along and dropped */

    /* Techniques around a move */
    const char *mixing;     /* "importance": samples are used again as far as possible; "none" */
    double mixing_alpha;    /* in [0, 1]: share of a generation that is new at least */
    const char *adaptation; /* of eta_sigma: "virtual", "sampled", "mixed"; "none" */
    double c_rho;           /* > 0: significance is 1/2 - 1/(c_rho (d + 1)) */
    double as_ratio;        /* > 1: the rate that is tested, relative to the present one */
    double as_grow;         /* > 1: factor of the rate when the larger one is better */
    double as_decay;        /* in [0, 1]: part of the way back to the initial rate otherwise */
    double as_most;         /* > 0: the rate never grows beyond this */
    const char *rates;      /* "fixed"; "snr": all rates fall where steps are mostly noise */
    double snr_alpha;       /* > 0: aims at a signal-to-noise ratio of this times the rate */
    double snr_beta_mean;   /* in (0, 1]: weight of a step in the averages of the mean */
    double snr_beta_shape;  /* in (0, 1]: the same of scale and shape */
    double snr_gamma;       /* > 0: how fast the rates follow */
    const char *paths;      /* "cumulation": steps are remembered and steer scale and shape */
    double path_sigma;      /* in [0, 1]: weight of a step in the path of the scale */
    double path_shape;      /* in [0, 1]: the same in the path of the shape */
    double path_diag;       /* in [0, 1]: the same in the path of the factors per coordinate */
    double rank_one;        /* in [0, 1]: learning rate of the shape along its path */
    double rank_one_diag;   /* in [0, 1]: the same of the factors per coordinate */

    /* Where the search may go. Points handed out never violate the bounds. A variable whose bounds
     * are equal is fixed: points and results have that value, and the search is one in the other
     * variables. Arrays have a number for it all the same. */
    const char *bounds; /* handler: "transform", "reflect", "resample" */

    /* Variables of another kind: d numbers each, 1 where a variable is that, else 0. What is handed
     * out, and what is given here, is in your variables, unless another scale is named. */
    const double *log; /* searched on a logarithmic scale: by ln x. It and its bounds, x0 and start
                          are positive. All steps for it (sigma, scale, std, start_std) are those of
                          ln x: 0.1 is about 10 %. Between two bounds the default is a quarter of
                          the distance of their logarithms. Boxes of starts are uniform in ln x */
    const double *integer; /* points, best_x and mean_x have whole numbers there; x0 too. Bounds are
                              rounded inward, and each integer between them has the same share of
                              the search. With log the exponential is rounded, and at least 1.
                              Where the distribution is narrow, other integers are tried all the
                              same, as often as margin says */

    /* Evaluations: what they give besides a value, and what becomes of failed ones (NES_FAILED) */
    uint64_t outputs;      /* numbers besides the value of a point; see nes/evaluation.h */
    uint64_t retries;      /* how often a failed point is handed out again */
    const char *failures;  /* then: "worst" ranks it last, "resample" replaces it by a new point */
    uint64_t replacements; /* how often, in every row of a generation; then it ranks last */

    /* When to stop besides: each has a name (see nes_stop_name), a value and a threshold */
    uint64_t max_gens;    /* generations */
    double tolx;          /* all standard deviations below tolx times their initial values */
    double tolx_abs;      /* all standard deviations below this */
    double tolfun;        /* range of recent best values at most tolfun, or only rounding */
    double flat;          /* more than so many generations in a row of equal values */
    double stagnation;    /* no progress over this part of the run, below 1 */
    double settled;       /* bits: all probabilities are at their margins, and so many evaluations
                             since the best one gave nothing better */
    double max_condition; /* condition number of the covariance: squared ratio of its axes */
    double max_growth;    /* a standard deviation above max_growth times its initial value */
    bool noeffect;        /* a tenth of a standard deviation along an axis, or a fifth of that of
                             a variable, moves nothing */
    uint64_t max_infeasible; /* consecutive generations without any finite value */
    uint64_t max_failed;     /* failed evaluations in all; judged at the end of a generation */
    double all_failed;       /* failed evaluations in consecutive generations, of all runs, in which
                                every evaluation failed; counts from zero after nes_continue */
    const char *noisy;       /* "yes": the objective is noisy, which switches tolfun, flat and
                                stagnation off, and enlarges the population of long runs of method
                                "auto"; "auto": the start is evaluated six times to find out; "no" */

    /* Several runs behind one handle, which share the budgets above and the target. They go on
     * until one of those, or the caller, stops them. */
    const char *restarts;   /* "none", "interleaved", "ipop", "bipop"; "auto": bipop (bits: ipop)
                               where the method is "auto" and a budget, a time or a target ends the
                               search, or there are at most 20 variables */
    double restart_p;       /* interleaved: share of the first run, in (0, 1]; 1 is no restart */
    uint64_t restart_slice; /* interleaved: evaluations a new run must be worth */
    double restart_factor;  /* in [1, 512]; ipop, bipop: by which the population is enlarged */
    uint64_t restart_max;   /* ipop, bipop: so often, then it begins again with the first one */
    uint64_t restart_agree; /* so many runs that end at the same best point, more than half
                               of all, end the search */
    uint64_t max_runs;      /* runs at most */
    bool restart_limit;     /* ipop, bipop: after 100 + 150 (d+3)^2/sqrt(n) generations a run ends
                               unless it has improved within the last fifth of its evaluations */

    /* A race of two methods: after race_first evaluations the challenger starts from the centre of
     * the run, both get race_length evaluations, and the one with the better values in them goes
     * on. The options above that say how to move, and techniques, are for the method itself. */
    const char *challenger; /* a method, or "none"; with restarts "none", "ipop", "bipop"; "auto":
                               where the method is "auto" and its choice has one */
    uint64_t race_first;    /* evaluations before the first challenge, from each start on */
    uint64_t race_length;   /* evaluations of each method in a challenge */

    /* A search distribution of your own (family "user"), copied; see nes/density.h */
    const struct nes_density *density;

    /* A law of distances of your own (family "user-radial"), copied; see nes/density.h */
    const struct nes_radial *radial;

    /* Drivers (nes_run, nes_minimize) */
    uint64_t threads;      /* threads inside a generation of a large problem; 0: one per processor.
                              They are started by nes_create, and no result depends on them */
    nes_progress progress; /* may be null */
    void *progress_user;

    nes_allocator allocator;
    char message[NES_MESSAGE_SIZE]; /* out: what the last nes_set() found wrong */

    const double *groups; /* d whole numbers: variables with equal numbers are a group, in which
                             they may depend on one another (method "block-xnes", which "auto"
                             chooses where there are several groups). Memory and time go with the
                             sum of the squared sizes. null: all variables are one group */

    /* Room for new fields. Each is declared above this line and takes one word of the room, so that
     * the size of the struct and the offsets of all other fields stay (docs/abi.md). */
    uint64_t room[998];

    /* Private: options that were set by name (a bit each), lengths of arrays that were set by name,
     * and the owner of copied arrays. */
    uint64_t given[20];
    size_t array_length[160];
    void *owner;
} nes_settings;

/* Every field at its default. Call it first. */
NES_API void nes_settings_default(nes_settings *s);

/* What nes_create would say of these settings: NES_OK, or the error and a sentence in message (size
 * bytes, may be null). x0 as in nes_create.
 *
 * An option that is of no use to the method or the parts that it is given with is refused
 * (NES_ERR_METHOD), such as adapt_nu with a normal distribution; the sentence says what it needs.
 * An option that is off, or has its default, does no harm anywhere. Fields that were assigned and
 * not set by name may also be what they would be by themselves, so that the settings of
 * nes_get_settings() can be used again; preset, full_limit and eval_time are to be reset there,
 * since method and popsize already say what they led to. */
NES_API nes_status nes_settings_check(const nes_settings *s, size_t dim, const double *x0,
                                      char *message, size_t size);

#ifdef __cplusplus
}
#endif

#endif
