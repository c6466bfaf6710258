/* SPDX-License-Identifier: MIT
 *
 * See store/places_fact.h. */
#include "store/places_fact.h"

#include <stdlib.h>

#include "base/json_values.h"
#include "store/database.h"

static const char FACT[] = "places";

int places_fact_write(store *s, const places_use *u, double until)
{
    double all;
    const double busy = places_use_busy(u, until, &all);
    const json_field fields[] = {
        {"places", json_from_count(u->places)},
        {"ranks", u->ranks > 0 ? json_from_count((uint64_t)u->ranks) : cJSON_CreateNull()},
        {"busy", json_from_real(busy)},
        {"all", json_from_real(all)},
    };
    cJSON *object = cJSON_CreateObject();
    json_add_fields(object, fields, sizeof fields / sizeof *fields);
    char *text = cJSON_PrintUnformatted(object);
    const int status = store_set_fact(s, FACT, text);
    cJSON_free(text);
    cJSON_Delete(object);
    return status;
}

/* A number of the fact, at least 0; what is none becomes 0. */
static double read_number(const cJSON *of, const char *name, double most)
{
    const double v = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(of, name));
    return v > 0 && v <= most ? v : 0;
}

void places_fact_read(store *s, places_use *u)
{
    char *text = store_get_fact(s, FACT);
    cJSON *object = text != NULL ? cJSON_Parse(text) : NULL;
    u->places = (size_t)read_number(object, "places", 1e9);
    u->ranks = (int)read_number(object, "ranks", 1e9);
    u->busy_before = read_number(object, "busy", 1e300);
    u->all_before = read_number(object, "all", 1e300);
    if (u->busy_before > u->all_before) u->busy_before = u->all_before;
    cJSON_Delete(object);
    free(text);
}
