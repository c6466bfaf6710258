/* SPDX-License-Identifier: MIT
 *
 * From descriptions to figures; see experiment/experiment_figure.h. */
#include "experiment/experiment_figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "nes/problems.h"
#include "stats/sample.h"

enum { NUMBERS = 32, ROW = 6 };

static bool is(const scope *rows, const node *v, const char *key, const char *word)
{
    const char *text = study_text(rows, v, key);
    return text != NULL && strcmp(text, word) == 0;
}

/* The numbers of a list; returns how many. */
static size_t read_list(const node *list, double v[NUMBERS])
{
    size_t n = 0;
    for (; list != NULL && list->kind == NODE_LIST && n < list->n && n < NUMBERS; n++)
        v[n] = strtod(list->item[n]->text, NULL);
    return n;
}

/* ---- series --------------------------------------------------------------------------------- */

static const char *const kinds[] = {
    [SERIES_LINE] = "line",   [SERIES_POINTS] = "points", [SERIES_BOTH] = "both",
    [SERIES_STEPS] = "steps", [SERIES_SMALL] = "small",   [SERIES_BAND] = "band",
    [SERIES_ERROR] = "error", [SERIES_BOX] = "box",       [SERIES_DASH] = "dash"};

static series *new_series(panel *p, const scope *rows, const node *v, series_kind kind)
{
    const size_t style = is(rows, v, "style", "reference") ? FIGURE_REFERENCE
                         : isnan(study_number(rows, v, "style"))
                             ? 0
                             : (size_t)study_number(rows, v, "style");
    return panel_series(p, study_text(rows, v, "name"), kind, style);
}

static void add_rows(study *s, const scope *rows, const node *sql, series *into)
{
    sqlite3_stmt *q = study_select(s, rows, sql);
    while (study_step(s, q)) {
        double row[ROW];
        const int n = sqlite3_column_count(q);
        for (int i = 0; i < n && i < ROW; i++) row[i] = data_real(q, i);
        series_add_row(into, row, (size_t)(n < ROW ? n : ROW));
    }
    sqlite3_finalize(q);
}

/* The first columns of all rows, one after the other; returns how many numbers there are. */
static size_t collect(study *s, const scope *rows, const node *sql, int columns, buffer *numbers)
{
    sqlite3_stmt *q = study_select(s, rows, sql);
    while (study_step(s, q))
        for (int i = 0; i < columns; i++)
            buffer_add(numbers, &(double){data_real(q, i)}, sizeof(double));
    sqlite3_finalize(q);
    return numbers->n / sizeof(double);
}

static void add_success(study *s, const scope *rows, const node *v, const node *sql, series *into)
{
    buffer numbers = {.text = NULL};
    const size_t n = collect(s, rows, sql, 1, &numbers);
    const sample hits = {n, (const double *)(const void *)numbers.text};
    const double budget = study_number(rows, v, "budget");
    double last = 1;
    series_add(into, last, 0);
    for (size_t k = 0; k < sample_finite(hits); k++) {
        last = sample_ranked(hits, k);
        series_add(into, last, (double)(k + 1) / (double)n);
    }
    if (budget > last) series_add(into, budget, sample_finite_share(hits));
    buffer_free(&numbers);
}

static void draw_atoms(study *s, const scope *rows, const node *sql, panel *p)
{
    buffer numbers = {.text = NULL};
    const size_t n = collect(s, rows, sql, 3, &numbers);
    if (n > 0) panel_atoms(p, n / 3, (const double *)(const void *)numbers.text);
    buffer_free(&numbers);
}

/* A map of a problem of two variables in the square from low to high. */
static void draw_map(panel *p, const char *id, double low, double high, bool log_scale)
{
    enum { SIDE = 301 };
    nes_problem *f = NULL;
    if (nes_problem_create(&f, id, NULL, 0) != NES_OK) return;
    double *values = memory_zeros(SIDE * SIDE, sizeof *values);
    const double step = (high - low) / (SIDE - 1);
    for (size_t i = 0; i < SIDE * SIDE; i++)
        values[i] = nes_problem_value(
            f, (const double[]){low + step * (double)(i % SIDE), low + step * (double)(i / SIDE)});
    panel_map(p, SIDE, SIDE, low, high, low, high, values, log_scale);
    nes_problem_destroy(f);
    free(values);
}

