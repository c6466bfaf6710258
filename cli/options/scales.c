/* SPDX-License-Identifier: MIT
 *
 * The scales of all variables: from the options --values, --step, --choices and --unit, and at the
 * points of the optimiser; see options/variables.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/json_values.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "base/vector.h"
#include "nes/by_name.h"
#include "options/variables.h"

enum { SENTENCE = 512 };

/* ---- options -------------------------------------------------------------------------------- */

typedef struct scale_option {
    const char *name, *example;
    scale_kind kind; /* SCALE_PLAIN: units */
} scale_option;

static const scale_option STEP = {"step", "gap=0.25", SCALE_STEP},
                          VALUES = {"values", "radius=1,1.6,2", SCALE_VALUES},
                          CHOICES = {"choices", "material=steel,alu", SCALE_CHOICES},
                          UNIT = {"unit", "gap=mm", SCALE_PLAIN};

static scale *scale_at(variables *v, size_t i)
{
    if (v->scale == NULL) v->scale = memory_zeros(v->n, sizeof *v->scale);
    return &v->scale[i];
}

/* Errors begin with the number of the variable, by which its line in a problem file is found. */
static int refuse(const variables *v, size_t i, const char *why)
{
    char name[VARIABLES_NAME_SIZE];
    return text_error(EXIT_USAGE, "variable %zu (%s): %s", i + 1, variables_name(v, i, name), why);
}

static const char *read_unit(scale *s, const char *word)
{
    if (s->unit != NULL) return "its unit is given twice";
    if (word[0] == '\0' || strlen(word) > 30) return "a unit has 1 to 30 bytes";
    for (const char *c = word; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) return "a unit has no control characters";
    s->unit = memory_text(word);
    return NULL;
}

static int read_words(variables *v, const scale_option *o, size_t i, char *words)
{
    scale *s = scale_at(v, i);
    char text[SENTENCE];
    const char *wrong = NULL;
    if (o->kind != SCALE_PLAIN && s->kind != SCALE_PLAIN)
        wrong = "it has one scale: a step, values, or choices; give one of them";
    else if (o->kind == SCALE_STEP)
        wrong = scale_use_step(s, words, text, sizeof text);
    else if (o->kind == SCALE_VALUES)
        wrong = scale_use_values(s, words, text, sizeof text);
    else if (o->kind == SCALE_CHOICES)
        wrong = scale_use_choices(s, words, text, sizeof text);
    else
        wrong = read_unit(s, words);
    return wrong == NULL ? 0 : refuse(v, i, wrong);
}

static const char *name_at(size_t i, const void *data)
{
    static _Thread_local char text[VARIABLES_NAME_SIZE];
    const variables *v = data;
    return i < v->n ? variables_name(v, i, text) : NULL;
}

/* Reads "NAME=WORDS". */
static int read_part(variables *v, const scale_option *o, char *part)
{
    char *equals = strchr(part, '='), hint[256] = "";
    size_t n = strlen(part);
    part = (char *)text_trim(part, &n);
    part[n] = '\0';
    if (equals == NULL)
        return text_error(EXIT_USAGE, "--%s: '%.60s' names no variable; write it as in %s", o->name,
                          part, o->example);
    size_t length = (size_t)(equals - part), rest = strlen(equals + 1);
    text_trim(part, &length);
    part[length] = '\0';
    char *words = (char *)text_trim(equals + 1, &rest);
    words[rest] = '\0';
    const size_t i = variables_find(v, part);
    if (i < v->n) return read_words(v, o, i, words);
    nes_nearest(part, name_at, v, "", "", hint, sizeof hint);
    return text_error(EXIT_USAGE, "--%s: there is no variable '%.60s'%s", o->name, part, hint);
}

static int read_option(variables *v, const scale_option *o, const char *text)
{
    char *copy = memory_text(text), *rest = copy, *part;
    int status = 0;
    while (text != NULL && status == 0 && (part = text_part(&rest, ';')) != NULL)
        if (part[strspn(part, " ")] != '\0') status = read_part(v, o, part);
    free(copy);
    return status;
}

