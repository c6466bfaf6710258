/* SPDX-License-Identifier: MIT
 *
 * See store/arrival_log.h. */
#include "store/arrival_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/replay.h"

/* A point that was asked for and not told so far. */
typedef struct open_point {
    uint64_t round, id;
    recall value; /* of one record, where the folder has it */
} open_point;

struct arrival_log {
    store *store;
    const evaluator *inner;
    uint64_t last;        /* the last round that the folder had */
    uint64_t asked, told; /* so far, in the course that is followed */
    store_arrival *list;  /* what is to be done again: n, of which `next` is next; owned */
    size_t n, next;
    open_point *open; /* owned */
    size_t n_open;
    nes_points state; /* points under way in the state; its id and x are owned */
    recall lent;      /* the record that was handed over last */
    uint64_t known;
    int status;
};

/* ---- open points ---------------------------------------------------------------------------- */

static open_point *find(const arrival_log *log, uint64_t id)
{
    for (size_t i = 0; i < log->n_open; i++)
        if (log->open[i].id == id) return &log->open[i];
    return NULL;
}

static open_point *add(arrival_log *log, uint64_t round, uint64_t id)
{
    log->open = memory_resize(log->open, log->n_open + 1, sizeof *log->open);
    open_point *p = &log->open[log->n_open++];
    *p = (open_point){.round = round, .id = id};
    return p;
}

/* Takes a point out; what the folder has of it is the caller's. */
static open_point take_out(arrival_log *log, open_point *p)
{
    const open_point out = *p;
    *p = log->open[--log->n_open];
    return out;
}

/* Whether the folder has its value. */
static bool is_answered(const open_point *p)
{
    return p->value.n > 0;
}

/* ---- what is there -------------------------------------------------------------------------- */

static int take_arrival(const store_arrival *a, void *data)
{
    arrival_log *log = data;
    log->list = memory_resize(log->list, log->n + 1, sizeof *log->list);
    log->list[log->n++] = *a;
    return 0;
}

/* Takes a point that is under way in the state. */
static int take_point(const store_evaluation *e, void *data)
{
    arrival_log *log = data;
    nes_points *p = &log->state;
    uint64_t *id = memory_resize((uint64_t *)p->id, p->n + 1, sizeof *id);
    p->id = id;
    double *x = memory_resize((double *)p->x, (p->n + 1) * e->dim, sizeof *x);
    p->x = x;
    id[p->n] = e->record.id;
    memcpy(x + p->n++ * e->dim, e->x, e->dim * sizeof *x);
    p->dim = e->dim;
    p->outputs = store_outputs(log->store);
    add(log, e->round, e->record.id);
    return 0;
}

/* Reads the values of points under way that the folder has. */
static int read_values(arrival_log *log)
{
    int status = 0;
    for (size_t i = 0; status == 0 && i < log->n_open; i++) {
        nes_points one = log->state;
        open_point *p = &log->open[i];
        one.n = 1;
        one.id += i;
        one.x += i * one.dim;
        status = recall_round(&p->value, log->store, p->round, &one);
        log->known += p->value.n;
    }
    return status;
}

int arrival_log_open(arrival_log **to, store *s, uint64_t asked, uint64_t told)
{
    arrival_log *log = *to = memory_zeros(1, sizeof *log);
    *log = (arrival_log){.store = s, .asked = asked, .told = told};
    int status = store_use_arrivals(s);
    if (status == 0) status = store_last_round(s, &log->last);
    if (status == 0) status = store_each_arrival(s, told, take_arrival, log);
    if (status == 0 && asked > 0) status = store_each_untold(s, asked, told, take_point, log);
    return status == 0 ? read_values(log) : status;
}

void arrival_log_close(arrival_log *log)
{
    if (log == NULL) return;
    for (size_t i = 0; i < log->n_open; i++) recall_close(&log->open[i].value);
    recall_close(&log->lent);
    free((uint64_t *)log->state.id);
    free((double *)log->state.x);
    free(log->open);
    free(log->list);
    free(log);
}

const nes_points *arrival_log_points(const arrival_log *log)
{
    return log->state.n > 0 ? &log->state : NULL;
}

