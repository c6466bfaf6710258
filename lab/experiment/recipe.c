/* SPDX-License-Identifier: MIT
 *
 * Recipes and the runs made of them; see experiment/recipe.h. */
#include "experiment/recipe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "options/args.h"
#include "setup/arrays.h"
#include "tasks/watched_run.h"

enum { INSTANCES = 15 };

const double published_precisions[PRECISIONS] = {10, 1, 0.1, 0.01, 1e-3, 1e-5, 1e-7};

/* Sets options written "name=value name=value". */
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

/* Writes the id of the problem of run k. */
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

/* Writes the start, or the numbers of the law by which it is drawn. */
static void choose_start(const recipe *t, run_setup *s)
{
    const size_t d = s->objective.dim;
    if (t->usual_start) {
        s->x0 = arrays_usual_start(&s->arrays, s->objective.problem, &s->settings);
    } else if (t->low < t->high) {
        arrays_fill(&s->arrays, "start_lower", t->low, d, &s->settings);
        arrays_fill(&s->arrays, "start_upper", t->high, d, &s->settings);
    } else {
        s->x0 = memory_zeros(d, sizeof *s->x0);
        for (size_t i = 0; i < d; i++) s->x0[i] = t->low;
    }
}

/* The settings are those of the recipe alone: nothing else follows from the problem. */
static int open_setup(const recipe *t, size_t k, const char *id, run_setup *s)
{
    const char *name;
    const int status = objective_open(&(objective_options){.problem = id}, &s->objective, &name);
    if (status != 0) return status;
    nes_settings_default(&s->settings);
    if (set_options(&s->settings, t->options) != NES_OK)
        return text_error(EXIT_OBJECTIVE, "%s: %s", s->name, s->settings.message);
    s->settings.seed = k;
    s->settings.density = t->density;
    if (isfinite(t->budget)) s->settings.max_evals = (uint64_t)t->budget;
    s->noisy = nes_problem_noisy(s->objective.problem);
    choose_start(t, s);
    return 0;
}

/* A run in progress. */
typedef struct following {
    const recipe *recipe;
    const run_follower *follower; /* or null */
    double base;                  /* the optimum; 0: not known */
    run_outcome outcome;
} following;

/* Takes note of exact values, up to the one that is close enough. */
static void note(void *data, const noted *p)
{
    following *f = data;
    run_outcome *out = &f->outcome;
    if (f->follower != NULL && f->follower->point != NULL)
        f->follower->point(f->follower->data, p->x);
    if (out->solved) return;
    const double error = noted_answer(p) - f->base;
    out->evaluations++;
    if (isnan(out->precision) || error < out->precision) out->precision = error;
    while (out->n_reached < PRECISIONS && out->precision <= published_precisions[out->n_reached])
        out->reached[out->n_reached++] = out->evaluations;
    out->solved = out->precision <= f->recipe->precision;
}

static bool is_solved(const void *data)
{
    return ((const following *)data)->outcome.solved;
}

static void note_generation(void *data, nes_opt *o)
{
    const following *f = data;
    if (f->follower != NULL && f->follower->generation != NULL)
        f->follower->generation(f->follower->data, o, &f->outcome);
}

static void note_end(void *data, nes_opt *o)
{
    following *f = data;
    f->outcome.stop = f->outcome.solved ? NES_STOP_TARGET : nes_stopped(o);
    if (f->follower != NULL && f->follower->end != NULL)
        f->follower->end(f->follower->data, o, &f->outcome);
}

int recipe_run(const recipe *t, size_t k, const run_follower *f, task_watch *w, run_outcome *out)
{
    char id[128], name[512];
    run_setup s = {.name = name};
    nes_stop stop;
    problem_id(t, k, id, sizeof id);
    snprintf(name, sizeof name, "run %zu on %s with %s", k, id, t->options);
    following g = {.recipe = t, .follower = f, .outcome = {.precision = NAN}};
    int status = open_setup(t, k, id, &s);
    if (status == 0) {
        if (!isnan(s.objective.optimum)) g.base = s.objective.optimum;
        const watched_run run = {.setup = &s,
                                 .watch = w,
                                 .data = &g,
                                 .note = note,
                                 .is_solved = is_solved,
                                 .generation = note_generation,
                                 .end = note_end,
                                 .noise_seed = k};
        status = watched_run_do(&run, &stop);
    }
    *out = g.outcome;
    run_setup_close(&s);
    return status;
}
