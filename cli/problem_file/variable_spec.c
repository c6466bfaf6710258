/* SPDX-License-Identifier: MIT
 *
 * One entry of the section `variables`; see problem_file/variable_spec.h. */
#include "problem_file/variable_spec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- values --------------------------------------------------------------------------------- */

static int read_yes(const problem_file *p, const node *key, const node *value, bool *yes)
{
    const int answer = value->kind == NODE_TEXT ? section_yes(value->text) : -1;
    if (answer < 0) return section_refuse(p, value, "%s is yes or no", key->text);
    *yes = answer == 1;
    return 0;
}

static int read_number(const problem_file *p, const node *key, const node *value, double *number)
{
    if (value->kind != NODE_TEXT || tree_is_nothing(value))
        return section_refuse(p, value, "%s: a number must stand here", key->text);
    const char *text = value->text, *unsigned_text = text + strspn(text, "+-");
    char *end = "";
    if (strcasecmp(unsigned_text, ".inf") == 0) /* infinity as YAML writes it */
        *number = text[0] == '-' ? -INFINITY : INFINITY;
    else
        *number = strtod(text, &end);
    if (end == text || *end != '\0' || isnan(*number))
        return section_refuse(p, value, "%s: '%.60s' is not a number", key->text, text);
    return 0;
}

static int read_count(const problem_file *p, const node *key, const node *value, size_t *count)
{
    double number = 0;
    const int status = read_number(p, key, value, &number);
    if (status != 0) return status;
    if (!(number >= 1 && number <= MOST_VARIABLES && number == floor(number)))
        return section_refuse(p, value, "%s: '%.60s' is not a whole number from 1 to %d", key->text,
                              value->text, MOST_VARIABLES);
    *count = (size_t)number;
    return 0;
}

/* ---- one variable --------------------------------------------------------------------------- */

static int read_range(const problem_file *p, variable_spec *s, const node *value)
{
    if (value->kind != NODE_LIST || value->n != 2)
        return section_refuse(p, value,
                              "%s: the range must be two numbers: [low, high]; a list of values is "
                              "written {values: [1, 2, 5]}",
                              s->key->text);
    int status = read_number(p, s->key, value->item[0], &s->lower);
    if (status == 0) status = read_number(p, s->key, value->item[1], &s->upper);
    if (status != 0 || s->lower < s->upper) return status;
    if (s->lower == s->upper)
        return section_refuse(
            p, value,
            "%s: the range is a single number; a variable that is fixed is written "
            "'%s: %s'",
            s->key->text, s->key->text, value->item[0]->text);
    return section_refuse(p, value,
                          "%s: the range from %s to %s is empty; the lower number comes first",
                          s->key->text, value->item[0]->text, value->item[1]->text);
}

static int read_fixed(const problem_file *p, variable_spec *s, const node *value)
{
    const int status = read_number(p, s->key, value, &s->lower);
    if (status == 0 && !isfinite(s->lower))
        return section_refuse(p, value, "%s: a fixed value must be finite", s->key->text);
    s->upper = s->lower;
    return status;
}

static int read_finite(const problem_file *p, const variable_spec *s, const node *value,
                       double *number)
{
    const int status = read_number(p, s->key, value, number);
    if (status != 0 || isfinite(*number)) return status;
    return section_refuse(p, value, "%s: the number must be finite", s->key->text);
}

static int read_group(const problem_file *p, variable_spec *s, const node *value)
{
    if (value->kind != NODE_TEXT || value->text[0] == '\0')
        return section_refuse(p, value,
                              "%s: group must be a name, that of all variables which "
                              "depend on one another",
                              s->key->text);
    s->group = value->text;
    return 0;
}

static int read_unit(const problem_file *p, variable_spec *s, const node *value)
{
    if (value->kind != NODE_TEXT || value->text[0] == '\0' || strpbrk(value->text, ";") != NULL)
        return section_refuse(p, value, "%s: unit must be a word, such as mm", s->key->text);
    s->unit = value->text;
    return 0;
}

/* Takes a step, which is a number, or a list of values or choices. What is in them is checked with
 * the options that they become. */
static int take_scale(const problem_file *p, variable_spec *s, scale_kind kind, const node *value)
{
    const char *example = kind == SCALE_STEP     ? "a number must stand here, such as 0.25"
                          : kind == SCALE_VALUES ? "a list of numbers must stand here, such as [1, "
                                                   "1.6, 2]"
                                                 : "a list of names must stand here, such as "
                                                   "[steel, alu]";
    bool good = value->kind == (kind == SCALE_STEP ? NODE_TEXT : NODE_LIST);
    if (s->scale_at != NULL)
        return section_refuse(p, value, "%s: give one of step, values and choices", s->key->text);
    for (size_t i = 0; good && value->kind == NODE_LIST && i < value->n; i++)
        good = value->item[i]->kind == NODE_TEXT && strpbrk(value->item[i]->text, ",;") == NULL;
    if (!good || tree_is_nothing(value))
        return section_refuse(p, value, "%s: %s", s->key->text, example);
    s->scale = kind;
    s->scale_at = value;
    return 0;
}

