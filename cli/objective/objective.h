/* SPDX-License-Identifier: MIT
 *
 * What `nes run` minimises. A built-in problem, a formula, C source or a shared library has a
 * function of the form of nes_objective or nes_record_objective, which many threads may call. A
 * program has none: it is started by an evaluator. An objective that is measured by hand has
 * neither.
 *
 * Every maker returns 0, or the exit status of the program with the reason in message (may take
 * more than one line; no "nes: " in front, no newline at the end); then there is nothing to close:
 *   2  the command line is wrong: unknown problem, unparsable formula, no dimension
 *   3  the objective cannot be used: missing file, failed compilation, missing symbol */
#ifndef OBJECTIVE_OBJECTIVE_H
#define OBJECTIVE_OBJECTIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/variables.h"
#include "nes/evaluation.h"
#include "nes/problems.h"
#include "objective/library_probe.h"

enum { OBJECTIVE_MESSAGE_SIZE = 2048 }; /* room for any message of the makers */

typedef struct objective {
    size_t dim;                                               /* never 0 */
    double optimum;                                           /* f_opt; NaN when not known */
    double (*value)(size_t dim, const double *x, void *data); /* null: not in this process, or: */
    nes_record_objective record;     /* an objective that may fail; null: it cannot */
    const char *(*said)(void *data); /* what this thread's last evaluation said of its failure, ""
                                        for nothing; null: objectives of this kind say nothing */
    void *data;                      /* owned; passed to both */
    struct program *program;         /* owned; null unless it is an external program */
    bool by_hand;                    /* values come from `nes tell` */
    bool isolated;              /* value is to be called in processes of its own: it may crash */
    double timeout;             /* of an isolated one, seconds per evaluation; 0: none */
    variables variables;        /* their names */
    const nes_problem *problem; /* usual start and step size; null unless made by --problem */
    nes_noise_kind noise;       /* of the problem; value() is without noise */
    void (*release)(void *data);
} objective;

/* --problem ID. The dimension is the problem's. */
int objective_problem(objective *o, const char *id, char *message, size_t size);

/* --expr FORMULA --dim N. The language is described in formula/formula.h. */
int objective_expr(objective *o, const char *text, size_t dim, char *message, size_t size);

/* The same in variables that may have names. */
int objective_formula(objective *o, const char *text, const variables *v, char *message,
                      size_t size);

/* --c FILE --cc-flags FLAGS --dim N: source of `double objective(size_t n, const double *x)` in C
 * or, by the name of the file, C++. It is compiled in a private folder that is gone when this
 * returns. flags: null for none. The library is first loaded elsewhere, with that patience. */
int objective_c(objective *o, const char *file, const char *flags, size_t dim,
                library_patience patience, char *message, size_t size);

/* --plugin FILE[:SYMBOL] --dim N: a shared library with such a function. */
int objective_plugin(objective *o, const char *file, size_t dim, library_patience patience,
                     char *message, size_t size);

/* Releases what a maker made. A zeroed struct is fine. */
void objective_close(objective *o);

/* Why an evaluation failed that was not ended from outside, by what was said of it: an exception
 * says something. */
const char *objective_failure(const char *said);

/* For the makers: fills o for a value function of unknown optimum, or refuses dimension 0. */
int objective_init(objective *o, size_t dim, char *message, size_t size);

/* For --c and --plugin: takes the function symbol of the library at path; name is what the user
 * called it. */
int objective_library(objective *o, const char *path, const char *symbol, const char *name,
                      library_patience patience, char *message, size_t size);

/* For --c with C++: calls that function by the guard in the same library (objective/cpp_guard.h).
 */
void objective_library_guard(objective *o);

#endif
