/* SPDX-License-Identifier: MIT
 *
 * Values in JSON. Numbers are written as raw text, because cJSON would round counts above 2^53 and
 * the last digit of some reals. Numbers that are not finite become null, since JSON has none.
 * Functions that make a value return null without memory. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

cJSON *json_from_real(double v);
cJSON *json_from_count(uint64_t n);
cJSON *json_from_string(const char *text); /* a null pointer becomes null in JSON */
cJSON *json_from_reals(const double *v, size_t n);

/* Puts the item into the object, which owns it from then on; on failure the item is deleted.
 * Returns whether it worked. A null object or item is a failure, so that calls can be nested. */
int json_add(cJSON *object, const char *name, cJSON *item);

/* Appends the item to the list in the same way. */
int json_append(cJSON *list, cJSON *item);

/* Puts n items into the object in the same way. An item whose name is null is left out and deleted.
 * */
typedef struct json_field {
    const char *name;
    cJSON *item;
} json_field;
int json_add_fields(cJSON *object, const json_field *fields, size_t n);

/* The object if complete is not 0; otherwise null, and the object is deleted. */
cJSON *json_whole(cJSON *object, int complete);

/* Prints the object as one line on standard output, if complete is not 0, and deletes it in any
 * case. Returns 0, or -1 without memory or where it is not complete. */
int json_print(cJSON *object, int complete);