int arrival_log_status(const arrival_log *log)
{
    return log->status;
}

uint64_t arrival_log_known(const arrival_log *log)
{
    return log->known;
}

/* ---- asking --------------------------------------------------------------------------------- */

bool arrival_log_next(void *data, bool *ask)
{
    const arrival_log *log = data;
    const bool over = log->next == log->n;
    *ask = log->asked < (over ? log->last : log->list[log->next].asked);
    return log->status == 0 && (!over || *ask);
}

int arrival_log_ask(arrival_log *log, uint64_t generation, const nes_points *p)
{
    open_point *to = add(log, ++log->asked, p->id[0]);
    log->state.dim = p->dim;
    log->status = recall_round(&to->value, log->store, to->round, p);
    log->known += to->value.n;
    if (log->status == 0) log->status = store_add_points(log->store, to->round, generation, p);
    return log->status;
}

/* ---- values --------------------------------------------------------------------------------- */

static int write_arrival(arrival_log *log, uint64_t round)
{
    return store_add_arrival(log->store, &(store_arrival){++log->told, round, log->asked});
}

int arrival_log_write(arrival_log *log, size_t n, const eval_record *records)
{
    int status = store_begin(log->store);
    for (size_t i = 0; status == 0 && i < n; i++) {
        open_point *p = find(log, records[i].id);
        if (p == NULL) continue;
        open_point out = take_out(log, p);
        recall_close(&out.value);
        status = store_set_record(log->store, out.round, &records[i]);
        if (status == 0) status = write_arrival(log, out.round);
    }
    return status == 0 ? store_commit(log->store, false) : status;
}

/* Hands over the value of a point that the folder has. */
static size_t hand_over(arrival_log *log, open_point *p, eval_record *to)
{
    const open_point out = take_out(log, p);
    recall_close(&log->lent);
    log->lent = out.value;
    *to = log->lent.values[0];
    return 1;
}

/* The next value of the earlier part. */
static size_t collect_again(arrival_log *log, eval_record *to)
{
    const store_arrival *a = &log->list[log->next];
    for (size_t i = 0; i < log->n_open; i++) {
        open_point *p = &log->open[i];
        if (p->round != a->round || !is_answered(p)) continue;
        log->next++;
        log->told = a->number;
        return hand_over(log, p, to);
    }
    log->status =
        text_error(EXIT_FILES,
                   "%s/run.db lacks the value of round %" PRIu64 ", which was number %" PRIu64
                   " to come: the database was changed; begin a new run with another --out",
                   store_folder(log->store), a->round, a->number);
    return 0;
}

/* A value that the folder has, and whose place in the order it has lost; it comes now. */
static size_t collect_left(arrival_log *log, eval_record *to)
{
    open_point *first = NULL;
    for (size_t i = 0; i < log->n_open; i++) {
        open_point *p = &log->open[i];
        if (is_answered(p) && (first == NULL || p->round < first->round)) first = p;
    }
    if (first == NULL) return 0;
    log->status = write_arrival(log, first->round);
    return log->status == 0 ? hand_over(log, first, to) : 0;
}

/* ---- the evaluator -------------------------------------------------------------------------- */

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    arrival_log *log = self;
    size_t k = 0;
    for (; k < n; k++) {
        const open_point *p = find(log, id[k]);
        if (p != NULL && is_answered(p)) continue;
        const size_t dim = log->state.dim;
        if (log->inner->submit(log->inner->self, 1, id + k, x + k * dim) == 0) break;
    }
    return k;
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    arrival_log *log = self;
    bool ask = false;
    if (log->status != 0) return 0;
    if (arrival_log_next(log, &ask)) return ask ? 0 : collect_again(log, to);
    const size_t n = collect_left(log, to);
    return n > 0 || log->status != 0 ? n : log->inner->collect(log->inner->self, seconds, room, to);
}

static void close_front(void *self)
{
    arrival_log_close(self);
}

void arrival_log_front(arrival_log *log, evaluator *e, const evaluator *inner)
{
    log->inner = inner;
    *e = (evaluator){.submit = submit, .collect = collect, .close = close_front, .self = log};
}
