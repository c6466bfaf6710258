/* SPDX-License-Identifier: MIT
 *
 * The value in what a program has written: its last line that is not empty, a field of its JSON
 * (--value-json), or the last match of a pattern (--value-pattern). nan and inf are values; the
 * word failed says that the evaluation did not happen. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { VALUE_WHY_SIZE = 180, VALUE_SAID_SIZE = 512 };

typedef struct value_rule value_rule;

/* Makes the rule that finds values. json, pattern: the values of --value-json and --value-pattern;
 * null: not given. verb: what the program does with its output, "printed" or "wrote"; borrowed.
 * Returns 0, or the exit status with the error printed and nothing to close. */
int value_open(value_rule **r, const char *json, const char *pattern, const char *verb);

/* The same for another number than the value. what: stands in front of errors; json or pattern is
 * null. */
int value_open_as(value_rule **r, const char *what, const char *json, const char *pattern,
                  const char *verb);
void value_close(value_rule *r); /* null is fine */

typedef struct value_reading {
    double f;
    bool reported;            /* the program says itself that the evaluation failed */
    char why[VALUE_WHY_SIZE]; /* why there is no value, in words that depend on the rule only; "" if
                                 there is one */
    char said[VALUE_SAID_SIZE]; /* the text in place of the value; may be empty */
} value_reading;

/* Reads n bytes as a value: a number, nan, inf, or failed. kind: the reason for other text, such as
 * "printed no number". Returns whether there is a value. */
bool value_take(const char *text, size_t n, const char *kind, value_reading *to);

/* Finds the value in n bytes of text, which a zero ends and which may be changed. Returns whether
 * there is a value. */
bool value_read(const value_rule *r, char *text, size_t n, value_reading *to);

/* Whether the last line of the text that is not empty is one of JSON. */
bool value_is_json(const char *text, size_t n);

/* Reads so many numbers, separated by blanks, commas or semicolons, from the last line of the text
 * that is not empty. verb: as in value_open(). Returns whether it has them. */
bool value_read_line(const char *text, size_t n, const char *verb, size_t count, double *numbers,
                     value_reading *to);
