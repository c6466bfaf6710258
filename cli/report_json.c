/* SPDX-License-Identifier: MIT
 *
 * The result as one line of JSON. Numbers are written as raw text: cJSON would round counts above
 * 2^53 and the last digit of some reals. Numbers that are not finite are null, as JSON has none. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <cjson/cJSON.h>

#include "report.h"
#include "text.h"

static cJSON *real(double v)
{
    char text[TEXT_NUMBER_SIZE];
    return isfinite(v) ? cJSON_CreateRaw(text_number(v, text)) : cJSON_CreateNull();
}

static cJSON *count(uint64_t n)
{
    char text[TEXT_NUMBER_SIZE];
    snprintf(text, sizeof text, "%" PRIu64, n);
    return cJSON_CreateRaw(text);
}

static cJSON *string(const char *text)
{
    return text == NULL ? cJSON_CreateNull() : cJSON_CreateString(text);
}

static cJSON *vector(const double *v, size_t n)
{
    if (v == NULL) return cJSON_CreateNull();
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < n; i++)
        if (!cJSON_AddItemToArray(list, real(v[i]))) {
            cJSON_Delete(list);
            return NULL;
        }
    return list;
}

int report_json(const report *r)
{
    const nes_result *s = &r->result;
    const struct {
        const char *name;
        cJSON *item;
    } fields[] = {
        {"method", string(s->method)},
        {"dim", count(s->dim)},
        {"seed", count(s->seed)},
        {"best_f", real(s->best_f)},
        {"best_x", vector(s->best_x, s->dim)},
        {"mean_x", vector(s->mean_x, s->dim)},
        {"std_x", vector(s->std_x, s->dim)},
        {"precision", real(report_precision(r))},
        {"evaluations", count(s->evaluations)},
        {"failed", count(s->failed)},
        {"generations", count(s->generations)},
        {"restarts", count(s->restarts)},
        {"stop", string(nes_stop_name(s->stop))},
        {"stop_text", string(s->stop_text)},
        {"seconds", real(r->seconds)},
    };
    cJSON *object = cJSON_CreateObject();
    int complete = object != NULL;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (complete && cJSON_AddItemToObject(object, fields[i].name, fields[i].item)) continue;
        cJSON_Delete(fields[i].item);
        complete = 0;
    }
    char *text = complete ? cJSON_PrintUnformatted(object) : NULL;
    if (text != NULL) puts(text);
    cJSON_free(text);
    cJSON_Delete(object);
    return text == NULL ? -1 : 0;
}
