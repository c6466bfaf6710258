/* SPDX-License-Identifier: MIT
 *
 * What the program says: errors with its name in front, paragraphs wrapped to the width of a page,
 * numbers as short as they can be without losing a bit. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stddef.h>
#include <stdio.h>

enum { TEXT_WIDTH = 90, TEXT_HELP_WIDTH = 80, TEXT_NUMBER_SIZE = 32, TEXT_COLUMN = 18 };

/* Prints "nes: " and the message to standard error; returns status, to be passed on. */
int text_error(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints like fprintf(), but nothing that a terminal would obey (base/clean.h): for all that has
 * names or texts of other people in it, such as names of files. */
void text_print(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Where the user wrote what a message is about, such as "job.yaml:12:5"; null: not known. Errors
 * that have an origin begin with it. */
typedef const char *(*text_origin)(const char *message, void *data);

/* Origins of all errors from now on; null: there are none any more. */
void text_set_origin(text_origin find, void *data);

/* Prints text, clean like text_print(), wrapped to a width. The first line goes on at column
 * indent, the others start there; ends with a newline. */
void text_wrap(FILE *out, int indent, int width, const char *text);

/* An entry of a help text on standard output: the name, and the sentence beside it from that column
 * on, or below it where the name is too long. */
void text_entry(int column, const char *name, const char *doc);

/* A row of a table on standard output: its label, behind which the text follows at TEXT_COLUMN; and
 * with a text, wrapped. */
void text_label(const char *name);
void text_row(const char *name, const char *text);

/* The shortest decimal text that reads back as v; returns text. */
const char *text_number(double v, char text[TEXT_NUMBER_SIZE]);

/* Option names have underscores in the library and hyphens on the command line. Copies name with
 * every `from` replaced by `to`, cut to size; returns copy. */
const char *text_replace(const char *name, char from, char to, char *copy, size_t size);

/* Cuts the text at *rest at the next separator: returns what is in front of it, perhaps empty, and
 * moves *rest behind it; null when there is no more. */
char *text_part(char **rest, char separator);

#endif
