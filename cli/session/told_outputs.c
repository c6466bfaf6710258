/* SPDX-License-Identifier: MIT
 *
 * What is told of an evaluation with outputs: the numbers of a line, by their order or by name; see
 * session/told.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "objective/value.h"
#include "session/told.h"

static const char GAP[] = " \t\r,;";

size_t told_width(const output_set *o)
{
    return o->given + (o->value == NULL);
}

const char *told_name(const output_set *o, size_t i)
{
    if (o->value == NULL && i-- == 0) return "f";
    for (size_t k = 0; k < o->names.n; k++)
        if (o->rule[k].text == NULL && i-- == 0) return o->names.name[k];
    return NULL;
}

/* Where number i goes in a record, as outputs_complete() takes it. */
static double *place_of(const output_set *o, size_t i, double *values)
{
    if (o->value != NULL) return &values[1 + o->own + i];
    return i == 0 ? &values[0] : &values[o->own + i];
}

/* Reads n bytes as number i. The word failed makes it a failed evaluation. */
static bool take_number(const output_set *o, size_t i, const char *text, size_t n, told *t)
{
    value_reading reading;
    if (value_take(text, n, "no number", &reading)) {
        *place_of(o, i, t->values) = reading.f;
        return true;
    }
    if (reading.reported) t->record.fate = NES_FAILED;
    return reading.reported;
}

static bool take_field(const output_set *o, size_t i, const cJSON *field, told *t)
{
    if (cJSON_IsString(field))
        return take_number(o, i, field->valuestring, strlen(field->valuestring), t);
    if (!cJSON_IsNumber(field)) return false;
    *place_of(o, i, t->values) = field->valuedouble;
    return true;
}

bool told_take_json(const output_set *o, const cJSON *object, told *t)
{
    const cJSON *f = cJSON_GetObjectItemCaseSensitive(object, "f");
    if (cJSON_IsString(f) && take_field(o, 0, f, t) && t->record.fate == NES_FAILED) return true;
    for (size_t i = 0; i < told_width(o); i++) {
        const cJSON *field = cJSON_GetObjectItemCaseSensitive(object, told_name(o, i));
        if (!take_field(o, i, field, t)) return false;
        if (t->record.fate == NES_FAILED) return true;
    }
    return true;
}

bool told_take_words(const output_set *o, const char *text, told *t)
{
    const size_t width = told_width(o);
    for (size_t i = 0;; i++) {
        text += strspn(text, GAP);
        const size_t n = strcspn(text, GAP);
        if (n == 0 || i == width) return n == 0 && i == width;
        if (!take_number(o, i, text, n, t)) return false;
        text += n;
        if (t->record.fate != NES_FAILED) continue;
        text += strspn(text, " \t\r,;:");
        if (*text != '\0') t->said = memory_text(text);
        return true;
    }
}

/* The n bytes of column k, from 0, of a line; null: it has none. */
const char *told_column_at(const char *line, size_t k, size_t *n)
{
    static const char between[] = ",;";
    for (; k > 0; k--) {
        line += strcspn(line, between);
        if (*line++ == '\0') return NULL;
    }
    *n = strcspn(line, between);
    return text_trim(line, n);
}

/* The column of that name; SIZE_MAX: there is none. */
size_t told_column(const told_list *l, const char *name)
{
    const char *at;
    size_t n;
    for (size_t k = 0; (at = told_column_at(l->header, k, &n)) != NULL; k++)
        if (strlen(name) == n && strncmp(at, name, n) == 0) return k;
    return SIZE_MAX;
}

bool told_take_columns(const output_set *o, const told_list *l, const char *line, told *t)
{
    for (size_t i = 0; i < told_width(o); i++) {
        size_t n;
        const char *at = told_column_at(line, told_column(l, told_name(o, i)), &n);
        if (at == NULL || !take_number(o, i, at, n, t)) return false;
    }
    return true;
}

int told_check_columns(const output_set *o, const told_list *l)
{
    for (size_t i = 0; i < told_width(o); i++)
        if (told_column(l, told_name(o, i)) == SIZE_MAX)
            return text_error(EXIT_USAGE,
                              "line 1: '%.60s' has no column '%s'; name the id and %zu number%s",
                              l->header, told_name(o, i), told_width(o), text_s(told_width(o)));
    return 0;
}