/* Choices as the library has them: numbers of values, one per variable or one for all. */
static int read_counts(variables *v, const char *text)
{
    enum { MOST = 1000 };
    double *counts;
    const int status = vector_parse("choices", text, v->n, true, &counts);
    if (status != 0) return status;
    const char *wrong = NULL;
    size_t i = 0;
    for (; i < v->n && wrong == NULL; i++) {
        if (counts[i] == 0) continue;
        if (!(counts[i] >= 2 && counts[i] <= MOST && counts[i] == floor(counts[i])))
            wrong = "the number of its choices is 0 for none, or 2 to 1000";
        else
            scale_count_choices(scale_at(v, i), (size_t)counts[i]);
    }
    free(counts);
    return wrong == NULL ? 0 : refuse(v, i - 1, wrong);
}

int variables_open_scales(variables *v, const scale_texts *t)
{
    const bool counted = t->choices != NULL && strchr(t->choices, '=') == NULL &&
                         strspn(t->choices, "0123456789, ") == strlen(t->choices);
    int status = counted ? read_counts(v, t->choices) : read_option(v, &CHOICES, t->choices);
    if (status == 0) status = read_option(v, &STEP, t->step);
    if (status == 0) status = read_option(v, &VALUES, t->values);
    return status == 0 ? read_option(v, &UNIT, t->unit) : status;
}

void variables_begin(variables *v, size_t i, double lower, double upper)
{
    if (variables_kind(v, i) != SCALE_STEP) return;
    scale_begin(&v->scale[i], isfinite(lower) ? lower : isfinite(upper) ? upper : 0);
}

static void print_scale(const scale *s, scale_kind kind, buffer *to)
{
    char text[TEXT_NUMBER_SIZE];
    if (kind == SCALE_PLAIN) buffer_print(to, "%s", s->unit);
    if (kind == SCALE_STEP) buffer_print(to, "%s", text_number(s->step, text));
    for (size_t i = 0; kind > SCALE_STEP && i < s->n; i++) {
        buffer_print(to, "%s", i > 0 ? "," : "");
        scale_put(s, kind == SCALE_VALUES ? s->value[i] : (double)i, to);
    }
}

void variables_print_scales(const variables *v, scale_kind kind, buffer *to)
{
    char name[VARIABLES_NAME_SIZE];
    for (size_t i = 0; v->scale != NULL && i < v->n; i++) {
        const scale *s = &v->scale[i];
        if (kind == SCALE_PLAIN ? s->unit == NULL : s->kind != kind) continue;
        buffer_print(to, "%s%s=", to->n > 0 ? "; " : "", variables_name(v, i, name));
        print_scale(s, kind, to);
    }
}

/* ---- points --------------------------------------------------------------------------------- */

const scale *variables_scale(const variables *v, size_t i)
{
    return v->scale == NULL ? NULL : &v->scale[i];
}

scale_kind variables_kind(const variables *v, size_t i)
{
    return v->scale == NULL ? SCALE_PLAIN : v->scale[i].kind;
}

bool variables_have_scales(const variables *v)
{
    for (size_t i = 0; v->scale != NULL && i < v->n; i++)
        if (v->scale[i].kind != SCALE_PLAIN) return true;
    return false;
}

bool variables_have_choices(const variables *v)
{
    for (size_t i = 0; v->scale != NULL && i < v->n; i++)
        if (v->scale[i].kind == SCALE_CHOICES) return true;
    return false;
}

bool variables_choice(const variables *v, const char *name, size_t length, double *index)
{
    bool found = false;
    for (size_t i = 0; v->scale != NULL && i < v->n; i++) {
        const scale *s = &v->scale[i];
        const size_t k = scale_choice(s, name, length);
        if (s->kind != SCALE_CHOICES || k == s->n) continue;
        *index = found && *index != (double)k ? (double)NAN : (double)k;
        found = true;
    }
    return found;
}

const char *variables_label(const variables *v, size_t i, char text[VARIABLES_LABEL_SIZE])
{
    char name[VARIABLES_NAME_SIZE];
    const char *unit = v->scale == NULL ? NULL : v->scale[i].unit;
    snprintf(text, VARIABLES_LABEL_SIZE, unit == NULL ? "%s" : "%s [%s]",
             variables_name(v, i, name), unit);
    return text;
}

