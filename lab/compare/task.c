/* SPDX-License-Identifier: MIT
 *
 * One run with its improvements; see compare/task.h. */
#include "compare/task.h"

#include <string.h>

#include "base/exit_status.h"
#include "base/mix.h"
#include "base/text.h"
#include "evaluate/direct.h"
#include "evaluate/in_process.h"
#include "evaluate/loop.h"

enum { BLOCK = 64 }; /* points evaluated at once */

/* A run in progress. */
typedef struct run {
    const run_setup *setup;
    nes_noise noise;
    double sign, budget;
    track *track;
    task_watch *watch;
} run;

/* Exact values of the first of n points; returns how many. An objective of the user's may be slow,
 * so that its points are evaluated one by one. */
static size_t exact_values(const objective *o, size_t n, const double *x, double *f, nes_fate *fate)
{
    const size_t m = o->problem == NULL ? 1 : n < BLOCK ? n : BLOCK;
    if (o->problem != NULL) {
        nes_problem_values(o->problem, m, x, f);
    } else {
        const eval_record r = objective_evaluate(o, 0, x);
        *f = r.f;
        *fate = r.fate;
    }
    return m;
}

static size_t noted_values(void *data, size_t n, const double *x, double *f, nes_fate *fate)
{
    run *r = data;
    double exact[BLOCK];
    const size_t m = exact_values(&r->setup->objective, n, x, exact, fate);
    for (size_t k = 0; k < m; k++) track_value(r->track, r->sign * exact[k]);
    if (r->setup->noisy)
        nes_problem_noisy_values(r->setup->objective.problem, &r->noise, m, x, f);
    else
        memcpy(f, exact, m * sizeof *f);
    return m;
}

static bool is_stopped(void *data, const arrivals *a)
{
    const run *r = data;
    (void)a;
    return atomic_load(r->watch->stop);
}

static bool after_generation(void *data, nes_opt *o)
{
    run *r = data;
    (void)o;
    atomic_store(&r->watch->share, (double)r->track->evaluations / r->budget);
    return r->track->solved || atomic_load(r->watch->stop);
}

static nes_status run_loop(run *r, nes_opt *o)
{
    const observer watcher = {.values = is_stopped, .generation = after_generation, .data = r};
    evaluator e;
    nes_status st = direct_open(&e, noted_values, r);
    if (st != NES_OK) return st;
    st = evaluate_loop(o, &e, &watcher, 1);
    e.close(e.self);
    return st;
}

static int run_to_end(run *r, nes_opt *o, nes_stop *stop)
{
    const nes_status st = run_loop(r, o);
    if (st != NES_OK) {
        const char *sentence = nes_message(o);
        return text_error(EXIT_OBJECTIVE, "%s: the run cannot go on: %s", r->setup->name,
                          sentence[0] != '\0' ? sentence : nes_strerror(st));
    }
    if (r->track->failed) return text_error(EXIT_USAGE, "%s: no memory", r->setup->name);
    *stop = r->track->solved ? NES_STOP_TARGET : nes_stopped(o);
    return *stop == NES_STOP_USER ? -1 : 0;
}

int compare_task_run(const compare_plan *p, const compare_task *task, task_watch *w, track *t,
                     nes_stop *stop)
{
    run_setup s;
    nes_opt *o = NULL;
    *t = track_new(compare_plan_goal(p, task->problem));
    int status = compare_plan_setup(p, task->method, task->problem, &s);
    if (status == 0) {
        s.settings.seed = p->common.seed + task->run - 1;
        /* The noise has a seed of its own, lest it follow the samples. */
        run r = {.setup = &s,
                 .noise = {s.objective.noise, mix64(s.settings.seed + MIX_STEP), 0},
                 .sign = compare_plan_sign(p),
                 .budget = (double)s.settings.max_evals,
                 .track = t,
                 .watch = w};
        const nes_status st = nes_create(&o, s.objective.dim, s.x0, &s.settings);
        status = st != NES_OK ? text_error(EXIT_USAGE, "%s: %s", s.name, nes_strerror(st))
                              : run_to_end(&r, o, stop);
    }
    nes_destroy(o);
    run_setup_close(&s);
    return status;
}
