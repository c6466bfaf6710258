/* SPDX-License-Identifier: MIT
 *
 * Rows of the table of generations as rows of a course; see session/recall.h. */
#include "session/recall.h"

typedef struct recall {
    uint64_t evaluations;
    history *history;
} recall;

/* The history copies the row, and changes nothing in it. */
static int recall_row(const store_generation *g, void *data)
{
    const recall *c = data;
    if (g->evaluations > c->evaluations) return 0;
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
    for (size_t i = 0; i < RATES; i++) row.rates[i] = g->rates[i];
    history_add(c->history, &row);
    return 0;
}

int recall_course(store *s, uint64_t evaluations, history *h)
{
    recall c = {.evaluations = evaluations, .history = h};
    return store_each_generation(s, recall_row, &c);
}
