/* SPDX-License-Identifier: MIT
 *
 * The table of tasks of a comparison, and how one of them is set up; see compare/plan.h. The
 * command line is read by compare/read_plan.c. */
#include "compare/plan.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "bench/plan.h"

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
    if (!objective_is_callable(&p->own)) {
        o.objective = (objective_options){.problem = b->id, .noise = p->run.objective.noise};
        return run_setup_open(s, &o);
    }
    s->objective = p->own;
    s->objective.release = NULL; /* it stays the plan's */
    return run_setup_prepare(s, &o);
}

/* ---- what the folder is recognised by ------------------------------------------------------- */

static void visit_methods(const compare_plan *p, task_visit visit, void *data)
{
    buffer text = {.text = NULL};
    for (size_t i = 0; i < p->methods.n; i++)
        buffer_print(&text, "%s%s", i == 0 ? "" : ",", p->methods.v[i].text);
    visit("methods", text.failed ? "" : text.text, data);
    buffer_free(&text);
}

/* A file of the user's may change between two commands, and its runs with it. */
static void visit_content(const char *path, task_visit visit, void *data)
{
    buffer content, sum = {.text = NULL};
    if (file_read(path, &content) != 0) return;
    buffer_print(&sum, "%016" PRIx64, file_checksum(content.text, content.n));
    visit("content", sum.failed ? "" : sum.text, data);
    buffer_free(&content);
    buffer_free(&sum);
}

static void visit_own(const compare_plan *p, task_visit visit, void *data)
{
    const objective_options *o = &p->run.objective;
    char dim[32];
    snprintf(dim, sizeof dim, "%zu", p->own.dim);
    visit(o->expr != NULL ? "expr" : o->c != NULL ? "c" : "plugin", p->problems[0].title, data);
    visit("dim", dim, data);
    if (o->c != NULL) visit_content(o->c, visit, data);
}

static void visit_problems(const compare_plan *p, task_visit visit, void *data)
{
    buffer text = {.text = NULL};
    for (size_t i = 0; i < p->n_problems; i++)
        buffer_print(&text, "%s%s", i == 0 ? "" : ",", p->problems[i].id);
    visit("problems", text.failed ? "" : text.text, data);
    buffer_free(&text);
}

static void visit_real(const char *name, double v, task_visit visit, void *data)
{
    char text[TEXT_NUMBER_SIZE];
    if (!isnan(v)) visit(name, text_number(v, text), data);
}

static void visit_given(const char *name, const char *text, task_visit visit, void *data)
{
    if (text != NULL) visit(name, text, data);
}

static void each_setting(const void *plan, task_visit visit, void *data)
{
    const compare_plan *p = plan;
    const run_options *o = &p->run;
    visit_methods(p, visit, data);
    if (objective_is_callable(&p->own))
        visit_own(p, visit, data);
    else
        visit_problems(p, visit, data);
    visit_real("runs", (double)p->runs, visit, data);
    visit_real("budget", p->budget, visit, data);
    visit_real("precision", p->precision, visit, data);
    if (objective_is_callable(&p->own)) visit_real("optimum", p->own.optimum, visit, data);
    visit_real("target", compare_plan_sign(p) * p->target, visit, data);
    visit_given("noise", o->objective.noise, visit, data);
    visit_given("x0", o->x0, visit, data);
    visit_given("sigma", o->sigma, visit, data);
    for (size_t i = 0; args_array_at(i) != NULL; i++)
        visit_given(args_array_at(i)->name, o->arrays.text[i], visit, data);
    bench_changed_options(&p->common, visit, data);
}

task_identity compare_plan_identity(const compare_plan *p)
{
    return (task_identity){.word = "compare",
                           .noun = "comparison",
                           .subject = "",
                           .tasks = "task#",
                           .plan = p,
                           .each = each_setting};
}
