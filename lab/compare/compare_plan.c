/* SPDX-License-Identifier: MIT
 *
 * The table of tasks of a comparison, and how one of them is set up; see compare/compare_plan.h.
 * The command line is read by compare/read_plan.c. */
#include "compare/compare_plan.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

void compare_plan_close(compare_plan *p)
{
    for (size_t i = 0; i < p->n_problems; i++) {
        free(p->problems[i].id);
        free(p->problems[i].title);
    }
    free(p->problems);
    method_list_free(&p->methods);
    objective_close(&p->own);
    free(p->targets);
    free(p->out);
}

size_t compare_plan_tasks(const compare_plan *p)
{
    return p->n_problems * p->methods.n * p->runs;
}

compare_task compare_plan_task(const compare_plan *p, size_t i)
{
    const size_t cell = i / p->runs;
    return (compare_task){
        .problem = cell / p->methods.n, .method = cell % p->methods.n, .run = i % p->runs + 1};
}

uint64_t compare_plan_evaluations(const compare_plan *p, size_t problem)
{
    if (isnan(p->budget)) return p->common.max_evals;
    return (uint64_t)floor(p->budget * (double)p->problems[problem].dim);
}

double compare_plan_sign(const compare_plan *p)
{
    return p->common.maximize ? -1 : 1;
}

track_goal compare_plan_goal(const compare_plan *p, size_t problem)
{
    const double optimum = p->problems[problem].optimum;
    if (!isnan(p->target)) return (track_goal){p->target, 0};
    return isnan(optimum) ? (track_goal){0, -INFINITY} : (track_goal){optimum, p->precision};
}

int compare_plan_setup(const compare_plan *p, size_t method, size_t problem, run_setup *s)
{
    const method_entry *m = &p->methods.v[method];
    const compare_problem *b = &p->problems[problem];
    run_options o = p->run;
    memset(s, 0, sizeof *s);
    s->settings = m->settings;
    s->settings.max_evals = compare_plan_evaluations(p, problem);
    s->settings.jobs = 1;
    run_setup_use_budget(&s->settings);
    if (m->sigma != NULL) o.sigma = m->sigma;
    s->name = b->title;
    if (p->own.dim == 0) {
        o.objective = (objective_options){.problem = b->id, .noise = p->run.objective.noise};
        return run_setup_open(s, &o);
    }
    s->objective = p->own;
    s->objective.release = NULL; /* it stays the plan's */
    return run_setup_prepare(s, &o);
}

/* ---- what the folder is recognised by ------------------------------------------------------- */

/* A file of the user's may change between two commands, and its runs with it. */
static void add_content(const char *path, cJSON *s)
{
    buffer content;
    char sum[32];
    if (file_read(path, &content) != 0) return;
    snprintf(sum, sizeof sum, "%016" PRIx64, file_checksum(content.text, content.n));
    task_settings_add(s, "content", sum);
    buffer_free(&content);
}

static void add_own(const compare_plan *p, cJSON *s)
{
    const objective_options *o = &p->run.objective;
    char dim[32];
    snprintf(dim, sizeof dim, "%zu", p->own.dim);
    task_settings_add(s,
                      o->expr != NULL ? "expr"
                      : o->c != NULL  ? "c"
                                      : "plugin",
                      p->problems[0].title);
    task_settings_add(s, "dim", dim);
    if (o->c != NULL) add_content(o->c, s);
}

static void add_settings(const void *plan, cJSON *s)
{
    const compare_plan *p = plan;
    const bool own = p->own.dim > 0;
    buffer methods = {.text = NULL}, problems = {.text = NULL};
    for (size_t i = 0; i < p->methods.n; i++)
        buffer_print(&methods, "%s%s", i == 0 ? "" : ",", p->methods.v[i].text);
    for (size_t i = 0; i < p->n_problems; i++)
        buffer_print(&problems, "%s%s", i == 0 ? "" : ",", p->problems[i].id);
    task_settings_add(s, "methods", methods.text);
    if (own)
        add_own(p, s);
    else
        task_settings_add(s, "problems", problems.text);
    buffer_free(&methods);
    buffer_free(&problems);
    task_settings_add_real(s, "runs", (double)p->runs);
    task_settings_add_real(s, "budget", p->budget);
    task_settings_add_real(s, "precision", p->precision);
    task_settings_add_real(s, "optimum", own ? p->own.optimum : NAN);
    task_settings_add_real(s, "target", compare_plan_sign(p) * p->target);
    task_settings_add_run(s, &p->run, p->run.objective.noise);
    task_settings_add_changed(s, &p->common);
}

task_identity compare_plan_identity(const compare_plan *p)
{
    return (task_identity){
        .word = "compare", .noun = "comparison", .subject = "", .plan = p, .add = add_settings};
}
