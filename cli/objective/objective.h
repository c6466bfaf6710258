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
#include "objective/library_probe.h"
#include "options/variables.h"

typedef struct objective {
    size_t dim;                      /* number of variables, never 0 */
    double optimum;                  /* the least value f_opt; NaN: not known */
    nes_record_objective record;     /* null: it cannot be evaluated in this process */
    const char *(*said)(void *data); /* why this thread's last evaluation failed, or "" where it
                                        said nothing; null: objectives of this kind say nothing */
    void *data;                      /* owned; passed to record() and said() */
    struct program *program;         /* owned; null unless it is an external program */
    bool by_hand;                    /* values come from `nes tell` */
    bool isolated;       /* record() is called in processes of its own, because it may crash */
    double timeout;      /* seconds of an evaluation in another process; 0: no limit */
    variables variables; /* names of the variables */
    const nes_problem
        *problem;         /* has the usual start and step size; null unless made by --problem */
    nes_noise_kind noise; /* kind of noise of the problem; record() is without noise */
    void (*release)(void *data);
} objective;

/* --problem ID. The problem knows its dimension. */
int objective_problem(objective *o, const char *id);

/* --expr FORMULA --dim N, in variables that may have names. The language is described in
 * formula/formula.h. */
int objective_formula(objective *o, const char *text, const variables *v);

/* --c FILE --cc-flags FLAGS --dim N: source of `double objective(size_t n, const double *x)` in C
 * or, by the name of the file, C++. It is compiled in a private folder that is gone when this
 * returns. flags: null for none. The library is first loaded elsewhere, with that patience. */
int objective_c(objective *o, const char *file, const char *flags, size_t dim,
                library_patience patience);

/* --plugin FILE[:SYMBOL] --dim N: a shared library with a function of that form. */
int objective_plugin(objective *o, const char *file, size_t dim, library_patience patience);

/* Releases what a maker made. A zeroed struct is fine. */
void objective_close(objective *o);

/* Why an evaluation failed that nobody ended, in the words for all of its kind. said: what the
 * objective said of it; an exception has a text, a plain failure has none. */
const char *objective_failure(const char *said);

/* For the makers: fills o for a value function of unknown optimum, or refuses dimension 0. */
int objective_init(objective *o, size_t dim);

/* For --c and --plugin: loads the library at path and takes its function `symbol`. name: what the
 * user called the library. */
int objective_library(objective *o, const char *path, const char *symbol, const char *name,
                      library_patience patience);

/* For --c with C++: makes the objective call another function of the same library, which keeps
 * exceptions; text_of: the function that gives the text of this thread's last exception, or "". */
void objective_library_guard(objective *o, const char *function, const char *text_of);
