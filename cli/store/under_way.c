/* SPDX-License-Identifier: MIT
 *
 * See store/under_way.h. Ids are texts, since readers of JSON round counts above 2^53. */
#include "store/under_way.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json_values.h"
#include "store/database.h"

static const char FACT[] = "under_way";

static cJSON *to_json(const under_way *u)
{
    char id[24];
    snprintf(id, sizeof id, "%" PRIu64, u->id);
    const json_field fields[] = {
        {"id", json_from_string(id)},
        {"since", json_from_real(u->since)},
        {"usual", json_from_real(u->usual)},
        {"process", u->process > 0 ? json_from_count((uint64_t)u->process) : cJSON_CreateNull()},
        {"rank", u->rank >= 0 ? json_from_count((uint64_t)u->rank) : cJSON_CreateNull()},
    };
    cJSON *object = cJSON_CreateObject();
    json_add_fields(object, fields, sizeof fields / sizeof *fields);
    return object;
}

int under_way_write(store *s, const under_way *list, size_t n)
{
    if (n == 0)
        return database_execute(s, "DELETE FROM facts WHERE name = ?", CELLS(CELL_TEXT(FACT)));
    cJSON *array = cJSON_CreateArray();
    for (size_t i = 0; i < n; i++) json_append(array, to_json(&list[i]));
    char *text = cJSON_PrintUnformatted(array);
    const int status = store_set_fact(s, FACT, text);
    cJSON_free(text);
    cJSON_Delete(array);
    return status;
}

/* A number of the list; what is none becomes `otherwise`. */
static long read_number(const cJSON *of, const char *name, long otherwise)
{
    const double v = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(of, name));
    return v >= 0 && v < (double)INT_MAX ? (long)v : otherwise;
}

size_t under_way_read(store *s, under_way list[UNDER_WAY_MOST])
{
    char *text = store_get_fact(s, FACT);
    cJSON *array = text != NULL ? cJSON_Parse(text) : NULL;
    size_t n = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "id"));
        const double since = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(item, "since"));
        const double usual = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(item, "usual"));
        if (id == NULL || !isfinite(since) || n == UNDER_WAY_MOST) continue;
        list[n++] = (under_way){.id = strtoull(id, NULL, 10),
                                .since = since,
                                .usual = usual,
                                .process = read_number(item, "process", 0),
                                .rank = (int)read_number(item, "rank", -1)};
    }
    cJSON_Delete(array);
    free(text);
    return n;
}
