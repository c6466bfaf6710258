/* SPDX-License-Identifier: MIT
 *
 * Thin helpers over cJSON; see base/json_values.h. */
#include "base/json_values.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clean.h"
#include "base/text.h"

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
    for (size_t i = 0; i < n; i++)
        if (!json_append(list, json_from_real(v[i]))) {
            cJSON_Delete(list);
            return NULL;
        }
    return list;
}

int json_add(cJSON *object, const char *name, cJSON *item)
{
    if (object != NULL && item != NULL && cJSON_AddItemToObject(object, name, item)) return 1;
    cJSON_Delete(item);
    return 0;
}

int json_append(cJSON *list, cJSON *item)
{
    if (list != NULL && item != NULL && cJSON_AddItemToArray(list, item)) return 1;
    cJSON_Delete(item);
    return 0;
}

int json_add_fields(cJSON *object, const json_field *fields, size_t n)
{
    int complete = object != NULL;
    for (size_t i = 0; i < n; i++)
        if (fields[i].name != NULL)
            complete &= json_add(object, fields[i].name, fields[i].item);
        else
            cJSON_Delete(fields[i].item);
    return complete;
}

cJSON *json_whole(cJSON *object, int complete)
{
    if (complete) return object;
    cJSON_Delete(object);
    return NULL;
}

int json_print(cJSON *object, int complete)
{
    char *text = complete ? cJSON_PrintUnformatted(object) : NULL;
    buffer line = {.text = NULL};
    if (text != NULL) clean_add(&line, text, strlen(text), CLEAN_JSON);
    const int status = text == NULL || line.failed ? -1 : 0;
    if (status == 0) puts(line.text);
    buffer_free(&line);
    cJSON_free(text);
    cJSON_Delete(object);
    return status;
}
