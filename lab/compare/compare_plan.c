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
#include "base/words.h"

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
    s->shared = true;
    return run_setup_prepare(s, &o);
}

/* ---- what the folder is recognised by ------------------------------------------------------- */

/* Appends what tells the content of a file from another, if it can be read: a file of the user's
 * may change between two commands, and its runs with it. n: bytes of the path. */
static void add_content(const char *path, size_t n, buffer *to)
{
    buffer content, name = {.text = NULL};
    buffer_add(&name, path, n);
    if (n > 0 && file_read_most(name.text, FILE_MOST_BYTES, false, &content) == 0) {
        buffer_print(to, "%s%016" PRIx64, to->n > 0 ? " " : "",
                     file_checksum(content.text, content.n));
        buffer_free(&content);
    }
    buffer_free(&name);
}

/* Adds a program with its options, and the contents of the program, of files among its arguments
 * and of templates. */
static void add_program(const compare_plan *p, cJSON *s, buffer *contents)
{
    const objective_options *o = &p->run.objective;
    buffer command = {.text = NULL};
    for (size_t i = 0; o->command[i] != NULL; i++) {
        if (i > 0) buffer_print(&command, " ");
        words_quote(&command, o->command[i]);
        add_content(o->command[i], strlen(o->command[i]), contents);
    }
    for (const char *at = o->templates; at != NULL && *at != '\0'; at += *at == ',') {
        add_content(at, strcspn(at, ","), contents);
        at += strcspn(at, ",");
    }
    task_settings_add(s, "program", command.text);
    task_settings_add(s, "worker", o->worker ? "yes" : o->worker_json ? "json" : NULL);
    task_settings_add(s, "template", o->templates);
    task_settings_add(s, "value_json", o->value_json);
    task_settings_add(s, "value_pattern", o->value_pattern);
    task_settings_add(s, "value_file", o->value_file);
    task_settings_add(s, "exit_codes", o->exit_codes);
    buffer_free(&command);
}

static void add_own(const compare_plan *p, cJSON *s)
{
    const objective_options *o = &p->run.objective;
    char dim[32];
    buffer contents = {.text = NULL};
    snprintf(dim, sizeof dim, "%zu", p->own.dim);
    if (o->command != NULL)
        add_program(p, s, &contents);
    else
        task_settings_add(s,
                          o->expr != NULL ? "expr"
                          : o->c != NULL  ? "c"
                                          : "plugin",
                          p->problems[0].title);
    task_settings_add(s, "dim", dim);
    task_settings_add(s, "names", o->names);
    task_settings_add(s, "timeout", o->timeout);
    if (o->c != NULL) add_content(o->c, strlen(o->c), &contents);
    task_settings_add(s, "content", contents.text);
    buffer_free(&contents);
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
