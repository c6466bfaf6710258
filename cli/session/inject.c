/* SPDX-License-Identifier: MIT
 *
 * Evaluating known points; see session/inject.h. */
#include "session/inject.h"

#include <math.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "evaluate/front.h"
#include "evaluate/points.h"
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
static bool is_done(double f)
{
    return !isnan(f) || nes_is_eval_failed(f);
}

static bool answer_done(void *data, uint64_t id, const double *x, double *f,
                        const eval_outcome **what)
{
    const known *k = data;
    (void)x, (void)what;
    *f = k->f[id - 1];
    return is_done(*f);
}

static void count_failure(session *s, uint64_t id, const char *failure, const char *said)
{
    s->known.failed++;
    failures_count(&s->failures, id, failure == NULL ? "failed" : failure,
                   said == NULL ? "" : said);
}

static int take_value(session *s, uint64_t id, double f, const eval_outcome *what)
{
    double *kept = &s->known.f[id - 1];
    if (is_done(*kept)) return 0; /* it was there before */
    *kept = isnan(f) ? NES_EVAL_FAILED : f;
    if (nes_is_eval_failed(f)) count_failure(s, id, what->failure, what->said);
    return s->store == NULL ? 0 : store_set_value(s->store, ROUND, id, f, what);
}

static bool take_values(void *data, const arrivals *a)
{
    taker *t = data;
    session *s = t->session;
    const evaluator *e = a->from;
    if (a->n == 0) return interrupt_is_urgent();
    if (s->store != NULL) t->status = store_begin(s->store);
    for (size_t i = 0; t->status == 0 && i < a->n; i++)
        t->status = take_value(s, a->id[i], a->f[i], e->about(e->self, i));
    if (t->status == 0 && s->store != NULL) t->status = store_commit(s->store, true);
    return t->status != 0 || interrupt_is_urgent();
}

static int recall_point(const store_evaluation *e, void *data)
{
    session *s = data;
    if (e->round != ROUND) return 0;
    if (e->valued && nes_is_eval_failed(e->f)) count_failure(s, e->id, e->failure, e->said);
    return known_add(&s->known, e->x, e->valued && isnan(e->f) ? NES_EVAL_FAILED : e->f);
}

static int add_points(session *s, const nes_points *p)
{
    if (s->store == NULL) return 0;
    int status = store_begin(s->store);
    if (status == 0) status = store_add_points(s->store, ROUND, 0, p);
    return status == 0 ? store_commit(s->store, true) : status;
}

/* Points that were evaluated in an earlier part of the run are answered for. */
static int evaluate_all(session *s, const nes_points *p)
{
    taker t = {.session = s};
    const observer watcher = {.values = take_values, .data = &t};
    evaluator inner, e;
    int status = evaluators_open(&inner, s->setup, &s->judge, s->team);
    if (status != 0) return status;
    if (front_open(&e, p->dim, &inner, answer_done, &s->known) != NES_OK) {
        inner.close(inner.self);
        return text_error(EXIT_USAGE, "no memory for known points");
    }
    const bool all = evaluate_points(&e, p, &watcher, 1);
    e.close(e.self);
    inner.close(inner.self);
    if (t.status == 0 && !all) return EXIT_INTERRUPTED;
    return t.status;
}

int inject_evaluate(session *s)
{
    const size_t n = s->known.n;
    uint64_t *id = calloc(n, sizeof *id);
    double *f = calloc(n, sizeof *f);
    nes_points p = {.n = n, .dim = s->known.dim, .x = s->known.x, .id = id, .f = f};
    int status = id == NULL || f == NULL ? text_error(EXIT_USAGE, "no memory for known points") : 0;
    for (size_t i = 0; status == 0 && i < n; i++) id[i] = i + 1;
    if (status == 0) status = add_points(s, &p);
    interrupt_watch("finishing the known points");
    if (status == 0) status = evaluate_all(s, &p);
    free(id);
    free(f);
    return status;
}

int inject_recall(session *s)
{
    if (s->options->inject == NULL) return 0;
    s->known.dim = s->setup->objective.dim;
    return store_each_evaluation(s->store, 0, recall_point, s);
}
