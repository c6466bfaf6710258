/* SPDX-License-Identifier: MIT
 *
 * See tasks/watched_run.h. */
#include "tasks/watched_run.h"

#include "base/exit_status.h"
#include "base/mix.h"
#include "base/text.h"
#include "evaluate/direct.h"
#include "evaluate/judge.h"
#include "evaluate/loop.h"

enum { BLOCK = 256 }; /* points evaluated at once */

/* A run in progress. */
typedef struct run {
    const watched_run *of;
    nes_noise noise;
    double evaluations;
} run;

/* Evaluates the first of n points, and takes note of their exact values. An objective of the user's
 * may be slow, so that its points are evaluated one by one. */
static size_t noted_values(void *data, size_t n, const double *x, eval_record *to)
{
    run *r = data;
    const objective *o = &r->of->setup->objective;
    const size_t m = o->problem == NULL ? 1 : n < BLOCK ? n : BLOCK;
    double f[BLOCK], exact[BLOCK];
    if (o->problem != NULL) {
        judge_points(o->problem, &r->noise, m, x, f, exact);
    } else {
        *to = direct_evaluate(o, to->id, x, NULL);
        *f = *exact = to->f;
    }
    for (size_t k = 0; k < m; k++) {
        to[k].f = f[k];
        r->of->note(r->of->data, x + k * o->dim, exact[k]);
    }
    r->evaluations += (double)m;
    return m;
}

static bool is_stopped(void *data, const arrivals *a)
{
    const run *r = data;
    (void)a;
    return r->of->setup->objective.problem == NULL && atomic_load(r->of->watch->stop);
}

static bool after_generation(void *data, nes_opt *o)
{
    run *r = data;
    const double budget = (double)r->of->setup->settings.max_evals;
    if (budget > 0) atomic_store(&r->of->watch->share, r->evaluations / budget);
    if (r->of->generation != NULL) r->of->generation(r->of->data, o);
    return r->of->is_solved(r->of->data) || atomic_load(r->of->watch->stop);
}

static int run_to_end(run *r, nes_opt *o, nes_stop *stop)
{
    const observer watcher = {.values = is_stopped, .generation = after_generation, .data = r};
    evaluator e;
    direct_open(&e, noted_values, r);
    const nes_status st = evaluate_loop(o, &e, &watcher, 1);
    e.close(e.self);
    if (st != NES_OK) {
        const char *sentence = nes_message(o);
        return text_error(EXIT_OBJECTIVE, "%s: the run cannot go on: %s", r->of->setup->name,
                          sentence[0] != '\0' ? sentence : nes_strerror(st));
    }
    *stop = r->of->is_solved(r->of->data) ? NES_STOP_TARGET : nes_stopped(o);
    if (*stop == NES_STOP_USER) return -1;
    if (r->of->end != NULL) r->of->end(r->of->data, o);
    return 0;
}

/* The noise has a seed of its own, lest it follow the samples. */
int watched_run_do(const watched_run *w, nes_stop *stop)
{
    const run_setup *s = w->setup;
    const uint64_t seed = w->noise_seed != 0 ? w->noise_seed : mix64(s->settings.seed + MIX_STEP);
    run r = {.of = w, .noise = {s->objective.noise, seed, 0}};
    nes_opt *o = NULL;
    const nes_status st = nes_create(&o, s->objective.dim, s->x0, &s->settings);
    const int status = st != NES_OK ? text_error(EXIT_USAGE, "%s: %s", s->name, nes_strerror(st))
                                    : run_to_end(&r, o, stop);
    nes_destroy(o);
    return status;
}
