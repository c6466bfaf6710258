/* SPDX-License-Identifier: MIT
 *
 * Failures as text and as JSON; see evaluate/failure_kind.h. */
#include "evaluate/failure_kind.h"

#include <inttypes.h>
#include <string.h>

#include "base/json_values.h"

enum { LONGEST = 300 };

/* Where the last line that is not empty begins, and its length. */
static const char *last_line(const char *said, size_t *n)
{
    size_t end = strlen(said);
    while (end > 0 && strchr(" \t\r\n", said[end - 1]) != NULL) end--;
    size_t begin = end;
    while (begin > 0 && said[begin - 1] != '\n') begin--;
    *n = end - begin;
    return said + begin;
}

void failure_kind_print(const failure_kind *k, buffer *to)
{
    size_t n;
    const char *line = last_line(k->said, &n);
    buffer_print(to, "%" PRIu64 " x %s, first at point %" PRIu64, k->count, k->failure, k->id);
    if (n > 0)
        buffer_print(to, ": %.*s%s", (int)(n <= LONGEST ? n : LONGEST), line,
                     n <= LONGEST ? "" : "...");
}

static cJSON *kind_json(const failure_kind *k)
{
    const json_field fields[] = {{"kind", json_from_string(k->failure)},
                                 {"count", json_from_count(k->count)},
                                 {"id", json_from_count(k->id)},
                                 {"example", json_from_string(k->said)}};
    cJSON *object = cJSON_CreateObject();
    json_add_fields(object, fields, sizeof fields / sizeof *fields);
    return object;
}

cJSON *failure_kinds_json(const failure_kind *kinds, size_t n)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < n; i++) json_append(list, kind_json(&kinds[i]));
    return list;
}
