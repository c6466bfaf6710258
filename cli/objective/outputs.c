/* SPDX-License-Identifier: MIT
 *
 * Outputs from their texts, and the records that are made of them; see objective/outputs.h. What is
 * read from texts is in objective/outputs_read.c. */
#include "objective/outputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "formula/formula.h"

enum { OUTPUTS_MOST = 10000 };

/* ---- names and places ----------------------------------------------------------------------- */

/* Why a text cannot be the name of an output; null: it can. */
static const char *refuse_name(const char *name)
{
    /* Columns of tables, and words of formulas, have these names. */
    static const char *const taken[] = {"round", "status", "seconds", "failure",
                                        "said",  "handed", "failed",  "N"};
    const char *wrong = variables_refuse_name(name);
    const size_t digits = strspn(name[0] != '\0' ? name + 1 : name, "0123456789");
    if (wrong != NULL) return wrong;
    if ((name[0] == 'x' || name[0] == 'g') && digits > 0 && name[1 + digits] == '\0')
        return "x1, g1 and so on are variables and constraints";
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcasecmp(name, taken[i]) == 0) return "tables and formulas have that name already";
    return NULL;
}

/* Adds an output with a name of n bytes. Null: the error has been printed. */
static output_rule *add(output_set *o, const char *text, size_t n)
{
    char name[VARIABLES_NAME_SIZE];
    const char *given = text_trim(text, &n),
               *wrong = n >= sizeof name ? "a name has at most 63 letters" : NULL;
    snprintf(name, sizeof name, "%.*s", (int)n, given);
    if (wrong == NULL) wrong = refuse_name(name);
    for (size_t i = 0; wrong == NULL && i < o->names.n; i++)
        if (strcmp(o->names.name[i], name) == 0) wrong = "this name is there twice";
    if (wrong == NULL && o->names.n == OUTPUTS_MOST) wrong = "there are too many outputs";
    if (wrong != NULL) {
        text_error(0, "--output: '%s': %s", name, wrong);
        return NULL;
    }
    o->names.name = memory_resize(o->names.name, o->names.n + 1, sizeof *o->names.name);
    o->rule = memory_resize(o->rule, o->names.n + 1, sizeof *o->rule);
    memcpy(o->names.name[o->names.n], name, sizeof name);
    o->rule[o->names.n] = (output_rule){.value = NULL};
    return &o->rule[o->names.n++];
}

/* The text behind a key such as json:, if it begins so; null: it does not. */
static const char *behind(const char *text, const char *key)
{
    const size_t n = strlen(key);
    return strncmp(text, key, n) == 0 && text[n] == ':' ? text + n + 1 + strspn(text + n + 1, " ")
                                                        : NULL;
}

static int read_file_name(output_rule *r, const char *name)
{
    if (*name == '\0')
        return text_error(EXIT_USAGE, "--output: a file needs a name, such as stress=file:out.txt");
    r->has_file = r->searched = true;
    placeholder_open_plain(&r->file, name);
    return 0;
}

/* Reads one line of a rule. what: stands in front of errors. */
static int read_rule(output_rule *r, const char *what, const char *text, const char *verb)
{
    const char *json = behind(text, "json"), *file = behind(text, "file"),
               *expr = behind(text, "expr"), *pattern = behind(text, "pattern");
    if (expr != NULL) {
        r->text = expr;
        return 0;
    }
    if (file != NULL && !r->has_file) return read_file_name(r, file);
    if (json == NULL && pattern == NULL) pattern = text;
    if (r->value != NULL || file != NULL)
        return text_error(EXIT_USAGE, "%s: two places are given; give one", what);
    r->searched = true;
    r->by_pattern = json == NULL;
    return value_open_as(&r->value, what, json, json != NULL ? NULL : pattern,
                         r->has_file ? "wrote" : verb);
}

