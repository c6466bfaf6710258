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
} grid;

grid grid_new(size_t columns, size_t left);
void grid_free(grid *g);

/* The next cell. */
void grid_add(grid *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Append the table. */
void grid_text(const grid *g, buffer *text);
void grid_markdown(const grid *g, buffer *text);
