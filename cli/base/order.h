/* SPDX-License-Identifier: MIT
 *
 * Orders for qsort. */
#ifndef BASE_ORDER_H
#define BASE_ORDER_H

#include <string.h>

/* Of doubles, ascending. */
static inline int order_reals(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of pointers to texts, by their bytes. */
static inline int order_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

#endif
