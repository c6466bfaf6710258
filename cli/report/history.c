/* SPDX-License-Identifier: MIT
 *
 * Recording with a doubling stride; see report/history.h. */
#include "report/history.h"

#include <stdlib.h>

history *history_create(void)
{
    history *h = calloc(1, sizeof *h);
    if (h != NULL) h->stride = 1;
    return h;
}

void history_free(history *h)
{
    if (h == NULL) return;
    for (size_t i = 0; i <= HISTORY_ROWS; i++) course_free(&h->rows[i]);
    course_free(&h->last);
    free(h);
}

/* Drops every second row. Dropped rows go behind the others, with their memory. */
static void thin_out(history *h)
{
    for (size_t i = 0; 2 * i < h->n; i++) {
        const course_row kept = h->rows[2 * i];
        h->rows[2 * i] = h->rows[i];
        h->rows[i] = kept;
    }
    h->n = (h->n + 1) / 2;
    h->stride *= 2;
}

/* Whether the next row is due; if so, there is room for it. */
static bool is_due(history *h)
{
    const uint64_t call = h->calls++;
    if (call % h->stride != 0) return false;
    if (h->n == HISTORY_ROWS) thin_out(h);
    return call % h->stride == 0;
}

static void keep(history *h, const course_row *row)
{
    if (course_copy(&h->rows[h->n], row) == 0)
        h->n++;
    else
        h->failed = true;
}

void history_add(history *h, const course_row *row)
{
    if (course_copy(&h->last, row) != 0) h->failed = true;
    if (is_due(h)) keep(h, row);
}

void history_end(history *h)
{
    const course_row *kept = h->n > 0 ? &h->rows[h->n - 1] : NULL;
    if (h->calls == 0 || (kept != NULL && kept->evaluations >= h->last.evaluations)) return;
    keep(h, &h->last);
}

static bool on_generation(void *data, nes_opt *o)
{
    history *h = data;
    if (!is_due(h)) return false;
    if (course_read(&h->last, o) == 0)
        keep(h, &h->last);
    else
        h->failed = true;
    return false;
}

/* Keeps the end of a run, which may have come within a generation. */
static void on_end(void *data, nes_opt *o)
{
    history *h = data;
    h->calls++;
    if (course_read(&h->last, o) == 0)
        history_end(h);
    else
        h->failed = true;
}

observer history_observer(history *h)
{
    return (observer){.generation = on_generation, .end = on_end, .data = h};
}
