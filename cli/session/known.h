/* SPDX-License-Identifier: MIT
 *
 * Points of the user's that are evaluated before the search begins (--inject). The search starts
 * from the best of them, and does not evaluate them again. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "evaluate/evaluator.h"
#include "options/variables.h"

typedef struct known {
    size_t n, dim;
    size_t failed;  /* evaluations that did not happen */
    double *x;      /* owned: n rows of dim numbers */
    double *f;      /* owned; NaN where nothing was measured */
    nes_fate *fate; /* owned; waiting: it has not been evaluated yet */
} known;            /* all zero is empty */

/* Reads points from a file, one per line, numbers separated by blanks or commas. Empty lines and
 * lines that begin with # are skipped. A first line of names says which column is which variable;
 * further columns are not looked at then. start: one more point, in front; null: none. Returns 0,
 * or the exit status with the error printed. */
int known_read(known *k, const char *path, const variables *v, const double *start);
void known_add(known *k, const double *x, nes_fate fate, double f);
void known_close(known *k);

/* The best of them; null: none has a finite value. */
const double *known_best(const known *k, bool maximize);

/* For front_open: answers for the points that have a value; data: a known. */
bool known_answer(void *data, const double *x, eval_record *to);
