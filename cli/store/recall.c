/* SPDX-License-Identifier: MIT
 *
 * Reading the values of a round; see store/recall.h. */
#include "store/recall.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/order.h"
#include "base/text.h"

void recall_clear(recall *r)
{
    for (size_t i = 0; i < r->n; i++) {
        free((char *)r->values[i].failure);
        free((char *)r->values[i].said);
        free((double *)r->values[i].outputs);
    }
    r->n = 0;
}

void recall_close(recall *r)
{
    recall_clear(r);
    free(r->values);
    *r = (recall){.values = NULL};
}

/* What the visit of a row needs. */
typedef struct reading {
    recall *to;
    const store *from;
    const nes_points *points;
} reading;

static size_t find_point(const nes_points *p, uint64_t id)
{
    size_t k = 0;
    while (k < p->n && p->id[k] != id) k++;
    return k;
}

/* A row that belongs to another course of the run means that values would go to wrong points. */
static int refuse_row(const store *s, const store_evaluation *e)
{
    return text_error(EXIT_FILES,
                      "point %" PRIu64 " of round %" PRIu64 " is not the one in %s/run.db: this "
                      "version of nes makes another course of this run, or the database was "
                      "changed; go on with the version that began it",
                      e->record.id, e->round, store_folder(s));
}

static double *copy_outputs(const double *from, size_t m)
{
    return from == NULL ? NULL : memcpy(memory_zeros(m, sizeof *from), from, m * sizeof *from);
}

static int read_row(const store_evaluation *e, void *data)
{
    const reading *c = data;
    recall *r = c->to;
    const nes_points *p = c->points;
    const size_t k = find_point(p, e->record.id);
    if (k == p->n || e->dim != p->dim || r->n == p->n ||
        memcmp(e->x, p->x + k * p->dim, p->dim * sizeof *p->x) != 0)
        return refuse_row(c->from, e);
    if (e->record.fate == NES_WAITING) return 0;
    eval_record *v = &r->values[r->n++];
    *v = e->record;
    v->said = memory_text(e->record.said);
    v->failure = memory_text(e->record.failure);
    v->outputs = copy_outputs(e->record.outputs, store_outputs(c->from));
    return 0;
}

int recall_round(recall *r, store *s, uint64_t round, const nes_points *p)
{
    reading c = {.to = r, .from = s, .points = p};
    recall_clear(r);
    r->values = memory_resize(r->values, p->n, sizeof *r->values);
    return store_each_evaluation(s, round, read_row, &c);
}

static int by_id(const void *id, const void *value)
{
    return ORDER(*(const uint64_t *)id, ((const eval_record *)value)->id);
}

bool recall_answer(void *data, const double *x, eval_record *to)
{
    const recall *r = data;
    (void)x; /* it was compared when the round was read */
    if (r->n == 0) return false;
    const eval_record *v = bsearch(&to->id, r->values, r->n, sizeof *r->values, by_id);
    if (v != NULL) *to = *v;
    return v != NULL;
}
