/* SPDX-License-Identifier: MIT
 *
 * How a placeholder writes its number: a conversion of printf(), as in {thick:%8.3f}, or the
 * shortest text that reads back exactly. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

enum { NUMBER_FORMAT_SIZE = 24 };

typedef struct number_format {
    char text[NUMBER_FORMAT_SIZE]; /* the conversion, with the length of its argument; "": none */
    bool whole;                    /* it is %d, for whole numbers */
    bool words;                    /* it is %s, for names of choices */
} number_format;                   /* a zeroed struct writes exact numbers */

/* Reads n bytes such as %8.3f: a percent sign, flags, width, precision, and one of e, f, g, a (or
 * capitals) or d; of choices (words) also s. Returns null, or what is wrong with them. */
const char *number_format_read(number_format *f, const char *text, size_t n, bool words);

/* Appends the number, or with %s and without a format the name of a choice; name null: it is no
 * choice. One that is not whole is written exactly where %d is asked for: it is never
 * rounded to another. */
void number_format_put(const number_format *f, double v, const char *name, buffer *to);
