/* SPDX-License-Identifier: MIT
 *
 * The beginning of a run, or its continuation; see session/session.h. The run itself is in
 * session/session_run.c. */
#include "session/session.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"
#include "options/args.h"
#include "report/history.h"
#include "report/plot.h"
#include "session/parts.h"
#include "session/rebuild.h"

/* Makes the problem with noise. Runs under one seed have noise of their own, as they have samples
 * of their own.
 */
static noisy_problem make_noisy_problem(const run_setup *s, uint64_t evaluations, double best)
{
    const uint64_t seed = s->settings.seed + s->settings.run * UINT64_C(0x9e3779b97f4a7c15);
    return (noisy_problem){.problem = s->objective.problem,
                           .noise = {s->objective.noise, seed, evaluations},
                           .target = s->exact_target,
                           .maximize = s->settings.maximize,
                           .best = best};
}

/* Takes the known points out of a budget of evaluations, and those that a run with noise keeps for
 * its end. */
static void keep_back(session *s, nes_settings *budget)
{
    s->repeats = mean_repeats(&s->setup->settings, budget->max_evals);
    const uint64_t elsewhere = s->repeats + known_evaluated(&s->known);
    if (budget->max_evals > elsewhere) budget->max_evals -= elsewhere;
}

static int create(session *s, const double *x0)
{
    nes_settings settings = s->setup->settings;
    settings.jobs = s->jobs;
    keep_back(s, &settings);
    nes_destroy(s->opt);
    s->opt = NULL;
    const nes_status st = nes_create(&s->opt, s->setup->objective.dim, x0, &settings);
    return st == NES_OK ? 0 : text_error(EXIT_USAGE, "%s", nes_strerror(st));
}

/* Makes the optimiser with a known point as the start. */
static int create_at(session *s, const double *shown)
{
    double *x0 = memory_zeros(s->setup->objective.dim, sizeof *x0);
    variables_find_point(&s->setup->objective.variables, shown, x0);
    const int status = create(s, x0);
    free(x0);
    return status;
}

/* Refuses --covariance, before anything is evaluated, where there is no such matrix or no place to
 * print it. */
static int check_covariance(const session *s)
{
    size_t n;
    if (!s->options->covariance) return 0;
    if (!s->options->json)
        return text_error(EXIT_USAGE, "--covariance is part of the JSON result: give --json too");
    if (nes_get_length(s->opt, "covariance", &n) == NES_OK) return 0;
    return text_error(EXIT_USAGE, "--covariance: %s", nes_message(s->opt));
}

static int check_by_hand(const run_options *o)
{
    if (o->out == NULL)
        return text_error(EXIT_USAGE, "--by-hand needs a folder for points and values: --out DIR");
    if (o->inject == NULL && o->design == NULL) return 0;
    return text_error(EXIT_USAGE,
                      "--%s evaluates points, and with --by-hand nes cannot do so; "
                      "give the best of them as the start: --x0, or all with their values: --known",
                      o->inject != NULL ? "inject" : "design");
}

/* A generation that is handed out in parts would be closed before its last part. */
static int check_straggler(const session *s)
{
    const nes_settings *in_force = nes_get_settings(s->opt);
    if (!(s->setup->straggler > 0)) return 0;
    if (in_force->window > 0)
        return text_error(EXIT_USAGE,
                          "--straggler needs all points of a generation at a time; leave "
                          "--window out or leave --straggler out");
    if (strcmp(in_force->shaping, "table") != 0) return 0;
    return text_error(EXIT_USAGE,
                      "--straggler: shaping 'table' has no weights for generations that "
                      "lack some points; use another shaping or leave --straggler out");
}

/* What an asynchronous run cannot have in the program. */
static int check_asynchronous(const session *s)
{
    const char *keep = s->options->keep_evals;
    const char *what = !s->setup->settings.asynchronous ? NULL
                       : s->setup->objective.by_hand ? "--by-hand, where points come by generations"
                       : s->team != NULL ? "--mpi, whose ranks make the points of a generation"
                       : s->setup->straggler > 0 ? "--straggler, since no place waits for another"
                       : s->setup->noisy
                           ? "a problem with noise, which is drawn in the order of points"
                       : keep != NULL && strcmp(keep, "no") == 0
                           ? "--keep-evals no, since the order of values is kept with them"
                           : NULL;
    if (what == NULL) return 0;
    return text_error(EXIT_USAGE, "--async cannot be with %s; leave one of them out", what);
}

