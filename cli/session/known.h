/* SPDX-License-Identifier: MIT
 *
 * Points of the user's: those that are evaluated before the search begins (--inject, --design), and
 * those with results that are known already (--known). The search starts from the best of them, and
 * does not evaluate them again. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "evaluate/cache.h"
#include "evaluate/evaluator.h"
#include "nes/nes.h"
#include "options/variables.h"

typedef struct known {
    size_t n, dim;
    size_t outputs; /* m: numbers of an evaluation besides its value */
    size_t failed;  /* number of points whose evaluation failed */
    double *x;      /* owned: n rows of dim numbers */
    double *f;      /* owned; NaN where nothing was measured */
    double *g;      /* owned: n rows of m numbers, likewise */
    nes_fate *fate; /* owned; waiting: the point has not been evaluated yet */
} known;            /* a zeroed struct is empty */

/* Reads points from a file (session/point_rows.h). start: one more point, in front; null: none.
 * Returns 0, or the exit status with the error printed. */
int known_read(known *k, const char *path, const variables *v, size_t outputs, const double *start);

/* outputs: m numbers; null: they were not measured. */
void known_add(known *k, const double *x, nes_fate fate, double f, const double *outputs);
void known_measure(known *k, size_t i, nes_fate fate, double f, const double *outputs);
void known_close(known *k);

/* How many of them are evaluated, now or later: those of which no result was known. */
size_t known_evaluated(const known *k);

/* Adds point i of another list. */
void known_copy(known *k, const known *from, size_t i);

/* The number of the best of them, from 0; n: none has a finite value. The first of the outputs are
 * so many constraints g <= 0: a point that violates them less is better, and only points that do it
 * alike are told apart by their values. */
size_t known_best(const known *k, size_t constraints, bool maximize);

/* Adds the points that were measured, or whose results were given, to a cache. */
void known_teach(const known *k, cache *c);

/* Tells the optimiser of them, whose model learns from points that it has not asked for; of all but
 * the one at `start`, which it evaluates itself (null: none). v: as they are shown. */
int known_tell(const known *k, const double *start, const variables *v, nes_opt *o);
