/* SPDX-License-Identifier: MIT
 *
 * One run as a task; see tasks/watched_run.h. */
#include "tasks/watched_run.h"

#include <math.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/mix.h"
#include "base/order.h"
#include "base/text.h"
#include "evaluate/direct.h"
#include "evaluate/loop.h"
#include "evaluate/noisy_problem.h"
#include "evaluate/processes.h"

enum { BLOCK = 256 }; /* most points evaluated at once */

/* A value that has come from another process. */
typedef struct arrival {
    uint64_t id;
    double f;
} arrival;

/* A run in progress. */
typedef struct run {
    const watched_run *of;
    nes_noise noise;
    double *g; /* constraints of a block of points; owned */
    double evaluations;
    arrival *arrivals; /* values of this round, in the order in which they came; owned */
    size_t n, room;
} run;

double noted_answer(const noted *p)
{
    for (size_t i = 0; i < p->m; i++)
        if (!(p->g[i] <= 0)) return NAN;
    return p->exact;
}

/* Evaluates the first of n points, and takes note of their exact values. An objective of the user's
 * may be slow, so that its points are evaluated one by one. */
static size_t noted_values(void *data, size_t n, const double *x, eval_record *to)
{
    run *r = data;
    const objective *o = &r->of->setup->objective;
    const size_t m = o->problem == NULL ? 1 : n < BLOCK ? n : BLOCK;
    double f[BLOCK], exact[BLOCK], *g = r->g;
    if (o->problem != NULL) {
        noisy_problem_values(o->problem, &r->noise, m, x, f, exact);
        nes_problem_constraint_values(o->problem, m, x, g);
    } else {
        *to = direct_evaluate(o, to->id, x, r->g, NULL);
        *f = *exact = to->f;
        g++; /* the value is in front of them */
    }
    for (size_t k = 0; k < m; k++) {
        to[k].f = f[k];
        if (o->outputs > 0) to[k].outputs = g + k * o->outputs;
        r->of->note(r->of->data, &(noted){x + k * o->dim, exact[k], o->constraints, to[k].outputs});
    }
    r->evaluations += (double)m;
    return m;
}

/* Keeps values that have come from other processes, until the round is over. */
static void keep_values(run *r, const arrivals *a)
{
    for (size_t i = 0; i < a->n; i++) {
        if (r->n == r->room)
            r->arrivals =
                memory_resize(r->arrivals, r->room = 2 * r->room + 16, sizeof *r->arrivals);
        r->arrivals[r->n++] = (arrival){a->record[i].id, a->record[i].f};
    }
}

static int by_id(const void *a, const void *b)
{
    const arrival *x = a, *y = b;
    return ORDER(x->id, y->id);
}

/* Takes note of the values of a round. */
static void note_values(run *r)
{
    qsort(r->arrivals, r->n, sizeof *r->arrivals, by_id);
    for (size_t i = 0; i < r->n; i++) r->of->note(r->of->data, &(noted){.exact = r->arrivals[i].f});
    r->evaluations += (double)r->n;
    r->n = 0;
}

static bool is_stopped(void *data, const arrivals *a)
{
    run *r = data;
    if (processes_needed(&r->of->setup->objective)) keep_values(r, a);
    return r->of->setup->objective.problem == NULL && atomic_load(r->of->watch->stop);
}

static bool after_generation(void *data, nes_opt *o)
{
    run *r = data;
    const double budget = (double)r->of->setup->settings.max_evals;
    if (r->n > 0) note_values(r);
    if (budget > 0) atomic_store(&r->of->watch->share, r->evaluations / budget);
    if (r->of->generation != NULL) r->of->generation(r->of->data, o);
    return r->of->is_solved(r->of->data) || atomic_load(r->of->watch->stop);
}

/* Opens what evaluates the points of a run. */
static int open_evaluator(run *r, evaluator *e)
{
    const run_setup *s = r->of->setup;
    if (processes_needed(&s->objective))
        return processes_open(e, &s->objective, r->of->places > 0 ? r->of->places : 1,
                              s->settings.maximize, NULL);
    direct_open(e, noted_values, r);
    return 0;
}

static int run_to_end(run *r, nes_opt *o, nes_stop *stop)
{
    const observer watcher = {.values = is_stopped, .generation = after_generation, .data = r};
    evaluator e;
    const int status = open_evaluator(r, &e);
    if (status != 0) return status;
    const nes_status st = evaluate_loop(o, &r->of->setup->objective.variables, &e, &watcher, 1);
    e.close(e.self);
    if (r->n > 0) note_values(r);
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
    r.g = memory_zeros(BLOCK, (1 + s->objective.outputs) * sizeof *r.g);
    const nes_status st = nes_create(&o, s->objective.dim, s->x0, &s->settings);
    const int status = st != NES_OK ? text_error(EXIT_USAGE, "%s: %s", s->name, nes_strerror(st))
                                    : run_to_end(&r, o, stop);
    nes_destroy(o);
    free(r.g);
    free(r.arrivals);
    return status;
}
