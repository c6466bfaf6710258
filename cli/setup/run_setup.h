/* SPDX-License-Identifier: MIT
 *
 * Everything a run needs, made from its command line: the objective, the start, the settings with
 * their arrays, a law of the user's own. Whatever is refused is refused here, before anything is
 * evaluated. */
#pragma once

#include <stdbool.h>

#include "law/law.h"
#include "nes/nes.h"
#include "objective/choice.h"
#include "options/args.h"
#include "setup/arrays.h"

typedef struct run_options {
    objective_options objective;
    law_options law;
    args_arrays arrays;
    const char *x0, *sigma, *precision, *plot;
    const char *out, *keep_evals, *history, *inject, *known, *cache, *design, *on_fail, *straggler,
        *evaluate;
    bool json, quiet, covariance, mpi, dry_run;
} run_options;

/* Rows for the option table of a command: where a run starts and how it begins. prefix leads from
 * the struct `type` to the run_options in it, such as `run.`; it may be empty. */
#define RUN_START_OPTIONS(type, prefix)                                                            \
    {"x0", "LIST", offsetof(type, prefix x0),                                                      \
     "start: N numbers or one for all; or uniform:LOW:HIGH or normal:MEAN:STD, drawn from the "    \
     "seed, for every restart anew. Default: the problem's usual start, else the middle of the "   \
     "bounds, else 0; with --bits, even odds"},                                                    \
    {                                                                                              \
        "sigma", "LIST", offsetof(type, prefix sigma),                                             \
            "initial standard deviation, one number or one per variable; about a third of the "    \
            "distance to the optimum is a good guess"                                              \
    }

/* The part of the help of --noise that is not about noise of a problem's own. */
#define RUN_NOISE_WORDS                                                                            \
    ". Of any objective: yes, equal points have values that differ; auto, find out; no"

extern const args_option run_option_table[];

/* The arguments of `nes run`, which are read into o and s. Words between them are not taken. */
args_syntax run_setup_syntax(run_options *o, nes_settings *s);

typedef struct run_setup {
    objective objective;
    bool shared;      /* the objective is closed by somebody else */
    law law;          /* the search distribution, if it is the user's own */
    const char *name; /* of the objective, as the user wrote it */
    double *x0;       /* the start as it is searched; owned; null: the library chooses */
    arrays arrays;
    nes_settings settings; /* borrows the arrays and the law */
    bool noisy;            /* the values have noise; then the settings have no target */
    double exact_target;   /* target for values without noise; NaN: none */
    double straggler; /* multiple of the median time after which a value is late; 0: every value is
                         waited for */
    bool spares;      /* points that violate constraints of variables alone are not evaluated */
    bool caches;      /* known points are not evaluated again */
    char *scratch;    /* the folder for folders of evaluations; owned; null: a temporary one */
} run_setup;

/* Fills the rest of s, whose settings hold the library options of the command line. Returns 0, or
 * the exit status with the error printed. run_setup_close() in either case. */
int run_setup_open(run_setup *s, const run_options *o);

/* Does the same with the objective and its name that s has already; --noise is not read. */
int run_setup_prepare(run_setup *s, const run_options *o);

/* Opens the objective and nothing else, and reads the arrays of the options, in the user's numbers,
 * as `nes eval` needs them. */
int run_setup_objective(run_setup *s, const run_options *o);
int run_setup_arrays(run_setup *s, const run_options *o);

/* Reads --evaluate. */
int run_setup_evaluate(run_setup *s, const run_options *o);

/* cached.c: reads --cache. The settings say already whether there is noise. */
int run_setup_cache(run_setup *s, const run_options *o);

/* Moves --noise from o to the option noisy of s, if its word is one of that option. */
void run_setup_noisy(nes_settings *s, objective_options *o);

/* Makes a run use its whole budget: runs that end at the same point do not end it, unless the user
 * wants that. */
void run_setup_use_budget(nes_settings *s);

void run_setup_close(run_setup *s);