/* Refuses whatever else can be refused before anything is written or evaluated. */
static int check_output(const session *s)
{
    const run_options *o = s->options;
    int status = check_covariance(s);
    if (status == 0) status = check_asynchronous(s);
    if (status == 0) status = check_straggler(s);
    if (status == 0 && s->setup->objective.by_hand) status = check_by_hand(o);
    if (status == 0 && o->plot != NULL) status = plot_check("--plot", o->plot);
    if (status == 0 && o->history != NULL) status = history_check(o->history);
    return status;
}

/* Writes the first state of this part of the run, from which it can be resumed. */
static int write_start(session *s)
{
    if (s->store == NULL) return 0;
    store_begin(s->store);
    facts_settings(s->store, s->opt);
    store_set_state(s->store, s->round, s->opt);
    facts_so_far(s->store, s->before, &s->noisy);
    if (nes_stopped(s->opt) == NES_RUNNING) store_set_fact(s->store, "status", "running");
    return store_commit(s->store, true);
}

/* Ends a run that was interrupted or told to end among its known points. */
static int interrupted(session *s)
{
    const int status = s->store == NULL ? 0 : store_set_fact(s->store, "status", "interrupted");
    if (status != 0) return status;
    text_print(stderr, "nes: %s among the known points",
               s->told_to_end ? "told by `nes ctl` to end" : "interrupted");
    if (s->store != NULL)
        text_print(stderr, "; `%snes resume %s%s` goes on", s->team != NULL ? s->team->launch : "",
                   store_folder(s->store), s->team != NULL ? " --mpi" : "");
    text_print(stderr, "\n");
    return EXIT_INTERRUPTED;
}

static void say(void *data, const char *sentence)
{
    const session *s = data;
    if (!s->options->quiet && sentence[0] != '\0') text_print(stderr, "nes: %s\n", sentence);
}

/* The best point that is known, where the search starts; null: it starts at x0. */
static const double *best_start(const session *s)
{
    const bool maximize = s->setup->settings.maximize;
    const size_t m = (size_t)s->setup->settings.constraints;
    known all = {.dim = s->setup->objective.dim, .outputs = (size_t)s->setup->settings.outputs};
    const bool free_start = s->options->x0 == NULL || s->known.n > 0;
    for (size_t i = 0; i < s->known.n; i++) known_copy(&all, &s->known, i);
    for (size_t i = 0; free_start && i < s->given.n; i++) known_copy(&all, &s->given, i);
    const size_t best = known_best(&all, m, maximize);
    const size_t n = s->known.n, found = all.n;
    known_close(&all);
    if (best == found) return NULL;
    return best < n ? s->known.x + best * s->known.dim : s->given.x + (best - n) * s->given.dim;
}

/* Tells the optimiser of all known points but its start. */
static int tell_known(session *s, const double *start)
{
    const variables *v = &s->setup->objective.variables;
    const int status = known_tell(&s->known, start, v, s->opt);
    return status == 0 ? known_tell(&s->given, start, v, s->opt) : status;
}

/* Evaluates the known points, and writes the first state. */
static int start(session *s)
{
    int status = given_keep(s);
    if (s->known.n > 0) {
        if (status == 0) status = inject_evaluate(s);
        if (status == 0) status = create(s, s->setup->x0);
    }
    const double *best = best_start(s);
    if (status == 0 && best != NULL) status = create_at(s, best);
    if (status == 0) status = tell_known(s, best);
    if (status == 0 && s->known.n > 0)
        limits_apply(&s->limits, s->opt, s->round, say, s); /* of `nes ctl` */
    if (status == 0) status = write_start(s);
    if (s->known.n > 0 && (status == 0 || status == EXIT_INTERRUPTED) &&
        (interrupt_seen() || s->told_to_end))
        status = interrupted(s);
    return status;
}

int session_check(session *s)
{
    s->jobs = s->setup->settings.jobs;
    s->noisy = make_noisy_problem(s->setup, 0, NAN);
    s->caches = s->setup->caches;
    int status = create(s, s->setup->x0);
    if (status == 0) status = check_output(s);
    if (status == 0) status = inject_read(s);
    return status == 0 ? given_read(s) : status;
}

int session_begin(session *s, const facts_origin *from)
{
    int status = session_check(s);
    if (status == 0 && s->options->out != NULL) {
        status = store_create(&s->store, s->options->out);
        if (status == 0) status = store_begin(s->store);
        if (status == 0) status = store_set_outputs(s->store, (size_t)s->setup->settings.outputs);
        if (status == 0) status = facts_begin(s->store, from, s->setup);
        if (status == 0) status = store_set_fact(s->store, "cache", s->caches ? "on" : "off");
        if (status == 0) status = accept_begin(s->store, s->options);
        if (status == 0) status = store_commit(s->store, true);
        if (s->setup->noisy) s->limits.noisy = &s->noisy;
        if (status == 0) status = limits_open(&s->limits, s->store, true, 0);
    }
    return status == 0 ? start(s) : status;
}

