/* SPDX-License-Identifier: MIT
 *
 * What values on a problem are measured by. With a known optimum the distance to it, and the
 * targets are those of COCO: 10^2, 10^1.8, ..., 10^-8. With a value to reach, or with neither of
 * them, the distance to that value or to the best one that any run has found, relative to the
 * distance from there to a typical first value; targets are 51 from 1 down to 1e-8 of it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "compare/compare_plan.h"

enum { REFERENCE_SHOWN = 8 };

typedef enum reference_kind { REFERENCE_OPTIMUM, REFERENCE_TARGET, REFERENCE_BEST } reference_kind;

typedef struct reference {
    reference_kind kind;
    double base, unit; /* distance of f: (f - base) / unit */
    double *targets;   /* in descending order; the last is the final one; owned */
    size_t n;
    double shown[REFERENCE_SHOWN]; /* those of them that tables have, the last one too */
    size_t n_shown;
} reference;

/* best and first: the best value of all runs, and the median of their first values. */
void reference_open(reference *r, const compare_plan *p, size_t problem, double best, double first);
void reference_close(reference *r);

double reference_distance(const reference *r, double f);
double reference_final(const reference *r);

/* A sentence on what targets are: "targets are distances to the optimum 0". */
void reference_text(const reference *r, double sign, char *text, size_t size);
