/* SPDX-License-Identifier: MIT
 *
 * Numbers as the database has them: JSON arrays such as [1.5,2], which every SQL tool can take
 * apart, in a short form that reads back exactly. JSON has neither NaN nor infinities: they
 * are null, 9e999 and -9e999, of which the latter two read back as infinities everywhere. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

/* Appends an array of n numbers. */
void numbers_print(buffer *text, const double *v, size_t n);

typedef struct numbers {
    double *v; /* to be freed */
    size_t n, room;
} numbers; /* all zero is empty */

/* Reads such an array; null counts as an empty one. False: the text is no such array. */
bool numbers_scan(numbers *to, const char *text);
