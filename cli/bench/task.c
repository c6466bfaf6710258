/* SPDX-License-Identifier: MIT
 *
 * The loop of one run; see bench/task.h. */
#include "bench/task.h"

#include <math.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/text.h"

/* A run in progress. */
typedef struct bench_run {
    const nes_problem *problem;
    nes_opt *opt;
    bool noisy; /* the optimiser sees values with noise */
    nes_noise noise;
    double *values; /* without noise, for one generation; owned */
    size_t room;
    double precision;
    coco_log *log;
} bench_run;

static bool is_finite_point(const double *x, size_t dim)
{
    for (size_t i = 0; i < dim; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

/* Values of a generation without noise, in r->values. */
static nes_status evaluate(bench_run *r, const nes_points *p)
{
    if (p->n > r->room) {
        double *more = realloc(r->values, p->n * sizeof *more);
        if (more == NULL) return NES_ERR_MEMORY;
        r->values = more;
        r->room = p->n;
    }
    nes_problem_values(r->problem, p->n, p->x, r->values);
    return NES_OK;
}

/* One generation. Points that are not finite are no evaluations: they are not logged. */
static nes_status generation(bench_run *r)
{
    nes_points p;
    nes_status st = nes_ask(r->opt, &p);
    if (st == NES_OK) st = evaluate(r, &p);
    if (st != NES_OK) return st;
    for (size_t k = 0; k < p.n; k++)
        if (is_finite_point(p.x + k * p.dim, p.dim))
            coco_log_value(r->log, r->values[k], p.x + k * p.dim);
    if (!r->noisy) return nes_tell(r->opt, p.n, r->values);
    nes_problem_noisy_values(r->problem, &r->noise, p.n, p.x, p.f);
    return nes_tell(r->opt, p.n, p.f);
}

static int run_to_end(bench_run *r, bench_watch *w, const char *id)
{
    while (nes_stopped(r->opt) == NES_RUNNING && coco_log_precision(r->log) > r->precision) {
        if (atomic_load(w->stop)) return -1;
        const nes_status st = generation(r);
        if (st != NES_OK)
            return text_error(EXIT_OBJECTIVE, "%s: the run cannot go on: %s", id, nes_strerror(st));
        atomic_store(&w->evaluations, r->log->evaluations);
    }
    if (r->log->evaluations == 0)
        return text_error(EXIT_OBJECTIVE,
                          "%s: no point of the run was finite, so there is nothing to log; check "
                          "--x0, --sigma and bounds",
                          id);
    return coco_log_end(r->log) == 0 ? EXIT_OK : text_error(EXIT_USAGE, "%s: no memory", id);
}

int bench_task_run(const bench_plan *p, const bench_task *t, bench_watch *w, coco_log *l)
{
    run_setup s;
    buffer id = {.text = NULL};
    bench_run r = {.precision = p->precision, .log = l};
    *l = (coco_log){.dim = 0};
    int status = bench_task_open(p, t, &s, &id);
    if (status == 0) {
        r.problem = s.objective.problem;
        r.noisy = s.noisy;
        r.noise = (nes_noise){s.objective.noise, bench_task_noise_seed(p, t), 0};
        const int opened = coco_log_open(l, t->dim, s.objective.optimum);
        const nes_status st = nes_create(&r.opt, t->dim, s.x0, &s.settings);
        if (opened != 0 || st != NES_OK)
            status = text_error(EXIT_USAGE, "%s: %s", id.text,
                                nes_strerror(opened != 0 ? NES_ERR_MEMORY : st));
        else
            status = run_to_end(&r, w, id.text);
    }
    nes_destroy(r.opt);
    free(r.values);
    run_setup_close(&s);
    buffer_free(&id);
    return status;
}
