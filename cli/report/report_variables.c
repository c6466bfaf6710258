/* SPDX-License-Identifier: MIT
 *
 * The table of variables that have names: best value, mean, standard deviation, and remarks such as
 * "at its bound". */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "report/kinds.h"
#include "report/report.h"

enum { ROWS = 60, WIDTH = 15 };

/* Whether v lies on the bound, as far as its seven printed digits tell. */
static bool is_at(const report *r, size_t i, const double *bounds, double v)
{
    const nes_settings *s = r->settings;
    const double bound = kind_bound(r->variables, bounds, i, INFINITY);
    if (!isfinite(bound) || variables_kind(r->variables, i) == SCALE_CHOICES) return false;
    const double room = kind_is_bounded(s, i) ? fabs(kind_bound(r->variables, s->upper, i, 0) -
                                                     kind_bound(r->variables, s->lower, i, 0))
                                              : fabs(bound);
    return fabs(v - bound) <= 1e-7 * room;
}

/* Writes what the values of a variable are, "" where they are plain numbers; returns `text`. */
static const char *scale_remark(const scale *s, char text[40])
{
    const scale_kind kind = s == NULL ? SCALE_PLAIN : s->kind;
    text[0] = '\0';
    if (kind == SCALE_STEP) snprintf(text, 40, "step %.7g", s->step);
    if (kind == SCALE_VALUES) snprintf(text, 40, "one of %zu values", s->n);
    if (kind == SCALE_CHOICES) snprintf(text, 40, "one of %zu choices", s->n);
    return text;
}

/* Writes remarks about a variable, separated by commas; returns `text`. */
static const char *remark(const report *r, size_t i, char *text, size_t size)
{
    const nes_settings *s = r->settings;
    const bool fixed = kind_is_fixed(s, i), free = r->result.best_x != NULL && !fixed && !s->bits;
    const double best = free ? r->result.best_x[i] : 0;
    char values[40];
    size_t used = 0;
    scale_remark(variables_scale(r->variables, i), values);
    const struct {
        bool holds;
        const char *text;
    } remarks[] = {
        {kind_is_log(s, i), "log scale"},
        {kind_is_integer(s, i) && values[0] == '\0', "integer"},
        {values[0] != '\0', values},
        {fixed, "fixed"},
        {free && is_at(r, i, s->lower, best), "at its lower bound"},
        {free && is_at(r, i, s->upper, best), "at its upper bound"},
    };
    text[0] = '\0';
    for (size_t k = 0; k < sizeof remarks / sizeof *remarks; k++)
        if (remarks[k].holds && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                                     remarks[k].text);
    return text;
}

/* Prints a number or the name of a choice in its column; last: no column follows. */
static void print_cell(const report *r, const double *v, size_t i, bool signs, bool last)
{
    const int width = last ? 0 : WIDTH;
    const scale *s = variables_scale(r->variables, i);
    const char *name = v == NULL ? "none" : s == NULL ? NULL : scale_name(s, v[i]);
    if (name != NULL)
        printf("%s%-*s ", signs ? " " : "", width > 0 ? width - 1 - signs : 0, name);
    else
        printf(signs ? "% -*.7g" : "%-*.7g", width, v[i]);
}

bool report_has_signs(const double *v, size_t n)
{
    for (size_t i = 0; v != NULL && i < n; i++)
        if (v[i] < 0) return true;
    return false;
}

static int name_width(const report *r, size_t n)
{
    char text[VARIABLES_LABEL_SIZE];
    size_t longest = TEXT_COLUMN - 4;
    for (size_t i = 0; i < n; i++) {
        const size_t length = strlen(variables_label(r->variables, i, text));
        if (length > longest) longest = length;
    }
    return (int)longest + 2;
}

static void print_row(const report *r, size_t i, int width, bool best_signs, bool mean_signs)
{
    char text[VARIABLES_LABEL_SIZE], remarks[160];
    const nes_result *s = &r->result;
    const bool bits = r->settings->bits, plain = remark(r, i, remarks, sizeof remarks)[0] == '\0';
    variables_label(r->variables, i, text);
    text_print(stdout, "  %s%*s", text, width - (int)strlen(text), "");
    print_cell(r, s->best_x, i, best_signs, false);
    print_cell(r, s->mean_x, i, mean_signs, bits && plain);
    if (variables_kind(r->variables, i) == SCALE_CHOICES && s->std_x != NULL)
        printf("p = %-*.4g", WIDTH - 4, 1 - s->std_x[i]);
    else if (!bits)
        print_cell(r, s->std_x, i, false, plain);
    puts(remarks);
}

void report_variables(const report *r)
{
    const nes_result *s = &r->result;
    const size_t n = s->dim <= ROWS ? s->dim : ROWS - 1;
    const bool best = report_has_signs(s->best_x, n), mean = report_has_signs(s->mean_x, n);
    const bool bits = r->settings->bits;
    const int width = name_width(r, n);
    printf("  %-*s%-*s%-*s%s\n", width, "variable", WIDTH, best ? " best" : "best",
           bits ? 0 : WIDTH,
           bits   ? "probability"
           : mean ? " mean"
                  : "mean",
           bits ? "" : "std deviation");
    for (size_t i = 0; i < n; i++) print_row(r, i, width, best, mean);
    if (n < s->dim)
        printf("  %-*s... and %zu more; --json prints them all\n", width, "", s->dim - n);
}