/* Where an output without a rule is: in the last line, or the field of its name. */
static int finish_rule(output_set *o, output_rule *r, const char *name)
{
    if (r->text != NULL && (r->value != NULL || r->has_file))
        return text_error(EXIT_USAGE, "--output %s is a formula, so it is not read; leave one out",
                          name);
    o->given += r->text == NULL;
    o->files += r->has_file;
    if (r->value != NULL || r->text != NULL) return 0;
    if (r->has_file) return value_open_as(&r->value, name, NULL, NULL, "wrote");
    r->on_line = true;
    o->on_line++;
    return value_open_as(&r->value, name, name, NULL, o->verb);
}

/* Reads NAME=RULE; lines of it that begin with a blank go on with the rule. The text is changed. */
static int read_ruled(output_set *o, char *line, char **rest)
{
    char what[VARIABLES_NAME_SIZE + 16], *equals = strchr(line, '=');
    output_rule *r = add(o, line, (size_t)(equals - line));
    if (r == NULL) return EXIT_USAGE;
    const char *name = o->names.name[o->names.n - 1];
    snprintf(what, sizeof what, "--output %s", name);
    int status = equals[1] == '\0' ? text_error(EXIT_USAGE,
                                                "%s= needs a pattern, json:PATH, file:NAME or "
                                                "expr:FORMULA behind it",
                                                what)
                                   : read_rule(r, what, equals + 1, o->verb);
    while (status == 0 && *rest != NULL && **rest == ' ')
        status = read_rule(r, what, text_part(rest, '\n') + 1, o->verb);
    return status == 0 ? finish_rule(o, r, name) : status;
}

/* Reads names without rules, separated by commas. */
static int read_names(output_set *o, char *line)
{
    char *name;
    int status = 0;
    while (status == 0 && (name = text_part(&line, ',')) != NULL) {
        output_rule *r = add(o, name, strlen(name));
        status = r == NULL ? EXIT_USAGE : finish_rule(o, r, o->names.name[o->names.n - 1]);
    }
    return status;
}

int outputs_open(output_set *o, const outputs_options *g, const char *verb)
{
    *o = (output_set){.verb = verb};
    int status = 0;
    for (size_t i = 0; status == 0 && i < g->list.n; i++) {
        char *rest = memory_text(g->list.text[i]), *line;
        o->texts = memory_resize(o->texts, o->n_texts + 1, sizeof *o->texts);
        o->texts[o->n_texts++] = rest;
        while (status == 0 && (line = text_part(&rest, '\n')) != NULL)
            status = strchr(line, '=') != NULL ? read_ruled(o, line, &rest) : read_names(o, line);
    }
    return status;
}

/* ---- formulas ------------------------------------------------------------------------------- */

/* Refuses a name that a variable has. */
static int check_names(const output_set *o, const variables *v)
{
    for (size_t i = 0; i < o->names.n; i++)
        if (variables_find(v, o->names.name[i]) < v->n)
            return text_error(EXIT_USAGE,
                              "--output: '%s' is a variable; give the output another name",
                              o->names.name[i]);
    return 0;
}

/* Opens the formulas of outputs, each in the outputs before it. */
static int open_formulas(output_set *o, const variables *v)
{
    for (size_t i = 0; i < o->names.n; i++) {
        output_rule *r = &o->rule[i];
        const variables before = {.n = i, .name = o->names.name};
        if (r->text == NULL) continue;
        r->formula = formula_create_with(r->text, v, &before);
        if (r->formula == NULL)
            return text_error(EXIT_USAGE, "--output %s is no formula, as said above",
                              o->names.name[i]);
    }
    return 0;
}

/* Names of files may have placeholders, which need the variables. */
static int open_files(output_set *o, const variables *v)
{
    char where[VARIABLES_NAME_SIZE + 16];
    for (size_t i = 0; i < o->names.n; i++) {
        output_rule *r = &o->rule[i];
        if (!r->has_file) continue;
        char *name = memory_text(r->file.text);
        snprintf(where, sizeof where, "--output %s", o->names.name[i]);
        placeholder_close(&r->file);
        const int status = placeholder_open(&r->file, name, strlen(name), v, where);
        free(name);
        if (status != 0) return status;
    }
    return 0;
}

