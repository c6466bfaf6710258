/* SPDX-License-Identifier: MIT
 *
 * What the program prints: errors with its name in front, paragraphs wrapped to the width of a
 * page, numbers as short as they can be without losing a bit. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buffer.h"

enum { TEXT_WIDTH = 90, TEXT_HELP_WIDTH = 80, TEXT_NUMBER_SIZE = 32, TEXT_COLUMN = 18 };

/* Prints "nes: " and the message to standard error. Returns status, for the caller to return. */
int text_error(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends the messages of errors from now on to a text, a line each, in place of printing them;
 * null: they are printed again. Their escapes are those of a terminal in either case. */
void text_divert(buffer *to);

/* Prints like fprintf(), but with escapes for what a terminal would obey (base/clean.h): for text
 * with names that others chose, such as names of files. */
void text_print(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says where the user wrote what a message is about, such as "job.yaml:12:5"; null: not known.
 * Errors that have an origin begin with it. */
typedef const char *(*text_origin)(const char *message, void *data);

/* Sets the function that finds the origins of errors from now on; null: no error has an origin. */
void text_set_origin(text_origin find, void *data);

/* Prints text with escapes as text_print() does, wrapped to a width. The first line goes on at
 * column indent, the others start there; a newline follows. */
void text_wrap(FILE *out, int indent, int width, const char *text);

/* Prints an entry of a help text on standard output: the name, and the sentence beside it from that
 * column on, or below it where the name is too long. */
void text_entry(int column, const char *name, const char *doc);

/* text_label() begins a row of a table on standard output with its name, behind which the caller
 * prints from TEXT_COLUMN on; text_row() prints the row with a wrapped text. */
void text_label(const char *name);
void text_row(const char *name, const char *text);

/* The ending of a noun behind a number: one point, two points. */
static inline const char *text_s(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* Writes the shortest decimal text that reads back as v; returns text. */
const char *text_number(double v, char text[TEXT_NUMBER_SIZE]);

/* Copies name with every character `from` replaced by `to`, cut to size bytes; returns copy.
 * Options have underscores in the library and hyphens on the command line. */
const char *text_replace(const char *name, char from, char to, char *copy, size_t size);

/* Returns the part of the text at *rest in front of the next separator, which may be empty, and
 * moves *rest behind that separator; null when no part is left. */
char *text_part(char **rest, char separator);

/* Returns the *n bytes of text without the blanks at both ends; *n: the number of bytes left. */
const char *text_trim(const char *text, size_t *n);

/* Returns the last line that is not blank in *n bytes of text, without the blanks at its end; *n:
 * its length in bytes, 0 if there is none. */
const char *text_last_line(const char *text, size_t *n);
