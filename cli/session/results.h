/* SPDX-License-Identifier: MIT
 *
 * A table of points with their results: a line of names, then a row for each point, with commas or
 * semicolons between the columns, as `nes show --evaluations` prints it. There is a column for each
 * variable, and one for the value, f or value; or where evaluations have outputs their columns.
 * Others are not looked at, but for status: rows that say "failed", "asked" or "nan" there are left
 * out. */
#pragma once

#include "objective/outputs.h"
#include "session/known.h"
#include "store/store.h"

/* The id of the first result in round 0, beyond those of points that are evaluated. */
#define GIVEN_FIRST_ID (UINT64_C(1) << 40)

typedef struct results_wish {
    const char *option, *path; /* option: stands in errors, such as "--known" */
    const variables *variables;
    const output_set *named;      /* null: evaluations have no named outputs */
    const nes_settings *settings; /* with bounds and kinds of the variables that are searched */
} results_wish;

/* Reads the table; equal points may be there several times if they agree. Returns 0, or the exit
 * status with the error printed. */
int results_read(known *to, const results_wish *w);

/* Writes the results as rows of a round that are known, with ids from `first` on. */
int results_keep(const known *k, store *s, uint64_t round, uint64_t first);