/* Writes "'stel' is no value of material, which can be steel or alu". */
static const char *refuse_value(const variables *v, size_t i, const char *word, size_t length,
                                char *text, size_t size)
{
    char name[VARIABLES_NAME_SIZE];
    buffer range = {.text = NULL};
    scale_put_range(&v->scale[i], &range);
    snprintf(text, size, "'%.*s' is no value of %s, which can be %s",
             (int)(length < 60 ? length : 60), word, variables_name(v, i, name), range.text);
    buffer_free(&range);
    return text;
}

const char *variables_read(const variables *v, size_t i, const char *word, size_t length,
                           double *shown, char *text, size_t size)
{
    char *end;
    const scale *s = variables_scale(v, i);
    if (s != NULL && s->kind == SCALE_CHOICES) {
        const size_t k = scale_choice(s, word, length);
        *shown = (double)k;
        return k < s->n ? NULL : refuse_value(v, i, word, length, text, size);
    }
    *shown = number_read(word, &end);
    if (end != word + length) {
        snprintf(text, size, "'%.*s%s' is not a number", (int)(length < 40 ? length : 40), word,
                 length < 40 ? "" : "...");
        return text;
    }
    if (s == NULL || scale_has(s, *shown, shown)) return NULL;
    return refuse_value(v, i, word, length, text, size);
}

/* Appends word number i of a list. Only a start has names of choices. */
static int add_value(const variables *v, size_t i, const char *option, const char *word, size_t n,
                     buffer *to)
{
    char text[SENTENCE];
    double index;
    const scale_kind kind = i < v->n ? v->scale[i].kind : SCALE_PLAIN;
    const bool open = kind != SCALE_PLAIN && n == 1 && word[0] == '?';
    const bool name = kind == SCALE_CHOICES && !open && strcmp(option, "x0") == 0;
    if (name && variables_read(v, i, word, n, &index, text, sizeof text) != NULL)
        return text_error(EXIT_USAGE, "--%s: %s", option, text);
    if (name)
        buffer_print(to, " %.0f", index);
    else
        buffer_print(to, " %.*s", open ? 3 : (int)n, open ? "inf" : word);
    return 0;
}

int variables_list(const variables *v, const char *option, const char *text, buffer *to)
{
    static const char separators[] = " ,;\t\r\n";
    double number;
    int status = 0;
    if (text[0] == '@' || (v->n > 1 && vector_is_real(text, &number))) {
        buffer_print(to, "%s", text);
        return 0;
    }
    buffer_print(to, "%s", "");
    for (size_t i = 0; status == 0; i++) {
        text += strspn(text, separators);
        const size_t n = strcspn(text, separators);
        if (n == 0) break;
        status = add_value(v, i, option, text, n, to);
        text += n;
    }
    return status;
}

void variables_show(const variables *v, const double *searched, double *to)
{
    for (size_t i = 0; i < v->n; i++)
        to[i] = v->scale == NULL ? searched[i] : scale_show(&v->scale[i], searched[i]);
}

void variables_find_point(const variables *v, const double *shown, double *to)
{
    for (size_t i = 0; i < v->n; i++)
        to[i] = v->scale == NULL ? shown[i] : scale_find(&v->scale[i], shown[i]);
}

void variables_show_std(const variables *v, const double *std, double *to)
{
    for (size_t i = 0; i < v->n; i++)
        to[i] = v->scale == NULL ? std[i] : std[i] * scale_slope(&v->scale[i]);
}

cJSON *variables_value_json(const variables *v, size_t i, double shown)
{
    const char *name = v->scale == NULL ? NULL : scale_name(&v->scale[i], shown);
    return name != NULL ? json_from_string(name) : json_from_real(shown);
}

cJSON *variables_point_json(const variables *v, const double *shown)
{
    if (shown == NULL) return cJSON_CreateNull();
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < v->n; i++) json_append(list, variables_value_json(v, i, shown[i]));
    return list;
}

cJSON *variables_named_json(const variables *v, const double *shown)
{
    char name[VARIABLES_NAME_SIZE];
    if (shown == NULL) return cJSON_CreateNull();
    cJSON *object = cJSON_CreateObject();
    for (size_t i = 0; i < v->n; i++)
        json_add(object, variables_name(v, i, name), variables_value_json(v, i, shown[i]));
    return object;
}
