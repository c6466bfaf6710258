/* SPDX-License-Identifier: MIT
 *
 * --value-json PATH: a field such as loss, result.loss or runs[0].f of the last JSON value in the
 * output that begins a line. Other lines may stand before, between and after. NaN and Infinity,
 * which JSON has not but programs write, are understood. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "objective/value_rule.h"

/* A step of a path: a name of n bytes, or an index in brackets. */
typedef struct step {
    const char *name; /* null: the step is an index */
    size_t n;
    int index;
} step;

/* Reads the next step of a path and moves *path behind it. Returns 1, 0 at the end of the path, -1
 * where the path is wrong. */
static int next_step(const char **path, bool first, step *s)
{
    const char *at = *path;
    char *end;
    if (*at == '\0') return first ? -1 : 0;
    if (*at == '[') {
        if (at[1] < '0' || at[1] > '9') return -1;
        const long index = strtol(at + 1, &end, 10);
        if (*end != ']' || index > 1000000000) return -1;
        *s = (step){.index = (int)index};
        *path = end + 1;
        return 1;
    }
    if (!first && *at++ != '.') return -1;
    s->name = at;
    s->n = strcspn(at, ".[");
    *path = at + s->n;
    return s->n > 0 ? 1 : -1;
}

int value_check_path(const char *path)
{
    const char *at = path;
    step s;
    int found = next_step(&at, true, &s);
    while (found > 0) found = next_step(&at, false, &s);
    if (found == 0) return 0;
    return text_error(
        EXIT_USAGE,
        "--value-json '%s' is no path; write names with dots between them and indexes from 0 "
        "in brackets, such as result.loss or runs[0].f",
        path);
}

static const cJSON *child_named(const cJSON *object, const step *s)
{
    for (const cJSON *c = cJSON_IsObject(object) ? object->child : NULL; c != NULL; c = c->next)
        if (strlen(c->string) == s->n && strncmp(c->string, s->name, s->n) == 0) return c;
    return NULL;
}

/* The field at the path; null: there is none. */
static const cJSON *field_of(const cJSON *value, const char *path)
{
    step s;
    for (bool first = true; value != NULL && next_step(&path, first, &s) > 0; first = false)
        value = s.name != NULL         ? child_named(value, &s)
                : cJSON_IsArray(value) ? cJSON_GetArrayItem(value, s.index)
                                       : NULL;
    return value;
}

/* Copies the text with NaN, Infinity and -Infinity outside of strings turned into strings. */
static void copy_with_words(const char *text, size_t n, buffer *to)
{
    static const char *const words[] = {"NaN", "-NaN", "Infinity", "-Infinity"};
    bool quoted = false;
    for (size_t i = 0; i < n; i++) {
        size_t k = 0, length = 0;
        for (; !quoted && k < 4; k++) {
            length = strlen(words[k]);
            if (length <= n - i && strncmp(text + i, words[k], length) == 0) break;
        }
        if (!quoted && k < 4) {
            buffer_print(to, "\"%s\"", words[k]);
            i += length - 1;
            continue;
        }
        if (text[i] == '"') quoted = !quoted;
        if (text[i] == '\n') quoted = false; /* a string of JSON ends with its line */
        buffer_add(to, text + i, 1);
        if (quoted && text[i] == '\\' && i + 1 < n) buffer_add(to, text + ++i, 1);
    }
}

/* The last object or list that begins a line; null: there is none. */
static cJSON *last_value(const char *text, size_t n)
{
    cJSON *last = NULL;
    const char *at = text, *end = text + n;
    while (at < end) {
        const char *behind = NULL;
        at += strspn(at, " \t\r\n");
        cJSON *value = *at == '{' || *at == '['
                           ? cJSON_ParseWithLengthOpts(at, (size_t)(end - at), &behind, 0)
                           : NULL;
        if (value != NULL) {
            cJSON_Delete(last);
            last = value;
            at = behind;
        }
        at += strcspn(at, "\n");
    }
    return last;
}

static bool take_field(const value_rule *r, const cJSON *field, value_reading *to)
{
    char kind[VALUE_WHY_SIZE];
    if (field == NULL) return value_missing(to, "", 0, "no field %s in its JSON", r->path);
    snprintf(kind, sizeof kind, "no number in the field %.100s of its JSON", r->path);
    if (cJSON_IsString(field))
        return value_take(field->valuestring, strlen(field->valuestring), kind, to);
    if (!cJSON_IsNumber(field)) return value_missing(to, "", 0, "%s", kind);
    to->f = field->valuedouble;
    return true;
}

bool value_read_json(const value_rule *r, const char *text, size_t n, value_reading *to)
{
    buffer copy = {.n = 0};
    copy_with_words(text, n, &copy);
    cJSON *value = copy.failed || copy.n == 0 ? NULL : last_value(copy.text, copy.n);
    const bool read = value == NULL ? value_missing(to, "", 0, "%s no JSON", r->verb)
                                    : take_field(r, field_of(value, r->path), to);
    cJSON_Delete(value);
    buffer_free(&copy);
    return read;
}
