/* SPDX-License-Identifier: MIT
 *
 * Conversions of printf(), checked before they are used; see objective/number_format.h. */
#include "objective/number_format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { MOST_FLAGS = 5, MOST_DIGITS = 2 };

static const char DIGITS[] = "0123456789";

static const char WRONG_BEGINNING[] = "a format begins with a percent sign, such as %8.3f";
static const char WRONG_WIDTH[] = "width and precision are at most 99";
static const char WRONG_LETTER[] =
    "a format is a percent sign, perhaps flags, width and precision, and one of e, f, g and a, or "
    "d for integers, such as %8.3f";

/* Moves *at behind a number of at most two digits; false: it has more. */
static bool skip_number(const char **at)
{
    const size_t n = strspn(*at, DIGITS);
    *at += n;
    return n <= MOST_DIGITS;
}

/* What is wrong with the conversion at text, whose letter will be at *letter; null: nothing. */
static const char *check(const char *text, bool words, const char **letter)
{
    if (*text != '%') return WRONG_BEGINNING;
    const char *at = ++text;
    at += strspn(at, "-+ #0");
    if (at - text > MOST_FLAGS) return WRONG_LETTER;
    const bool alternative = memchr(text, '#', (size_t)(at - text)) != NULL;
    if (!skip_number(&at)) return WRONG_WIDTH;
    if (*at == '.') {
        at++;
        if (!skip_number(&at)) return WRONG_WIDTH;
    }
    if (*at == '\0' || at[1] != '\0' || strchr("eEfFgGaAds", *at) == NULL) return WRONG_LETTER;
    *letter = at;
    if (*at == 's' && !words) return WRONG_LETTER;
    if (*at == 's')
        return text[strspn(text, "-0123456789")] == 's' && *text != '0'
                   ? NULL
                   : "before s there is a width alone, such as %-8s";
    return *at == 'd' && alternative ? "# has no meaning beside d" : NULL;
}

const char *number_format_read(number_format *f, const char *text, size_t n, bool words)
{
    char copy[NUMBER_FORMAT_SIZE - 2]; /* %d gets the length ll */
    const char *letter = copy;
    if (n >= sizeof copy) return WRONG_LETTER;
    snprintf(copy, sizeof copy, "%.*s", (int)n, text);
    const char *wrong = check(copy, words, &letter);
    if (wrong != NULL) return wrong;
    f->whole = *letter == 'd';
    f->words = *letter == 's';
    snprintf(f->text, sizeof f->text, "%.*s%s%c", (int)(letter - copy), copy, f->whole ? "ll" : "",
             *letter);
    return NULL;
}

void number_format_put(const number_format *f, double v, const char *name, buffer *to)
{
    char text[TEXT_NUMBER_SIZE];
    if (name == NULL) name = text_number(v, text);
    if (f->words)
        buffer_print(to, f->text, name);
    else if (f->text[0] == '\0' || (f->whole && !(fabs(v) <= 0x1p53 && v == floor(v))))
        buffer_print(to, "%s", name);
    else if (f->whole)
        buffer_print(to, f->text, (long long)v);
    else
        buffer_print(to, f->text, v);
}
