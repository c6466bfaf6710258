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

/* Rows for the option table of a command: an objective of the user's own, its dimension, and noise.
 * prefix leads from the struct `type` to the objective_options in it, such as `objective.`; more:
 * what else the command has to say of --noise. */
#define OBJECTIVE_OWN_OPTIONS(type, prefix, more)                                                  \
    {"expr", "FORMULA", offsetof(type, prefix expr),                                               \
     "a formula in x1..xN, such as 'sum(x^2)' or 'x1^2 + abs(x2)'"},                               \
        {"c", "FILE.c", offsetof(type, prefix c),                                                  \
         "C source with double objective(size_t n, const double *x), compiled with cc"},           \
        {"plugin", "FILE.so[:SYMBOL]", offsetof(type, prefix plugin),                              \
         "a shared library with such a function; its default name is objective"},                  \
        {"dim", "N", offsetof(type, prefix dim),                                                   \
         "the number of variables; a problem knows its own"},                                      \
    {                                                                                              \
        "noise", "WORD", offsetof(type, prefix noise),                                             \
            "on a problem with noise: own (default), from --seed; reference, COCO's stream from "  \
            "its start; none" more                                                                 \
    }

/* The same with built-in problems, for a struct with an objective_options named objective. */
#define OBJECTIVE_OPTIONS(type, more)                                                              \
    {"problem", "ID", offsetof(type, objective.problem),                                           \
     "a built-in problem, such as rosenbrock_d10; see `nes list problems`"},                       \
        OBJECTIVE_OWN_OPTIONS(type, objective., more)

/* Opens the objective. *name is what the user called it, borrowed from the options. Returns 0, or
 * the exit status with the error printed. */
int objective_open(const objective_options *g, objective *o, const char **name);

#endif
