/* SPDX-License-Identifier: MIT
 *
 * nes plot: draws the picture of a run in a folder from the rows of its database, during the run or
 * afterwards; or writes its course as a table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "command.h"
#include "nes/nes.h"
#include "nes/problems.h"
#include "options/args.h"
#include "options/owners.h"
#include "report/history.h"
#include "report/plot.h"
#include "session/record.h"
#include "store/bounded_state.h"
#include "store/store.h"

typedef struct plot_options {
    const char *out, *history;
} plot_options;

const args_option command_plot_table[] = {
    {"out", "BASENAME", offsetof(plot_options, out),
     "write BASENAME.png and BASENAME.svg; default: DIR/plot"},
    {"history", "FILE.csv", offsetof(plot_options, history),
     "write the course of the run as a table too"},
    {NULL, NULL, 0, NULL},
};

/* The course and the subject of a picture, as read from a folder. */
typedef struct drawing {
    store *store;
    history *history;
    variables variables;
    bounded_state state;
    char *objective, *stop_text; /* owned; null: not in the folder */
    variables names;             /* of outputs; owned */
    plot_outputs outputs;        /* its numbers are owned */
} drawing;

static int take_outputs(const store_evaluation *e, void *data)
{
    plot_outputs *o = data;
    const size_t width = o->m + o->k;
    if (e->record.outputs == NULL) return 0;
    if ((o->n & (o->n - 1)) == 0) /* room for twice as many */
        o->v = memory_resize(o->v, 2 * o->n + 1, width * sizeof *o->v);
    memcpy(o->v + o->n++ * width, e->record.outputs, width * sizeof *o->v);
    return 0;
}

static void read_outputs(drawing *d)
{
    d->names = store_output_names(d->store);
    d->outputs =
        (plot_outputs){.m = store_constraints(d->store), .k = d->names.n, .names = &d->names};
    store_use_outputs(d->store, d->outputs.m + d->outputs.k);
    if (d->outputs.m + d->outputs.k > 0)
        store_each_evaluation(d->store, 0, take_outputs, &d->outputs);
}

/* Reads the course from the database and the settings in force from the saved optimiser. A run
 * whose optimiser cannot be read is drawn without settings. */
static int read_folder(drawing *d, const char *folder)
{
    const int status = store_open(&d->store, folder, STORE_READ);
    if (status != 0) return status;
    store_get_variables(d->store, &d->variables);
    d->objective = store_get_fact(d->store, "objective");
    d->stop_text = store_get_fact(d->store, "stop_text");
    record_recall(d->store, UINT64_MAX, d->history);
    read_outputs(d);
    bounded_state_read(&d->state, d->store);
    bounded_state_warn(&d->state, folder);
    if (store_status(d->store) != 0) return store_status(d->store);
    history_end(d->history);
    if (d->history->n > 0) return 0;
    return text_error(EXIT_USAGE,
                      "%s: no generation of this run is finished yet, so there is nothing to draw; "
                      "`nes show %s` tells where it stands",
                      folder, folder);
}

/* Returns the optimum of a built-in problem; NaN: not known. */
static double find_optimum(const char *id)
{
    nes_problem *p = NULL;
    if (nes_problem_create(&p, id, NULL, 0) != NES_OK) return NAN;
    const double optimum = nes_problem_optimum(p);
    nes_problem_destroy(p);
    return optimum;
}

static plot_subject describe(drawing *d)
{
    char method[128] = "", standing[128];
    const char *name = d->objective != NULL ? d->objective : "run";
    const course_row *last = &d->history->rows[d->history->n - 1];
    const nes_settings *s = d->state.opt != NULL ? nes_get_settings(d->state.opt) : NULL;
    const double optimum = s != NULL && s->maximize ? NAN : find_optimum(name);
    const char *end = d->stop_text != NULL        ? d->stop_text
                      : store_owner(d->store) > 0 ? "the run goes on"
                                                  : "nobody is at work on it";
    plot_subject to = {.reference = isnan(optimum) ? last->best : optimum,
                       .optimum = !isnan(optimum),
                       .maximize = s != NULL && s->maximize,
                       .dim = d->variables.n,
                       .variables = &d->variables,
                       .settings = s};
    nes_result r;
    if (s != NULL && nes_get_result(d->state.opt, &r) == NES_OK)
        snprintf(method, sizeof method, ": %s, seed %llu",
                 r.method != NULL ? r.method : "own method", (unsigned long long)r.seed);
    snprintf(to.headline, PLOT_TEXT, "%.60s, dimension %zu%s", name, d->variables.n, method);
    plot_standing(standing, sizeof standing, last->best, last->evaluations);
    snprintf(to.below, PLOT_TEXT, "%s; %.120s", standing, end);
    return to;
}

static int write_files(drawing *d, const plot_options *o, const char *basename)
{
    double *probabilities =
        d->state.opt != NULL ? probabilities_read(d->state.opt, &d->variables) : NULL;
    plot_subject subject = describe(d);
    subject.probabilities = probabilities;
    /* Where evaluations are not kept, those of the last round are there, and say nothing. */
    const course_row *last = &d->history->rows[d->history->n - 1];
    if (2 * d->outputs.n > last->evaluations) subject.outputs = &d->outputs;
    const int status = plot_draw(NULL, basename, d->history, &subject);
    free(probabilities);
    if (status != EXIT_OK) return status;
    text_print(stdout, "%s.png and %s.svg\n", basename, basename);
    if (o->history == NULL) return EXIT_OK;
    const int written = history_write(d->history, &d->variables, o->history);
    if (written == EXIT_OK) text_print(stdout, "%s\n", o->history);
    return written;
}

static int draw(const char *folder, const plot_options *o)
{
    drawing d = {.history = history_create(NULL)};
    char *own = file_path(folder, "plot");
    const char *basename = o->out != NULL ? o->out : own;
    int status = read_folder(&d, folder);
    if (status == EXIT_OK) status = plot_check(NULL, basename);
    if (status == EXIT_OK && o->history != NULL) status = history_check(o->history);
    if (status == EXIT_OK) status = write_files(&d, o, basename);
    bounded_state_close(&d.state);
    store_close(d.store);
    history_free(d.history);
    variables_close(&d.variables);
    variables_close(&d.names);
    free(d.outputs.v);
    free(d.objective);
    free(d.stop_text);
    free(own);
    return status;
}

static const char help[] =
    "usage: nes plot DIR [options]\n"
    "\n"
    "Draws the course of the run that `nes run --out DIR` keeps in DIR, while it is\n"
    "at work or after: best and median value, step size and axis ratio, lengths of\n"
    "the principal axes, standard deviations and means of the variables by name, and\n"
    "the first named outputs of evaluations, or how many constraints they violate.\n"
    "Thin lines mark where restarts begin. It needs gnuplot.\n"
    "\n"
    "Options:\n"
    "@options\n"
    "\n"
    "Examples:\n"
    "  nes plot results/wing\n"
    "  nes plot results/wing --out wing --history wing.csv\n"
    "\n"
    "Exit status: 0 the pictures are there, 2 wrong command line or not the folder\n"
    "of a run, 4 a file cannot be written or gnuplot is missing.";

int command_plot(int argc, char **argv)
{
    plot_options options = {.out = NULL};
    const char *folder = NULL;
    args_syntax syntax = {"plot",           help,          command_plot_table, &options,
                          .words = &folder, .max_words = 1};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    if (syntax.n_words == 0)
        return text_error(EXIT_USAGE, "name the folder of a run: nes plot DIR (`nes run --out DIR` "
                                      "makes one)");
    return draw(folder, &options);
}
