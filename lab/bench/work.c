/* SPDX-License-Identifier: MIT
 *
 * The runs of a bench as tasks, and the files that follow from them; see bench/work.h. */
#include "bench/work.h"

#include <stdlib.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "bench/files.h"
#include "bench/kept.h"
#include "bench/task.h"
#include "tasks/tasks.h"

typedef struct bench_work {
    const bench_plan *plan;
    bool results; /* prints a line for each (function, dimension) */
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

static int run(void *data, size_t i, task_watch *watch, buffer *result)
{
    const bench_work *w = data;
    const bench_task t = bench_plan_task(w->plan, i);
    coco_log log;
    const int status = bench_task_run(w->plan, &t, watch, &log);
    if (status == 0) bench_kept_write(&log, result);
    coco_log_close(&log);
    return status;
}

/* Writes the files of a (function, dimension) with its last run, and prints its line. */
static int kept(void *data, size_t i, task_progress *bar)
{
    bench_work *w = data;
    const size_t pair = i / bench_plan_per_pair(w->plan);
    if (--w->left[pair] > 0) return EXIT_OK;
    const int status = bench_files_add(&w->files, pair);
    if (status != EXIT_OK || bar == NULL || !w->results) return status;
    task_progress_clear(bar);
    bench_files_print(&w->files, pair);
    return EXIT_OK;
}

int bench_work_all(const bench_plan *p, task_folder *f, const bench_show *show)
{
    bench_work w = {.plan = p, .results = show->results};
    const task_table tasks = {.n = bench_plan_pairs(p) * bench_plan_per_pair(p),
                              .jobs = p->jobs,
                              .progress = show->progress,
                              .folder = f,
                              .data = &w,
                              .weight = weight,
                              .run = run,
                              .kept = kept};
    int status = bench_files_open(&w.files, p, f);
    w.left = calloc(bench_plan_pairs(p), sizeof *w.left);
    if (w.left == NULL) status = text_error(EXIT_USAGE, "no memory for %zu runs", tasks.n);
    for (size_t i = 0; w.left != NULL && i < bench_plan_pairs(p); i++)
        w.left[i] = bench_plan_per_pair(p);
    if (status == EXIT_OK) status = task_table_do(&tasks);
    bench_files_close(&w.files);
    free(w.left);
    return status;
}
