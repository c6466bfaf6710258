/* SPDX-License-Identifier: MIT
 *
 * Points of a run that no other point beats in all of some numbers: outputs or the value, each of
 * which is to be small. A point beats another if it is nowhere worse, and somewhere better. */
#pragma once

#include "store/store.h"

/* Refuses names that are none. Returns 0, or the exit status with the error printed. */
int pareto_check(store *s, const char *what);

/* Visits, in the order of the first of these numbers, the evaluations that no other one beats,
 * those that satisfy the constraints alone. what: names of outputs, or f, separated by commas; a
 * minus in front: it is to be large. Returns 0, or the exit status with the error printed. */
int pareto_each(store *s, const char *what, store_visit visit, void *data);
