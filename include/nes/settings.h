/* SPDX-License-Identifier: MIT
 *
 * Settings of a run: a plain struct. Fill it with nes_settings_default(), change what you need, by
 * field or by name with nes_set(), and hand it to nes_create() or nes_minimize(), which copy it.
 *
 * Conventions
 *   d            the dimension of the problem, n the population size
 *   NES_AUTO     a real option at its default, a formula of d and n (see the option table)
 *   NES_OFF      a real stop criterion that never fires; for counts, 0 is off (or automatic)
 *   strings      names from the tables below; null means "as the method says"
 *   arrays       null, or as many numbers as said; copied by nes_create
 *
 * nes_create() refuses an option that is of no use to the method or the parts that it is given
 * with (NES_ERR_METHOD), such as adapt_nu with a normal distribution; nes_settings_check() says
 * what it needs. An option that is off, or has its default, does no harm anywhere. Fields that were
 * assigned and not set by name may also be what they would be by themselves, so that the settings
 * of nes_get_settings() can be used again; preset, full_limit and eval_time are to be reset there,
 * since method and popsize already say what they led to. */
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
#define NES_MESSAGE_SIZE 320
#define NES_MOST_ARRAYS  16 /* array options there is room for */

typedef struct nes_opt nes_opt;

/* One pair of functions for all memory of a handle. Null members mean malloc and free. */
typedef struct nes_allocator {
    void *(*allocate)(size_t size, void *user); /* may return null */
    void (*release)(void *p, void *user);       /* p is never null */
    void *user;
} nes_allocator;

/* Called by the drivers after every tell: once a generation, and more often where failed points are
 * tried again. A non-zero answer stops the run (reason "user"). nes_get_result(o, ...) tells what
 * you want to know. */
typedef int (*nes_progress)(nes_opt *o, void *user);

typedef struct nes_settings {
    /* What to run. A method presets these and other options; each can be replaced. */
    const char *method;   /* "auto", "dd-xnes", "xnes", "snes", ...; see nes_method_at() */
    const char *preset;   /* "fast"; "robust" has twice the population, for many local optima */
    uint64_t full_limit;  /* "auto": variables up to which a full matrix is always affordable */
    double eval_time;     /* "auto": seconds that an evaluation takes, if you know; NES_OFF */
    const char *family;   /* search distribution: "gauss-full", "gauss-diag", "gauss-radial", ... */
    const char *gradient; /* how samples become a step: "local", "plain", "fisher" */
    const char *sampling; /* how the samples of a generation depend on one another: "iid",
                             "mirrored", ... */
    const char *scheme;   /* which points make a generation: "comma", "elitist" */
    uint64_t seed;        /* any value; 0 is a seed like any other */
    uint64_t run;         /* number of this run under that seed, below 65536: independent streams */
    const char *kernels;  /* vector instructions of matrix products: "auto", "baseline", "avx2",
                             "avx512". "auto" takes the best; a pinned level gives the same bits on
                             every processor that has it */
    bool maximize;        /* larger values are better */
    bool bits;            /* the variables are bits, 0 or 1: points, results and x0 contain no
                             other numbers, and "auto" chooses the method "bernoulli" */

    /* Where to start */
    double sigma;         /* > 0: initial step size, times scale where given. By default a quarter
                             of the width between bounds for a variable that has both, and 1 for
                             all others. A good guess is a third of the distance to the optimum */
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
    uint64_t popsize; /* points per generation, at least 2; 0: by the dimension and, with method
                         "auto", the jobs */
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
    const double *lower; /* d numbers, -infinity where there is none */
    const double *upper; /* d numbers, +infinity where there is none */
    const char *bounds;  /* handler: "transform", "reflect", "resample" */

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

    /* When to stop: each has a name (see nes_stop_name), a value and a threshold */
    double target;        /* f at most this (at least, when maximising) */
    uint64_t max_evals;   /* evaluations; never exceeded */
    uint64_t max_gens;    /* generations */
    double max_time;      /* seconds */
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
    uint64_t jobs;    /* evaluations at the same time, each in a thread; 0 means one per processor.
                         A number above 1 makes the default population of "auto" a multiple of it */
    uint64_t threads; /* threads inside a generation of a large problem, likewise; started by
                         nes_create, and no result depends on them */
    nes_progress progress; /* may be null */
    void *progress_user;

    nes_allocator allocator;
    char message[NES_MESSAGE_SIZE]; /* out: what the last nes_set() found wrong */

    /* Private: which options were set by name, lengths of arrays set by name, their owner. */
    uint64_t given[2];
    size_t array_length[NES_MOST_ARRAYS];
    void *owner;
} nes_settings;

/* Every field at its default. Call it first. */
NES_API void nes_settings_default(nes_settings *s);

/* Sets a field by the name it has in the struct, from a text. Numbers and counts may be "auto" or
 * "off" where the option allows it, flags are "yes" or "no". Arrays are set by nes_set_array().
 * NES_ERR_OPTION: there is no such name; s->message suggests the nearest. NES_ERR_VALUE: the text
 * is no value of that type and range; s->message says what is. NES_ERR_METHOD: there is no method
 * or part of that name. On error the struct is unchanged but for message. */
