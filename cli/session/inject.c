/* SPDX-License-Identifier: MIT
 *
 * Evaluating known points; see session/parts.h. */
#include "session/parts.h"

#include <math.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"
#include "evaluate/front.h"
#include "evaluate/once.h"
#include "session/evaluators.h"

enum { ROUND = 0 };

/* The start that the user gave, in the user's numbers; null: it is no point. */
static double *start_shown(const session *s)
{
    const variables *v = &s->setup->objective.variables;
    if (s->options->x0 == NULL || s->setup->x0 == NULL) return NULL;
    double *start = memory_zeros(v->n, sizeof *start);
    variables_show(v, s->setup->x0, start);
    for (size_t i = 0; i < v->n; i++) {
        double exact;
        const scale *of = variables_scale(v, i);
        if (of == NULL || scale_has(of, start[i], &exact)) continue;
        free(start);
        return NULL;
    }
    return start;
}

/* Whether a point could be the start. */
static nes_status check_point(const run_setup *s, const double *shown,
                              char message[NES_MESSAGE_SIZE])
{
    const variables *v = &s->objective.variables;
    double *x = memory_zeros(v->n, sizeof *x);
    variables_find_point(v, shown, x);
    const nes_status st = nes_settings_check(&s->settings, v->n, x, message, NES_MESSAGE_SIZE);
    free(x);
    return st;
}

/* Which options the points come from, for errors; to be freed. */
static char *origin_of(const run_options *o)
{
    buffer text = {.text = NULL};
    if (o->inject != NULL) buffer_print(&text, "--inject %s", o->inject);
    if (o->design != NULL)
        buffer_print(&text, "%s--design %s", o->inject != NULL ? " and " : "", o->design);
    return text.text;
}

static int read_points(session *s)
{
    const run_setup *setup = s->setup;
    const size_t m = (size_t)setup->settings.outputs;
    const run_options *o = s->options;
    if (o->inject == NULL && o->design == NULL) return 0;
    double *start = start_shown(s);
    int status = 0;
    if (o->inject != NULL) {
        status = known_read(&s->known, o->inject, &setup->objective.variables, m, start);
    } else {
        s->known = (known){.dim = setup->objective.dim, .outputs = m};
        if (start != NULL) known_add(&s->known, start, NES_WAITING, NAN, NULL);
    }
    free(start);
    return status == 0 && o->design != NULL ? design_read(s) : status;
}

/* Refuses points that could not be the start, and a budget that leaves nothing to the search. */
static int check_points(const session *s, const char *origin)
{
    const known *k = &s->known;
    const uint64_t most = s->setup->settings.max_evals;
    char message[NES_MESSAGE_SIZE];
    for (size_t i = 0; i < k->n; i++)
        if (check_point(s->setup, k->x + i * k->dim, message) != NES_OK)
            return text_error(EXIT_USAGE, "%s: point %zu cannot be a start: %s", origin, i + 1,
                              message);
    if (k->n == 0 || most == 0 || most > k->n) return 0;
    return text_error(EXIT_USAGE,
                      "--max-evals %llu leaves nothing beyond the %zu point%s of %s; raise it",
                      (unsigned long long)most, k->n, text_s(k->n), origin);
}

int inject_read(session *s)
{
    int status = read_points(s);
    if (status != 0 || s->known.n == 0) return status;
    char *origin = origin_of(s->options);
    status = check_points(s, origin);
    free(origin);
    return status;
}

/* A point that failed, or whose value was NaN, is not evaluated again either. */
static bool answer_done(void *data, const double *x, eval_record *to)
{
    const known *k = data;
    const size_t i = (size_t)to->id - 1;
    (void)x;
    to->f = k->f[i];
    to->fate = k->fate[i];
    if (k->outputs > 0) to->outputs = k->g + i * k->outputs;
    return to->fate != NES_WAITING;
}

static void count_failure(session *s, const eval_record *r)
{
    if (r->fate != NES_FAILED) return;
    s->known.failed++;
    failures_count(&s->failures, r->id, r->failure == NULL ? "failed" : r->failure, r->said);
}

static void take_record(session *s, const eval_record *r)
{
    known *k = &s->known;
    if (k->fate[r->id - 1] != NES_WAITING) return; /* the value was there before */
    known_measure(k, (size_t)r->id - 1, r->fate, r->f, r->outputs);
    count_failure(s, r);
    if (s->store != NULL) store_set_record(s->store, ROUND, r);
}

/* Writes every value as it comes. */
static bool take_values(void *data, const arrivals *a)
{
    session *s = data;
    const bool writes = s->store != NULL && a->n > 0;
    if (writes) store_begin(s->store);
    for (size_t i = 0; i < a->n; i++) take_record(s, &a->record[i]);
    return (writes && store_commit(s->store, true) != 0) || interrupt_is_urgent();
}

static int recall_point(const store_evaluation *e, void *data)
{
    session *s = data;
    if (e->round != ROUND || given_recall(s, e)) return 0;
    count_failure(s, &e->record);
    known_add(&s->known, e->x, e->record.fate, e->record.f, e->record.outputs);
    return 0;
}

/* Points that were evaluated in an earlier part of the run are answered for. */
static int evaluate_all(session *s, const nes_points *p)
{
    evaluator inner, once, e;
    const observer own = {.values = take_values, .data = s};
    int status = evaluators_open(&inner, s->setup, &s->noisy, s->team);
    if (status != 0) return status;
    caching_open(s);
    if (s->caches) once_open(&once, &s->cache, &inner);
    front_open(&e, p->dim, 0, s->caches ? &once : &inner, answer_done, &s->known);
    status = aside_evaluate(s, &(aside_evaluators){&e, &inner}, p, &own, false);
    e.close(e.self);
    if (s->caches) once.close(once.self);
    inner.close(inner.self);
    return status;
}

int inject_evaluate(session *s)
{
    const size_t n = s->known.n;
    uint64_t *id = memory_zeros(n, sizeof *id);
    const size_t m = s->known.outputs;
    double *f = memory_zeros(n, (1 + m) * sizeof *f);
    nes_fate *fate = memory_zeros(n, sizeof *fate);
    nes_points p = {
        .n = n, .dim = s->known.dim, .x = s->known.x, .id = id, .f = f, .fate = fate, .outputs = m};
    for (size_t i = 0; i < n; i++) id[i] = i + 1;
    int status = 0;
    if (s->store != NULL) {
        store_begin(s->store);
        store_add_points(s->store, ROUND, 0, &p);
        status = store_commit(s->store, true);
    }
    interrupt_watch("finishing the known points");
    if (status == 0) status = evaluate_all(s, &p);
    free(id);
    free(f);
    free(fate);
    return status;
}

int inject_recall(session *s)
{
    if (s->options->inject == NULL && s->options->known == NULL && s->options->design == NULL)
        return 0;
    s->known.dim = s->given.dim = s->setup->objective.dim;
    s->known.outputs = s->given.outputs = (size_t)s->setup->settings.outputs;
    return store_each_evaluation(s->store, 0, recall_point, s);
}
