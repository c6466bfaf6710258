/* SPDX-License-Identifier: MIT
 *
 * Running a handle to its end, and the one-call interface. Written on ask and tell only. */
#include <string.h>

#include "driver/places.h"
#include "nes/nes.h"
#include "util/team.h"
#include "util/try.h"

/* One of three kinds of objective, and the team of threads that calls it (null: one thread). */
typedef struct task {
    nes_objective plain;
    nes_record_objective record;
    nes_batch_objective batch;
    void *user;
    nes_team *team;
    const nes_points *points; /* of the last ask */
} task;

static bool is_callable(const task *t)
{
    return t->plain != NULL || t->record != NULL || t->batch != NULL;
}

static void evaluate_piece(void *data, size_t lo, size_t hi)
{
    const task *t = data;
    const nes_points *p = t->points;
    for (size_t k = lo; k < hi; k++) {
        const double *x = p->x + k * p->dim;
        double *values = p->f + k * (1 + p->outputs);
        if (t->record != NULL)
            p->fate[k] = t->record(p->dim, x, values, t->user);
        else
            values[0] = t->plain(p->dim, x, t->user);
    }
}

static void evaluate(task *t, const nes_points *p)
{
    t->points = p;
    if (t->batch != NULL)
        t->batch(p->n, p->dim, p->x, p->f, t->user);
    else
        nes_team_each(t->team, p->n, evaluate_piece, t);
}

/* The value of one point, by whatever kind of objective there is. */
static nes_fate evaluate_one(size_t dim, const double *x, double *values, void *data)
{
    const task *t = data;
    if (t->record != NULL) return t->record(dim, x, values, t->user);
    if (t->plain != NULL)
        values[0] = t->plain(dim, x, t->user);
    else
        t->batch(1, dim, x, values, t->user);
    return NES_MEASURED;
}

/* The loop every driver with generations is. A handle that has stopped is refused by nes_ask, with
 * its sentence; so are values alone by nes_tell, where there are outputs. */
static nes_status loop(nes_opt *o, task *t)
{
    const nes_settings *s = nes_get_settings(o);
    const bool records = t->record != NULL;
    nes_status st = NES_OK;
    nes_points p;
    do {
        if ((st = nes_ask(o, &p)) != NES_OK) break;
        if (records || p.outputs == 0) evaluate(t, &p);
        st = records ? nes_tell_records(o, p.n, NULL, p.fate, p.f) : nes_tell(o, p.n, p.f);
        if (st == NES_OK && s->progress != NULL && s->progress(o, s->progress_user) != 0)
            nes_stop_now(o);
    } while (st == NES_OK && nes_stopped(o) == NES_RUNNING);
    return st;
}

static nes_status run(nes_opt *o, task t)
{
    if (o == NULL || !is_callable(&t)) return NES_ERR_ARGUMENT;
    const nes_settings *s = nes_get_settings(o);
    const nes_note silent = {NULL, 0};
    if (s->asynchronous && s->outputs > 0 && t.record == NULL)
        return nes_tell(o, 0, NULL); /* refused: values alone are not enough */
    if (t.batch == NULL) NES_TRY(nes_team_create(&t.team, s->jobs, &s->allocator, silent));
    const nes_status st = s->asynchronous
                              ? nes_run_places(o, t.team, nes_team_size(t.team), evaluate_one, &t)
                              : loop(o, &t);
    nes_team_destroy(t.team);
    return st;
}

nes_status nes_run(nes_opt *o, nes_objective f, void *user)
{
    return run(o, (task){.plain = f, .user = user});
}

nes_status nes_run_records(nes_opt *o, nes_record_objective f, void *user)
{
    return run(o, (task){.record = f, .user = user});
}

nes_status nes_run_batch(nes_opt *o, nes_batch_objective f, void *user)
{
    return run(o, (task){.batch = f, .user = user});
}

/* Hands the best point over in the caller's x; the handle's own arrays end with it. */
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

static nes_status minimize(task t, size_t dim, double *x, const nes_settings *s, nes_result *r)
{
    nes_opt *o = NULL;
    if (!is_callable(&t) || x == NULL) return NES_ERR_ARGUMENT;
    nes_status st = nes_create(&o, dim, x, s);
    if (st == NES_OK) st = run(o, t);
    if (st == NES_OK) hand_over(o, x, r);
    nes_destroy(o);
    return st;
}

nes_status nes_minimize(nes_objective f, void *user, size_t dim, double *x, const nes_settings *s,
                        nes_result *r)
{
    return minimize((task){.plain = f, .user = user}, dim, x, s, r);
}

nes_status nes_minimize_records(nes_record_objective f, void *user, size_t dim, double *x,
                                const nes_settings *s, nes_result *r)
{
    return minimize((task){.record = f, .user = user}, dim, x, s, r);
}

nes_status nes_minimize_batch(nes_batch_objective f, void *user, size_t dim, double *x,
                              const nes_settings *s, nes_result *r)
{
    return minimize((task){.batch = f, .user = user}, dim, x, s, r);
}
