/* SPDX-License-Identifier: MIT
 *
 * From a plan to data, figures and verdicts; see experiment/engine.h. */
#include "experiment/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"
#include "experiment/plan.h"
#include "tasks/task_folder.h"

typedef struct engine {
    const experiment *experiment;
    const engine_options *options;
    char *path; /* of the folder; owned */
    study study;
    experiment_plan plan;
    task_identity id;
    task_folder folder;
    double seconds; /* processor time of all runs */
} engine;

static void add_settings(const void *data, cJSON *s)
{
    const engine *g = data;
    task_settings_add(s, "experiment", g->experiment->id);
    task_settings_add(s, "full", g->options->quick ? "no" : "yes");
}

/* ---- the tasks ------------------------------------------------------------------------------ */

static double weight(void *data, size_t task)
{
    const engine *g = data;
    return plan_weight(&g->plan, task);
}

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A task is kept as a line with its processor time, then its rows. */
static int run(void *data, size_t task, task_watch *w, buffer *result)
{
    const engine *g = data;
    buffer rows = {.text = NULL};
    const double begin = processor_time();
    const int status = plan_run(&g->plan, task, &rows, w);
    buffer_print(result, "%.3f\n", processor_time() - begin);
    buffer_add(result, rows.text, rows.n);
    buffer_free(&rows);
    return status;
}

/* ---- the data ------------------------------------------------------------------------------- */

/* Appends the rows of a task. */
static int add_task(engine *g, size_t task, buffer *csv)
{
    buffer content;
    const int status = task_folder_get(&g->folder, task, &content);
    if (status != EXIT_OK) return status;
    const char *rows = content.text == NULL ? NULL : strchr(content.text, '\n');
    if (rows != NULL) {
        g->seconds += strtod(content.text, NULL);
        buffer_print(csv, "%s", rows + 1);
    }
    buffer_free(&content);
    return EXIT_OK;
}

static int write_table(engine *g, size_t table)
{
    const plan_table *t = &g->plan.tables[table];
    buffer csv = {.text = NULL}, name = {.text = NULL};
    int status = EXIT_OK;
    buffer_print(&csv, "%s,run,%s\n", t->labels, t->kind->columns);
    for (size_t i = 0; i < g->plan.n_tasks && status == EXIT_OK; i++)
        if (plan_cell_of(&g->plan, i)->table == table) status = add_task(g, i, &csv);
    buffer_print(&name, "%s.csv", t->name);
    if (status == EXIT_OK) status = task_folder_put(&g->folder, name.text, &csv);
    buffer_free(&csv);
    buffer_free(&name);
    return status;
}

static int write_data(engine *g)
{
    int status = EXIT_OK;
    buffer timing = {.text = NULL};
    for (size_t i = 0; i < g->plan.n_tables && status == EXIT_OK; i++) status = write_table(g, i);
    buffer_print(&timing, "%.1f\n", g->seconds);
    if (status == EXIT_OK) status = task_folder_put(&g->folder, "timing.txt", &timing);
    buffer_free(&timing);
    return status == EXIT_OK ? task_folder_finish(&g->folder) : status;
}

/* ---- the report ----------------------------------------------------------------------------- */

/* Seconds of processor time that the data took; negative if nobody knows. */
static double read_timing(const engine *g)
{
    buffer text = {.text = NULL};
    char *path = file_path(g->path, "timing.txt");
    const bool read = file_read(path, &text) == 0 && text.n > 0;
    const double seconds = read ? strtod(text.text, NULL) : -1;
    buffer_free(&text);
    free(path);
    return seconds;
}

/* Whether the runs of a cell are there, from the first to the last and no more. */
static bool has_all_runs(engine *g, const experiment_cell *c)
{
    const double n = (double)c->n;
    sqlite3_stmt *q = data_select(g->study.db, "count(*), min(run), max(run)",
                                  g->plan.tables[c->table].name, "%s", c->labels);
    const bool all = sqlite3_step(q) == SQLITE_ROW && data_real(q, 0) >= n &&
                     data_real(q, 1) == 1 && data_real(q, 2) == n;
    sqlite3_finalize(q);
    return all;
}

static int read_tables(engine *g)
{
    study *s = &g->study;
    for (size_t i = 0; i < g->plan.n_tables; i++) {
        const plan_table *t = &g->plan.tables[i];
        buffer columns = {.text = NULL};
        buffer_print(&columns, "run,%s", t->kind->columns);
        if (s->status == EXIT_OK)
            s->status = data_read(s->db, g->path, t->name, t->labels, columns.text);
        buffer_free(&columns);
    }
    for (size_t i = 0; i < g->plan.n_cells && s->status == EXIT_OK; i++)
        if (!has_all_runs(g, &g->plan.cells[i]))
            s->status = text_error(
                EXIT_FILES,
                "%s: the tables do not have the runs of %s that %s --%s makes; give "
                "--%s if they are of the other size, or another folder by --out",
                g->path, g->plan.cells[i].labels, g->experiment->id,
                g->options->quick ? "quick" : "full", g->options->quick ? "full" : "quick");
    return s->status;
}

static int write_report(engine *g, experiment_report **report)
{
    if (read_tables(g) != EXIT_OK) return g->study.status;
    experiment_report *r = experiment_report_new(&g->study, g->path, read_timing(g));
    if (g->study.status == EXIT_OK) {
        *report = r;
        return experiment_report_finish(r);
    }
    experiment_report_free(r);
    return g->study.status;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static int run_all(engine *g)
{
    const task_table tasks = {.what = g->experiment->id,
                              .n = g->plan.n_tasks,
                              .jobs = g->options->jobs,
                              .progress = !g->options->quiet,
                              .folder = &g->folder,
                              .data = g,
                              .weight = weight,
                              .run = run};
    int status = task_folder_open(&g->folder, g->path, &g->id);
    if (status == EXIT_OK && !g->folder.complete) {
        status = task_table_do(&tasks);
        if (status == EXIT_OK) status = write_data(g);
    }
    task_folder_close(&g->folder);
    return status;
}

int engine_run(const experiment *e, const engine_options *o, experiment_report **report)
{
    engine g = {.experiment = e, .options = o};
    g.id = (task_identity){
        .word = "experiment", .subject = "experiment", .plan = &g, .add = add_settings};
    *report = NULL;
    g.path = file_path(o->out, e->id);
    study_open(&g.study, e, o->quick);
    if (g.study.status == EXIT_OK) plan_open(&g.plan, &g.study);
    int status = g.study.status;
    if (status == EXIT_OK && !o->redraw) status = run_all(&g);
    if (status == EXIT_OK) status = write_report(&g, report);
    plan_close(&g.plan);
    study_close(&g.study);
    free(g.path);
    return status;
}
