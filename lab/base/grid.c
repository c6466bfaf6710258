/* SPDX-License-Identifier: MIT
 *
 * Tables of texts; see base/grid.h. */
#include "base/grid.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/memory.h"

enum { CELL_SIZE = 1024 };

grid grid_new(size_t columns, size_t left)
{
    return (grid){.columns = columns, .left = left};
}

void grid_free(grid *g)
{
    for (size_t i = 0; i < g->n; i++) free(g->cells[i]);
    free(g->cells);
    *g = (grid){.cells = NULL};
}

void grid_add(grid *g, const char *format, ...)
{
    char text[CELL_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    buffer cell = {.text = NULL};
    clean_add(&cell, text, strlen(text), CLEAN_LINE);
    g->cells = memory_resize(g->cells, g->n + 1, sizeof *g->cells);
    g->cells[g->n++] = cell.text;
}

/* Characters of a text in UTF-8: bytes that do not continue one. */
static size_t length(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++) n += ((unsigned char)*text & 0xc0) != 0x80 ? 1 : 0;
    return n;
}

static size_t width(const grid *g, size_t column)
{
    size_t most = 0;
    for (size_t i = column; i < g->n; i += g->columns)
        if (length(g->cells[i]) > most) most = length(g->cells[i]);
    return most;
}

void grid_text(const grid *g, buffer *text)
{
    for (size_t i = 0; i < g->n; i++) {
        const size_t c = i % g->columns, blanks = width(g, c) - length(g->cells[i]);
        const bool left = c < g->left, last = c + 1 == g->columns;
        if (!left) buffer_print(text, "%*s", (int)blanks, "");
        buffer_print(text, "%s", g->cells[i]);
        if (left && !last) buffer_print(text, "%*s", (int)blanks, "");
        buffer_print(text, last ? "\n" : "  ");
    }
}

void grid_markdown(const grid *g, buffer *text)
{
    for (size_t i = 0; i < g->n; i++) {
        buffer_print(text, i % g->columns == 0 ? "| " : " ");
        for (const char *c = g->cells[i]; *c != '\0'; c++) /* a bar within a cell would end it */
            buffer_print(text, *c == '|' ? "\\%c" : "%c", *c);
        buffer_print(text, " |");
        if ((i + 1) % g->columns != 0) continue;
        buffer_print(text, "\n");
        if (i + 1 > g->columns) continue;
        for (size_t c = 0; c < g->columns; c++)
            buffer_print(text, "%s%s", c == 0 ? "|" : "", c < g->left ? "---|" : "--:|");
        buffer_print(text, "\n");
    }
}
