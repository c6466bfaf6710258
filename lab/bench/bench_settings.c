/* SPDX-License-Identifier: MIT
 *
 * The settings of a bench by name and text, and those of one of its tasks for the optimiser. */
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "bench/bench_plan.h"

static void add_list(cJSON *s, const char *name, const number_list *l)
{
    buffer text = {.text = NULL};
    number_list_print(l, &text);
    task_settings_add(s, name, text.text);
    buffer_free(&text);
}

static void add_settings(const void *plan, cJSON *s)
{
    const bench_plan *p = plan;
    const char *noise = p->run.objective.noise;
    if (noise != NULL && strcmp(noise, "own") == 0) noise = NULL; /* the default */
    char seed[128];
    nes_get(&p->settings, "seed", seed, sizeof seed);
    task_settings_add(s, "suite", p->suite->name);
    task_settings_add(s, "method", p->method);
    add_list(s, "functions", &p->functions);
    add_list(s, "dims", &p->dims);
    add_list(s, "instances", &p->instances);
    task_settings_add_real(s, "budget", p->budget);
    task_settings_add_real(s, "runs", (double)p->runs);
    task_settings_add_real(s, "precision", p->precision);
    task_settings_add(s, "seed", seed);
    task_settings_add_run(s, &p->run, noise);
    task_settings_add_changed(s, &p->settings);
}

task_identity bench_plan_identity(const bench_plan *p)
{
    return (task_identity){.word = "bench", .subject = "suite", .plan = p, .add = add_settings};
}

int bench_task_open(const bench_plan *p, const bench_task *t, run_setup *s, buffer *id)
{
    char name[128];
    run_options o = p->run;
    memset(s, 0, sizeof *s);
    s->settings = p->settings;
    s->settings.seed = bench_task_seed(p, t);
    s->settings.max_evals = bench_plan_evaluations(p, t->dim);
    s->settings.jobs = 1;
    run_setup_use_budget(&s->settings);
    nes_suite_id(p->suite, t->function, t->instance, t->dim, name, sizeof name);
    buffer_print(id, "%s", name);
    o.objective = (objective_options){.problem = id->text, .noise = p->run.objective.noise};
    return run_setup_open(s, &o);
}
