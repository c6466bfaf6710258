/* SPDX-License-Identifier: MIT
 *
 * Runtime distributions of result folders by dimension and by group of functions; see
 * bench/folders.h. */
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "bench/curve.h"
#include "bench/folders.h"

enum { GROUPS_MOST = 16 };

/* What a panel shows: functions in a dimension, of one group or of all. */
typedef struct choice {
    size_t dim;
    const char *group; /* null: all */
} choice;

static bool is_chosen(const folder_group *g, size_t i, const choice *c)
{
    char group[SHARE_GROUP_SIZE];
    const coco_set *s = folder_group_set(g, 0, i);
    if (s == NULL || s->dim != c->dim) return false;
    if (c->group == NULL) return true;
    run_table_group(s, group, sizeof group);
    return strcmp(group, c->group) == 0;
}

/* The last part of a path, which is what people call a folder. */
static const char *short_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL || slash[1] == '\0' ? path : slash + 1;
}

/* Panel number i of n, with a curve for each folder. */
static void draw_panel(figure *f, const folder_group *g, const choice *c, const char *title,
                       size_t i, size_t n)
{
    double targets[SHARE_TARGETS];
    curve curves[FOLDERS_MOST] = {{.hits = NULL}};
    const char *names[FOLDERS_MOST];
    for (size_t k = 0; k < SHARE_TARGETS; k++) targets[k] = share_target(k);
    for (size_t k = 0; k < g->n; k++) {
        names[k] = short_name(g->names[k]);
        for (size_t s = 0; s < folder_group_sets(g); s++)
            if (is_chosen(g, s, c))
                curve_add(&curves[k], folder_group_set(g, k, s), targets, SHARE_TARGETS);
    }
    curve_draw(curves, names, g->n, figure_panel(f, title), curve_place_of(i, n));
    for (size_t k = 0; k < g->n; k++) curve_free(&curves[k]);
}

static int finish(figure *f, const char *basename, bool quiet)
{
    const int status = figure_draw(f, basename);
    figure_free(f);
    if (status == EXIT_OK && !quiet)
        text_print(stdout, "plot: %s.png and %s.svg\n", basename, basename);
    return status;
}

/* The next larger dimension that all folders have; 0: there is none. */
static size_t next_dim(const folder_group *g, size_t than)
{
    size_t least = 0;
    for (size_t i = 0; i < folder_group_sets(g); i++) {
        const coco_set *s = folder_group_set(g, 0, i);
        if (s != NULL && s->dim > than && (least == 0 || s->dim < least)) least = s->dim;
    }
    return least;
}

static int draw_dimensions(const folder_group *g, const char *basename, bool quiet)
{
    size_t n = 0, i = 0;
    for (size_t d = 0; (d = next_dim(g, d)) != 0;) n++;
    figure *f = figure_new("Targets reached, by dimension", 1, curve_columns(n));
    for (size_t d = 0; (d = next_dim(g, d)) != 0;) {
        char title[64];
        snprintf(title, sizeof title, "dimension %zu", d);
        draw_panel(f, g, &(choice){d, NULL}, title, i++, n);
    }
    return finish(f, basename, quiet);
}

/* The groups of functions in a dimension, in the order of their functions; returns how many. */
static size_t find_groups(const folder_group *g, size_t dim,
                          char groups[GROUPS_MOST][SHARE_GROUP_SIZE])
{
    size_t n = 0;
    for (size_t i = 0; i < folder_group_sets(g) && n < GROUPS_MOST; i++) {
        if (!is_chosen(g, i, &(choice){dim, NULL})) continue;
        run_table_group(folder_group_set(g, 0, i), groups[n], SHARE_GROUP_SIZE);
        size_t k = 0;
        while (k < n && strcmp(groups[k], groups[n]) != 0) k++;
        if (k == n && groups[n][0] != '\0') n++;
    }
    return n;
}

static int draw_groups(const folder_group *g, size_t dim, const char *basename, bool quiet)
{
    char groups[GROUPS_MOST][SHARE_GROUP_SIZE], title[64];
    const size_t n = find_groups(g, dim, groups);
    buffer name = {.text = NULL};
    if (n < 2) return EXIT_OK;
    snprintf(title, sizeof title, "Targets reached in dimension %zu, by group of functions", dim);
    figure *f = figure_new(title, 1, curve_columns(n));
    for (size_t i = 0; i < n; i++) draw_panel(f, g, &(choice){dim, groups[i]}, groups[i], i, n);
    buffer_print(&name, "%s-d%zu", basename, dim);
    const int status = finish(f, name.text, quiet);
    buffer_free(&name);
    return status;
}

int folder_group_draw(const folder_group *g, const char *basename, bool quiet)
{
    fflush(stdout); /* the tables stand before anything gnuplot may say */
    int status = draw_dimensions(g, basename, quiet);
    for (size_t d = 0; (d = next_dim(g, d)) != 0 && status == EXIT_OK;)
        status = draw_groups(g, d, basename, quiet);
    return status;
}
