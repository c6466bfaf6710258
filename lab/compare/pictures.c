/* SPDX-License-Identifier: MIT
 *
 * Runtime distributions of methods by dimension and by problem; see compare/compare_report.h. */
#include <stdio.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "bench/curve.h"
#include "compare/compare_report.h"

enum { PER_PICTURE = 12 };

const char *compare_picture_name(const compare_plan *p, size_t i, char name[COMPARE_NAME])
{
    if (i == 0) return "ecdf";
    if (p->n_problems == 1 || (i - 1) * PER_PICTURE >= p->n_problems) return NULL;
    snprintf(name, COMPARE_NAME, i == 1 ? "problems" : "problems-%zu", i);
    return name;
}

/* Adds the runs of a method on the problems from `first` to `last`, of that dimension; 0: of any.
 */
static void add_problems(curve *c, const compare_results *r, size_t method, size_t first,
                         size_t last, size_t dim)
{
    for (size_t i = first; i < last; i++) {
        const coco_set *runs = &compare_results_cell(r, i, method)->runs;
        if (dim == 0 || runs->dim == dim)
            curve_add(c, runs, r->references[i].targets, r->references[i].n);
    }
}

/* One curve for each method. */
static void draw_curves(panel *p, curve_place at, const compare_results *r, size_t first,
                        size_t last, size_t dim)
{
    const size_t n = r->plan->methods.n;
    curve *curves = memory_zeros(n, sizeof *curves);
    const char **names = memory_zeros(n, sizeof *names);
    for (size_t m = 0; m < n; m++) {
        names[m] = r->plan->methods.v[m].text;
        add_problems(&curves[m], r, m, first, last, dim);
    }
    curve_draw(curves, names, n, p, at);
    for (size_t m = 0; m < n; m++) curve_free(&curves[m]);
    free(curves);
    free(names);
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

static size_t count_dims(const compare_plan *p)
{
    size_t n = 0;
    for (size_t d = 0; (d = next_dim(p, d)) != 0;) n++;
    return n;
}

static void draw_by_dimension(figure *f, const compare_results *r)
{
    const size_t n = count_dims(r->plan);
    size_t k = 0;
    for (size_t d = 0; (d = next_dim(r->plan, d)) != 0; k++) {
        char title[64];
        snprintf(title, sizeof title, "dimension %zu", d);
        panel *p = figure_panel(f, n == 1 ? NULL : title);
        draw_curves(p, curve_place_of(k, n), r, 0, r->plan->n_problems, d);
    }
}

static void draw_by_problem(figure *f, const compare_results *r, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        panel *p = figure_panel(f, r->plan->problems[i].title);
        draw_curves(p, curve_place_of(i - first, last - first), r, i, i + 1, 0);
    }
}

static figure *make_picture(const compare_results *r, size_t i)
{
    const compare_plan *p = r->plan;
    char title[256];
    figure *f;
    if (i == 0) {
        snprintf(title, sizeof title, "%zu problems, %zu runs each", p->n_problems, p->runs);
        f = figure_new(p->n_problems == 1 ? p->problems[0].title : title, 1,
                       curve_columns(count_dims(p)));
        draw_by_dimension(f, r);
    } else {
        const size_t first = (i - 1) * PER_PICTURE, n = p->n_problems - first;
        const size_t shown = n < PER_PICTURE ? n : PER_PICTURE;
        snprintf(title, sizeof title, "Targets reached, %zu runs of each method", p->runs);
        f = figure_new(title, 1, curve_columns(shown));
        draw_by_problem(f, r, first, first + shown);
    }
    return f;
}

int compare_report_draw(const compare_results *r)
{
    char name[COMPARE_NAME];
    const char *picture;
    int status = EXIT_OK;
    for (size_t i = 0;
         status == EXIT_OK && (picture = compare_picture_name(r->plan, i, name)) != NULL; i++) {
        figure *f = make_picture(r, i);
        char *path = file_path(r->plan->out, picture);
        status = figure_draw(f, path);
        figure_free(f);
        free(path);
    }
    return status;
}
