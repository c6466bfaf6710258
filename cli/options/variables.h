/* SPDX-License-Identifier: MIT
 *
 * The variables: their names, those that the user gave, or x1, x2, and so on, and their scales
 * (options/scale.h). Arguments of programs, tables, plots, JSON and the database all use them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

#include "options/scale.h"

/* Bytes of the longest name with its closing zero, and of a name with its unit. */
enum { VARIABLES_NAME_SIZE = 64, VARIABLES_LABEL_SIZE = 100 };

typedef struct variables {
    size_t n;
    char (*name)[VARIABLES_NAME_SIZE]; /* owned; null: the names are x1 ... xn */
    scale *scale;                      /* of each variable; owned; null: all are plain numbers */
} variables;                           /* a zeroed struct has no variables */

/* Reads the value of --names for n variables: n words, separated by commas, each a letter followed
 * by letters, digits and underscores, and all different. names null: the variables are x1 ... xn.
 * Returns 0, or the exit status with the error printed. */
int variables_open(variables *v, size_t n, const char *names);
void variables_close(variables *v);

/* How many names there are in a value of --names. */
size_t variables_count(const char *names);

/* Why a text cannot be the name of a variable; null: it can. */
const char *variables_refuse_name(const char *name);

/* The number, from 0, of a variable whose name another variable has, too; n: all names differ. x3
 * can only name the third variable. The variables have names. */
size_t variables_repeated(const variables *v);

/* Pointers to the names, sorted by their bytes; to be freed. The variables have names. */
const char **variables_sorted(const variables *v);

/* The name of variable i, from 0; perhaps written to text. */
const char *variables_name(const variables *v, size_t i, char text[VARIABLES_NAME_SIZE]);

/* The first n names as a list in JSON. */
cJSON *variables_json(const variables *v, size_t n);

/* Whether the user gave names. */
bool variables_have_names(const variables *v);

/* The number, from 0, of the variable of that name; n: there is none. x1 is always the first. */
size_t variables_find(const variables *v, const char *name);

/* ---- scales.c ------------------------------------------------------------------------------- */

/* The values of --values, --step, --choices and --unit, such as "radius=1,1.6,2; t=0,5"; null: not
 * given. */
typedef struct scale_texts {
    const char *values, *step, *choices, *unit;
} scale_texts;

/* Reads the scales of variables that have names or numbers already. Returns 0, or the exit status
 * with the error printed. */
int variables_open_scales(variables *v, const scale_texts *t);

/* Lets the steps of variable i, if it has any, begin at the lower bound, or else at the upper. A
 * bound that is not finite is none. */
void variables_begin(variables *v, size_t i, double lower, double upper);

/* Appends the scales of a kind in the form of the option; SCALE_PLAIN: the units. */
void variables_print_scales(const variables *v, scale_kind kind, buffer *to);

/* The scale of variable i; null: plain numbers. */
const scale *variables_scale(const variables *v, size_t i);
scale_kind variables_kind(const variables *v, size_t i);

/* Whether a variable is no plain number, or a choice. */
bool variables_have_scales(const variables *v);
bool variables_have_choices(const variables *v);

/* Whether some variable has a choice of that name; *index: its number, from 0, or NaN where several
 * have it at different places. */
bool variables_choice(const variables *v, const char *name, size_t length, double *index);

/* The name with its unit, as tables have it: "thickness [mm]". */
const char *variables_label(const variables *v, size_t i, char text[VARIABLES_LABEL_SIZE]);

/* Reads a word as a value of variable i: a number, which must be one of its scale, or the name of a
 * choice. Returns null, or a sentence that says what is wrong, in text. */
const char *variables_read(const variables *v, size_t i, const char *word, size_t length,
                           double *shown, char *text, size_t size);

/* Appends a list of values of the variables as numbers: names of choices become indices, and "?",
 * which gives no value, is infinite. A list of one for all variables is as it was. option: its
 * name, for errors. Returns 0, or the exit status with the error printed. */
int variables_list(const variables *v, const char *option, const char *text, buffer *to);

/* The user's numbers of a point for those that are searched, and back; to may be the same array. */
void variables_show(const variables *v, const double *searched, double *to);
void variables_find_point(const variables *v, const double *shown, double *to);

/* Standard deviations of searched numbers in the user's; to may be the same array. */
void variables_show_std(const variables *v, const double *std, double *to);

/* A point as a list in JSON, as an object by the names of the variables, and the value of variable
 * i: choices are names. Null becomes null. */
cJSON *variables_point_json(const variables *v, const double *shown);
cJSON *variables_named_json(const variables *v, const double *shown);
cJSON *variables_value_json(const variables *v, size_t i, double shown);
