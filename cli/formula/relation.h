/* SPDX-License-Identifier: MIT
 *
 * Constraints as people write them: stress <= 200, 5 <= freq <= 8, length == 2 +- 0.01. The sides
 * are formulas. Each becomes one number g, of which g <= 0 is wanted, or two: 5 - freq and freq
 * - 8. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nes/evaluation.h"
#include "options/variables.h"

typedef struct relation {
    struct formula *g;   /* owned */
    char *text;          /* what the user wrote, without blanks at its ends; owned */
    bool early;          /* it depends on variables alone: it is known before the evaluation */
    char *side;          /* the side that a number limits; owned; null: neither side is a number */
    double lower, upper; /* the limits of that side, perhaps infinite */
} relation;

typedef struct relations {
    relation *v; /* owned */
    size_t n;
} relations; /* a zeroed struct is empty */

/* Adds the relations of a list of texts, separated by semicolons, in variables and outputs (null:
 * there are none), whose numbers stand in x behind those of the variables. what: stands in front
 * of errors, such as "--constraint". Returns 0, or the exit status with the error printed. */
int relations_read(relations *r, const char *text, const variables *v, const variables *outputs,
                   const char *what);
void relations_close(relations *r);

/* Writes the numbers g at x, one per relation. NES_FAILED: one of them has the value failed. */
nes_fate relations_evaluate(const relations *r, const double *x, double *g);
