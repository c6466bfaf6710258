/* SPDX-License-Identifier: MIT
 *
 * Recipes and the runs made of them; see experiment/recipe.h. */
#include "experiment/recipe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "evaluate/noisy_problem.h"
#include "options/args.h"

enum { INSTANCES = 15 };

recipe recipe_suite(const char *suite, size_t function, size_t dim)
{
    return (recipe){.suite = nes_suite_find(suite),
                    .function = function,
                    .dim = dim,
                    .low = -4,
                    .high = 4,
                    .precision = NAN,
                    .budget = INFINITY};
}

recipe recipe_problem(const char *id)
{
    recipe r = {.precision = NAN, .budget = INFINITY};
    snprintf(r.problem, sizeof r.problem, "%s", id);
    return r;
}

void recipe_options(recipe *r, const char *options)
{
    snprintf(r->options, sizeof r->options, "%s", options);
}

/* A run in progress. */
typedef struct run {
    const recipe *recipe;
    nes_problem *problem;
    nes_noise noise;
    nes_settings settings;
    double *start; /* of all variables: the first numbers of the law by which it is drawn, then the
                      second ones; or the start itself; owned */
    double *exact; /* values of the points asked for; owned */
    size_t room;
    nes_opt *opt;
    run_outcome outcome;
} run;

/* "name=value name=value" */
static nes_status set_options(nes_settings *s, const char *options)
{
    char copy[sizeof((recipe *)0)->options], *rest = NULL;
    nes_status st = NES_OK;
    snprintf(copy, sizeof copy, "%s", options);
    for (char *word = strtok_r(copy, " ", &rest); word != NULL && st == NES_OK;
         word = strtok_r(NULL, " ", &rest)) {
        char name[ARGS_NAME_SIZE];
        const char *value = args_setting(word, name);
        st = value == NULL ? NES_ERR_VALUE : nes_set(s, name, value);
    }
    return st;
}

/* The id for run k. */
static void problem_id(const recipe *t, size_t k, char *id, size_t size)
{
    const char *mark = strstr(t->problem, "%k");
    if (t->suite != NULL)
        nes_suite_id(t->suite, t->function, (k - 1) % INSTANCES + 1, t->dim, id, size);
    else if (mark != NULL)
        snprintf(id, size, "%.*s%zu%s", (int)(mark - t->problem), t->problem, k, mark + 2);
    else
        snprintf(id, size, "%s", t->problem);
}

static nes_status open_problem(run *r, size_t k)
{
    char id[128];
    problem_id(r->recipe, k, id, sizeof id);
    return nes_problem_create(&r->problem, id, NULL, 0);
}

/* The law by which the start is drawn, with its two numbers. */
static nes_start_law start_law(const run *r, double *a, double *b)
{
    const recipe *t = r->recipe;
    if (t->usual_start) return nes_problem_start_law(r->problem, a, b);
    *a = t->low;
    *b = t->high;
    return t->low < t->high ? NES_LAW_UNIFORM : NES_LAW_POINT;
}

/* Writes the start, or the numbers of its law for all variables, and tells the settings. Returns
 * the start; null: it is drawn. */
static const double *choose_start(run *r)
{
    double a, b;
    const size_t d = nes_problem_dim(r->problem);
    const nes_start_law law = start_law(r, &a, &b);
    for (size_t i = 0; i < d; i++) {
        r->start[i] = a;
        r->start[d + i] = b;
    }
    if (law == NES_LAW_POINT) {
        if (r->recipe->usual_start) nes_problem_start(r->problem, r->start);
        return r->start;
    }
    *(law == NES_LAW_UNIFORM ? &r->settings.start_lower : &r->settings.start_mean) = r->start;
    *(law == NES_LAW_UNIFORM ? &r->settings.start_upper : &r->settings.start_std) = r->start + d;
    return NULL;
}

static nes_status open_optimiser(run *r, size_t k)
{
    const size_t d = nes_problem_dim(r->problem);
    r->start = malloc(2 * d * sizeof *r->start);
    if (r->start == NULL) return NES_ERR_MEMORY;
    nes_settings_default(&r->settings);
    const nes_status st = set_options(&r->settings, r->recipe->options);
    if (st != NES_OK) return st;
    r->settings.seed = k;
    r->settings.density = r->recipe->density;
    if (isfinite(r->recipe->budget)) r->settings.max_evals = (uint64_t)r->recipe->budget;
    const double *x0 = choose_start(r);
    return nes_create(&r->opt, d, x0, &r->settings);
}

static nes_status make_room(run *r, size_t n)
{
    if (n <= r->room) return NES_OK;
    double *more = realloc(r->exact, n * sizeof *more);
    if (more == NULL) return NES_ERR_MEMORY;
    r->exact = more;
    r->room = n;
    return NES_OK;
}

/* Takes note of exact values, up to the one that is close enough. */
static void note_values(run *r, size_t n)
{
    const double optimum = nes_problem_optimum(r->problem), base = isnan(optimum) ? 0 : optimum;
    run_outcome *out = &r->outcome;
    for (size_t i = 0; i < n && !out->solved; i++) {
        const double error = r->exact[i] - base;
        out->evaluations++;
        if (isnan(out->precision) || error < out->precision) out->precision = error;
        out->solved = out->precision <= r->recipe->precision;
    }
}

/* From one ask to the next. */
static nes_status one_round(run *r)
{
    nes_points p;
    nes_status st = nes_ask(r->opt, &p);
    if (st == NES_OK) st = make_room(r, p.n);
    if (st != NES_OK) return st;
    noisy_problem_values(r->problem, &r->noise, p.n, p.x, p.f, r->exact);
    note_values(r, p.n);
    return nes_tell(r->opt, p.n, p.f);
}

static nes_status run_loop(run *r, const run_follower *f, task_watch *w)
{
    nes_status st = NES_OK;
    while (st == NES_OK && !r->outcome.solved && nes_stopped(r->opt) == NES_RUNNING) {
        if (atomic_load(w->stop)) return NES_OK;
        st = one_round(r);
        if (st == NES_OK && f != NULL && f->generation != NULL)
            f->generation(f->data, r->opt, &r->outcome);
        if (isfinite(r->recipe->budget))
            atomic_store(&w->share, (double)r->outcome.evaluations / r->recipe->budget);
    }
    return st;
}

static void close_run(run *r)
{
    nes_destroy(r->opt);
    nes_problem_destroy(r->problem);
    free(r->start);
    free(r->exact);
}

int recipe_run(const recipe *t, size_t k, const run_follower *f, task_watch *w, run_outcome *out)
{
    run r = {.recipe = t, .noise = {.seed = k}, .outcome = {.precision = NAN}};
    nes_status st = open_problem(&r, k);
    if (st == NES_OK) st = open_optimiser(&r, k);
    if (st == NES_OK) st = run_loop(&r, f, w);
    int status = 0;
    if (st != NES_OK) {
        status = text_error(EXIT_OBJECTIVE, "run %zu on %s with %s: %s", k,
                            r.problem == NULL ? t->problem : nes_problem_id(r.problem), t->options,
                            nes_strerror(st));
    } else if (!r.outcome.solved && nes_stopped(r.opt) == NES_RUNNING) {
        status = -1;
    } else {
        r.outcome.stop = r.outcome.solved ? NES_STOP_TARGET : nes_stopped(r.opt);
        if (f != NULL && f->end != NULL) f->end(f->data, r.opt, &r.outcome);
        *out = r.outcome;
    }
    close_run(&r);
    return status;
}
