/* SPDX-License-Identifier: MIT
 *
 * Thin helpers over cJSON; see base/json_values.h. */
#include "base/json_values.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/memory.h"
#include "base/text.h"

static void *take(size_t n)
{
    return memory_resize(NULL, n, 1);
}

void json_begin(void)
{
    cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = take, .free_fn = free});
}

cJSON *json_from_real(double v)
{
    char text[TEXT_NUMBER_SIZE];
    return isfinite(v) ? cJSON_CreateRaw(text_number(v, text)) : cJSON_CreateNull();
}

cJSON *json_from_count(uint64_t n)
{
    char text[TEXT_NUMBER_SIZE];
    snprintf(text, sizeof text, "%" PRIu64, n);
    return cJSON_CreateRaw(text);
}

cJSON *json_from_string(const char *text)
{
    return text == NULL ? cJSON_CreateNull() : cJSON_CreateString(text);
}

cJSON *json_from_reals(const double *v, size_t n)
{
    if (v == NULL) return cJSON_CreateNull();
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < n; i++) json_append(list, json_from_real(v[i]));
    return list;
}

void json_add(cJSON *object, const char *name, cJSON *item)
{
    cJSON_AddItemToObject(object, name, item);
}

void json_append(cJSON *list, cJSON *item)
{
    cJSON_AddItemToArray(list, item);
}

void json_add_fields(cJSON *object, const json_field *fields, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (fields[i].name != NULL)
            json_add(object, fields[i].name, fields[i].item);
        else
            cJSON_Delete(fields[i].item);
}

void json_write(cJSON *object, buffer *to)
{
    char *text = cJSON_PrintUnformatted(object);
    cJSON_Delete(object);
    clean_add(to, text, strlen(text), CLEAN_JSON);
    cJSON_free(text);
}

void json_print(cJSON *object)
{
    buffer line = {.text = NULL};
    json_write(object, &line);
    puts(line.text);
    buffer_free(&line);
}
