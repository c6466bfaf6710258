/* SPDX-License-Identifier: MIT
 *
 * Rows of a generation are of a kind when they have the same choices and integers. What kinds
 * differ in says nothing of slopes, so multipliers are learnt from differences within kinds. [math:
 * B19] */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Numbers that must be equal in rows of a kind: `choices` of a row in one array, `integers` in
 * another. */
typedef struct nes_traits {
    size_t choices, integers;
    const double *choice, *integer;
} nes_traits;

/* Writes to first[k], for each of n rows that count, the first row of its kind, and returns the
 * number of kinds. Integers make kinds only while enough rows stay that are not the first of
 * theirs: where they differ everywhere they are like real numbers. */
size_t nes_kinds_find(const nes_traits *t, size_t n, const bool *counts, size_t *first);
