/* SPDX-License-Identifier: MIT
 *
 * Values from lines, patterns and JSON; see objective/value.h.
 *
 * --value-json PATH is a field such as loss, result.loss or runs[0].f of the last JSON value in the
 * output that begins a line. Other lines may stand before, between and after. NaN and Infinity,
 * which JSON has not but programs write, are understood. */
#include "objective/value.h"

#include <math.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <cjson/cJSON.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "nes/nes.h"

enum { GROUPS = 10 }; /* the whole match and nine groups of a pattern */

struct value_rule {
    const char *verb;
    char *path; /* path of a field in JSON; owned; null: none */
    bool has_pattern;
    regex_t pattern;
};

/* ---- rules --------------------------------------------------------------------------------- */

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

static int check_path(const char *what, const char *path)
{
    const char *at = path;
    step s;
    int found = next_step(&at, true, &s);
    while (found > 0) found = next_step(&at, false, &s);
    if (found == 0) return 0;
    return text_error(EXIT_USAGE,
                      "%s '%s' is no path; write names with dots between them and indexes from 0 "
                      "in brackets, such as result.loss or runs[0].f",
                      what, path);
}

static int open_pattern(value_rule *r, const char *what, const char *pattern)
{
    char reason[256];
    const int error = regcomp(&r->pattern, pattern, REG_EXTENDED | REG_NEWLINE);
    r->has_pattern = error == 0;
    if (error == 0) return 0;
    regerror(error, &r->pattern, reason, sizeof reason);
    return text_error(EXIT_USAGE, "%s '%s' is no extended regular expression: %s", what, pattern,
                      reason);
}

int value_open(value_rule **out, const char *json, const char *pattern, const char *verb)
{
    if (json != NULL && pattern != NULL)
        return text_error(EXIT_USAGE,
                          "--value-json and --value-pattern both say where the value is; "
                          "give one of them");
    return value_open_as(out, json != NULL ? "--value-json" : "--value-pattern", json, pattern,
                         verb);
}

int value_open_as(value_rule **out, const char *what, const char *json, const char *pattern,
                  const char *verb)
{
    value_rule *r = memory_zeros(1, sizeof *r);
    r->verb = verb;
    r->path = json != NULL ? memory_text(json) : NULL;
    const int status = pattern != NULL ? open_pattern(r, what, pattern)
                       : json != NULL  ? check_path(what, json)
                                       : 0;
    if (status == 0)
        *out = r;
    else
        value_close(r);
    return status;
}

void value_close(value_rule *r)
{
    if (r == NULL) return;
    if (r->has_pattern) regfree(&r->pattern);
    free(r->path);
    free(r);
}

/* ---- values -------------------------------------------------------------------------------- */

/* Notes that there is no value. why: the format of the reason; said: n bytes that stand in place of
 * the value. Returns false. */
static bool missing(value_reading *to, const char *said, size_t n, const char *why, ...)
    __attribute__((format(printf, 4, 5)));
static bool missing(value_reading *to, const char *said, size_t n, const char *why, ...)
{
    va_list arguments;
    va_start(arguments, why);
    vsnprintf(to->why, sizeof to->why, why, arguments);
    va_end(arguments);
    to->f = (double)NAN;
    snprintf(to->said, sizeof to->said, "%.*s", (int)(n < sizeof to->said ? n : sizeof to->said),
             said);
    return false;
}

/* Whether the n bytes are this word, in upper or lower case. */
static bool is_word(const char *text, size_t n, const char *word)
{
    return strlen(word) == n && strncasecmp(text, word, n) == 0;
}

bool value_take(const char *text, size_t n, const char *kind, value_reading *to)
{
    char number[64], *end;
    text = text_trim(text, &n);
    to->reported = is_word(text, n, "failed") || is_word(text, n, "fail");
    if (to->reported) return missing(to, "", 0, "said failed");
    if (n == 0 || n >= sizeof number) return missing(to, text, n, "%s", kind);
    snprintf(number, sizeof number, "%.*s", (int)n, text);
    to->f = number_read(number, &end);
    if (*end != '\0') return missing(to, text, n, "%s", kind);
    if (isnan(to->f)) to->f = NAN; /* without the sign and the payload that number_read() reads */
    return true;
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
    if (field == NULL) return missing(to, "", 0, "no field %s in its JSON", r->path);
    snprintf(kind, sizeof kind, "no number in the field %.100s of its JSON", r->path);
    if (cJSON_IsString(field))
        return value_take(field->valuestring, strlen(field->valuestring), kind, to);
    if (!cJSON_IsNumber(field)) return missing(to, "", 0, "%s", kind);
    to->f = field->valuedouble;
    return true;
}

