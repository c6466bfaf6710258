/* SPDX-License-Identifier: MIT
 *
 * The table of variables of a run that has not begun: start, standard deviation, bounds, and what
 * values they take. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "report/kinds.h"
#include "session/dry_run.h"

enum { ROWS = 20, WIDTH = 15 };

/* Prints a line without the blanks at its end, and empties it. */
static void print_line(buffer *line)
{
    size_t n = line->n;
    while (n > 0 && line->text[n - 1] == ' ') n--;
    printf("%.*s\n", (int)n, line->text);
    line->n = 0;
}

static const char *kind_name(const nes_settings *s, const variables *v, size_t i)
{
    static const char *const scales[] = {
        [SCALE_STEP] = "step", [SCALE_VALUES] = "values", [SCALE_CHOICES] = "choices"};
    if (variables_kind(v, i) != SCALE_PLAIN) return scales[variables_kind(v, i)];
    if (kind_is_fixed(s, i)) return "fixed";
    if (kind_is_integer(s, i)) return kind_is_log(s, i) ? "integer, log scale" : "integer";
    return kind_is_log(s, i) ? "log scale" : "";
}

static void add_cell(buffer *line, double v)
{
    buffer_print(line, "%-*.7g", WIDTH, v);
}

/* Appends the start of a choice, and its names. */
static void add_choice(const report *r, size_t i, bool bounds, buffer *line)
{
    const scale *s = variables_scale(r->variables, i);
    const double chance = 1 - r->result.std_x[i];
    if (chance * (double)s->n < 1 + 1e-9)
        buffer_print(line, "%-*s", WIDTH, "any");
    else
        buffer_print(line, "%-*s", WIDTH, scale_name(s, r->result.mean_x[i]));
    buffer_print(line, "p = %-*.4g%*s", WIDTH - 4, chance, bounds ? 2 * WIDTH : 0, "");
    scale_put_range(s, line);
}

/* Appends the row of a variable. */
static void add_row(const report *r, size_t i, bool bounds, buffer *line)
{
    const nes_settings *s = r->settings;
    if (variables_kind(r->variables, i) == SCALE_CHOICES) {
        add_choice(r, i, bounds, line);
        return;
    }
    add_cell(line, r->result.mean_x == NULL ? NAN : r->result.mean_x[i]);
    if (!s->bits) add_cell(line, r->result.std_x == NULL ? NAN : r->result.std_x[i]);
    if (bounds) add_cell(line, kind_bound(r->variables, s->lower, i, -HUGE_VAL));
    if (bounds) add_cell(line, kind_bound(r->variables, s->upper, i, HUGE_VAL));
    buffer_print(line, "%s", kind_name(s, r->variables, i));
}

/* Bits without names and a density of the user's own, which need not have a centre, have no table.
 */
void dry_run_variables(const report *r)
{
    char name[VARIABLES_LABEL_SIZE];
    const nes_settings *s = r->settings;
    const size_t d = r->result.dim, n = d <= ROWS ? d : ROWS - 1;
    const bool bounds = s->lower != NULL || s->upper != NULL;
    int width = TEXT_COLUMN - 2;
    buffer line = {.text = NULL};
    if (s->density != NULL || (s->bits && !variables_have_names(r->variables))) return;
    for (size_t i = 0; i < n; i++) {
        const int length = (int)strlen(variables_label(r->variables, i, name)) + 2;
        if (length > width) width = length;
    }
    buffer_print(&line, "  %-*s%-*s%-*s", width, "variable", WIDTH,
                 s->bits ? "probability" : "start", s->bits ? 0 : WIDTH,
                 s->bits ? "" : "std deviation");
    if (bounds) buffer_print(&line, "%-*s%s", WIDTH, "lower", "upper");
    print_line(&line);
    for (size_t i = 0; i < n; i++) {
        buffer_print(&line, "  %-*s", width, variables_label(r->variables, i, name));
        add_row(r, i, bounds, &line);
        print_line(&line);
    }
    if (n < d) printf("  %-*s... and %zu more; --json has them all\n", width, "", d - n);
    buffer_free(&line);
}
