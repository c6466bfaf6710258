/* SPDX-License-Identifier: MIT
 *
 * Evaluating known points; see session/parts.h. */
#include "session/parts.h"

#include <math.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"
#include "evaluate/front.h"
#include "evaluate/loop.h"
#include "session/evaluators.h"

enum { ROUND = 0 };

int inject_read(session *s)
{
    const run_setup *setup = s->setup;
    const size_t d = setup->objective.dim;
    if (s->options->inject == NULL) return 0;
    const double *start = s->options->x0 != NULL ? setup->x0 : NULL;
    char message[NES_MESSAGE_SIZE];
    int status = known_read(&s->known, s->options->inject, &setup->objective.variables, start);
    for (size_t i = 0; status == 0 && i < s->known.n; i++)
        if (nes_settings_check(&setup->settings, d, s->known.x + i * d, message, sizeof message) !=
            NES_OK)
            status = text_error(EXIT_USAGE, "--inject %s: point %zu cannot be a start: %s",
                                s->options->inject, i + 1, message);
    const uint64_t most = setup->settings.max_evals;
    if (status == 0 && most > 0 && most <= s->known.n)
        return text_error(EXIT_USAGE,
                          "--max-evals %llu leaves nothing beyond the %zu points of --inject %s; "
                          "raise it",
                          (unsigned long long)most, s->known.n, s->options->inject);
    return status;
}

/* Writes every value as it comes. */
typedef struct taker {
    session *session;
    int status;
} taker;

/* A point that failed, or whose value was NaN, is not evaluated again either. */
static bool answer_done(void *data, const double *x, eval_record *to)
{
    const known *k = data;
    (void)x;
    to->f = k->f[to->id - 1];
    to->fate = k->fate[to->id - 1];
    return to->fate != NES_WAITING;
}

static void count_failure(session *s, const eval_record *r)
{
    if (r->fate != NES_FAILED) return;
    s->known.failed++;
    failures_count(&s->failures, r->id, r->failure == NULL ? "failed" : r->failure, r->said);
}

static int take_record(session *s, const eval_record *r)
{
    known *k = &s->known;
    if (k->fate[r->id - 1] != NES_WAITING) return 0; /* it was there before */
    k->fate[r->id - 1] = r->fate;
    k->f[r->id - 1] = r->f;
    count_failure(s, r);
    return s->store == NULL ? 0 : store_set_record(s->store, ROUND, r);
}

static bool take_values(void *data, const arrivals *a)
{
    taker *t = data;
    session *s = t->session;
    if (a->n == 0) return interrupt_is_urgent();
    if (s->store != NULL) t->status = store_begin(s->store);
    for (size_t i = 0; t->status == 0 && i < a->n; i++) t->status = take_record(s, &a->record[i]);
    if (t->status == 0 && s->store != NULL) t->status = store_commit(s->store, true);
    return t->status != 0 || interrupt_is_urgent();
}

static int recall_point(const store_evaluation *e, void *data)
{
    session *s = data;
    if (e->round != ROUND) return 0;
    count_failure(s, &e->record);
    known_add(&s->known, e->x, e->record.fate, e->record.f);
    return 0;
}

/* Points that were evaluated in an earlier part of the run are answered for. */
static int evaluate_all(session *s, const nes_points *p)
{
    taker t = {.session = s};
    const observer watcher = {.values = take_values, .data = &t};
    evaluator inner, e;
    int status = evaluators_open(&inner, s->setup, &s->judge, s->team);
    if (status != 0) return status;
    front_open(&e, p->dim, &inner, answer_done, &s->known);
    const bool all = evaluate_points(&e, p, &watcher, 1);
    e.close(e.self);
    inner.close(inner.self);
    if (t.status == 0 && !all) return EXIT_INTERRUPTED;
    return t.status;
}

int inject_evaluate(session *s)
{
    const size_t n = s->known.n;
    uint64_t *id = memory_zeros(n, sizeof *id);
    double *f = memory_zeros(n, sizeof *f);
    nes_fate *fate = memory_zeros(n, sizeof *fate);
    nes_points p = {.n = n, .dim = s->known.dim, .x = s->known.x, .id = id, .f = f, .fate = fate};
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
    if (s->options->inject == NULL) return 0;
    s->known.dim = s->setup->objective.dim;
    return store_each_evaluation(s->store, 0, recall_point, s);
}
