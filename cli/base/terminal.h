/* SPDX-License-Identifier: MIT
 *
 * Progress as a line on standard error, and short words for amounts in it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A line that tells how far something is. On a terminal that can rewrite it, there is one line;
 * elsewhere a line is added now and then, ever more rarely. */
typedef struct terminal_line {
    bool live;           /* the line is rewritten */
    bool open;           /* a live line stands on the terminal */
    double begin, shown; /* seconds on the clock: of the start, and of the last line */
} terminal_line;

terminal_line terminal_line_start(void);

/* Whether the next line is due: after a second on a terminal, and in a log after 10 seconds, later
 * 60. frequent: seconds from the start in which a log, too, has a line per second. */
bool terminal_line_is_due(const terminal_line *l, double frequent, double now);

/* Shows a text as the line; a live one is cut to the terminal, because a wrapped line could not be
 * rewritten. */
void terminal_line_show(terminal_line *l, const char *text, double now);

/* Removes a live line, so that something else can be printed. */
void terminal_line_clear(terminal_line *l);

/* Columns of the terminal now; it may have been resized. */
int terminal_columns(void);

/* Writes a duration as "1:23" or "2:03:04". */
void terminal_duration(double seconds, char *text, size_t size);

/* Writes a time, in seconds since 1970, as "2026-11-18 21:03:22 UTC". */
void terminal_date(double seconds, char text[32]);

/* Writes a number with three digits and a unit, such as "36.1k". */
void terminal_short_number(double v, char *text, size_t size);
