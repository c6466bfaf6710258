/* SPDX-License-Identifier: MIT
 *
 * The objective that a command line names: exactly one of --problem, --expr, --c and --plugin, with
 * --dim where it is needed. `nes run` minimises it, `nes eval` prints its values. */
#ifndef OBJECTIVE_CHOICE_H
#define OBJECTIVE_CHOICE_H

#include <stddef.h>

#include "objective/objective.h"

typedef struct goal_options {
    const char *problem, *expr, *c, *plugin, *dim, *noise;
} goal_options;

/* Rows for the option table of a command whose struct `type` has a goal_options named goal. */
#define GOAL_OPTIONS(type)                                                                         \
    {"problem", "ID", offsetof(type, goal.problem),                                                \
     "a built-in problem, such as rosenbrock_d10; see `nes list problems`"},                       \
        {"expr", "FORMULA", offsetof(type, goal.expr),                                             \
         "a formula in x1..xN, such as 'sum(x^2)' or 'x1^2 + abs(x2)'"},                           \
        {"c", "FILE.c", offsetof(type, goal.c),                                                    \
         "C source with double objective(size_t n, const double *x), compiled with cc"},           \
        {"plugin", "FILE.so[:SYMBOL]", offsetof(type, goal.plugin),                                \
         "a shared library with such a function; its default name is objective"},                  \
        {"dim", "N", offsetof(type, goal.dim),                                                     \
         "the number of variables; a problem knows its own"},                                      \
    {                                                                                              \
        "noise", "WORD", offsetof(type, goal.noise),                                               \
            "on a problem with noise: own (default), from --seed; reference, COCO's stream from "  \
            "its start; none"                                                                      \
    }

/* Opens the objective. *name is what the user called it, borrowed from the options. Returns 0, or
 * the exit status with the error printed. */
int goal_open(const goal_options *g, objective *o, const char **name);

#endif