/* A list without a key is a range of two numbers, or choices if it has names. */
static bool has_names(const node *list)
{
    for (size_t i = 0; i < list->n; i++) {
        const node *item = list->item[i];
        const char *text = item->kind == NODE_TEXT ? item->text : "0";
        char *end;
        strtod(text, &end);
        if ((end == text || *end != '\0') && strcasecmp(text + strspn(text, "+-"), ".inf") != 0)
            return true;
    }
    return false;
}

static int read_key(const problem_file *p, variable_spec *s, const node *key, const node *value)
{
    static const char *const known[] = {"range",   "from",   "to",    "lower", "upper", "start",
                                        "std",     "log",    "fixed", "count", "group", "integer",
                                        "choices", "values", "step",  "unit"};
    const char *name = key->text;
    if (strcmp(name, "range") == 0) return read_range(p, s, value);
    if (strcmp(name, "lower") == 0 || strcmp(name, "from") == 0)
        return read_number(p, s->key, value, &s->lower);
    if (strcmp(name, "upper") == 0 || strcmp(name, "to") == 0)
        return read_number(p, s->key, value, &s->upper);
    if (strcmp(name, "choices") == 0) return take_scale(p, s, SCALE_CHOICES, value);
    if (strcmp(name, "values") == 0) return take_scale(p, s, SCALE_VALUES, value);
    if (strcmp(name, "step") == 0) return take_scale(p, s, SCALE_STEP, value);
    if (strcmp(name, "unit") == 0) return read_unit(p, s, value);
    if (strcmp(name, "start") == 0) {
        s->start_at = value; /* a number or a name: other keys tell */
        return 0;
    }
    if (strcmp(name, "std") == 0) return read_finite(p, s, value, &s->std);
    if (strcmp(name, "log") == 0) return read_yes(p, key, value, &s->log);
    if (strcmp(name, "integer") == 0) return read_yes(p, key, value, &s->integer);
    if (strcmp(name, "fixed") == 0) return read_fixed(p, s, value);
    if (strcmp(name, "group") == 0) return read_group(p, s, value);
    if (strcmp(name, "count") == 0) return read_count(p, key, value, &s->count);
    return section_unknown_key(p, key, "the word", known, sizeof known / sizeof *known);
}

static bool has(const node *map, const char *key)
{
    return tree_get(map, key) != NULL;
}

static int read_start(const problem_file *p, variable_spec *s)
{
    if (s->start_at == NULL) return 0;
    if (s->scale != SCALE_CHOICES) return read_finite(p, s, s->start_at, &s->start);
    if (s->start_at->kind == NODE_TEXT && strpbrk(s->start_at->text, " \t,;") == NULL &&
        s->start_at->text[0] != '\0')
        return 0;
    return section_refuse(p, s->start_at, "%s: the start must be one of its choices", s->key->text);
}

/* Refuses keys that contradict each other. */
static int check_together(const problem_file *p, const variable_spec *s, const node *map)
{
    const bool range = has(map, "range"), fixed = has(map, "fixed");
    const bool sides = has(map, "lower") || has(map, "upper");
    const bool ends = has(map, "from") || has(map, "to");
    const bool lists = s->scale == SCALE_VALUES || s->scale == SCALE_CHOICES;
    if (range + fixed + sides + ends + lists > 1)
        return section_refuse(p, s->key,
                              "%s: give one of range, from and to, lower and upper, fixed, values, "
                              "choices",
                              s->key->text);
    if (s->scale != SCALE_PLAIN && (s->log || fixed))
        return section_refuse(
            p, s->key, "%s: a step, values and choices have neither log nor fixed", s->key->text);
    if (s->scale == SCALE_CHOICES && (s->integer || s->group != NULL || !isnan(s->std)))
        return section_refuse(
            p, s->key, "%s: choices have no order; leave out integer, group and std", s->key->text);
    if (fixed && (s->start_at != NULL || !isnan(s->std)))
        return section_refuse(p, s->key, "%s is fixed; leave out start and std", s->key->text);
    if ((sides || ends) && s->lower >= s->upper)
        return section_refuse(p, s->key, "%s: %s is %g and %s %g; the %s must be below the %s",
                              s->key->text, ends ? "from" : "lower", s->lower,
                              ends ? "to" : "upper", s->upper, ends ? "first" : "lower",
                              ends ? "second" : "upper");
    if (s->start < s->lower || s->start > s->upper)
        return section_refuse(p, tree_get(map, "start"),
                              "%s: the start %g is outside the range from %g to %g", s->key->text,
                              s->start, s->lower, s->upper);
    if (s->std <= 0)
        return section_refuse(p, tree_get(map, "std"),
                              "%s: std, the initial standard deviation, must be above 0",
                              s->key->text);
    return 0;
}

int variable_spec_read(const problem_file *p, variable_spec *s, const node *value)
{
    int status = 0;
    if (tree_is_nothing(value)) return 0;
    if (value->kind == NODE_TEXT) return read_fixed(p, s, value);
    if (value->kind == NODE_LIST && has_names(value)) return take_scale(p, s, SCALE_CHOICES, value);
    if (value->kind == NODE_LIST) return read_range(p, s, value);
    for (size_t i = 0; i < value->n && status == 0; i += 2)
        status = read_key(p, s, value->item[i], value->item[i + 1]);
    if (status == 0) status = read_start(p, s);
    return status == 0 ? check_together(p, s, value) : status;
}