static bool read_json(const value_rule *r, const char *text, size_t n, value_reading *to)
{
    buffer copy = {.n = 0};
    copy_with_words(text, n, &copy);
    cJSON *value = copy.n == 0 ? NULL : last_value(copy.text, copy.n);
    const bool read = value == NULL ? missing(to, "", 0, "%s no JSON", r->verb)
                                    : take_field(r, field_of(value, r->path), to);
    cJSON_Delete(value);
    buffer_free(&copy);
    return read;
}

static bool read_last_line(const value_rule *r, const char *text, size_t n, value_reading *to)
{
    char kind[VALUE_WHY_SIZE];
    const char *line = text_last_line(text, &n);
    if (n == 0) return missing(to, "", 0, "%s no value", r->verb);
    snprintf(kind, sizeof kind, "%s no number%s", r->verb,
             line[0] == '{' ? " but JSON (--value-json names the field)" : "");
    return value_take(line, n, kind, to);
}

bool value_is_json(const char *text, size_t n)
{
    const char *line = text_last_line(text, &n);
    return n > 0 && (line[0] == '{' || line[0] == '}');
}

bool value_read_line(const char *text, size_t n, const char *verb, size_t count, double *numbers,
                     value_reading *to)
{
    static const char between[] = " \t\r,;";
    char kind[VALUE_WHY_SIZE];
    const char *line = text_last_line(text, &n), *end = line + n, *at = line;
    to->reported = false;
    to->why[0] = to->said[0] = '\0';
    if (n == 0) return missing(to, "", 0, "%s no numbers", verb);
    snprintf(kind, sizeof kind, "%s no line with %zu number%s at the end", verb, count,
             text_s(count));
    for (size_t i = 0;; i++) {
        while (at < end && strchr(between, *at) != NULL) at++;
        if (at == end && i == count) return true;
        size_t word = 0;
        while (at + word < end && strchr(between, at[word]) == NULL) word++;
        if (!value_take(at, word, kind, to))
            return to->reported ? false : missing(to, line, n, "%s", kind);
        if (i == count) return missing(to, line, n, "%s", kind);
        numbers[i] = to->f;
        at += word;
    }
}

/* The first group that has a part in the match, or the whole match. Of 'a=(.*)|b=(.*)' that is the
 * group of the alternative that matched. */
static const regmatch_t *value_part(const regmatch_t match[GROUPS])
{
    for (size_t i = 1; i < GROUPS; i++)
        if (match[i].rm_so >= 0) return &match[i];
    return &match[0];
}

/* Reads the value in a group of the last match, or in the whole match. */
static bool read_pattern(const value_rule *r, const char *text, value_reading *to)
{
    regmatch_t match[GROUPS];
    const char *found = NULL;
    size_t n = 0;
    int flags = 0;
    char kind[VALUE_WHY_SIZE];
    while (regexec(&r->pattern, text, GROUPS, match, flags) == 0) {
        const regmatch_t *m = value_part(match);
        found = text + m->rm_so;
        n = (size_t)(m->rm_eo - m->rm_so);
        text += match[0].rm_eo;
        if (match[0].rm_eo == match[0].rm_so && *text++ == '\0') break;
        flags = text[-1] == '\n' ? 0 : REG_NOTBOL;
    }
    if (found == NULL) return missing(to, "", 0, "%s nothing that matches", r->verb);
    snprintf(kind, sizeof kind, "%s no number where the pattern matches", r->verb);
    return value_take(found, n, kind, to);
}

bool value_read(const value_rule *r, char *text, size_t n, value_reading *to)
{
    to->reported = false;
    to->why[0] = to->said[0] = '\0';
    for (size_t i = 0; i < n; i++)
        if (text[i] == '\0') text[i] = ' '; /* a zero would end the text */
    if (r->path != NULL) return read_json(r, text, n, to);
    return r->has_pattern ? read_pattern(r, text, to) : read_last_line(r, text, n, to);
}
