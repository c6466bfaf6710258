/* SPDX-License-Identifier: MIT
 *
 * Text with placeholders, in arguments of a program and in templates:
 *
 *     {x}       all numbers, separated by commas
 *     {x1}      the first number, and so on; also by name: {width}
 *     {i}       the number of the evaluation
 *     {file}    the path of a file with the point, a number per line
 *     {dir}     the path of the evaluation's own folder
 *     {job}     the number of the worker, from 1
 *
 * A number may have a format of printf(), {width:%8.3f}; without one it reads back exactly. A
 * choice is its name, perhaps with a width, {material:%-8s}, and with %d its index. Only a word
 * between braces is a placeholder; other braces stand for themselves, so that JSON may be written
 * as it is. {{word}} stands for {word}. A brace before the name of a placeholder with anything else
 * around it, as in { x1 } or {x1:.3f}, is a slip and refused; {{x1:.3f} stands for {x1:.3f}. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "options/variables.h"

typedef struct placeholder_piece placeholder_piece;

typedef struct placeholder_text {
    char *text;                /* a copy, which the pieces borrow from; owned */
    placeholder_piece *pieces; /* owned */
    size_t n;
    bool is_all; /* the text is {x} and nothing else, perhaps with a format */
    bool has_number, has_id, has_file, has_dir, has_job; /* which placeholders the text has */
} placeholder_text;                                      /* a zeroed struct is an empty text */

/* Reads n bytes of text. where: what the text is, for messages. Returns 0, or the exit status with
 * the error printed and nothing to close. */
int placeholder_open(placeholder_text *t, const char *text, size_t n, const variables *v,
                     const char *where);

/* Makes a text in which braces mean nothing. */
void placeholder_open_plain(placeholder_text *t, const char *text);

void placeholder_close(placeholder_text *t);

/* The values that the placeholders have at one point. */
typedef struct placeholder_values {
    size_t dim;
    const double *x;    /* in the user's numbers */
    const scale *scale; /* of each variable; null: plain numbers */
    uint64_t id;
    const char *file, *dir; /* null where no text has {file} or {dir} */
    size_t job;
} placeholder_values;

/* Appends the text with everything filled in. */
void placeholder_fill(const placeholder_text *t, const placeholder_values *v, buffer *to);

/* Does the same for a text that is {x} and nothing else, with a separator between the numbers. */
void placeholder_fill_all(const placeholder_text *t, const placeholder_values *v, char separator,
                          buffer *to);

/* The number, from 0, of a variable that the text writes as %d though it is not whole; whole has an
 * entry for each of the dim variables. dim: there is none. */
size_t placeholder_rounded(const placeholder_text *t, const bool *whole, size_t dim);

/* Appends dim numbers, exactly, or names of choices, with separators between them. scales: of each
 * variable; null: plain numbers. */
void placeholder_numbers(const double *x, size_t dim, const scale *scales, char separator,
                         buffer *to);
