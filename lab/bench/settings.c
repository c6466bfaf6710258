/* SPDX-License-Identifier: MIT
 *
 * The settings of a bench by name and text, and those of one of its tasks for the optimiser. */
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "bench/plan.h"

enum { VALUE_SIZE = 128 };

static void visit_list(const number_list *l, const char *name, task_visit visit, void *data)
{
    buffer text = {.text = NULL};
    number_list_print(l, &text);
    visit(name, text.text == NULL ? "" : text.text, data);
    buffer_free(&text);
}

static void visit_real(double v, const char *name, task_visit visit, void *data)
{
    char text[TEXT_NUMBER_SIZE];
    visit(name, text_number(v, text), data);
}

/* text: null if the option was not given. */
static void visit_given(const char *text, const char *name, task_visit visit, void *data)
{
    if (text != NULL) visit(name, text, data);
}

void bench_changed_options(const nes_settings *s, task_visit visit, void *data)
{
    nes_settings initial;
    nes_settings_default(&initial);
    for (size_t i = 0; i < nes_option_count(); i++) {
        const char *name = nes_option_at(i)->name;
        char text[VALUE_SIZE], usual[VALUE_SIZE];
        if (nes_get(s, name, text, sizeof text) != NES_OK) continue;
        if (nes_get(&initial, name, usual, sizeof usual) != NES_OK) continue;
        if (strcmp(text, usual) != 0) visit(name, text, data);
    }
}

/* All options but method and seed, which are visited in any case. */
typedef struct filter {
    task_visit visit;
    void *data;
} filter;

static void visit_other(const char *name, const char *text, void *data)
{
    const filter *f = data;
    if (strcmp(name, "method") != 0 && strcmp(name, "seed") != 0) f->visit(name, text, f->data);
}

static void each_setting(const void *plan, task_visit visit, void *data)
{
    const bench_plan *p = plan;
    const char *noise = p->run.objective.noise;
    if (noise != NULL && strcmp(noise, "own") == 0) noise = NULL; /* the default */
    char seed[VALUE_SIZE];
    nes_get(&p->settings, "seed", seed, sizeof seed);
    visit("suite", p->suite->name, data);
    visit("method", p->method, data);
    visit_list(&p->functions, "functions", visit, data);
    visit_list(&p->dims, "dims", visit, data);
    visit_list(&p->instances, "instances", visit, data);
    visit_real(p->budget, "budget", visit, data);
    visit_real((double)p->runs, "runs", visit, data);
    visit_real(p->precision, "precision", visit, data);
    visit("seed", seed, data);
    visit_given(noise, "noise", visit, data);
    visit_given(p->run.x0, "x0", visit, data);
    visit_given(p->run.sigma, "sigma", visit, data);
    for (size_t i = 0; args_array_at(i) != NULL; i++)
        visit_given(p->run.arrays.text[i], args_array_at(i)->name, visit, data);
    filter f = {visit, data};
    bench_changed_options(&p->settings, visit_other, &f);
}

task_identity bench_plan_identity(const bench_plan *p)
{
    return (task_identity){.word = "bench", .subject = "suite", .plan = p, .each = each_setting};
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
    if (id->failed) return text_error(EXIT_USAGE, "no memory for a problem");
    o.objective = (objective_options){.problem = id->text, .noise = p->run.objective.noise};
    return run_setup_open(s, &o);
}