NES_API nes_status nes_set(nes_settings *s, const char *name, const char *value);

/* What the last nes_set() or nes_set_array() found wrong; an empty text when all was well. */
NES_API const char *nes_settings_message(const nes_settings *s);

/* Settings without the struct, for other languages: a binding that uses these functions does not
 * depend on its layout. nes_settings_new() gives all defaults, or null when there is no memory.
 * nes_settings_free() may follow as soon as nes_create, nes_load or nes_minimize has returned. Null
 * is fine; so are settings that you declared yourself, with which it does nothing. */
NES_API nes_settings *nes_settings_new(void);
NES_API void nes_settings_free(nes_settings *s);

/* Sets an array field by name: n numbers, or none (n = 0). Settings made by nes_settings_new copy
 * the numbers; others borrow them until nes_create. nes_create refuses an array whose n does not
 * fit the dimension or the population (NES_ERR_COUNT). NES_ERR_OPTION: there is no such option.
 * NES_ERR_VALUE: it is not an array. NES_ERR_MEMORY: there is none for the copy. */
NES_API nes_status nes_set_array(nes_settings *s, const char *name, size_t n, const double *values);

/* The fields that are functions; nes_set_density() and nes_set_radial() are in nes/density.h. */
NES_API void nes_set_progress(nes_settings *s, nes_progress progress, void *user);
NES_API void nes_set_allocator(nes_settings *s, void *(*allocate)(size_t size, void *user),
                               void (*release)(void *p, void *user), void *user);

/* The text of a field as nes_set would take it, into text (at most size bytes with the closing
 * zero). Arrays give "set" or "none". */
NES_API nes_status nes_get(const nes_settings *s, const char *name, char *text, size_t size);

/* What nes_create would say of these settings: NES_OK, or the error and a sentence in message
 * (may be null). x0 as in nes_create. */
NES_API nes_status nes_settings_check(const nes_settings *s, size_t dim, const double *x0,
                                      char *message, size_t size);

/* The table behind nes_set, for help texts and bindings. */
typedef enum nes_option_type {
    NES_TYPE_REAL,
    NES_TYPE_COUNT,
    NES_TYPE_FLAG,
    NES_TYPE_CHOICE,
    NES_TYPE_ARRAY
} nes_option_type;

/* How many numbers an array has: one for each variable, each pair of variables (d*d, row by row),
 * or each point of a generation. */
typedef enum nes_length { NES_PER_VARIABLE, NES_PER_PAIR, NES_PER_POINT } nes_length;

typedef struct nes_option {
    const char *name;
    nes_option_type type;
    const char *section; /* "method", "start", "move", "technique", "bounds", "failures", "stop",
                            "restarts", "driver" */
    double low, high;    /* allowed range of reals and counts, ends included unless open */
    bool open_low;       /* low itself is not allowed */
    bool automatic;      /* the word "auto" is allowed: the default is a formula */
    bool off;            /* the word "off" is allowed */
    nes_length length;   /* of an array */
    const char *initial; /* default, as a formula of d and n where it is one */
    const char *doc;     /* one sentence */
} nes_option;

NES_API size_t nes_option_count(void);
NES_API const nes_option *nes_option_at(size_t i); /* null past the end */

/* One text of option number i, for bindings without the struct: "name", "type" ("real", "count",
 * "flag", "choice" or "array"), "section", "initial" or "doc". Null past the end or for another
 * word.
 */
NES_API const char *nes_option_text(size_t i, const char *what);

/* Word number i that a choice accepts, and a sentence about it; null past the end, and for the
 * other types. */
NES_API const char *nes_option_word(const nes_option *option, size_t i);
NES_API const char *nes_option_word_doc(const nes_option *option, size_t i);

/* "Did you mean ...?" for misspelt words. at(i, data) is name number i of a table, null past the
 * end. Writes "; did you mean A, B or C?", each name with prefix in front, or the text otherwise
 * when nothing is near, and returns hint (size bytes). Null texts are empty ones, and to a null
 * word or table nothing is near; without room for a hint it returns an empty text. */
typedef const char *(*nes_name_at)(size_t i, const void *data);
NES_API const char *nes_nearest(const char *word, nes_name_at at, const void *data,
                                const char *prefix, const char *otherwise, char *hint, size_t size);

/* The named methods. A method is a list of presets, "option=value option=value". A preset holds
 * where the caller left the option at its default. An option set by nes_set() counts as the
 * caller's, even where its value is the default. */
typedef struct nes_method {
    const char *name;
    const char *presets;
    const char *doc;
} nes_method;

NES_API size_t nes_method_count(void);
NES_API const nes_method *nes_method_at(size_t i); /* null past the end */

/* One text of method number i: "name", "presets" or "doc"; null past the end or for another word.
 */
NES_API const char *nes_method_text(size_t i, const char *what);

/* The text of an option with that method and nothing else set, into value (size bytes): its preset,
 * or the default. NES_ERR_OPTION: there is no such option. NES_ERR_SPACE: the text does not fit. */
NES_API nes_status nes_method_get(const nes_method *m, const char *name, char *value, size_t size);

#ifdef __cplusplus
}
#endif

#endif
