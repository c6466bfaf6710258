/* SPDX-License-Identifier: MIT
 *
 * Values in JSON. Numbers are written as raw text, because cJSON would round counts above 2^53 and
 * the last digit of some reals. Numbers that are not finite become null, since JSON has none. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "base/buffer.h"

/* Makes cJSON take its memory from base/memory.h, so that making a value cannot fail. */
void json_begin(void);

cJSON *json_from_real(double v);
cJSON *json_from_count(uint64_t n);
cJSON *json_from_string(const char *text); /* a null pointer becomes null in JSON */
cJSON *json_from_reals(const double *v, size_t n);

/* Puts the item into the object, or at the end of the list, which owns it from then on. */
void json_add(cJSON *object, const char *name, cJSON *item);
void json_append(cJSON *list, cJSON *item);

/* Puts n items into the object. An item whose name is null is left out and deleted. */
typedef struct json_field {
    const char *name;
    cJSON *item;
} json_field;
void json_add_fields(cJSON *object, const json_field *fields, size_t n);

/* Appends the object as a text without newline, and deletes it. */
void json_write(cJSON *object, buffer *to);

/* Prints the object as one line on standard output, and deletes it. */
void json_print(cJSON *object);
