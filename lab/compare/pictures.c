/* SPDX-License-Identifier: MIT
 *
 * Runtime distributions of methods by dimension and by problem; see compare/compare_report.h. */
#include <stdio.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"
#include "compare/compare_report.h"

enum { PER_PICTURE = 12 };

const char *compare_picture_name(const compare_plan *p, size_t i, char name[COMPARE_NAME])
{
    if (i == 0) return "ecdf";
    if (p->n_problems == 1 || (i - 1) * PER_PICTURE >= p->n_problems) return NULL;
    snprintf(name, COMPARE_NAME, i == 1 ? "problems" : "problems-%zu", i);
    return name;
}

/* The smallest dimension of a problem above `than`; 0: there is none. */
static size_t next_dim(const compare_plan *p, size_t than)
{
    size_t least = 0;
    for (size_t i = 0; i < p->n_problems; i++) {
        const size_t d = p->problems[i].dim;
        if (d > than && (least == 0 || d < least)) least = d;
    }
    return least;
}

/* Number k of the dimensions, from 0 and in ascending order; 0: there are fewer. */
static size_t dim_at(const compare_plan *p, size_t k)
{
    size_t d = next_dim(p, 0);
    while (k-- > 0 && d > 0) d = next_dim(p, d);
    return d;
}

/* A picture: by dimension, or by problem from number `first` on. */
typedef struct picture {
    const compare_results *results;
    bool by_dimension;
    size_t first, panels;
} picture;

static const char *panel_title(const void *data, size_t panel, char room[CURVE_TITLE])
{
    const picture *a = data;
    const compare_plan *p = a->results->plan;
    if (!a->by_dimension) return p->problems[a->first + panel].title;
    snprintf(room, CURVE_TITLE, "dimension %zu", dim_at(p, panel));
    return a->panels == 1 ? NULL : room;
}

static const char *method_name(const void *data, size_t method)
{
    return ((const picture *)data)->results->plan->methods.v[method].text;
}

static void add_runs(const void *data, size_t panel, size_t method, curve *to)
{
    const picture *a = data;
    const compare_results *r = a->results;
    for (size_t i = 0; i < r->plan->n_problems; i++)
        if (a->by_dimension ? r->plan->problems[i].dim == dim_at(r->plan, panel)
                            : i == a->first + panel)
            curve_add(to, &compare_results_cell(r, i, method)->runs, r->references[i].targets,
                      r->references[i].n);
}

/* Draws picture number i. */
static int draw(const compare_results *r, size_t i, const char *basename)
{
    const compare_plan *p = r->plan;
    const bool alone = i == 0 && p->n_problems == 1;
    char title[256];
    picture a = {.results = r, .by_dimension = i == 0};
    if (i == 0) {
        while (dim_at(p, a.panels) > 0) a.panels++;
        snprintf(title, sizeof title, "%zu problem%s, %zu run%s each", p->n_problems,
                 text_s(p->n_problems), p->runs, text_s(p->runs));
    } else {
        a.first = (i - 1) * PER_PICTURE;
        a.panels = p->n_problems - a.first < PER_PICTURE ? p->n_problems - a.first : PER_PICTURE;
        snprintf(title, sizeof title, "Targets reached, %zu run%s of each method", p->runs,
                 text_s(p->runs));
    }
    const curve_figure f = {.title = alone ? p->problems[0].title : title,
                            .panels = a.panels,
                            .curves = p->methods.n,
                            .data = &a,
                            .panel_title = panel_title,
                            .curve_name = method_name,
                            .add = add_runs};
    return curve_figure_draw(&f, basename);
}

int compare_report_draw(const compare_results *r)
{
    char name[COMPARE_NAME];
    const char *file;
    int status = EXIT_OK;
    for (size_t i = 0; status == EXIT_OK && (file = compare_picture_name(r->plan, i, name)) != NULL;
         i++) {
        char *path = file_path(r->plan->out, file);
        status = draw(r, i, path);
        free(path);
    }
    return status;
}
