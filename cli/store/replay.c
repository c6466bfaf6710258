/* SPDX-License-Identifier: MIT
 *
 * Answering from the database, and writing to it; see store/replay.h. */
#include "store/replay.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/memory.h"
#include "base/order.h"
#include "base/text.h"
#include "evaluate/front.h"
#include "store/changes.h"

static const double SYNC_AFTER =
    0.5; /* longest time, in seconds, that a value may wait for the disk */

/* ---- values of a round ------------------------------------------------------------------------
 */

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
    store *from;
    const nes_points *points;
    bool changed; /* limits have changed just before the round */
} reading;

/* Refuses a row that belongs to another course of the run: its value would go to a wrong point. */
static int refuse_row(const store *s, const store_evaluation *e)
{
    char name[NES_POINT_NAME_SIZE];
    return text_error(EXIT_FILES,
                      "%s of round %" PRIu64 " is not the one in %s/run.db: this "
                      "version of nes makes another course of this run, or the database was "
                      "changed; go on with the version that began it",
                      nes_point_name(e->record.id, name, sizeof name), e->round, store_folder(s));
}

/* A row that is not asked for belongs to another course, unless new limits leave fewer points. */
static int leave_row(const reading *c, const store_evaluation *e)
{
    if (!c->changed) return refuse_row(c->from, e);
    return store_remove_point(c->from, e->round, e->record.id);
}

static int read_row(const store_evaluation *e, void *data)
{
    const reading *c = data;
    recall *r = c->to;
    const nes_points *p = c->points;
    size_t k = 0;
    while (k < p->n && p->id[k] != e->record.id) k++;
    if (k == p->n) return leave_row(c, e);
    if (e->dim != p->dim || r->n == p->n ||
        memcmp(e->x, p->x + k * p->dim, p->dim * sizeof *p->x) != 0)
        return refuse_row(c->from, e);
    if (e->record.fate == NES_WAITING) return 0;
    eval_record *v = &r->values[r->n++];
    *v = e->record;
    v->said = memory_text(e->record.said);
    v->failure = memory_text(e->record.failure);
    if (v->outputs != NULL) {
        const size_t m = store_outputs(c->from);
        v->outputs =
            memcpy(memory_zeros(m, sizeof *v->outputs), v->outputs, m * sizeof *v->outputs);
    }
    return 0;
}

/* Moves the values of these points to this round that an earlier round has, because it was to ask
 * for them before its limits changed. */
static int fetch_earlier(store *s, uint64_t round, const nes_points *p)
{
    changes c;
    int status = changes_read(&c, s);
    for (size_t i = 0; status == 0 && i < c.n; i++)
        for (size_t k = 0; k < p->n && c.list[i].round + 1 < round; k++)
            status = store_move_point(s, c.list[i].round + 1, round, p->id[k]);
    for (size_t k = 0; status == 0 && !c.whole && k < p->n; k++)
        status = store_move_point(s, round - 1, round, p->id[k]);
    changes_close(&c);
    return status;
}

int recall_round(recall *r, store *s, uint64_t round, const nes_points *p)
{
    reading c = {.to = r, .from = s, .points = p, .changed = changes_precede(s, round)};
    recall_clear(r);
    r->changed |= c.changed;
    r->values = memory_resize(r->values, p->n, sizeof *r->values);
    store_begin(s);
    int status = c.changed ? fetch_earlier(s, round, p) : store_status(s);
    if (status == 0) status = store_each_evaluation(s, round, read_row, &c);
    return status == 0 ? store_commit(s, false) : status; /* what is refused changes nothing */
}

static int by_id(const void *id, const void *value)
{
    return ORDER(*(const uint64_t *)id, ((const eval_record *)value)->id);
}

bool recall_answer(void *data, const double *x, eval_record *to)
{
    const recall *r = data;
    (void)x; /* the point was compared when the round was read */
    if (r->n == 0) return false;
    const eval_record *v = bsearch(&to->id, r->values, r->n, sizeof *r->values, by_id);
    if (v != NULL) *to = *v;
    return v != NULL;
}

/* ---- between the objective and the database ---------------------------------------------------
 */

static size_t pass_on(void *self, size_t n, const uint64_t *id, const double *x)
{
    const replay *r = self;
    return r->inner->submit(r->inner->self, n, id, x);
}

