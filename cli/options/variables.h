/* SPDX-License-Identifier: MIT
 *
 * The names of the variables: those that the user gave, or x1, x2, and so on. Arguments of
 * programs, tables, plots, JSON and the database all use them. */
#ifndef OPTIONS_VARIABLES_H
#define OPTIONS_VARIABLES_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

enum { VARIABLES_NAME_SIZE = 64 }; /* the longest name, with the closing zero */

typedef struct variables {
    size_t n;
    char (*name)[VARIABLES_NAME_SIZE]; /* owned; null: x1 ... xn */
} variables;                           /* all zero is empty */

/* Reads the value of --names for n variables: as many words, separated by commas, each a letter
 * followed by letters, digits and underscores, and all different. Null: x1 ... xn. Returns 0, or
 * the exit status with the error printed. */
int variables_open(variables *v, size_t n, const char *names);
void variables_close(variables *v);

/* How many names there are in a value of --names. */
size_t variables_count(const char *names);

/* Why a name cannot be one; null: it can. */
const char *variables_refuse_name(const char *name);

/* The number of a variable whose name stands for another one already, from 0; n: all differ. x3 can
 * only be the name of the third. The variables have names. */
size_t variables_repeated(const variables *v);

/* Pointers to the names, sorted by their bytes; to be freed. The variables have names. Null: no
 * memory. */
const char **variables_sorted(const variables *v);

/* Name number i, from 0; perhaps written to text. */
const char *variables_name(const variables *v, size_t i, char text[VARIABLES_NAME_SIZE]);

/* The first n names as a list in JSON; null without memory. */
cJSON *variables_json(const variables *v, size_t n);

/* Whether the user gave names. */
bool variables_have_names(const variables *v);

/* The number of the variable of that name, from 0; n: there is none. x1 is always the first. */
size_t variables_find(const variables *v, const char *name);

#endif
