/* SPDX-License-Identifier: MIT
 *
 * Values from lines and patterns; see objective/value.h. */
#include "objective/value.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "nes/nes.h"
#include "objective/value_rule.h"

static const char BLANKS[] = " \t\r\n\f\v";

static int open_pattern(value_rule *r, const char *pattern)
{
    char reason[256];
    const int error = regcomp(&r->pattern, pattern, REG_EXTENDED | REG_NEWLINE);
    r->has_pattern = error == 0;
    if (error == 0) return 0;
    regerror(error, &r->pattern, reason, sizeof reason);
    return text_error(EXIT_USAGE, "--value-pattern '%s' is no extended regular expression: %s",
                      pattern, reason);
}

static int open_rule(value_rule *r, const char *json, const char *pattern)
{
    if (json != NULL && pattern != NULL)
        return text_error(EXIT_USAGE,
                          "--value-json and --value-pattern both say where the value is; "
                          "give one of them");
    if (pattern != NULL) return open_pattern(r, pattern);
    if (json == NULL) return 0;
    const int status = value_check_path(json);
    if (status == 0) r->path = strdup(json);
    if (status != 0 || r->path != NULL) return status;
    return text_error(EXIT_OBJECTIVE, "there is not enough memory for --value-json");
}

int value_open(value_rule **out, const char *json, const char *pattern, const char *verb)
{
    value_rule *r = calloc(1, sizeof *r);
    if (r == NULL) return text_error(EXIT_OBJECTIVE, "there is not enough memory to read values");
    r->verb = verb;
    const int status = open_rule(r, json, pattern);
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

bool value_missing(value_reading *to, const char *said, size_t n, const char *why, ...)
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
    while (n > 0 && strchr(BLANKS, text[0]) != NULL) text++, n--;
    while (n > 0 && strchr(BLANKS, text[n - 1]) != NULL) n--;
    to->reported = is_word(text, n, "failed") || is_word(text, n, "fail");
    if (to->reported) return value_missing(to, "", 0, "said failed");
    if (n == 0 || n >= sizeof number) return value_missing(to, text, n, "%s", kind);
    snprintf(number, sizeof number, "%.*s", (int)n, text);
    to->f = strtod(number, &end);
    if (*end != '\0') return value_missing(to, text, n, "%s", kind);
    if (isnan(to->f)) to->f = NAN; /* NAN is not the NaN that means a failure */
    return true;
}

static bool read_last_line(const value_rule *r, const char *text, size_t n, value_reading *to)
{
    char kind[VALUE_WHY_SIZE];
    while (n > 0 && strchr(BLANKS, text[n - 1]) != NULL) n--;
    if (n == 0) return value_missing(to, "", 0, "%s no value", r->verb);
    size_t begin = n;
    while (begin > 0 && text[begin - 1] != '\n') begin--;
    snprintf(kind, sizeof kind, "%s no number%s", r->verb,
             text[begin] == '{' ? " but JSON (--value-json names the field)" : "");
    return value_take(text + begin, n - begin, kind, to);
}

/* Reads the first group of the last match, or the whole match. */
static bool read_pattern(const value_rule *r, const char *text, value_reading *to)
{
    regmatch_t match[2];
    const char *found = NULL;
    size_t n = 0;
    int flags = 0;
    char kind[VALUE_WHY_SIZE];
    while (regexec(&r->pattern, text, 2, match, flags) == 0) {
        const regmatch_t *m = match[1].rm_so >= 0 ? &match[1] : &match[0];
        found = text + m->rm_so;
        n = (size_t)(m->rm_eo - m->rm_so);
        text += match[0].rm_eo;
        if (match[0].rm_eo == match[0].rm_so && *text++ == '\0') break;
        flags = text[-1] == '\n' ? 0 : REG_NOTBOL;
    }
    if (found == NULL) return value_missing(to, "", 0, "%s nothing that matches", r->verb);
    snprintf(kind, sizeof kind, "%s no number where the pattern matches", r->verb);
    return value_take(found, n, kind, to);
}

bool value_read(const value_rule *r, char *text, size_t n, value_reading *to)
{
    to->reported = false;
    to->why[0] = to->said[0] = '\0';
    for (size_t i = 0; i < n; i++)
        if (text[i] == '\0') text[i] = ' '; /* a zero would end the text */
    if (r->path != NULL) return value_read_json(r, text, n, to);
    return r->has_pattern ? read_pattern(r, text, to) : read_last_line(r, text, n, to);
}
