/* SPDX-License-Identifier: MIT
 *
 * Answering from the database, and writing to it; see store/replay.h. */
#include "store/replay.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "evaluate/front.h"
#include "store/recall.h"

static const double SYNC_AFTER = 0.5; /* seconds for which values may be in memory only */

struct replay {
    const evaluator *inner;
    evaluator writer; /* in front of inner: writes what comes from there */
    evaluator front;  /* in front of the writer: answers from the database; owned */
    store *store;
    uint64_t round, last; /* the present one; the last one that the database knew at first */
    bool keeps, keeps_next;
    uint64_t known;
    int status;

    recall recall; /* values of the present round */

    double synced; /* when the database was last brought to the disk */
    bool unsynced; /* something has been written since */
};

/* ---- what comes from behind ------------------------------------------------------------------ */

static size_t pass_on(void *self, size_t n, const uint64_t *id, const double *x)
{
    const replay *r = self;
    return r->inner->submit(r->inner->self, n, id, x);
}

static int write_records(replay *r, size_t n, const eval_record *records)
{
    int status = store_begin(r->store);
    for (size_t i = 0; status == 0 && i < n; i++)
        status = store_set_record(r->store, r->round, &records[i]);
    r->unsynced = true;
    return status == 0 ? store_commit(r->store, false) : status;
}

/* A sync takes as long as many quick evaluations, so there is one now and then, and one when
 * nothing else is to be done. */
static int sync_sometimes(replay *r, bool idle)
{
    const double now = clock_now();
    if (!r->unsynced || (!idle && now - r->synced < SYNC_AFTER)) return 0;
    r->unsynced = false;
    r->synced = now;
    return store_sync(r->store);
}

/* What the database cannot tell apart is not told apart before either. */
static void unify_nan(size_t n, eval_record *records)
{
    for (size_t i = 0; i < n; i++)
        if (isnan(records[i].f)) records[i].f = (double)NAN;
}

/* Records that could not be written are kept back: then nobody knows what the database does not. */
static size_t collect_and_write(void *self, double seconds, size_t room, eval_record *to)
{
    replay *r = self;
    const size_t n = r->inner->collect(r->inner->self, seconds, room, to);
    if (!r->keeps) return n;
    unify_nan(n, to);
    if (n > 0) r->status = write_records(r, n, to);
    if (r->status == 0) r->status = sync_sometimes(r, n == 0);
    return r->status == 0 ? n : 0;
}

/* ---- the evaluator --------------------------------------------------------------------------- */

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    replay *r = self;
    if (r->recall.n == 0) return pass_on(r, n, id, x); /* nearly always, so it should be quick */
    return r->front.submit(r->front.self, n, id, x);
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    replay *r = self;
    return r->status != 0 ? 0 : r->front.collect(r->front.self, seconds, room, to);
}

static void close_replay(void *self)
{
    replay *r = self;
    r->front.close(r->front.self);
    recall_close(&r->recall);
    free(r);
}

nes_status replay_open(replay **to, evaluator *e, size_t dim, const evaluator *inner, store *s,
                       uint64_t round, bool keeps)
{
    replay *r = *to = calloc(1, sizeof *r);
    if (r == NULL) return NES_ERR_MEMORY;
    r->inner = inner;
    r->writer = (evaluator){.submit = pass_on, .collect = collect_and_write, .self = r};
    front_open(&r->front, dim, &r->writer, recall_answer, &r->recall);
    r->store = s;
    r->round = round;
    r->keeps = r->keeps_next = keeps;
    r->synced = clock_now();
    r->status = store_last_round(s, &r->last);
    *e = (evaluator){.submit = submit, .collect = collect, .close = close_replay, .self = r};
    return NES_OK;
}

/* ---- the observer ---------------------------------------------------------------------------- */

static bool on_asked(void *data, nes_opt *o, const nes_points *p)
{
    replay *r = data;
    uint64_t generations = 0;
    if (r->status != 0) return true;
    recall_clear(&r->recall);
    r->round++;
    r->keeps = r->keeps_next;
    if (r->round <= r->last) r->status = recall_round(&r->recall, r->store, r->round, p);
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

uint64_t replay_round(const replay *r)
{
    return r->round;
}

uint64_t replay_known(const replay *r)
{
    return r->known;
}

void replay_keep(replay *r, bool keeps)
{
    r->keeps_next = keeps;
}

void replay_ignore(replay *r)
{
    r->last = 0;
}

int replay_status(const replay *r)
{
    return r->status;
}
