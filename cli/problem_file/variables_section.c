/* SPDX-License-Identifier: MIT
 *
 * The section `variables`: each variable becomes a column of the options dim, names, lower, upper,
 * x0, std, log, integer and groups. Options that no variable needs are not set. A variable without
 * a start or a standard deviation gets the one that the library would choose. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "nes/by_name.h"
#include "options/variables.h"
#include "problem_file/sections.h"

enum { MOST_VARIABLES = 100 * 1000 };

/* What an entry of the section says of its variables. */
typedef struct spec {
    const node *key;
    size_t count; /* number of variables name1, name2, ...; 0: one variable of this very name */
    double lower, upper;
    double start, std; /* NaN: not given */
    bool log, integer;
    const char *group; /* null: not given */
} spec;

/* The options in the making; each has a number for every variable. */
enum { LOWER, UPPER, X0, STD, LOG, INTEGER, GROUPS, COLUMNS };
static const char *const options[COLUMNS] = {"lower", "upper",   "x0",    "std",
                                             "log",   "integer", "groups"};

/* The group of a variable by its name (null: the variable is a group by itself) and its number. */
typedef struct member {
    const char *group;
    size_t number;
} member;

typedef struct columns {
    variables v; /* names of the variables */
    size_t room;
    member *group; /* of each variable */
    buffer text[COLUMNS];
    bool needed[COLUMNS]; /* whether some variable needs the option */
} columns;

/* ---- one variable --------------------------------------------------------------------------- */

