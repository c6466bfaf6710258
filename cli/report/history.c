/* SPDX-License-Identifier: MIT
 *
 * Recording with a doubling stride; see report/history.h. */
#include "report/history.h"

#include <stdlib.h>
#include <string.h>

history *history_create(void)
{
    history *h = calloc(1, sizeof *h);
    if (h != NULL) h->stride = 1;
    return h;
}

static void fill(history_row *row, nes_opt *o, const nes_result *r)
{
    memset(row, 0, sizeof *row);
    row->evaluations = (double)r->evaluations;
    row->best = r->best_f;
    row->generation_best = r->generation_best;
    row->generation_median = r->generation_median;
    row->sigma = r->sigma;
    nes_get_real(o, "condition", &row->condition);
    rates_read(o, row->rates);
    row->min_std = row->max_std = r->std_x[0];
    for (size_t i = 1; i < r->dim; i++) {
        if (r->std_x[i] < row->min_std) row->min_std = r->std_x[i];
        if (r->std_x[i] > row->max_std) row->max_std = r->std_x[i];
    }
    for (size_t i = 0; i < r->dim && i < HISTORY_VARIABLES; i++) row->mean[i] = r->mean_x[i];
}

static void thin_out(history *h)
{
    for (size_t i = 0; 2 * i < h->n; i++) h->rows[i] = h->rows[2 * i];
    h->n = (h->n + 1) / 2;
    h->stride *= 2;
}

static bool on_generation(void *data, nes_opt *o)
{
    history *h = data;
    nes_result r;
    if (h->calls++ % h->stride != 0) return false;
    if (h->n == HISTORY_ROWS) {
        thin_out(h);
        if ((h->calls - 1) % h->stride != 0) return false;
    }
    if (nes_get_result(o, &r) == NES_OK) fill(&h->rows[h->n++], o, &r);
    return false;
}

static void on_end(void *data, nes_opt *o)
{
    history *h = data;
    nes_result r;
    if (nes_get_result(o, &r) != NES_OK) return;
    if (h->n > 0 && h->rows[h->n - 1].evaluations >= (double)r.evaluations) return;
    fill(&h->rows[h->n++], o, &r);
}

observer history_observer(history *h)
{
    return (observer){.generation = on_generation, .end = on_end, .data = h};
}
