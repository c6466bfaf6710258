/* SPDX-License-Identifier: MIT
 *
 * The section `variables`: each variable becomes a column of the options dim, names, lower, upper,
 * x0, std, log, integer and groups, and a part of step, values, choices and unit. Options that no
 * variable needs are not set. A variable without a start or a standard deviation gets the one that
 * the library would choose. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "nes/by_name.h"
#include "problem_file/variable_spec.h"

/* The options in the making: each of the first has a number for every variable, the others have a
 * part for some. */
enum { LOWER, UPPER, X0, STD, LOG, INTEGER, GROUPS, COLUMNS };
static const char *const options[COLUMNS] = {"lower", "upper",   "x0",    "std",
                                             "log",   "integer", "groups"};

static const char *const scale_options[SCALE_CHOICES + 1] = {[SCALE_PLAIN] = "unit",
                                                             [SCALE_STEP] = "step",
                                                             [SCALE_VALUES] = "values",
                                                             [SCALE_CHOICES] = "choices"};

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
    buffer scale[SCALE_CHOICES + 1];
} columns;

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

/* What stands in a column in the place of a number: the name of a choice, or that a variable with a
 * scale gets what is usual there. */
static const char *word_of(const variable_spec *s, size_t column)
{
    if (s->scale == SCALE_PLAIN) return NULL;
    if (column == X0 && s->scale == SCALE_CHOICES)
        return s->start_at != NULL ? s->start_at->text : "?";
    if (column == X0) return isnan(s->start) ? "?" : NULL;
    return column == STD && isnan(s->std) ? "?" : NULL;
}

static void add_columns(columns *c, const variable_spec *s)
{
    const bool bounded = isfinite(s->lower) || isfinite(s->upper);
    double start, std;
    nes_usual_start(s->lower, s->upper, s->log, s->integer, &start, &std);
    const double numbers[] = {
        s->lower, s->upper,   isnan(s->start) ? start : s->start, isnan(s->std) ? std : s->std,
        s->log,   s->integer, (double)join_group(c, s->group)};
    const bool needed[] = {bounded, bounded,    s->start_at != NULL, !isnan(s->std),
                           s->log,  s->integer, s->group != NULL};
    for (size_t i = 0; i < COLUMNS; i++) {
        char text[TEXT_NUMBER_SIZE];
        const char *word = word_of(s, i);
        buffer_print(&c->text[i], "%s%s", c->text[i].n > 0 ? "," : "",
                     word != NULL ? word : text_number(numbers[i], text));
        c->needed[i] |= needed[i];
    }
}

/* Adds "name=list" to the options for scales. */
static void add_scale(columns *c, const variable_spec *s)
{
    const char *name = c->v.name[c->v.n - 1];
    buffer *unit = &c->scale[SCALE_PLAIN], *list = &c->scale[s->scale];
    const node *at = s->scale_at;
    if (s->unit != NULL) buffer_print(unit, "%s%s=%s", unit->n > 0 ? "; " : "", name, s->unit);
    if (at == NULL) return;
    buffer_print(list, "%s%s=", list->n > 0 ? "; " : "", name);
    if (at->kind == NODE_TEXT) buffer_print(list, "%s", at->text);
    for (size_t i = 0; at->kind == NODE_LIST && i < at->n; i++)
        buffer_print(list, "%s%s", i > 0 ? "," : "", at->item[i]->text);
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
static int add_variables(problem_file *p, columns *c, const variable_spec *s)
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
        add_scale(c, s);
    }
    return status;
}

/* ---- the section ---------------------------------------------------------------------------- */

static int add_options(problem_file *p, columns *c, const node *at)
{
    const variables *v = &c->v;
    const size_t repeated = variables_repeated(v);
    if (repeated < v->n)
        return section_refuse(
            p, p->variable[repeated],
            "'%s' stands for another variable already; give every variable a name of its own (x1 "
            "is always the first, x2 the second)",
            v->name[repeated]);
    buffer dim = {.text = NULL}, names = {.text = NULL};
    for (size_t i = 0; i < v->n; i++) buffer_print(&names, "%s%s", i > 0 ? "," : "", v->name[i]);
    buffer_print(&dim, "%zu", v->n);
    int status = section_add_text(p, "dim", &dim, at);
    if (status == 0) status = section_add_text(p, "names", &names, at);
    buffer_free(&names);
    for (size_t i = 0; i < COLUMNS && status == 0; i++)
        if (c->needed[i]) status = section_add_text(p, options[i], &c->text[i], at);
    for (size_t i = 0; i <= SCALE_CHOICES && status == 0; i++)
        if (c->scale[i].n > 0) status = section_add_text(p, scale_options[i], &c->scale[i], at);
    return status;
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
        variable_spec s = {.key = section->item[i],
                           .lower = -INFINITY,
                           .upper = INFINITY,
                           .start = NAN,
                           .std = NAN};
        status = variable_spec_read(p, &s, section->item[i + 1]);
        if (status == 0) status = add_variables(p, &c, &s);
    }
    if (status == 0) status = add_options(p, &c, section);
    p->variables = c.v.n;
    for (size_t i = 0; i < COLUMNS; i++) buffer_free(&c.text[i]);
    for (size_t i = 0; i <= SCALE_CHOICES; i++) buffer_free(&c.scale[i]);
    variables_close(&c.v);
    free(c.group);
    return status;
}
