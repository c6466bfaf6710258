/* SPDX-License-Identifier: MIT
 *
 * Rows of the room report and rows of the room store; see session/course.h. */
#include "session/course.h"

#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"

int course_keep(store *s, nes_opt *o, course_row *row, double seconds)
{
    if (course_read(row, o) != 0)
        return text_error(EXIT_FILES, "no memory for the course of the run");
    store_generation g = {.generation = row->generation,
                          .evaluations = row->evaluations,
                          .run = row->run,
                          .popsize = row->popsize,
                          .best = row->best,
                          .generation_best = row->generation_best,
                          .generation_median = row->generation_median,
                          .sigma = row->sigma,
                          .condition = row->condition,
                          .seconds = seconds,
                          .dim = row->dim,
                          .mean = row->mean,
                          .std = row->std,
                          .n_axes = row->n_axes,
                          .axes = row->axes};
    for (size_t i = 0; i < RATES; i++) g.rates[i] = row->rates[i];
    return store_add_generation(s, &g);
}

typedef struct recall {
    uint64_t last;
    history *history;
} recall;

/* The history copies the row, and changes nothing in it. */
static int add_row(const store_generation *g, void *data)
{
    const recall *r = data;
    if (g->generation > r->last) return 0;
    course_row row = {.generation = g->generation,
                      .evaluations = g->evaluations,
                      .run = g->run,
                      .popsize = g->popsize,
                      .best = g->best,
                      .generation_best = g->generation_best,
                      .generation_median = g->generation_median,
                      .sigma = g->sigma,
                      .condition = g->condition,
                      .seconds = g->seconds,
                      .dim = g->mean != NULL && g->std != NULL ? g->dim : 0,
                      .mean = (double *)g->mean,
                      .std = (double *)g->std,
                      .n_axes = g->n_axes,
                      .axes = (double *)g->axes};
    memcpy(row.rates, g->rates, sizeof row.rates);
    history_add(r->history, &row);
    return 0;
}

int course_recall(store *s, uint64_t last, history *h)
{
    recall r = {last, h};
    return store_each_generation(s, add_row, &r);
}
