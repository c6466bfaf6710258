/* SPDX-License-Identifier: MIT
 *
 * Points and answers as text; see evaluate/worker_lines.h. */
#include "evaluate/worker_lines.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <cjson/cJSON.h>

#include "base/text.h"
#include "nes/nes.h"
#include "objective/placeholder.h"

/* Adds a number, or the name of a choice in quotes, which it has none of itself. */
static void add_value(const variables *v, size_t i, double x, buffer *to)
{
    const scale *s = variables_scale(v, i);
    const char *quote = s != NULL && scale_name(s, x) != NULL ? "\"" : "";
    buffer_print(to, "%s", quote);
    scale_put(s, x, to);
    buffer_print(to, "%s", quote);
}

static void add_names(const variables *v, const double *x, buffer *to)
{
    char name[VARIABLES_NAME_SIZE];
    for (size_t i = 0; i < v->n; i++) {
        buffer_print(to, "%s\"%s\":", i == 0 ? ",\"named\":{" : ",", variables_name(v, i, name));
        add_value(v, i, x[i], to);
    }
    buffer_print(to, "}");
}

void worker_lines_point(uint64_t id, size_t dim, const double *x, const variables *v, bool json,
                        buffer *to)
{
    if (!json) {
        placeholder_numbers(x, dim, v->scale, ' ', to);
    } else {
        buffer_print(to, "{\"id\":%llu,\"x\":[", (unsigned long long)id);
        for (size_t i = 0; i < dim; i++) {
            if (i > 0) buffer_print(to, ",");
            add_value(v, i, x[i], to);
        }
        buffer_print(to, "]");
        if (variables_have_names(v)) add_names(v, x, to);
        buffer_print(to, "}");
    }
    buffer_print(to, "\n");
}

static worker_answer say(value_reading *to, worker_answer kind, const char *why, const char *said)
{
    to->f = (double)NAN;
    snprintf(to->why, sizeof to->why, "%s", why);
    snprintf(to->said, sizeof to->said, "%s", said);
    return kind;
}

/* What an object says besides its value: whose it is, and whether there is one. A null object
 * says nothing: the line is no JSON, or has a NaN in it, which only the rule for values knows. */
static worker_answer read_object(const cJSON *object, uint64_t id, const char *line,
                                 value_reading *to)
{
    const cJSON *whose = cJSON_GetObjectItemCaseSensitive(object, "id");
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(object, "error");
    if (cJSON_IsNumber(whose) && whose->valuedouble != (double)id)
        return say(to, WORKER_GARBAGE, "answered for another point", line);
    if (cJSON_IsString(error)) return say(to, WORKER_FAILED, "said failed", error->valuestring);
    return WORKER_VALUE;
}

static worker_answer read_json(const worker_lines *l, uint64_t id, char *line, size_t n,
                               double *values, value_reading *to)
{
    cJSON *object = cJSON_ParseWithLength(line, n);
    const worker_answer kind = read_object(object, id, line, to);
    const bool good = object != NULL;
    cJSON_Delete(object);
    if (kind != WORKER_VALUE || outputs_read(l->outputs, l->json, line, n, values, to)) return kind;
    if (to->said[0] == '\0') snprintf(to->said, sizeof to->said, "%s", line);
    return good ? WORKER_FAILED : WORKER_GARBAGE;
}

/* What follows the word failed at the beginning of the line; null: the line does not begin so. */
static const char *after_failed(const char *line)
{
    static const char word[] = "failed", behind[] = " \t:,";
    const size_t n = sizeof word - 1;
    if (strncasecmp(line, word, n) != 0) return NULL;
    if (line[n] != '\0' && strchr(behind, line[n]) == NULL) return NULL;
    return line + n + strspn(line + n, behind);
}

worker_answer worker_lines_read(const worker_lines *l, uint64_t id, char *line, size_t n,
                                double *values, value_reading *to)
{
    line += text_trim(line, &n) - line;
    line[n] = '\0';
    if (n == 0) return WORKER_BLANK;
    if (line[0] == '{') return read_json(l, id, line, n, values, to);
    const char *reason = after_failed(line);
    if (reason != NULL) return say(to, WORKER_FAILED, "said failed", reason);
    return outputs_read(l->outputs, l->plain, line, n, values, to) ? WORKER_VALUE : WORKER_GARBAGE;
}