static int read_range(const problem_file *p, spec *s, const node *value)
{
    int status = 0;
    if (value->kind != NODE_LIST || value->n != 2)
        return section_refuse(p, value, "%s: the range must be two numbers: [low, high]",
                              s->key->text);
    status = section_read_number(p, s->key->text, value->item[0], &s->lower);
    if (status == 0) status = section_read_number(p, s->key->text, value->item[1], &s->upper);
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

static int read_fixed(const problem_file *p, spec *s, const node *value)
{
    const int status = section_read_number(p, s->key->text, value, &s->lower);
    if (status == 0 && !isfinite(s->lower))
        return section_refuse(p, value, "%s: a fixed value must be finite", s->key->text);
    s->upper = s->lower;
    return status;
}

static int read_finite(const problem_file *p, const spec *s, const node *value, double *number)
{
    const int status = section_read_number(p, s->key->text, value, number);
    if (status != 0 || isfinite(*number)) return status;
    return section_refuse(p, value, "%s: the number must be finite", s->key->text);
}

static int read_group(const problem_file *p, spec *s, const node *value)
{
    if (value->kind != NODE_TEXT || value->text[0] == '\0')
        return section_refuse(p, value,
                              "%s: group must be a name, that of all variables which "
                              "depend on one another",
                              s->key->text);
    s->group = value->text;
    return 0;
}

static int read_key(const problem_file *p, spec *s, const node *key, const node *value)
{
    static const char *const known[] = {"range", "lower",   "upper", "start", "std",
                                        "log",   "integer", "fixed", "count", "group"};
    const char *name = key->text;
    if (strcmp(name, "range") == 0) return read_range(p, s, value);
    if (strcmp(name, "lower") == 0) return section_read_number(p, s->key->text, value, &s->lower);
    if (strcmp(name, "upper") == 0) return section_read_number(p, s->key->text, value, &s->upper);
    if (strcmp(name, "start") == 0) return read_finite(p, s, value, &s->start);
    if (strcmp(name, "std") == 0) return read_finite(p, s, value, &s->std);
    if (strcmp(name, "log") == 0) return section_read_yes(p, key, value, &s->log);
    if (strcmp(name, "integer") == 0) return section_read_yes(p, key, value, &s->integer);
    if (strcmp(name, "fixed") == 0) return read_fixed(p, s, value);
    if (strcmp(name, "group") == 0) return read_group(p, s, value);
    if (strcmp(name, "count") == 0)
        return section_read_count(p, key, value, MOST_VARIABLES, &s->count);
    return section_unknown_key(p, key, "the word", known, sizeof known / sizeof *known);
}

/* Refuses keys that contradict each other. */
static int check_together(const problem_file *p, const spec *s, const node *map)
{
    const bool range = tree_get(map, "range") != NULL, fixed = tree_get(map, "fixed") != NULL;
    const bool sides = tree_get(map, "lower") != NULL || tree_get(map, "upper") != NULL;
    if (range + fixed + sides > 1)
        return section_refuse(p, s->key, "%s: give range, or lower and upper, or fixed",
                              s->key->text);
    if (fixed && (!isnan(s->start) || !isnan(s->std)))
        return section_refuse(p, s->key, "%s is fixed; leave out start and std", s->key->text);
    if (sides && s->lower >= s->upper)
        return section_refuse(p, s->key,
                              "%s: lower is %g and upper %g; the lower must be below the upper",
                              s->key->text, s->lower, s->upper);
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

static int read_spec(const problem_file *p, spec *s, const node *value)
{
    int status = 0;
    if (tree_is_nothing(value)) return 0;
    if (value->kind == NODE_TEXT) return read_fixed(p, s, value);
    if (value->kind == NODE_LIST) return read_range(p, s, value);
    for (size_t i = 0; i < value->n && status == 0; i += 2)
        status = read_key(p, s, value->item[i], value->item[i + 1]);
    return status == 0 ? check_together(p, s, value) : status;
}

/* ---- the columns ---------------------------------------------------------------------------- */

/* The number of a group is that of its first variable. The last variable joins this one; members
 * of a group mostly follow one another. */
static size_t join_group(columns *c, const char *group)
{
    const size_t last = c->v.n - 1;
    c->group[last] = (member){group, last};
    for (size_t i = last; group != NULL && i-- > 0;)
        if (c->group[i].group != NULL && strcmp(c->group[i].group, group) == 0)
            return c->group[last].number = c->group[i].number;
    return last;
}

static void add_columns(columns *c, const spec *s)
{
    const bool bounded = isfinite(s->lower) || isfinite(s->upper);
    double start, std;
    nes_usual_start(s->lower, s->upper, s->log, s->integer, &start, &std);
    const double numbers[] = {
        s->lower, s->upper,   isnan(s->start) ? start : s->start, isnan(s->std) ? std : s->std,
        s->log,   s->integer, (double)join_group(c, s->group)};
    const bool needed[] = {bounded, bounded,    !isnan(s->start), !isnan(s->std),
                           s->log,  s->integer, s->group != NULL};
    for (size_t i = 0; i < COLUMNS; i++) {
        char text[TEXT_NUMBER_SIZE];
        buffer_print(&c->text[i], "%s%s", c->text[i].n > 0 ? "," : "",
                     text_number(numbers[i], text));
        c->needed[i] |= needed[i];
    }
}

static int grow(problem_file *p, columns *c, size_t n)
{
    if (c->v.n + n > MOST_VARIABLES)
        return text_error(EXIT_USAGE, "%s: more than %d variables", p->path, MOST_VARIABLES);
    if (c->v.n + n <= c->room) return 0;
    c->room = 2 * (c->v.n + n);
    c->v.name = memory_resize(c->v.name, c->room, sizeof *c->v.name);
    p->variable = memory_resize(p->variable, c->room, sizeof *p->variable);
    c->group = memory_resize(c->group, c->room, sizeof *c->group);
    return 0;
}

/* Adds the variables of an entry: one, or name1 to nameN. */
static int add_variables(problem_file *p, columns *c, const spec *s)
{
    const char *name = s->key->text;
    const size_t n = s->count == 0 ? 1 : s->count;
    const char *wrong = variables_refuse_name(s->count > 0 && strcmp(name, "x") == 0 ? "x1" : name);
    if (wrong == NULL && s->count > 0 && strlen(name) > 40)
        wrong = "a name with count has at most 40 letters";
    if (wrong != NULL)
        return section_refuse(p, s->key, "'%.80s' cannot be a variable: %s", name, wrong);
    const int status = grow(p, c, n);
    for (size_t i = 0; i < n && status == 0; i++) {
        if (s->count == 0)
            snprintf(c->v.name[c->v.n], VARIABLES_NAME_SIZE, "%s", name);
        else
            snprintf(c->v.name[c->v.n], VARIABLES_NAME_SIZE, "%.40s%zu", name, i + 1);
        p->variable[c->v.n++] = s->key;
        add_columns(c, s);
    }
    return status;
}

/* ---- the section ---------------------------------------------------------------------------- */

static int check_names(const problem_file *p, const variables *v)
{
    const size_t i = variables_repeated(v);
    if (i == v->n) return 0;
    return section_refuse(p, p->variable[i],
                          "'%s' stands for another variable already; give every variable a name of "
                          "its own (x1 is always the first, x2 the second)",
                          v->name[i]);
}

static int add_names(problem_file *p, const variables *v, const node *at)
{
    buffer dim = {.text = NULL}, names = {.text = NULL};
    for (size_t i = 0; i < v->n; i++) buffer_print(&names, "%s%s", i > 0 ? "," : "", v->name[i]);
    buffer_print(&dim, "%zu", v->n);
    int status = section_add_text(p, "dim", &dim, at);
    if (status == 0) status = section_add_text(p, "names", &names, at);
    buffer_free(&names);
    return status;
}

static int add_options(problem_file *p, columns *c, const node *at)
{
    int status = check_names(p, &c->v);
    if (status == 0) status = add_names(p, &c->v, at);
    for (size_t i = 0; i < COLUMNS && status == 0; i++)
        if (c->needed[i]) status = section_add_text(p, options[i], &c->text[i], at);
    return status;
}

static void close_columns(columns *c)
{
    for (size_t i = 0; i < COLUMNS; i++) buffer_free(&c->text[i]);
    variables_close(&c->v);
    free(c->group);
}

int section_read_variables(problem_file *p, const node *section)
{
    columns c = {.room = 0};
    int status = 0;
    if (section->kind != NODE_MAP || section->n == 0)
        return section_refuse(
            p, section,
            "variables: names with what is known of them must stand here, such as "
            "'rate: {range: [0, 1]}'");
    for (size_t i = 0; i < section->n && status == 0; i += 2) {
        spec s = {section->item[i], 0, -INFINITY, INFINITY, NAN, NAN, false, false, NULL};
        status = read_spec(p, &s, section->item[i + 1]);
        if (status == 0) status = add_variables(p, &c, &s);
    }
    if (status == 0) status = add_options(p, &c, section);
    p->variables = c.v.n;
    close_columns(&c);
    return status;
}