static int write_records(replay *r, size_t n, const eval_record *records)
{
    r->unsynced = true;
    if (r->log != NULL) return arrival_log_write(r->log, n, records);
    int status = store_begin(r->store);
    for (size_t i = 0; status == 0 && i < n; i++)
        status = store_set_record(r->store, r->round, &records[i]);
    return status == 0 ? store_commit(r->store, false) : status;
}

/* Brings values to the disk now and then, and when nothing else is to be done: a sync takes as long
 * as many quick evaluations. */
static int sync_sometimes(replay *r, bool idle)
{
    const double now = clock_now();
    if (!r->unsynced || (!idle && now - r->synced < SYNC_AFTER)) return 0;
    r->unsynced = false;
    r->synced = now;
    return store_sync(r->store);
}

/* Records that could not be written are kept back: then nobody knows what the database does not.
 * The database has one NaN only, so there is one before it, too. */
static size_t collect_and_write(void *self, double seconds, size_t room, eval_record *to)
{
    replay *r = self;
    const size_t n = r->inner->collect(r->inner->self, seconds, room, to);
    if (!r->keeps) return n;
    for (size_t i = 0; i < n; i++)
        if (isnan(to[i].f)) to[i].f = (double)NAN;
    if (n > 0) r->status = write_records(r, n, to);
    if (r->status == 0) r->status = sync_sometimes(r, n == 0);
    return r->status == 0 ? n : 0;
}

/* ---- the evaluator --------------------------------------------------------------------------- */

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    replay *r = self;
    if (r->recall.n == 0 && r->log == NULL)
        return pass_on(r, n, id, x); /* the database nearly always has no values of this round, so
                                        this should be quick */
    return r->front.submit(r->front.self, n, id, x);
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    replay *r = self;
    if (r->status != 0) return 0;
    const size_t n = r->front.collect(r->front.self, seconds, room, to);
    if (r->log != NULL && r->status == 0) r->status = arrival_log_status(r->log);
    return n;
}

static void close_replay(void *self)
{
    replay *r = self;
    r->front.close(r->front.self);
    recall_close(&r->recall);
    free(r);
}

replay *replay_open(evaluator *e, size_t dim, const evaluator *inner, store *s, uint64_t round,
                    bool keeps)
{
    replay *r = memory_zeros(1, sizeof *r);
    r->inner = inner;
    r->writer = (evaluator){.submit = pass_on, .collect = collect_and_write, .self = r};
    front_open(&r->front, dim, 0, &r->writer, recall_answer, &r->recall);
    r->store = s;
    r->round = round;
    r->keeps = r->keeps_next = keeps;
    r->synced = clock_now();
    r->status = store_last_round(s, &r->last);
    *e = (evaluator){.submit = submit, .collect = collect, .close = close_replay, .self = r};
    return r;
}

void replay_in_order(replay *r, arrival_log *log)
{
    r->front.close(r->front.self);
    r->log = log;
    arrival_log_front(log, &r->front, &r->writer);
}

/* ---- the observer ---------------------------------------------------------------------------- */

/* Whether the database may have values of this round: it knew the round at first, or limits that
 * changed have left values for later rounds. */
static bool has_values(const replay *r)
{
    if (r->last == 0) return false;
    return r->round <= r->last + 1 || r->recall.changed;
}

static bool on_asked(void *data, nes_opt *o, const nes_points *p)
{
    replay *r = data;
    uint64_t generations = 0;
    if (r->status != 0) return true;
    recall_clear(&r->recall);
    r->round++;
    if (r->log != NULL) {
        nes_get_count(o, "generations", &generations);
        r->status = arrival_log_ask(r->log, generations + 1, p);
        return r->status != 0;
    }
    r->keeps = r->keeps_next;
    if (has_values(r)) r->status = recall_round(&r->recall, r->store, r->round, p);
    r->known += r->recall.n;
    if (r->status != 0 || !r->keeps) return r->status != 0;
    if (o != NULL) nes_get_count(o, "generations", &generations);
    r->status = store_add_points(r->store, r->round, generations + 1, p);
    return r->status != 0;
}

static bool on_values(void *data, const arrivals *a)
{
    const replay *r = data;
    (void)a;
    return r->status != 0;
}

/* Everything is on the disk when the run has ended. */
static void on_end(void *data, nes_opt *o)
{
    replay *r = data;
    (void)o;
    if (r->status == 0) r->status = sync_sometimes(r, true);
}

observer replay_observer(replay *r)
{
    return (observer){.asked = on_asked, .values = on_values, .end = on_end, .data = r};
}