/* Appends the lines of new limits, with the budget that is left to the optimiser. */
static void print_limits(session *s, const char *set, buffer *to)
{
    nes_settings m = changes_settings(set);
    char *copy = memory_text(set), *rest = copy, *line, name[ARGS_NAME_SIZE];
    if (m.max_evals > 0) keep_back(s, &m);
    while ((line = text_part(&rest, '\n')) != NULL)
        if (args_setting(line, name) != NULL) limits_print(to, &m, name);
    free(copy);
}

/* Puts limits in force that are due, which are kept at once, and says on standard error what became
 * of them. A run that its exact values have ended stays stopped, unless it has a new target. */
static int go_on(session *s, const char *set)
{
    buffer lines = {.text = NULL};
    int status = store_begin(s->store);
    buffer_print(&lines, "%s", "");
    if (set != NULL) print_limits(s, set, &lines);
    if (status == 0)
        status = limits_go_on(&s->limits, s->opt, s->round, lines.text, &s->setup->settings);
    buffer_free(&lines);
    if (status != 0) return status;
    if (limits_apply(&s->limits, s->opt, s->round, say, s) == 0 &&
        nes_stopped(s->opt) != NES_RUNNING)
        say(s, nes_message(s->opt));
    if (noisy_problem_compare(&s->noisy)) {
        nes_stop_now(s->opt);
        say(s, "the run stays stopped: its target was reached");
    }
    status = write_start(s);
    if (status == 0) status = accept_keep(s->acceptance, s->store, s->round);
    return status == 0 ? store_commit(s->store, true) : status;
}

/* Loads the state. Where it is lost, the run begins again with the values that are there. */
static int load(session *s, const facts_origin *from)
{
    const run_setup *setup = s->setup;
    int status = store_load(s->store, &setup->settings, &s->round, &s->opt);
    if (status == 0 && s->opt == NULL) status = rebuild_check(s->store, s->options, s->anew);
    const bool begun = s->opt != NULL;
    s->noisy = make_noisy_problem(setup, begun ? from->draws : 0, begun ? from->exact : NAN);
    if (begun && !isnan(from->target)) s->noisy.target = from->target;
    if (setup->noisy) s->limits.noisy = &s->noisy;
    return status == 0 ? limits_open(&s->limits, s->store, begun, s->round) : status;
}

static int check_number(const session *s, const char *what, uint64_t was, uint64_t is)
{
    if (was == is) return 0;
    return text_error(EXIT_USAGE,
                      "%s: the run has %" PRIu64 " %s%s, and its objective has %" PRIu64
                      " now; put that back, or begin a new run with another --out",
                      store_folder(s->store), was, what, text_s(was), is);
}

/* A search cannot go on with another number of constraints or outputs, whatever the user accepts.
 */
static int check_outputs(const session *s)
{
    const nes_settings *now = &s->setup->settings;
    variables names = store_output_names(s->store);
    int status = check_number(s, "constraint", store_constraints(s->store), now->constraints);
    if (status == 0) status = check_number(s, "output", names.n, now->outputs - now->constraints);
    variables_close(&names);
    return status;
}

int session_resume(session *s, store *folder, const facts_origin *from, const char *set)
{
    const run_setup *setup = s->setup;
    s->store = folder;
    s->before = from->seconds;
    s->jobs = from->jobs;
    s->caches = store_fact_is(folder, "cache", "on"); /* runs of earlier versions have none */
    s->repeats = mean_repeats(&setup->settings, setup->settings.max_evals);
    store_drop_orders(folder);
    int status = check_outputs(s);
    if (status == 0) status = store_set_outputs(folder, (size_t)setup->settings.outputs);
    if (status == 0) status = load(s, from);
    const bool begun = s->opt != NULL;
    if (status == 0 && !begun) status = create(s, setup->x0);
    if (status == 0) status = inject_recall(s);
    if (status == 0 && !begun && s->known.n == 0) status = inject_read(s);
    if (status == 0 && !begun && s->given.n == 0) status = given_read(s);
    if (status == 0 && !begun) status = start(s);
    if (status == 0) status = check_output(s);
    return status == 0 ? go_on(s, set) : status;
}

void session_close(session *s)
{
    nes_destroy(s->opt);
    store_close(s->store);
    limits_close(&s->limits);
    known_close(&s->known);
    known_close(&s->given);
    cache_close(&s->cache);
    failures_close(&s->failures);
}
