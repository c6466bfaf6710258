/* SPDX-License-Identifier: MIT
 *
 * Running a handle to its end, and the one-call interface. Written on ask and tell only. */
#include <string.h>
#include <unistd.h>

#include "nes/nes.h"
#include "pool.h"

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

static void evaluate_in_pool(const nes_points *p, void *data)
{
    nes_pool_evaluate(data, p);
}

static size_t thread_count(const nes_settings *s)
{
    const long processors = s->jobs == 0 ? sysconf(_SC_NPROCESSORS_ONLN) : (long)s->jobs;
    if (processors < 1) return 1;
    return processors > NES_POOL_MAX ? NES_POOL_MAX : (size_t)processors;
}

static nes_status run_in_pool(nes_opt *o, nes_record_objective f, void *user, bool records)
{
    nes_pool pool;
    nes_status st = nes_pool_start(&pool, thread_count(nes_get_settings(o)), f, user);
    if (st != NES_OK) return st;
    st = run(o, evaluate_in_pool, &pool, records);
    nes_pool_stop(&pool);
    return st;
}

nes_status nes_run_records(nes_opt *o, nes_record_objective f, void *user)
{
    return o == NULL || f == NULL ? NES_ERR_ARGUMENT : run_in_pool(o, f, user, true);
}

/* An objective that gives a value alone. */
typedef struct plain_call {
    nes_objective f;
    void *user;
} plain_call;

static nes_fate measure(size_t dim, const double *x, double *values, void *data)
{
    const plain_call *call = data;
    values[0] = call->f(dim, x, call->user);
    return NES_MEASURED;
}

nes_status nes_run(nes_opt *o, nes_objective f, void *user)
{
    plain_call call = {f, user};
    return o == NULL || f == NULL ? NES_ERR_ARGUMENT : run_in_pool(o, measure, &call, false);
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
