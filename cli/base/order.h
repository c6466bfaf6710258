/* SPDX-License-Identifier: MIT
 *
 * Comparisons for qsort() and bsearch(). */
#pragma once

#include <stddef.h>
#include <string.h>

/* Below 0, 0 or above 0, as the number a is below b, equal to it or above it. */
#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* Doubles in ascending order. */
static inline int order_reals(const void *a, const void *b)
{
    return ORDER(*(const double *)a, *(const double *)b);
}

/* Texts, by pointers to them, in the order of their bytes. */
static inline int order_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}
