/* SPDX-License-Identifier: MIT
 *
 * The beginning of a run, or its continuation; see session/session.h. The run itself is in
 * session/session_run.c. */
#include "session/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "report/history.h"
#include "report/plot.h"
#include "session/orders.h"
#include "session/parts.h"

/* Runs under one seed have noise of their own, as they have samples of their own. */
static judge make_judge(const run_setup *s, uint64_t evaluations, double best)
{
    const uint64_t seed = s->settings.seed + s->settings.run * UINT64_C(0x9e3779b97f4a7c15);
    return (judge){.problem = s->objective.problem,
                   .noise = {s->objective.noise, seed, evaluations},
                   .target = s->exact_target,
                   .maximize = s->settings.maximize,
                   .best = best};
}

/* Known points are paid for by the budget, and a run with noise keeps some of it for the end. */
static void keep_back(session *s, nes_settings *budget)
{
    s->repeats = mean_repeats(&s->setup->settings, budget->max_evals);
    const uint64_t elsewhere = s->repeats + s->known.n;
    if (budget->max_evals > elsewhere) budget->max_evals -= elsewhere;
}

static int create(session *s, const double *x0)
{
    nes_settings settings = s->setup->settings;
    keep_back(s, &settings);
    nes_destroy(s->opt);
    s->opt = NULL;
    const nes_status st = nes_create(&s->opt, s->setup->objective.dim, x0, &settings);
    return st == NES_OK ? 0 : text_error(EXIT_USAGE, "%s", nes_strerror(st));
}

/* Before anything is evaluated: whether there will be a matrix, and a place to print it. */
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
    if (o->inject == NULL) return 0;
    return text_error(EXIT_USAGE, "--inject evaluates points, and with --by-hand nes cannot do so; "
                                  "give the best of them as the start: --x0");
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

/* Whatever else may be refused before anything is written or evaluated. */
static int check_output(const session *s)
{
    const run_options *o = s->options;
    int status = check_covariance(s);
    if (status == 0) status = check_straggler(s);
    if (status == 0 && s->setup->objective.by_hand) status = check_by_hand(o);
    if (status == 0 && o->plot != NULL) status = plot_check("--plot", o->plot);
    if (status == 0 && o->history != NULL) status = history_check(o->history);
    return status;
}

/* The first state, from which the run can be told again. */
static int write_start(session *s)
{
    if (s->store == NULL) return 0;
    store_begin(s->store);
    facts_settings(s->store, s->opt);
    store_set_state(s->store, s->round, s->opt);
    facts_so_far(s->store, s->before, &s->judge);
    if (nes_stopped(s->opt) == NES_RUNNING) store_set_fact(s->store, "status", "running");
    return store_commit(s->store, true);
}

static int make_folder(session *s, const facts_origin *from)
{
    if (s->options->out == NULL) return 0;
    int status = store_create(&s->store, s->options->out);
    if (status == 0) status = store_begin(s->store);
    if (status == 0) status = facts_begin(s->store, from, s->setup);
    return status == 0 ? store_commit(s->store, true) : status;
}

/* Somebody has interrupted the known points. */
static int interrupted(session *s)
{
    const int status = s->store == NULL ? 0 : store_set_fact(s->store, "status", "interrupted");
    if (status != 0) return status;
    text_print(stderr, "nes: interrupted among the known points");
    if (s->store != NULL)
        text_print(stderr, "; `%snes resume %s%s` goes on", s->team != NULL ? s->team->launch : "",
                   store_folder(s->store), s->team != NULL ? " --mpi" : "");
    text_print(stderr, "\n");
    return EXIT_INTERRUPTED;
}

/* From known points to the first state. */
static int start(session *s)
{
    int status = 0;
    if (s->known.n > 0) {
        status = inject_evaluate(s);
        const double *best = known_best(&s->known, s->setup->settings.maximize);
        if (status == 0) status = create(s, best != NULL ? best : s->setup->x0);
    }
    if (status == 0) status = write_start(s);
    if (s->known.n > 0 && (status == 0 || status == EXIT_INTERRUPTED) && interrupt_seen())
        status = interrupted(s);
    return status;
}

int session_begin(session *s, const facts_origin *from)
{
    s->judge = make_judge(s->setup, 0, NAN);
    int status = create(s, s->setup->x0);
    if (status == 0) status = check_output(s);
    if (status == 0) status = inject_read(s);
    if (status == 0) status = make_folder(s, from);
    return status == 0 ? start(s) : status;
}

/* The optimiser from its state in the folder. */
static int load(session *s, const buffer *state, const facts_origin *from)
{
    char message[NES_MESSAGE_SIZE];
    const nes_status st =
        nes_load(&s->opt, state->text, state->n, &s->setup->settings, message, sizeof message);
    if (st != NES_OK)
        return text_error(EXIT_FILES, "the state in %s cannot be used: %s", store_folder(s->store),
                          message);
    s->judge = make_judge(s->setup, from->draws, from->exact);
    if (!isnan(from->target)) s->judge.target = from->target;
    s->repeats = mean_repeats(&s->setup->settings, s->setup->settings.max_evals);
    return 0;
}

/* Whether an option differs from its default. */
static bool is_changed(const nes_settings *s)
{
    nes_settings initial;
    char text[64], other[64];
    nes_settings_default(&initial);
    for (size_t i = 0; i < nes_option_count(); i++) {
        const char *name = nes_option_at(i)->name;
        if (nes_get(s, name, text, sizeof text) != NES_OK) continue;
        nes_get(&initial, name, other, sizeof other);
        if (strcmp(text, other) != 0) return true;
    }
    return false;
}

static void say(const session *s, const char *sentence)
{
    if (!s->options->quiet && sentence[0] != '\0') text_print(stderr, "nes: %s\n", sentence);
}

/* New budgets, which are kept at once. What became of them is said on standard error. A run that
 * its judge has ended stays so, unless it has a new target. */
static int go_on(session *s, const nes_settings *more)
{
    nes_settings m = *more;
    if (m.max_evals > 0) keep_back(s, &m);
    const int status = s->setup->noisy ? orders_take_target(s->store, &s->judge, &m) : 0;
    if (status != 0) return status;
    if (nes_continue(s->opt, &m) != NES_OK)
        return text_error(EXIT_USAGE, "%s", nes_message(s->opt));
    if (judge_look(&s->judge)) {
        nes_stop_now(s->opt);
        say(s, "the run stays stopped: its target was reached");
    } else if (is_changed(more) || nes_stopped(s->opt) != NES_RUNNING) {
        say(s, nes_message(s->opt));
    }
    return write_start(s);
}

int session_resume(session *s, store *folder, const facts_origin *from, const nes_settings *more)
{
    buffer state = {.text = NULL};
    s->store = folder;
    s->before = from->seconds;
    int status = store_drop_orders(folder);
    if (status == 0) status = store_get_state(folder, &s->round, &state);
    if (status == 0 && state.n == 0) { /* it was interrupted before the first state */
        s->judge = make_judge(s->setup, 0, NAN);
        status = create(s, s->setup->x0);
        if (status == 0) status = inject_recall(s);
        if (status == 0 && s->known.n == 0) status = inject_read(s);
        if (status == 0) status = start(s);
    } else if (status == 0) {
        status = load(s, &state, from);
        if (status == 0) status = inject_recall(s);
    }
    buffer_free(&state);
    if (status == 0) status = check_output(s);
    return status == 0 ? go_on(s, more) : status;
}

void session_close(session *s)
{
    nes_destroy(s->opt);
    store_close(s->store);
    known_close(&s->known);
    failures_close(&s->failures);
}