int outputs_read_formulas(output_set *o, const outputs_options *g, const variables *v,
                          bool takes_value)
{
    int status = check_names(o, v);
    if (status == 0) status = open_formulas(o, v);
    if (status == 0) status = open_files(o, v);
    if (status == 0 && takes_value && g->minimise != NULL) {
        o->value = formula_create_with(g->minimise, v, &o->names);
        if (o->value == NULL)
            status = text_error(EXIT_USAGE, "--minimise '%.100s' is no formula, as said above",
                                g->minimise);
    }
    enum { SHORT = 32 };
    if (g->minimise != NULL && strlen(g->minimise) <= SHORT) o->aim = memory_text(g->minimise);
    if (status == 0 && g->constraint != NULL)
        status = relations_read(&o->constraints, g->constraint, v, &o->names, "--constraint");
    return status;
}

void outputs_close(output_set *o)
{
    for (size_t i = 0; i < o->names.n; i++) {
        value_close(o->rule[i].value);
        placeholder_close(&o->rule[i].file);
        formula_destroy(o->rule[i].formula);
    }
    free(o->rule);
    for (size_t i = 0; i < o->n_texts; i++) free(o->texts[i]);
    free(o->texts);
    variables_close(&o->names);
    formula_destroy(o->value);
    free(o->aim);
    relations_close(&o->constraints);
    *o = (output_set){.given = 0};
}

size_t outputs_constraints(const output_set *o)
{
    return o->own + o->constraints.n;
}

size_t outputs_count(const output_set *o)
{
    return o->names.n;
}

/* ---- records -------------------------------------------------------------------------------- */

/* Fills in the outputs behind the dim numbers of the point: those that are given, and those that
 * are formulas of these. */
static nes_fate fill_outputs(const output_set *o, size_t dim, const double *given, double *all)
{
    for (size_t i = 0; i < o->names.n; i++) {
        const formula *f = o->rule[i].formula;
        if (f == NULL)
            all[dim + i] = *given++;
        else if (formula_evaluate(f, all, &all[dim + i]) != NES_MEASURED)
            return NES_FAILED;
    }
    return NES_MEASURED;
}

nes_fate outputs_complete(const output_set *o, size_t dim, const double *x, double *values)
{
    const size_t k = o->names.n;
    double *all = memory_zeros(dim + k, sizeof *all), *given = values + 1 + o->own;
    memcpy(all, x, dim * sizeof *x);
    nes_fate fate = fill_outputs(o, dim, given, all);
    if (fate == NES_MEASURED && o->value != NULL) fate = formula_evaluate(o->value, all, values);
    if (fate == NES_MEASURED) fate = relations_evaluate(&o->constraints, all, given);
    memcpy(given + o->constraints.n, all + dim, k * sizeof *all);
    free(all);
    return fate;
}

bool outputs_violates(const output_set *o, size_t dim, const double *x, double *values,
                      const relation **of)
{
    const size_t k = o->names.n;
    double *all = NULL;
    *of = NULL;
    for (size_t i = 0; i < o->constraints.n; i++) {
        const relation *r = &o->constraints.v[i];
        double *g = &values[1 + o->own + i];
        *g = 0;
        if (!r->early) continue;
        if (all == NULL) {
            all = memory_zeros(dim + k, sizeof *all);
            memcpy(all, x, dim * sizeof *x);
        }
        if (formula_evaluate(r->g, all, g) != NES_MEASURED || isnan(*g)) *g = 0;
        if (*g > 0 && *of == NULL) *of = r;
    }
    free(all);
    values[0] = (double)NAN;
    for (size_t i = 0; i < o->own; i++) values[1 + i] = (double)NAN;
    for (size_t i = 0; i < k; i++) values[1 + outputs_constraints(o) + i] = (double)NAN;
    return *of != NULL;
}
