/* SPDX-License-Identifier: MIT
 *
 * What an answer has besides its value: whether its point satisfies the constraints, what they
 * cost, and the named outputs of its evaluation. A point that violates constraints is never shown
 * as an answer. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "nes/nes.h"
#include "objective/outputs.h"

/* What a constraint is called. */
typedef struct limit_words {
    char *text; /* as the user wrote it; owned; null: the objective has it without words */
    char *room; /* what makes room, such as "raising the limit of stress by 1"; owned */
} limit_words;

typedef struct constrained {
    size_t m, k;      /* numbers of constraints and of outputs; without any nothing else is here */
    bool feasible;    /* the best point satisfies all constraints */
    double violation; /* by how much it violates them; 0: not at all; NaN: there is no point yet */
    double *g;        /* owned: its m numbers, and its k outputs; null: there is no point yet */
    double *multipliers;         /* owned: m numbers; null: they are not found */
    uint64_t evaluations, first; /* feasible ones, and the number of the first; 0: there is none */
    limit_words *words;          /* owned: of each constraint; null: g1, g2, ... */
    char *aim;                   /* what the value is called; owned; null: it has no name */
    variables names;             /* of the outputs; owned */
} constrained;                   /* a zeroed struct has nothing */

/* Reads all but names and words, which stay. */
void constrained_read(constrained *c, nes_opt *o);
void constrained_free(constrained *c);

/* Names and words of an objective; as JSON; and from such a text (null: there are none). */
void constrained_name(constrained *c, const output_set *o);
cJSON *constrained_names(const output_set *o);
void constrained_take_names(constrained *c, const char *text);

/* The names of outputs in such a text, to be closed. */
variables constrained_outputs(const char *text);

/* The table of the outputs of the point on standard output. */
void constrained_print_outputs(const constrained *c);

/* Rows of a table on standard output: whether the point is feasible, and what a limit that holds
 * the value back would give if it were wider. all: evaluations of the run. */
void constrained_print(const constrained *c, bool maximize, uint64_t all);

/* Whether there is no point that satisfies the constraints, so that the best one is no answer. */
static inline bool constrained_fails(const constrained *c)
{
    return c->m > 0 && !c->feasible;
}

/* Names of the rows of the point and its value, which say so where it is no answer. */
const char *constrained_value_name(const constrained *c);
const char *constrained_point_name(const constrained *c);

/* Adds the fields to an object; none where there are no constraints. */
void constrained_json(const constrained *c, cJSON *object);
