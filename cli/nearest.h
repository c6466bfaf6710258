/* SPDX-License-Identifier: MIT
 *
 * "Did you mean ...?": the names of a table that a misspelt word is closest to, by the number of
 * letters inserted, dropped, replaced or swapped. */
#ifndef NEAREST_H
#define NEAREST_H

#include <stddef.h>

/* Name number i of a table, from 0; null past the end, and names stay valid until then. */
typedef const char *(*nearest_table)(size_t i, void *data);

/* Writes "; did you mean A, B or C?", each with prefix in front, or the text otherwise when nothing
 * is near. Returns hint. */
const char *nearest_hint(const char *word, nearest_table table, void *data, const char *prefix,
                         const char *otherwise, char *hint, size_t size);

#endif
