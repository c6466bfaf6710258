/* SPDX-License-Identifier: MIT
 *
 * The value in what a program has written: its last line that is not empty, a field of its JSON
 * (--value-json), or the last match of a pattern (--value-pattern). nan and inf are values; the
 * word failed says that the evaluation did not happen. */
#ifndef OBJECTIVE_VALUE_H
#define OBJECTIVE_VALUE_H

#include <stdbool.h>
#include <stddef.h>

enum { VALUE_WHY_SIZE = 160, VALUE_SAID_SIZE = 512 };

typedef struct value_rule value_rule;

/* json, pattern: the values of the options; null: not given. verb: what the program does with its
 * output, "printed" or "wrote"; not copied. Returns 0, or the exit status with the error
 * printed and nothing to close. */
int value_open(value_rule **r, const char *json, const char *pattern, const char *verb);
void value_close(value_rule *r); /* null is fine */

typedef struct value_reading {
    double f;
    bool reported;              /* the program says itself that the evaluation failed */
    char why[VALUE_WHY_SIZE];   /* there is no value: why, in words that depend on the rule only */
    char said[VALUE_SAID_SIZE]; /* what was there instead; may be empty */
} value_reading;

/* Takes n bytes for a value: a number, nan, inf, or failed. kind: "printed no number" and the like,
 * for text that is none of them. Returns whether there is a value. */
bool value_take(const char *text, size_t n, const char *kind, value_reading *to);

/* Reads n bytes of text, which is ended by a zero and may be changed. Returns whether there is a
 * value. */
bool value_read(const value_rule *r, char *text, size_t n, value_reading *to);

#endif
