/* SPDX-License-Identifier: MIT
 *
 * How a row of the table of evaluations is read; see store/evaluations.c for how it is written. */
#pragma once

#include "store/store.h"

nes_fate evaluation_fate(const char *status, const char *failure);
double evaluation_value(const char *status, double number);

/* The outputs of a row, in the room for them, until the next call; null: the run has none. */
const double *evaluation_outputs(store *s, uint64_t round, uint64_t id);
