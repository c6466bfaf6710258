/* SPDX-License-Identifier: MIT
 *
 * JSON values of the kinds the program prints. Numbers are written as raw text: cJSON would round
 * counts above 2^53 and the last digit of some reals. Numbers that are not finite are null, as JSON
 * has none. All return null without memory. */
#ifndef BASE_JSON_VALUES_H
#define BASE_JSON_VALUES_H

#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "base/variables.h"

cJSON *json_from_real(double v);
cJSON *json_from_count(uint64_t n);
cJSON *json_from_string(const char *text); /* null becomes JSON's null */
cJSON *json_from_reals(const double *v, size_t n);
cJSON *json_from_names(const variables *v, size_t n); /* of the first n; null: x1, x2, ... */

/* Puts item into the object, and owns it from then on, also on failure. Returns whether all went
 * well. A null object or item is a failure, so that calls can be nested. */
int json_add(cJSON *object, const char *name, cJSON *item);

/* Appends likewise. */
int json_append(cJSON *list, cJSON *item);

/* Puts all items into the object likewise. */
typedef struct json_field {
    const char *name;
    cJSON *item;
} json_field;
int json_add_fields(cJSON *object, const json_field *fields, size_t n);

/* The object if complete is not 0; otherwise it is deleted: null. */
cJSON *json_whole(cJSON *object, int complete);

/* Prints the object as one line on standard output and deletes it, if complete is not 0. Returns 0,
 * or -1 without memory. */
int json_print(cJSON *object, int complete);

#endif
