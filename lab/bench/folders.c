/* SPDX-License-Identifier: MIT
 *
 * Several result folders as tables, as JSON and as runtime distributions; see bench/folders.h. */
#include "bench/folders.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/exit_status.h"
#include "base/grid.h"
#include "base/memory.h"
#include "base/text.h"

static const compare_set *find(const comparison *c, const coco_set *wanted)
{
    for (size_t k = 0; k < c->n; k++)
        if (c->sets[k].a->function == wanted->function && c->sets[k].a->dim == wanted->dim)
            return &c->sets[k];
    return NULL;
}

/* Appends a row of sets, if all pairs have that function and dimension. */
static void add_sets(folder_group *g, const coco_set *wanted)
{
    const size_t width = g->n - 1;
    g->sets = memory_resize(g->sets, (g->n_sets + 1) * width, sizeof *g->sets);
    for (size_t k = 0; k < width; k++) {
        const compare_set *s = find(&g->pairs[k], wanted);
        if (s == NULL) return;
        g->sets[g->n_sets * width + k] = s;
    }
    g->n_sets++;
}

int folder_group_open(folder_group *g, const char *const *names, size_t n)
{
    *g = (folder_group){.names = names, .n = n};
    for (size_t i = 1; i < n; i++) {
        const int status = comparison_open(&g->pairs[i - 1], names[0], names[i]);
        if (status != EXIT_OK) return status;
    }
    for (size_t i = 0; i < g->pairs[0].n; i++) add_sets(g, g->pairs[0].sets[i].a);
    if (g->n_sets > 0) return EXIT_OK;
    return text_error(EXIT_USAGE, "the %zu folders have no function and dimension in common", n);
}

void folder_group_close(folder_group *g)
{
    for (size_t i = 0; i + 1 < g->n; i++) comparison_close(&g->pairs[i]);
    free(g->sets);
}

/* The comparison of a folder, numbered from 1, with the first one on function and dimension number
 * i. */
static const compare_set *pair_of(const folder_group *g, size_t folder, size_t i)
{
    return g->sets[i * (g->n - 1) + folder - 1];
}

/* The runs of a folder on number i of the functions and dimensions that all folders have. */
static const coco_set *set_of(const folder_group *g, size_t folder, size_t i)
{
    return folder == 0 ? pair_of(g, 1, i)->a : pair_of(g, folder, i)->b;
}

/* ---- tables --------------------------------------------------------------------------------- */

static char letter(size_t folder)
{
    return (char)('A' + (int)folder);
}

static void add_time(grid *g, double ert, size_t reached, size_t runs)
{
    grid_add(g, "%s", run_table_number(ert).text);
    grid_add(g, "%zu/%zu", reached, runs);
}

/* Adds a ratio. A star says that the runs to this target differ beyond chance. */
static void add_ratio(grid *g, double ratio, const rank_result *test)
{
    if (isnan(ratio))
        grid_add(g, "-");
    else
        grid_add(g, "%.3g%s", ratio, test->p < RANK_TEST_LEVEL ? "*" : "");
}

static void add_target(grid *g, const folder_group *f, size_t i, size_t k)
{
    const compare_set *first = pair_of(f, 1, i);
    grid_add(g, "%.0e", run_targets[k]);
    add_time(g, first->ert_a[k], first->reached_a[k], first->a->n);
    for (size_t n = 1; n < f->n; n++) {
        const compare_set *s = pair_of(f, n, i);
        add_time(g, s->ert_b[k], s->reached_b[k], s->b->n);
        add_ratio(g, s->ratio[k], &s->test[k]);
    }
}

static void add_set(const folder_group *f, size_t i, buffer *text)
{
    grid g = {.columns = 3 * f->n, .left = 0};
    const coco_set *s = set_of(f, 0, i);
    buffer_print(text, "\n%s, dimension %zu\n", run_table_title(s).text, s->dim);
    grid_add(&g, "target");
    for (size_t n = 0; n < f->n; n++) {
        grid_add(&g, "ERT %c", letter(n));
        grid_add(&g, "reached");
        if (n > 0) grid_add(&g, "%c/A", letter(n));
    }
    for (size_t k = 0; k < RUN_TARGETS; k++) add_target(&g, f, i, k);
    grid_text(&g, text);
    grid_free(&g);
}

/* ---- shares of targets ---------------------------------------------------------------------- */

static share_table find_shares(const folder_group *f, size_t folder)
{
    share_table t = {.rows = NULL};
    for (size_t i = 0; i < f->n_sets; i++)
        share_table_add_like(&t, set_of(f, folder, i), set_of(f, 0, i));
    return t;
}

void folder_group_set_clock(folder_group *g, const share_clock *clock)
{
    g->clock = clock;
    for (size_t i = 0; i + 1 < g->n; i++) g->pairs[i].shares_a.clock = clock;
}

static void add_rows(grid *g, size_t n, const share_clock *clock, const share_table *tables)
{
    for (size_t i = 0; i < tables[0].n; i++)
        for (size_t k = 0; k < n; k++) {
            const share_row *r = &tables[k].rows[i];
            grid_add(g, "%zu", r->dim);
            grid_add(g, "%s", r->group);
            grid_add(g, "%c", letter(k));
            for (size_t t = 0; t < clock->n; t++)
                grid_add(g, "%.1f", share_percent(r, clock->times[t]));
        }
}

