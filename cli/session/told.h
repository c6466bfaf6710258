/* SPDX-License-Identifier: MIT
 *
 * What `nes tell` reads: lines with an id and a value, as pairs, as JSON, or as the table that `nes
 * ask --csv` printed with a column of values behind it. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "evaluate/evaluator.h"
#include "options/variables.h"

typedef struct told {
    size_t line;
    eval_record record;
    char *said; /* why the evaluation failed; owned; null: nothing was said */
} told;

typedef struct told_list {
    told *v; /* owned */
    size_t n;
    char *header; /* the first line, if it has names; owned; null: it has none */
    size_t columns;
} told_list; /* a zeroed struct is empty */

/* Reads all lines of a descriptor. Returns 0, or the exit status with the error printed.
 * told_close() in either case. */
int told_read(told_list *l, int descriptor);

/* Whether the line of names fits the variables, so that no number of a point is taken for a value.
 * Returns 0, or the exit status with the error printed. */
int told_check_names(const told_list *l, const variables *v);

void told_close(told_list *l);
