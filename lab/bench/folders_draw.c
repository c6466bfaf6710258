/* SPDX-License-Identifier: MIT
 *
 * Runtime distributions of result folders by dimension and by group of functions; see
 * bench/folders.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/folders.h"

/* What a panel shows: functions in a dimension, of one group or of all. */
typedef struct choice {
    size_t dim;
    char group[SHARE_GROUP_SIZE]; /* empty: all */
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

static void add_sets(const void *data, size_t panel, size_t folder, curve *to)
{
    const choices *c = data;
    for (size_t i = 0; i < c->folders->n_sets; i++) {
        const coco_set *first = folder_group_set(c->folders, 0, i);
        char group[SHARE_GROUP_SIZE];
        run_table_group(first, group, sizeof group);
        if (first->dim == c->v[panel].dim &&
            (c->v[panel].group[0] == '\0' || strcmp(group, c->v[panel].group) == 0))
            share_curve_add(to, folder_group_set(c->folders, folder, i));
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
                            .add = add_sets};
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
        const coco_set *s = folder_group_set(g, 0, i);
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
        add_choice(&dims, &(choice){.dim = folder_group_set(g, 0, i)->dim});
    int status = draw(&dims, "Targets reached, by dimension", basename, quiet);
    for (size_t i = 0; i < dims.n && status == EXIT_OK; i++)
        status = draw_groups(g, dims.v[i].dim, basename, quiet);
    free(dims.v);
    return status;
}
