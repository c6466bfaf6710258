/* SPDX-License-Identifier: MIT
 *
 * The names of the variables: those that the user gave, or x1, x2, and so on. Arguments of
 * programs, tables, plots, JSON and the database all use them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

enum { VARIABLES_NAME_SIZE = 64 }; /* bytes of the longest name with its closing zero */

typedef struct variables {
    size_t n;
    char (*name)[VARIABLES_NAME_SIZE]; /* owned; null: the names are x1 ... xn */
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

/* The first n names as a list in JSON; null without memory. */
cJSON *variables_json(const variables *v, size_t n);

/* Whether the user gave names. */
bool variables_have_names(const variables *v);

/* The number, from 0, of the variable of that name; n: there is none. x1 is always the first. */
size_t variables_find(const variables *v, const char *name);