static void add_shares(const folder_group *f, buffer *text)
{
    share_table tables[FOLDERS_MOST];
    const share_clock *clock = f->clock != NULL ? f->clock : &share_usual;
    grid g = {.columns = 3 + clock->n, .left = 3};
    for (size_t k = 0; k < f->n; k++) tables[k] = find_shares(f, k);
    grid_add(&g, "dim");
    grid_add(&g, "group");
    grid_add(&g, "folder");
    for (size_t i = 0; i < clock->n; i++) grid_add(&g, "%s", clock->names[i]);
    add_rows(&g, f->n, clock, tables);
    buffer_print(text,
                 "\ntargets reached, in per cent, after so many evaluations (d: dimension)\n");
    grid_text(&g, text);
    grid_free(&g);
    for (size_t k = 0; k < f->n; k++) share_table_free(&tables[k]);
}

/* ---- all of it ------------------------------------------------------------------------------ */

void folder_group_print(const folder_group *g)
{
    buffer text = {.text = NULL};
    for (size_t i = 0; i < g->n; i++) buffer_print(&text, "%c: %s\n", letter(i), g->names[i]);
    buffer_print(&text,
                 "ERT: expected evaluations until f_opt + target; below 1 a ratio to A says "
                 "that fewer are needed;\n*: the probability of such a difference by chance "
                 "alone is below %g, for this target by itself\n",
                 RANK_TEST_LEVEL);
    for (size_t i = 0; i < g->n_sets; i++) add_set(g, i, &text);
    for (size_t i = 1; i < g->n; i++) comparison_overall(&g->pairs[i - 1], letter(i), &text);
    add_shares(g, &text);
    clean_put(stdout, text.text, CLEAN_TEXT);
    buffer_free(&text);
}

void folder_group_json(const folder_group *g)
{
    cJSON *o = cJSON_CreateObject(), *names = cJSON_CreateArray(), *pairs = cJSON_CreateArray();
    for (size_t i = 0; i < g->n; i++) json_append(names, json_from_string(g->names[i]));
    for (size_t i = 1; i < g->n; i++) json_append(pairs, comparison_object(&g->pairs[i - 1]));
    json_add(o, "folders", names);
    json_add(o, "comparisons", pairs);
    json_print(o);
}

/* ---- runtime distributions by dimension and by group of functions ---------------------------- */

/* What a panel shows: functions in a dimension, of one group or of all. */
typedef struct choice {
    size_t dim;
    char group[SHARE_GROUP_SIZE]; /* empty: all groups */
} choice;

typedef struct choices {
    const folder_group *folders;
    choice *v; /* owned */
    size_t n;
} choices;

static void add_choice(choices *c, const choice *added)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->v[i].dim == added->dim && strcmp(c->v[i].group, added->group) == 0) return;
    c->v = memory_resize(c->v, c->n + 1, sizeof *c->v);
    c->v[c->n++] = *added;
}

static const char *panel_title(const void *data, size_t panel, char room[CURVE_TITLE])
{
    const choice *c = &((const choices *)data)->v[panel];
    if (c->group[0] != '\0') return c->group;
    snprintf(room, CURVE_TITLE, "dimension %zu", c->dim);
    return room;
}

/* The last part of a path, which is what people call a folder. */
static const char *short_name(const void *data, size_t folder)
{
    const char *path = ((const choices *)data)->folders->names[folder];
    const char *slash = strrchr(path, '/');
    return slash == NULL || slash[1] == '\0' ? path : slash + 1;
}

static void add_chosen(const void *data, size_t panel, size_t folder, curve *to)
{
    const choices *c = data;
    for (size_t i = 0; i < c->folders->n_sets; i++) {
        const coco_set *first = set_of(c->folders, 0, i);
        char group[SHARE_GROUP_SIZE];
        run_table_group(first, group, sizeof group);
        if (first->dim == c->v[panel].dim &&
            (c->v[panel].group[0] == '\0' || strcmp(group, c->v[panel].group) == 0))
            share_curve_add(to, set_of(c->folders, folder, i));
    }
}

static int draw(const choices *c, const char *title, const char *basename, bool quiet)
{
    const curve_figure f = {.title = title,
                            .panels = c->n,
                            .curves = c->folders->n,
                            .data = c,
                            .panel_title = panel_title,
                            .curve_name = short_name,
                            .add = add_chosen};
    const int status = curve_figure_draw(&f, basename);
    if (status == EXIT_OK && !quiet)
        text_print(stdout, "plot: %s.png and %s.svg\n", basename, basename);
    return status;
}

/* Draws the groups of functions in a dimension, if there are several, in the order of their
 * functions. */
static int draw_groups(const folder_group *g, size_t dim, const char *basename, bool quiet)
{
    choices c = {.folders = g};
    buffer name = {.text = NULL};
    char title[64];
    int status = EXIT_OK;
    for (size_t i = 0; i < g->n_sets; i++) {
        const coco_set *s = set_of(g, 0, i);
        choice one = {.dim = s->dim};
        run_table_group(s, one.group, sizeof one.group);
        if (s->dim == dim && one.group[0] != '\0') add_choice(&c, &one);
    }
    snprintf(title, sizeof title, "Targets reached in dimension %zu, by group of functions", dim);
    buffer_print(&name, "%s-d%zu", basename, dim);
    if (c.n > 1) status = draw(&c, title, name.text, quiet);
    buffer_free(&name);
    free(c.v);
    return status;
}

int folder_group_draw(const folder_group *g, const char *basename, bool quiet)
{
    choices dims = {.folders = g};
    fflush(stdout); /* the tables stand before anything gnuplot may say */
    for (size_t i = 0; i < g->n_sets; i++)
        add_choice(&dims, &(choice){.dim = set_of(g, 0, i)->dim});
    int status = draw(&dims, "Targets reached, by dimension", basename, quiet);
    for (size_t i = 0; i < dims.n && status == EXIT_OK; i++)
        status = draw_groups(g, dims.v[i].dim, basename, quiet);
    free(dims.v);
    return status;
}
