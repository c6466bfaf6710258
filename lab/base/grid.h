/* SPDX-License-Identifier: MIT
 *
 * A table of texts that can be shown in two ways: aligned, for a terminal, and as Markdown. The
 * first row is its heading. */
#pragma once

#include <stddef.h>

#include "base/buffer.h"

typedef struct grid {
    size_t columns, left; /* the first `left` columns are aligned at the left, the others right */
    char **cells;         /* owned, row by row */
    size_t n;
} grid; /* a struct with columns and left, zeros otherwise, is an empty table */

void grid_free(grid *g);

/* Adds the next cell of a row, or the first of the next row. */
void grid_add(grid *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Append the table to the text, aligned or as Markdown. */
void grid_text(const grid *g, buffer *text);
void grid_markdown(const grid *g, buffer *text);
