/* SPDX-License-Identifier: MIT
 *
 * Scales from the words of options; see options/scale.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "options/scale.h"

/* A word without the blanks around it. */
static const char *trimmed(char *word)
{
    size_t n = strlen(word);
    char *start = (char *)text_trim(word, &n);
    start[n] = '\0';
    return start;
}

static bool read_number(const char *word, double *number)
{
    char *end;
    *number = number_read(word, &end);
    return end > word && *end == '\0' && isfinite(*number);
}

const char *scale_use_step(scale *s, const char *word, char *text, size_t size)
{
    if (!read_number(word, &s->step) || !(s->step > 0)) {
        snprintf(text, size, "the step '%.40s' must be a number above 0, such as 0.25", word);
        return text;
    }
    s->kind = SCALE_STEP;
    scale_begin(s, 0);
    return NULL;
}

/* ---- values --------------------------------------------------------------------------------- */

/* What is wrong with the last value in the list; null: nothing. */
static const char *check_order(const scale *s, char *text, size_t size)
{
    const double *v = s->value;
    const size_t i = s->n - 1;
    for (size_t k = 0; k < i; k++)
        if (v[k] == v[i]) {
            snprintf(text, size, "the value %.17g is there twice; give every value once", v[i]);
            return text;
        }
    if (i < 2 || (v[i] > v[i - 1]) == (v[1] > v[0])) return NULL;
    snprintf(text, size,
             "values go up or down, and %.17g comes behind %.17g; sort them, or write choices if "
             "they have no order",
             v[i], v[i - 1]);
    return text;
}

static void make_ascending(scale *s)
{
    for (size_t i = 0, j = s->n - 1; s->value[i] > s->value[j] && i < j; i++, j--) {
        const double last = s->value[j];
        s->value[j] = s->value[i];
        s->value[i] = last;
    }
}

/* Sorted lists are checked in time that grows with their square up to here. */
enum { MOST_VALUES = 1000 };

const char *scale_use_values(scale *s, char *words, char *text, size_t size)
{
    char *part;
    s->kind = SCALE_VALUES;
    while ((part = text_part(&words, ',')) != NULL) {
        const char *word = trimmed(part);
        double number;
        if (!read_number(word, &number)) {
            snprintf(text, size, "the value '%.40s' is not a number; names are choices", word);
            return text;
        }
        if (s->n == MOST_VALUES) return "there are more than 1000 values; give a step or a range";
        s->value = memory_resize(s->value, s->n + 1, sizeof *s->value);
        s->value[s->n++] = number;
        const char *wrong = check_order(s, text, size);
        if (wrong != NULL) return wrong;
    }
    if (s->n >= 2) {
        make_ascending(s);
        return NULL;
    }
    return "a list of values has at least two; a variable with one is fixed: write the number "
           "alone in a problem file, or equal bounds";
}

/* ---- choices -------------------------------------------------------------------------------- */

/* What cannot be a name, because tables, lists and placeholders could not be read any more. */
static const char *refuse_name(const char *name)
{
    static const char SEPARATORS[] = " \t,;=\"'\\{}[]#";
    if (name[0] == '\0') return "the name of a choice is empty";
    if (strlen(name) >= SCALE_NAME_SIZE) return "the name of a choice has at most 63 bytes";
    if (strcmp(name, "?") == 0) return "the name '?' stands for no choice";
    for (const char *c = name; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f || strchr(SEPARATORS, *c) != NULL)
            return "names of choices have no blanks, quotes, backslashes, braces, brackets, "
                   "commas, semicolons, # or =; write AISI_304";
    return NULL;
}

static void add_name(scale *s, const char *name)
{
    s->name = memory_resize(s->name, s->n + 1, sizeof *s->name);
    s->name[s->n++] = memory_text(name);
}

enum { MOST_CHOICES = 1000 };

const char *scale_use_choices(scale *s, char *words, char *text, size_t size)
{
    char *part;
    s->kind = SCALE_CHOICES;
    while ((part = text_part(&words, ',')) != NULL) {
        const char *name = trimmed(part), *wrong = refuse_name(name);
        if (wrong != NULL) {
            snprintf(text, size, "'%.60s': %s", name, wrong);
            return text;
        }
        if (scale_choice(s, name, strlen(name)) < s->n) {
            snprintf(text, size, "the choice '%s' is there twice; give every name once", name);
            return text;
        }
        if (s->n == MOST_CHOICES)
            return "there are more than 1000 choices; a number with an order "
                   "is searched faster: values, a step, or a range";
        add_name(s, name);
    }
    if (s->n >= 2) return NULL;
    return "one name is no choice; give at least two, or leave the variable out and write the name "
           "where it is used";
}

void scale_count_choices(scale *s, size_t n)
{
    s->kind = SCALE_CHOICES;
    for (size_t i = 0; i < n; i++) {
        char number[TEXT_NUMBER_SIZE];
        snprintf(number, sizeof number, "%zu", i);
        add_name(s, number);
    }
}
