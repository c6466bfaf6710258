/* SPDX-License-Identifier: MIT
 *
 * The objective that a command line names: exactly one of --problem, --expr, --c and --plugin, with
 * --dim where it is needed. `nes run` minimises it, `nes eval` prints its values. */
#ifndef OBJECTIVE_CHOICE_H
#define OBJECTIVE_CHOICE_H

#include <stddef.h>

#include "objective/objective.h"

typedef struct objective_options {
    const char *problem, *expr, *c, *plugin, *dim, *noise;
} objective_options;

/* Rows for the option table of a command whose struct `type` has an objective_options named
 * objective; more: what else the command has to say of --noise. */
#define OBJECTIVE_OPTIONS(type, more)                                                              \
    {"problem", "ID", offsetof(type, objective.problem),                                           \
     "a built-in problem, such as rosenbrock_d10; see `nes list problems`"},                       \
        {"expr", "FORMULA", offsetof(type, objective.expr),                                        \
         "a formula in x1..xN, such as 'sum(x^2)' or 'x1^2 + abs(x2)'"},                           \
        {"c", "FILE.c", offsetof(type, objective.c),                                               \
         "C source with double objective(size_t n, const double *x), compiled with cc"},           \
        {"plugin", "FILE.so[:SYMBOL]", offsetof(type, objective.plugin),                           \
         "a shared library with such a function; its default name is objective"},                  \
        {"dim", "N", offsetof(type, objective.dim),                                                \
         "the number of variables; a problem knows its own"},                                      \
    {                                                                                              \
        "noise", "WORD", offsetof(type, objective.noise),                                          \
            "on a problem with noise: own (default), from --seed; reference, COCO's stream from "  \
            "its start; none" more                                                                 \
    }

/* Opens the objective. *name is what the user called it, borrowed from the options. Returns 0, or
 * the exit status with the error printed. */
int objective_open(const objective_options *g, objective *o, const char **name);

#endif
