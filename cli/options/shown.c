/* SPDX-License-Identifier: MIT
 *
 * See options/shown.h. */
#include "options/shown.h"

#include <stdlib.h>

#include "base/memory.h"

static double *make_room(shown_room *s, size_t rows, size_t dim)
{
    if (rows * dim > s->room) s->x = memory_resize(s->x, s->room = rows * dim, sizeof *s->x);
    return s->x;
}

void shown_points(shown_room *s, const variables *v, nes_points *p)
{
    if (v == NULL || !variables_have_scales(v)) return;
    double *x = make_room(s, p->n, p->dim);
    for (size_t i = 0; i < p->n; i++) variables_show(v, p->x + i * p->dim, x + i * p->dim);
    p->x = x;
}

void shown_result(shown_room *s, const variables *v, nes_result *r)
{
    if (v == NULL || !variables_have_scales(v)) return;
    double *x = make_room(s, 3, r->dim);
    if (r->best_x != NULL) variables_show(v, r->best_x, x);
    if (r->mean_x != NULL) variables_show(v, r->mean_x, x + r->dim);
    if (r->std_x != NULL) variables_show_std(v, r->std_x, x + 2 * r->dim);
    if (r->best_x != NULL) r->best_x = x;
    if (r->mean_x != NULL) r->mean_x = x + r->dim;
    if (r->std_x != NULL) r->std_x = x + 2 * r->dim;
}

void shown_close(shown_room *s)
{
    free(s->x);
    *s = (shown_room){.room = 0};
}
