/* SPDX-License-Identifier: MIT
 *
 * Running a handle to its end, and the one-call interface. Written on ask and tell only. */
#include <string.h>

#include "nes/nes.h"
#include "util/team.h"
#include "util/try.h"

/* Evaluates the points of one ask. */
typedef void (*evaluator)(const nes_points *p, void *data);

/* The loop every driver is. A handle that has stopped is refused by nes_ask, with its sentence; so
 * are values alone by nes_tell, where there are outputs. records: whether there are fates. */
static nes_status run(nes_opt *o, evaluator evaluate, void *data, bool records)
{
    const nes_settings *s = nes_get_settings(o);
    nes_status st = NES_OK;
    nes_points p;
    do {
        if ((st = nes_ask(o, &p)) != NES_OK) break;
        if (records || p.outputs == 0) evaluate(&p, data);
        st = records ? nes_tell_records(o, p.n, NULL, p.fate, p.f) : nes_tell(o, p.n, p.f);
        if (st == NES_OK && s->progress != NULL && s->progress(o, s->progress_user) != 0)
            nes_stop_now(o);
    } while (st == NES_OK && nes_stopped(o) == NES_RUNNING);
    return st;
}

/* An objective and the team of threads that calls it. */
typedef struct threads {
    nes_team *team;
    nes_record_objective f;
    void *user;
    const nes_points *points;
} threads;

static void evaluate_piece(void *data, size_t lo, size_t hi)
{
    const threads *t = data;
    const nes_points *p = t->points;
    for (size_t k = lo; k < hi; k++)
        p->fate[k] = t->f(p->dim, p->x + k * p->dim, p->f + k * (1 + p->outputs), t->user);
}

static void evaluate_points(const nes_points *p, void *data)
{
    threads *t = data;
    t->points = p;
    nes_team_each(t->team, p->n, evaluate_piece, t);
}

static nes_status run_in_threads(nes_opt *o, threads t, bool records)
{
    const nes_settings *s = nes_get_settings(o);
    NES_TRY(nes_team_create(&t.team, s->jobs, &s->allocator, (nes_note){NULL, 0}));
    const nes_status st = run(o, evaluate_points, &t, records);
    nes_team_destroy(t.team);
    return st;
}

nes_status nes_run_records(nes_opt *o, nes_record_objective f, void *user)
{
    if (o == NULL || f == NULL) return NES_ERR_ARGUMENT;
    return run_in_threads(o, (threads){.f = f, .user = user}, true);
}

nes_fate nes_measure(size_t dim, const double *x, double *values, void *plain)
{
    const nes_plain *p = plain;
    values[0] = p->f(dim, x, p->user);
    return NES_MEASURED;
}

nes_status nes_run(nes_opt *o, nes_objective f, void *user)
{
    nes_plain plain = {f, user};
    if (o == NULL || f == NULL) return NES_ERR_ARGUMENT;
    return run_in_threads(o, (threads){.f = nes_measure, .user = &plain}, false);
}

typedef struct batch_call {
    nes_batch_objective f;
    void *user;
} batch_call;

static void evaluate_batch(const nes_points *p, void *data)
{
    const batch_call *call = data;
    call->f(p->n, p->dim, p->x, p->f, call->user);
}

nes_status nes_run_batch(nes_opt *o, nes_batch_objective f, void *user)
{
    batch_call call = {f, user};
    if (o == NULL || f == NULL) return NES_ERR_ARGUMENT;
    return run(o, evaluate_batch, &call, false);
}

/* Best point to the caller's x; the handle's own arrays end with it. */
static void hand_over(nes_opt *o, double *x, nes_result *r)
{
    nes_result result;
    nes_get_result(o, &result);
    if (result.best_x != NULL) {
        memcpy(x, result.best_x, result.dim * sizeof *x);
        result.best_x = x;
    }
    result.mean_x = result.std_x = NULL;
    if (r != NULL) *r = result;
}

/* A handle for one call. */
static nes_status begin(nes_opt **o, bool callable, size_t dim, const double *x,
                        const nes_settings *s)
{
    *o = NULL;
    return callable && x != NULL ? nes_create(o, dim, x, s) : NES_ERR_ARGUMENT;
}

static nes_status end(nes_opt *o, nes_status st, double *x, nes_result *r)
{
    if (st == NES_OK) hand_over(o, x, r);
    nes_destroy(o);
    return st;
}

nes_status nes_minimize(nes_objective f, void *user, size_t dim, double *x, const nes_settings *s,
                        nes_result *r)
{
    nes_opt *o;
    const nes_status st = begin(&o, f != NULL, dim, x, s);
    return end(o, st == NES_OK ? nes_run(o, f, user) : st, x, r);
}

nes_status nes_minimize_batch(nes_batch_objective f, void *user, size_t dim, double *x,
                              const nes_settings *s, nes_result *r)
{
    nes_opt *o;
    const nes_status st = begin(&o, f != NULL, dim, x, s);
    return end(o, st == NES_OK ? nes_run_batch(o, f, user) : st, x, r);
}

nes_status nes_minimize_records(nes_record_objective f, void *user, size_t dim, double *x,
                                const nes_settings *s, nes_result *r)
{
    nes_opt *o;
    const nes_status st = begin(&o, f != NULL, dim, x, s);
    return end(o, st == NES_OK ? nes_run_records(o, f, user) : st, x, r);
}
