/* SPDX-License-Identifier: MIT
 *
 * What `nes tell` reads: lines with an id and a value, as pairs, as JSON, or as the table that `nes
 * ask --csv` printed with a column of values behind it. Where evaluations have outputs, a line has
 * their numbers in the place of the value, in their order, or as fields and columns of their names;
 * the value is among them, in front or called f, unless it is a formula. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "evaluate/evaluator.h"
#include "objective/outputs.h"
#include "options/variables.h"

typedef struct told {
    size_t line;
    char *text; /* the line; owned */
    eval_record record;
    double *values; /* with outputs: the record as outputs_complete() takes it; owned */
    char *said;     /* why the evaluation failed; owned; null: nothing was said */
} told;

typedef struct told_list {
    told *v; /* owned */
    size_t n;
    char *header; /* the first line, if it has names; owned; null: it has none */
    size_t columns;
} told_list; /* a zeroed struct is empty */

/* Reads all lines of a descriptor. Returns 0, or the exit status with the error printed.
 * told_close() in either case. */
int told_read(told_list *l, int descriptor);

/* Reads what the lines tell. The line of names, if there is one, must fit the variables, so that no
 * number of a point is taken for a value. o: null: evaluations have no outputs. Returns 0, or the
 * exit status with the error printed. */
int told_take(told_list *l, const variables *v, const output_set *o);

void told_close(told_list *l);

/* told_outputs.c: how many numbers are told of an evaluation, and their names. */
size_t told_width(const output_set *o);
const char *told_name(const output_set *o, size_t i);

/* Read these numbers from an object, from the words of a line behind its id, and from the columns
 * of a table. False: one is missing. */
bool told_take_json(const output_set *o, const cJSON *object, told *t);
bool told_take_words(const output_set *o, const char *text, told *t);
bool told_take_columns(const output_set *o, const told_list *l, const char *line, told *t);

/* The n bytes of column k, from 0, of a line with commas or semicolons between them; null: it has
 * none. And the column of that name; SIZE_MAX: there is none. */
const char *told_column_at(const char *line, size_t k, size_t *n);
size_t told_column(const told_list *l, const char *name);

/* Refuses a line of names that lacks one. Returns 0, or the exit status with the error printed. */
int told_check_columns(const output_set *o, const told_list *l);
