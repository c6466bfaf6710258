/* SPDX-License-Identifier: MIT
 *
 * The runs of a comparison as tasks, and the tables made of them; see compare/compare_tasks.h. */
#include "compare/compare_tasks.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "evaluate/processes.h"
#include "tasks/task_table.h"
#include "tasks/watched_run.h"

/* Roughly the time of a run: its evaluations, times the cost of each. */
static double weight(void *data, size_t i)
{
    const compare_plan *p = data;
    const size_t problem = compare_plan_task(p, i).problem;
    return (double)compare_plan_evaluations(p, problem) * (double)(p->problems[problem].dim + 10);
}

/* Writes a line for the table of runs, then those for the table of improvements, without labels. */
static void write_task(const track *t, double sign, nes_stop stop, buffer *content)
{
    char best[TEXT_NUMBER_SIZE];
    buffer_print(content, "%" PRIu64 ",%s,%d,%d\n", t->evaluations,
                 isfinite(t->best) ? text_number(sign * t->best, best) : "nan", t->solved ? 1 : 0,
                 (int)stop);
    for (size_t i = 0; i < t->run.n; i++)
        buffer_print(content, "%.0f,%s\n", t->run.steps[i].evaluations,
                     text_number(sign * t->run.steps[i].precision, best));
}

/* The improvements of a run under way. */
typedef struct tracking {
    track track;
    double sign;
} tracking;

static void note(void *data, const noted *p)
{
    tracking *t = data;
    track_value(&t->track, t->sign * noted_answer(p));
}

static bool is_solved(const void *data)
{
    const tracking *t = data;
    return t->track.solved;
}

static int run(void *data, size_t i, task_watch *w, buffer *result)
{
    const compare_plan *p = data;
    const compare_task task = compare_plan_task(p, i);
    tracking t = {track_new(compare_plan_goal(p, task.problem)), compare_plan_sign(p)};
    run_setup s;
    nes_stop stop;
    int status = compare_plan_setup(p, task.method, task.problem, &s);
    s.settings.seed = p->common.seed + task.run - 1;
    const watched_run r = {.setup = &s,
                           .watch = w,
                           .data = &t,
                           .note = note,
                           .is_solved = is_solved,
                           .places = p->jobs};
    if (status == 0) status = watched_run_do(&r, &stop);
    if (status == 0) write_task(&t.track, t.sign, stop, result);
    run_setup_close(&s);
    track_free(&t.track);
    return status;
}

/* ---- the tables ----------------------------------------------------------------------------- */

/* Appends the lines of a task to both tables. */
static int add_task(const compare_plan *p, task_folder *f, size_t i, buffer *runs, buffer *steps)
{
    const compare_task t = compare_plan_task(p, i);
    buffer content;
    const int status = task_folder_get(f, i, &content);
    if (status != EXIT_OK) return status;
    char *rest = content.text;
    buffer *to = runs;
    for (char *line; (line = text_part(&rest, '\n')) != NULL && line[0] != '\0'; to = steps)
        buffer_print(to, "%s,%s,%zu,%s\n", p->problems[t.problem].id, p->methods.v[t.method].text,
                     t.run, line);
    buffer_free(&content);
    return EXIT_OK;
}

static int write_tables(const compare_plan *p, task_folder *f)
{
    buffer runs = {.text = NULL}, steps = {.text = NULL};
    int status = EXIT_OK;
    buffer_print(&runs, COMPARE_LABELS ",run,evaluations,best,solved,stop\n");
    buffer_print(&steps, COMPARE_LABELS ",run,evaluations,best\n");
    for (size_t i = 0; i < compare_plan_tasks(p) && status == EXIT_OK; i++)
        status = add_task(p, f, i, &runs, &steps);
    if (status == EXIT_OK) status = task_folder_put(f, "runs.csv", &runs);
    if (status == EXIT_OK) status = task_folder_put(f, "improvements.csv", &steps);
    buffer_free(&runs);
    buffer_free(&steps);
    return status;
}

int compare_work(const compare_plan *p, task_folder *f, bool progress)
{
    const task_table tasks = {.what = "the comparison",
                              .n = compare_plan_tasks(p),
                              .jobs = processes_needed(&p->own) ? 1 : p->jobs,
                              .progress = progress,
                              .folder = f,
                              .data = (void *)p,
                              .weight = weight,
                              .run = run};
    int status = task_table_do(&tasks);
    if (status == EXIT_OK) status = write_tables(p, f);
    return status == EXIT_OK ? task_folder_finish(f) : status;
}
