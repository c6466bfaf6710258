/* SPDX-License-Identifier: MIT
 *
 * From the command line of `nes bench` to a plan, and its table of tasks. */
#include "bench/bench_plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/mix.h"
#include "base/text.h"
#include "base/vector.h"
#include "evaluate/threads.h"

static const double BUDGET = 1000;    /* evaluations per dimension */
static const double PRECISION = 1e-8; /* COCO's final target */

static const char *suite_name(size_t i, const void *data)
{
    (void)data;
    return nes_suite_at(i) == NULL ? NULL : nes_suite_at(i)->name;
}

static int find_suite(bench_plan *p, const char *word)
{
    buffer names = {.text = NULL};
    for (size_t i = 0; suite_name(i, NULL) != NULL; i++)
        buffer_print(&names, "%s%s", i == 0 ? "" : ", ", suite_name(i, NULL));
    int status = EXIT_OK;
    p->suite = word == NULL ? NULL : nes_suite_find(word);
    if (word == NULL) {
        status = text_error(EXIT_USAGE, "no suite; `nes bench SUITE`, where SUITE is one of %s",
                            names.text);
    } else if (p->suite == NULL) {
        char hint[256];
        nes_nearest(word, suite_name, NULL, "", "", hint, sizeof hint);
        status =
            text_error(EXIT_USAGE, "unknown suite '%s'%s%s%s", word, hint,
                       hint[0] == '\0' ? "; there are " : "", hint[0] == '\0' ? names.text : "");
    }
    buffer_free(&names);
    return status;
}

static int read_lists(bench_plan *p, const bench_options *o)
{
    const nes_suite *s = p->suite;
    char have[128], all[64];
    snprintf(have, sizeof have, "%s has the functions %zu to %zu", s->name, s->first, s->last);
    snprintf(all, sizeof all, "%zu-%zu", s->first, s->last);
    const char *functions = o->functions == NULL ? all : o->functions;
    int status = number_list_parse("functions", functions, s->last, have, &p->functions);
    if (status == 0 && p->functions.v[0] < s->first)
        status = text_error(EXIT_USAGE, "--functions %s: %zu is outside; %s", functions,
                            p->functions.v[0], have);
    if (o->dims == NULL)
        number_list_copy(s->dims, &p->dims);
    else if (status == 0)
        status = number_list_parse("dims", o->dims, 1000000, "dimensions are from 2 to 1000000",
                                   &p->dims);
    if (o->instances == NULL)
        number_list_copy(s->instances, &p->instances);
    else if (status == 0)
        status = number_list_parse("instances", o->instances, SIZE_MAX / 4,
                                   "instances are numbered from 1", &p->instances);
    return status;
}

static int read_positive(const char *option, const char *text, double *value)
{
    if (text == NULL) return 0;
    const int status = vector_parse_real(option, text, value);
    if (status != 0 || *value > 0) return status;
    return text_error(EXIT_USAGE, "--%s %s: must be greater than 0", option, text);
}

static int read_numbers(bench_plan *p, const bench_options *o)
{
    p->budget = BUDGET;
    p->precision = PRECISION;
    p->runs = 1;
    p->jobs = threads_count(0);
    int status = read_positive("budget", o->budget, &p->budget);
    if (status == 0) status = read_positive("precision", o->run.precision, &p->precision);
    if (status == 0 && o->runs != NULL) status = vector_parse_count("runs", o->runs, &p->runs);
    if (status == 0 && o->jobs != NULL && strcmp(o->jobs, "0") != 0)
        status = vector_parse_count("jobs", o->jobs, &p->jobs);
    if (status != 0) return status;
    if (p->budget * (double)p->dims.v[0] < 1 ||
        p->budget * (double)p->dims.v[p->dims.n - 1] > 0x1p53)
        return text_error(EXIT_USAGE,
                          "--budget %s: times the dimension, there must be at least 1 evaluation "
                          "and at most 2^53",
                          o->budget);
    if ((double)p->runs * (double)p->functions.n * (double)p->dims.n * (double)p->instances.n > 1e8)
        return text_error(EXIT_USAGE, "more than 1e8 runs; shorten a list or lower --runs");
    return 0;
}

/* How evaluations count: one by one, or in rounds, by default in the batches of a model. */
static int read_rounds(bench_plan *p, const bench_options *o)
{
    const bool model = strcmp(p->settings.model, "on") == 0;
    p->early = o->early || model;
    p->rounds = model && p->settings.batch > 0 ? (size_t)p->settings.batch : 1;
    return o->rounds != NULL ? vector_parse_count("rounds", o->rounds, &p->rounds) : 0;
}

/* Refuses options of `nes run` that a bench replaces by its own, or that would make results depend
 * on the machine. */
