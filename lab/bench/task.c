/* SPDX-License-Identifier: MIT
 *
 * One run with its log; see bench/task.h. */
#include "bench/task.h"

#include <math.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "evaluate/direct.h"
#include "evaluate/loop.h"

enum { BLOCK = 256 }; /* points evaluated at once */

/* A run in progress. */
typedef struct bench_run {
    const nes_problem *problem;
    size_t dim;
    bool noisy; /* the optimiser sees values with noise */
    nes_noise noise;
    double precision;
    double budget; /* evaluations */
    coco_log *log;
    task_watch *watch;
} bench_run;

static bool is_finite_point(const double *x, size_t dim)
{
    for (size_t i = 0; i < dim; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

/* Values for the optimiser; the exact ones go to the log. Points that are not finite are no
 * evaluations: they are not logged. */
static size_t logged_values(void *data, size_t n, const double *x, double *f, nes_fate *fate)
{
    bench_run *r = data;
    (void)fate; /* problems do not fail */
    double exact[BLOCK];
    const size_t m = n < BLOCK ? n : BLOCK;
    nes_problem_values(r->problem, m, x, exact);
    for (size_t k = 0; k < m; k++)
        if (is_finite_point(x + k * r->dim, r->dim))
            coco_log_value(r->log, exact[k], x + k * r->dim);
    if (r->noisy)
        nes_problem_noisy_values(r->problem, &r->noise, m, x, f);
    else
        memcpy(f, exact, m * sizeof *f);
    return m;
}

static bool is_solved(const bench_run *r)
{
    return coco_log_precision(r->log) <= r->precision;
}

static bool after_generation(void *data, nes_opt *o)
{
    bench_run *r = data;
    (void)o;
    atomic_store(&r->watch->share, (double)r->log->evaluations / r->budget);
    return is_solved(r) || atomic_load(r->watch->stop);
}

static nes_status run_loop(bench_run *r, nes_opt *o)
{
    const observer watcher = {.generation = after_generation, .data = r};
    evaluator e;
    nes_status st = direct_open(&e, logged_values, r);
    if (st != NES_OK) return st;
    st = evaluate_loop(o, &e, &watcher, 1);
    e.close(e.self);
    return st;
}

static int run_to_end(bench_run *r, nes_opt *o, const char *id)
{
    const nes_status st = run_loop(r, o);
    if (st != NES_OK) {
        const char *sentence = nes_message(o);
        return text_error(EXIT_OBJECTIVE, "%s: the run cannot go on: %s", id,
                          sentence[0] != '\0' ? sentence : nes_strerror(st));
    }
    if (nes_stopped(o) == NES_STOP_USER && !is_solved(r)) return -1;
    if (r->log->evaluations == 0)
        return text_error(EXIT_OBJECTIVE,
                          "%s: no point of the run was finite, so there is nothing to log; check "
                          "--x0, --sigma and bounds",
                          id);
    return coco_log_end(r->log) == 0 ? EXIT_OK : text_error(EXIT_USAGE, "%s: no memory", id);
}

int bench_task_run(const bench_plan *p, const bench_task *t, task_watch *w, coco_log *l)
{
    run_setup s;
    nes_opt *o = NULL;
    buffer id = {.text = NULL};
    bench_run r = {.dim = t->dim, .precision = p->precision, .log = l, .watch = w};
    *l = (coco_log){.dim = 0};
    int status = bench_task_open(p, t, &s, &id);
    if (status == 0) {
        r.problem = s.objective.problem;
        r.noisy = s.noisy;
        r.budget = (double)s.settings.max_evals;
        r.noise = (nes_noise){s.objective.noise, bench_task_noise_seed(p, t), 0};
        const int opened = coco_log_open(l, t->dim, s.objective.optimum);
        const nes_status st = nes_create(&o, t->dim, s.x0, &s.settings);
        if (opened != 0 || st != NES_OK)
            status = text_error(EXIT_USAGE, "%s: %s", id.text,
                                nes_strerror(opened != 0 ? NES_ERR_MEMORY : st));
        else
            status = run_to_end(&r, o, id.text);
    }
    nes_destroy(o);
    run_setup_close(&s);
    buffer_free(&id);
    return status;
}
