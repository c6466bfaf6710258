/* SPDX-License-Identifier: MIT
 *
 * A line on standard error that is rewritten in place, where the terminal can do that, and short
 * words for amounts in it. */
#ifndef BASE_TERMINAL_H
#define BASE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Columns of the terminal now; it may have been resized. */
int terminal_columns(void);

/* A line that tells how something goes: rewritten in place where the terminal can do that,
 * otherwise printed now and then. */
typedef struct live_line {
    bool live;           /* it is rewritten */
    bool open;           /* it stands on the terminal */
    double begin, shown; /* seconds */
} live_line;

live_line live_line_start(void);

/* Whether it is time for another one: after a second on a terminal and in the first `early`
 * seconds; a log wants fewer of them the longer it gets. */
bool live_line_is_due(const live_line *l, double now, double early);
void live_line_show(live_line *l, const char *text, double now);

/* Removes it, so that something else can be printed. */
void live_line_clear(live_line *l);

/* "1:23" or "2:03:04". */
void terminal_duration(double seconds, char *text, size_t size);

/* Three digits and a unit: "36.1k". */
void terminal_short_number(double v, char *text, size_t size);

#endif