static int refuse_settings(const nes_settings *s)
{
    nes_settings d;
    nes_settings_default(&d);
    if (s->max_evals != d.max_evals)
        return text_error(EXIT_USAGE, "--max-evals: the budget of a bench grows with the "
                                      "dimension; give --budget, evaluations per dimension");
    if (s->target != d.target)
        return text_error(EXIT_USAGE, "--target: the optimal value differs from problem to "
                                      "problem; give --precision, the distance to it");
    if (s->max_time != d.max_time)
        return text_error(EXIT_USAGE, "--max-time: results would depend on the machine; limit "
                                      "the runs by --budget");
    if (s->maximize) return text_error(EXIT_USAGE, "--maximize: the suites are to be minimised");
    return 0;
}

/* Opens one task of every dimension, with the first function and the last instance. What a problem
 * or the optimiser refuses is refused before the first run that way. */
static int check_tasks(const bench_plan *p)
{
    for (size_t i = 0; i < p->dims.n; i++) {
        const size_t last = p->instances.n * p->runs - 1;
        const bench_task t = bench_plan_task(p, i * p->functions.n * bench_plan_per_pair(p) + last);
        run_setup s;
        const int status = bench_task_open(p, &t, &s);
        run_setup_close(&s);
        if (status != 0) return status;
    }
    return 0;
}

int bench_plan_open(bench_plan *p, const char *suite, const bench_options *o,
                    const nes_settings *settings)
{
    *p = (bench_plan){.run = o->run, .settings = *settings};
    p->run.precision = NULL; /* the bench itself watches the precision, without noise */
    int status = find_suite(p, suite);
    if (status == 0) status = refuse_settings(settings);
    if (status == 0) status = read_lists(p, o);
    if (status == 0) status = read_numbers(p, o);
    if (status == 0) status = read_rounds(p, o);
    if (status != 0) return status;
    nes_get(settings, "method", p->method, sizeof p->method);
    if (o->out != NULL)
        buffer_print(&p->out, "%s", o->out);
    else
        buffer_print(&p->out, "%s-%s", p->method, p->suite->name);
    while (p->out.n > 1 && p->out.text[p->out.n - 1] == '/') p->out.text[--p->out.n] = '\0';
    if (p->out.n == 0)
        return text_error(EXIT_USAGE, "--out: no name for the folder of the results");
    return check_tasks(p);
}

void bench_plan_close(bench_plan *p)
{
    number_list_free(&p->functions);
    number_list_free(&p->dims);
    number_list_free(&p->instances);
    buffer_free(&p->out);
}

size_t bench_plan_pairs(const bench_plan *p)
{
    return p->dims.n * p->functions.n;
}

size_t bench_plan_per_pair(const bench_plan *p)
{
    return p->instances.n * p->runs;
}

bench_task bench_plan_task(const bench_plan *p, size_t i)
{
    const size_t pair = i / bench_plan_per_pair(p), rest = i % bench_plan_per_pair(p);
    bench_task t = {.dim = p->dims.v[pair / p->functions.n],
                    .function = p->functions.v[pair % p->functions.n],
                    .instance = p->instances.v[rest / p->runs],
                    .run = rest % p->runs + 1};
    nes_suite_id(p->suite, t.function, t.instance, t.dim, t.id, sizeof t.id);
    return t;
}

/* The seed of the optimiser: function, dimension, instance and run are mixed into that of the plan
 * one by one. */
static uint64_t task_seed(const bench_plan *p, const bench_task *t)
{
    const uint64_t words[] = {t->function, t->dim, t->instance, t->run};
    uint64_t z = p->settings.seed;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) z = mix64(z + MIX_STEP * words[i]);
    return z;
}

/* ---- settings ------------------------------------------------------------------------------- */

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
    if (p->rounds > 1) task_settings_add_real(s, "rounds", (double)p->rounds);
    task_settings_add_real(s, "precision", p->precision);
    task_settings_add(s, "seed", seed);
    task_settings_add_run(s, &p->run, noise);
    task_settings_add_changed(s, &p->settings);
}

task_identity bench_plan_identity(const bench_plan *p)
{
    return (task_identity){
        .word = "bench", .noun = "bench", .subject = "suite", .plan = p, .add = add_settings};
}

int bench_task_open(const bench_plan *p, const bench_task *t, run_setup *s)
{
    run_options o = p->run;
    memset(s, 0, sizeof *s);
    s->settings = p->settings;
    s->settings.seed = task_seed(p, t);
    s->settings.max_evals = (uint64_t)floor(p->budget * (double)t->dim);
    s->settings.jobs = 1;
    run_setup_use_budget(&s->settings);
    o.objective = (objective_options){.problem = t->id, .noise = p->run.objective.noise};
    return run_setup_open(s, &o);
}
