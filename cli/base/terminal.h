/* SPDX-License-Identifier: MIT
 *
 * A line on standard error that is rewritten in place, where the terminal can do that, and short
 * words for amounts in it. */
#ifndef BASE_TERMINAL_H
#define BASE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Whether standard error is a terminal that can rewrite a line. */
bool terminal_can_rewrite(void);

/* Columns of the terminal now; it may have been resized. */
int terminal_columns(void);

/* Puts line in place of the one that stands there, cut to the terminal: a wrapped one could not be
 * rewritten. */
void terminal_rewrite(const char *line);

/* Removes the line. */
void terminal_erase(void);

/* "1:23" or "2:03:04". */
void terminal_duration(double seconds, char *text, size_t size);

/* Three digits and a unit: "36.1k". */
void terminal_short_number(double v, char *text, size_t size);

#endif
