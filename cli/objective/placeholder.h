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
 * Only a word between braces is a placeholder; other braces stand for themselves, so that JSON may
 * be written as it is. {{word}} stands for {word}. A brace before the name of a placeholder with
 * anything else around it, as in { x1 } or {x1:.3f}, is a slip and refused; {{x1:.3f} stands for
 * {x1:.3f}. Numbers read back exactly. */
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
    bool is_all;                                         /* it is {x} and nothing else */
    bool has_number, has_id, has_file, has_dir, has_job; /* which placeholders are there */
} placeholder_text;                                      /* a zeroed struct is an empty text */

/* Reads n bytes of text. where: what the text is, for messages. Returns 0, or the exit status with
 * the error printed and nothing to close. */
int placeholder_open(placeholder_text *t, const char *text, size_t n, const variables *v,
                     const char *where);

/* A text in which braces mean nothing. */
void placeholder_open_plain(placeholder_text *t, const char *text);

void placeholder_close(placeholder_text *t);

/* What stands for the placeholders at one point. */
typedef struct placeholder_values {
    size_t dim;
    const double *x;
    uint64_t id;
    const char *file, *dir; /* null where no text has them */
    size_t job;
} placeholder_values;

/* Appends the text with everything filled in. */
void placeholder_fill(const placeholder_text *t, const placeholder_values *v, buffer *to);

/* All numbers of a point with separators in between. */
void placeholder_numbers(const double *x, size_t dim, char separator, buffer *to);
