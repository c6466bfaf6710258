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
static bool is_at(const nes_settings *s, size_t i, const double *bounds, double v)
{
    if (bounds == NULL || !isfinite(bounds[i])) return false;
    const double room = kind_is_bounded(s, i) ? s->upper[i] - s->lower[i] : fabs(bounds[i]);
    return fabs(v - bounds[i]) <= 1e-7 * room;
}

/* Writes remarks about a variable, separated by commas; returns `text`. */
static const char *remark(const report *r, size_t i, char *text, size_t size)
{
    const nes_settings *s = r->settings;
    const bool fixed = kind_is_fixed(s, i), free = r->result.best_x != NULL && !fixed && !s->bits;
    const double best = free ? r->result.best_x[i] : 0;
    size_t used = 0;
    const struct {
        bool holds;
        const char *text;
    } remarks[] = {
        {kind_is_log(s, i), "log scale"},
        {kind_is_integer(s, i), "integer"},
        {fixed, "fixed"},
        {free && is_at(s, i, s->lower, best), "at its lower bound"},
        {free && is_at(s, i, s->upper, best), "at its upper bound"},
    };
    text[0] = '\0';
    for (size_t k = 0; k < sizeof remarks / sizeof *remarks; k++)
        if (remarks[k].holds && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                                     remarks[k].text);
    return text;
}

/* Prints a number in its column; last: no column follows. */
static void print_cell(const double *v, size_t i, bool signs, bool last)
{
    const int width = last ? 0 : WIDTH;
    if (v == NULL)
        printf("%-*s", width, signs ? " none" : "none");
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
    char text[VARIABLES_NAME_SIZE];
    size_t longest = TEXT_COLUMN - 4;
    for (size_t i = 0; i < n; i++) {
        const size_t length = strlen(variables_name(r->variables, i, text));
        if (length > longest) longest = length;
    }
    return (int)longest + 2;
}

static void print_row(const report *r, size_t i, int width, bool best_signs, bool mean_signs)
{
    char text[VARIABLES_NAME_SIZE], remarks[160];
    const nes_result *s = &r->result;
    const bool bits = r->settings->bits, plain = remark(r, i, remarks, sizeof remarks)[0] == '\0';
    printf("  %-*s", width, variables_name(r->variables, i, text));
    print_cell(s->best_x, i, best_signs, false);
    print_cell(s->mean_x, i, mean_signs, bits && plain);
    if (!bits) print_cell(s->std_x, i, false, plain);
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
