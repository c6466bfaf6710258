/* SPDX-License-Identifier: MIT
 *
 * What `nes run` minimises. A built-in problem, a formula, C source or a shared library has a
 * function of the form of nes_record_objective, which many threads may call. A program has none: it
 * is started by an evaluator. An objective that is measured by hand has neither.
 *
 * Every maker returns 0, or the exit status of the program with the error printed and nothing to
 * close:
 *   2  the command line is wrong: unknown problem, unparsable formula, no dimension
 *   3  the objective cannot be used: missing file, failed compilation, missing symbol */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nes/evaluation.h"
#include "nes/problems.h"
#include "objective/library.h"
#include "objective/outputs.h"
#include "objective/time_limit.h"
#include "options/variables.h"

typedef struct objective {
    size_t dim;         /* number of variables, never 0 */
    double optimum;     /* the least value f_opt; NaN: not known */
    size_t constraints; /* m: the first numbers of an evaluation besides its value, g <= 0 */
    size_t outputs;     /* m + k: all of these numbers */
    output_set *named;  /* the outputs, and constraints in words; owned; null: record() gives all
                        numbers in this order */
    nes_record_objective record;     /* null: the objective cannot be evaluated in this process.
                                        With `named`, its record has to be completed */
    const char *(*said)(void *data); /* why this thread's last evaluation failed, or "" where it
                                        said nothing; null: objectives of this kind say nothing */
    void *data;                      /* owned; passed to record() and said() */
    struct program *program;         /* owned; null unless the objective is an external program */
    bool by_hand;                    /* values come from `nes tell` */
    bool isolated;       /* record() is called in processes of its own, because it may crash */
    time_limit limit;    /* of an evaluation in another process */
    variables variables; /* names of the variables */
    const nes_problem
        *problem;         /* has the usual start and step size; null unless made by --problem */
    nes_noise_kind noise; /* kind of noise of the problem; record() is without noise */
    void (*release)(void *data);
} objective;

/* What a library is to have. */
typedef struct library_wish {
    size_t dim, outputs; /* outputs: how many numbers its function gives; 0: the value alone */
    library_patience patience;
} library_wish;

/* --problem ID. The problem knows its dimension. */
int objective_problem(objective *o, const char *id);

/* --expr FORMULA --dim N, in variables that may have names. The language is described in
 * formula/formula.h. */
int objective_formula(objective *o, const char *text, const variables *v);

/* --minimise FORMULA alone: there is nothing to evaluate but the formulas of its outputs. */
int objective_outputs(objective *o, size_t dim);

/* --c FILE --cc-flags FLAGS --dim N: source of `double objective(size_t n, const double *x)` in C
 * or, by the name of the file, C++; where outputs are named, of `void objectives(size_t n, const
 * double *x, double *out)`. It is compiled in a private folder that is gone when this returns.
 * flags: null for none. The library is first loaded elsewhere, with that patience. */
int objective_c(objective *o, const char *file, const char *flags, const library_wish *wish);

/* --plugin FILE[:SYMBOL] --dim N: a shared library with a function of that form. */
int objective_plugin(objective *o, const char *file, const library_wish *wish);

/* Releases what a maker made. A zeroed struct is fine. */
void objective_close(objective *o);

/* Returns the kind of a failure that the objective reported itself. said: what it said of the
 * failure; an exception has a text, a plain failure has none. */
const char *objective_failure(const char *said);

/* For the makers: fills o for an objective of unknown optimum, or refuses dimension 0. */
int objective_init(objective *o, size_t dim);

/* For --c and --plugin: loads the library at path and takes its function `symbol`; null: the one
 * that is usual. name: what the user called the library. */
int objective_library(objective *o, const char *path, const char *symbol, const char *name,
                      const library_wish *wish);

/* For --c with C++: makes the objective call another function of the same library, which keeps
 * exceptions; text_of: the function that gives the text of this thread's last exception, or "". */
void objective_library_guard(objective *o, const char *function, const char *text_of);