/* ---- panels --------------------------------------------------------------------------------- */

static void fill_panel(study *s, const scope *rows, const node *v, panel *p);

/* One entry of "draw", for one row of its "each". */
static void draw_entry(study *s, const scope *rows, const node *v, void *data)
{
    panel *p = data;
    const node *sql;
    double at[NUMBERS];
    for (series_kind i = SERIES_LINE; i <= SERIES_DASH; i++)
        if ((sql = tree_get(v, kinds[i])) != NULL)
            add_rows(s, rows, sql, new_series(p, rows, v, i));
    if ((sql = tree_get(v, "success")) != NULL)
        add_success(s, rows, v, sql, new_series(p, rows, v, SERIES_STEPS));
    if ((sql = tree_get(v, "atoms")) != NULL) draw_atoms(s, rows, sql, p);
    if (tree_get(v, "map") != NULL)
        draw_map(p, study_text(rows, v, "map"), study_number(rows, v, "low"),
                 study_number(rows, v, "high"), is(rows, v, "scale", "log"));
    if (study_text(rows, v, "note") != NULL)
        panel_note(p, study_number(rows, v, "x"), study_number(rows, v, "y"),
                   study_text(rows, v, "note"));
    if (tree_get(v, "rule") != NULL)
        panel_line(p, study_number(rows, v, "rule"), is(rows, v, "vertical", "yes"),
                   study_text(rows, v, "name"));
    if (tree_get(v, "inset") != NULL) {
        if (read_list(tree_get(v, "inset"), at) == 4)
            fill_panel(s, rows, v, panel_inset(p, at[0], at[1], at[2], at[3]));
        return;
    }
    const node *inner = tree_get(v, "draw");
    for (size_t i = 0; inner != NULL && i < inner->n; i++)
        study_each(s, rows, inner->item[i], draw_entry, p);
}

/* The keys of an axis begin with its name. */
static void set_axis(const scope *rows, const node *v, panel *p, char name)
{
    static const char *const keys[2][6] = {
        {"x", "x_scale", "x_ticks", "x_range", "x_low", "x_high"},
        {"y", "y_scale", "y_ticks", "y_range", "y_low", "y_high"}};
    const char *const *key = keys[name == 'y'];
    const double low = study_number(rows, v, key[4]), high = study_number(rows, v, key[5]);
    double at[NUMBERS];
    panel_axis(p, name, study_text(rows, v, key[0]),
               is(rows, v, key[1], "log") ? AXIS_LOG : AXIS_LINEAR);
    if (tree_get(v, key[2]) != NULL) panel_ticks(p, name, read_list(tree_get(v, key[2]), at), at);
    if (read_list(tree_get(v, key[3]), at) == 2) panel_range(p, name, at[0], at[1]);
    if (!isnan(low)) panel_range(p, name, low, high);
}

static void fill_panel(study *s, const scope *rows, const node *v, panel *p)
{
    const node *entries = tree_get(v, "draw");
    set_axis(rows, v, p, 'x');
    set_axis(rows, v, p, 'y');
    for (size_t i = 0; entries != NULL && i < entries->n; i++)
        study_each(s, rows, entries->item[i], draw_entry, p);
}

static void draw_panel(study *s, const scope *rows, const node *v, void *data)
{
    fill_panel(s, rows, v, figure_panel(data, study_text(rows, v, "title")));
}

figure *draw_figure(study *s, const scope *around, const node *v)
{
    double grid[NUMBERS] = {1, 1};
    const node *panels = tree_get(v, "panels");
    read_list(tree_get(v, "grid"), grid);
    figure *f = figure_new(study_text(around, v, "title"), (size_t)grid[0], (size_t)grid[1]);
    for (size_t i = 0; panels != NULL && i < panels->n; i++)
        study_each(s, around, panels->item[i], draw_panel, f);
    return f;
}
