/* SPDX-License-Identifier: MIT
 *
 * The runs of a bench as tasks, and the files that follow from them; see bench/bench_tasks.h. */
#include "bench/bench_tasks.h"

#include <math.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/files.h"
#include "tasks/task_table.h"
#include "tasks/watched_run.h"

typedef struct bench_work {
    const bench_plan *plan;
    bool shown; /* prints a line for each (function, dimension) */
    bench_files files;
    size_t *left; /* of each (function, dimension): runs that are not kept; owned */
} bench_work;

/* Roughly the time of a run: its evaluations, d of them for every unit of the budget, times the
 * cost of each, which is about d + 10. */
static double weight(void *data, size_t i)
{
    const bench_work *w = data;
    const double d = (double)bench_plan_task(w->plan, i).dim;
    return d * (d + 10);
}

/* The log of a run under way, which has the exact values. */
typedef struct logging {
    coco_log log;
    double precision; /* at which the run ends */
} logging;

/* Points that are not finite are no evaluations. */
static void note(void *data, const double *x, double exact)
{
    coco_log *l = &((logging *)data)->log;
    for (size_t i = 0; i < l->dim; i++)
        if (!isfinite(x[i])) return;
    coco_log_value(l, exact, x);
}

static bool is_solved(const void *data)
{
    const logging *l = data;
    return coco_log_precision(&l->log) <= l->precision;
}

static int end_log(coco_log *l, const char *id)
{
    if (l->evaluations == 0)
        return text_error(EXIT_OBJECTIVE,
                          "%s: no point of the run was finite, so there is nothing to log; check "
                          "--x0, --sigma and bounds",
                          id);
    coco_log_end(l);
    return EXIT_OK;
}

static int run(void *data, size_t i, task_watch *watch, buffer *result)
{
    const bench_plan *p = ((const bench_work *)data)->plan;
    const bench_task t = bench_plan_task(p, i);
    logging l = {.precision = p->precision};
    buffer id = {.text = NULL};
    run_setup s;
    nes_stop stop;
    const watched_run r = {
        .setup = &s, .watch = watch, .data = &l, .note = note, .is_solved = is_solved};
    int status = bench_task_open(p, &t, &s, &id);
    if (status == 0) coco_log_open(&l.log, t.dim, s.objective.optimum);
    if (status == 0) status = watched_run_do(&r, &stop);
    if (status == 0) status = end_log(&l.log, id.text);
    if (status == 0) bench_files_pack(&l.log, result);
    coco_log_close(&l.log);
    run_setup_close(&s);
    buffer_free(&id);
    return status;
}

/* Writes the files of a (function, dimension) with its last run, and prints its line. */
static int kept(void *data, size_t i, task_progress *bar)
{
    bench_work *w = data;
    const size_t pair = i / bench_plan_per_pair(w->plan);
    if (--w->left[pair] > 0) return EXIT_OK;
    const int status = bench_files_add(&w->files, pair);
    if (status != EXIT_OK || bar == NULL || !w->shown) return status;
    task_progress_clear(bar);
    bench_files_print(&w->files, pair);
    return EXIT_OK;
}

int bench_work_all(const bench_plan *p, task_folder *f, bool shown)
{
    bench_work w = {.plan = p, .shown = shown};
    const task_table tasks = {.what = "the bench",
                              .n = bench_plan_pairs(p) * bench_plan_per_pair(p),
                              .jobs = p->jobs,
                              .progress = shown,
                              .folder = f,
                              .data = &w,
                              .weight = weight,
                              .run = run,
                              .kept = kept};
    bench_files_open(&w.files, p, f);
    w.left = memory_zeros(bench_plan_pairs(p), sizeof *w.left);
    for (size_t i = 0; i < bench_plan_pairs(p); i++) w.left[i] = bench_plan_per_pair(p);
    const int status = task_table_do(&tasks);
    bench_files_close(&w.files);
    free(w.left);
    return status;
}
