/* SPDX-License-Identifier: MIT
 *
 * nes eval: values of an objective at points from standard input or from files. Points are
 * evaluated in blocks. When the next line is not there yet, all values so far are printed, because
 * whoever writes the lines may wait for them. A line that cannot be used ends the program, with an
 * error that gives its number. The value of an evaluation that failed is the word failed, as
 * programs write it. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/text.h"
#include "command.h"
#include "evaluate/direct.h"
#include "evaluate/loop.h"
#include "evaluate/threads.h"
#include "options/args.h"
#include "options/owners.h"
#include "problem_file/problem_file.h"
#include "report/kinds.h"
#include "report/value_row.h"
#include "session/evaluators.h"
#include "session/point_rows.h"

enum { BLOCK = 256, BUFFER = 1 << 18 };

typedef struct eval_options {
    run_options run; /* of these the command line has the objective; a problem file may have all */
    const char *seed, *jobs, *points;
    bool table, json;
} eval_options;

const args_option command_eval_table[] = {
    {"problem", "ID", offsetof(eval_options, run.objective.problem),
     "a built-in problem, such as rosenbrock_d10; see `nes list problems`"},
    OBJECTIVE_OWN_OPTIONS(eval_options, run.objective., ""),
    OBJECTIVE_PROGRAM_OPTIONS(eval_options, run.objective.),
    {"points", "FILES", offsetof(eval_options, points),
     "the points are in these files, separated by commas, and not in standard input, which is -"},
    {"jobs", "COUNT", offsetof(eval_options, jobs),
     "evaluations at the same time; 0: one per processor"},
    {"table", NULL, offsetof(eval_options, table),
     "print a table, with commas: a line of names, then each point and its value"},
    {"json", NULL, offsetof(eval_options, json),
     "print an object of JSON per point: {\"x\":[1,2],\"f\":3.5}; f is null for one that failed, "
     "with the reason in the field failed"},
    {"seed", "COUNT", offsetof(eval_options, seed), "seed of the noise; default 1"},
    {NULL, NULL, 0, NULL},
};

/* A block of points that wait for their values. */
typedef struct block {
    const eval_options *options;
    run_setup *setup;
    nes_noise noise;
    evaluator evaluator;
    size_t most;          /* most points of a block; as many as processes evaluate at a time */
    double *x;            /* borrowed */
    double *values;       /* of each point its value, then its m + k outputs; owned */
    nes_fate fate[BLOCK]; /* of the points in x */
    char *why[BLOCK];     /* why each has failed, or null; owned */
    size_t n;
    uint64_t done, failed; /* points evaluated so far, and those of them that failed */
} block;

/* Prints why evaluations failed, after the values of earlier points. */
static bool show_failures(void *data, const arrivals *a)
{
    block *b = data;
    for (size_t i = 0; i < a->n; i++) {
        const eval_record *r = &a->record[i];
        if (r->fate == NES_MEASURED) durations_note(&b->setup->objective.limit.known, r->seconds);
        if (r->fate != NES_FAILED) continue;
        b->failed++;
        b->why[r->id - b->done - 1] = memory_text(r->failure == NULL ? "failed" : r->failure);
        fflush(stdout); /* values of earlier points stand before failures of these */
        text_error(0, "point %llu failed%s%s%s%s", (unsigned long long)r->id,
                   r->failure == NULL ? "" : ": ", r->failure == NULL ? "" : r->failure,
                   r->said[0] == '\0' ? "" : "\n", r->said);
    }
    return false;
}

/* Computes values of a built-in problem with noise; a callback for direct_open. */
static size_t problem_values(void *data, size_t n, const double *x, eval_record *to)
{
    block *b = data;
    double f[BLOCK];
    if (n > BLOCK) n = BLOCK;
    nes_problem_noisy_values(b->setup->objective.problem, &b->noise, n, x, f);
    for (size_t k = 0; k < n; k++) to[k].f = f[k];
    return n;
}

/* The names of the outputs. */
static const variables *names_of(const run_setup *s)
{
    static const variables none = {.n = 0};
    return s->objective.named != NULL ? &s->objective.named->names : &none;
}

static void print_point(const block *b, size_t k)
{
    const size_t d = b->setup->objective.dim, m = b->setup->objective.outputs;
    const value_row r = {.dim = d,
                         .constraints = b->setup->objective.constraints,
                         .outputs = names_of(b->setup),
                         .variables = &b->setup->objective.variables,
                         .x = b->x + k * d,
                         .values = b->values + k * (1 + m),
                         .failed = b->fate[k] == NES_FAILED ? b->why[k] : NULL};
    if (b->options->json)
        value_row_json(&r);
    else
        value_row_text(&r, b->options->table);
}

static void flush_block(block *b)
{
    const observer watcher = {.values = show_failures, .data = b};
    uint64_t id[BLOCK];
    for (size_t k = 0; k < b->n; k++) id[k] = b->done + k + 1;
    const nes_points p = {.n = b->n,
                          .dim = b->setup->objective.dim,
                          .x = b->x,
                          .id = id,
                          .f = b->values,
                          .fate = b->fate,
                          .outputs = b->setup->objective.outputs};
    fflush(stdout); /* values of earlier points come before failures of these */
    evaluate_points(&b->evaluator, &p, &watcher, 1);
    for (size_t k = 0; k < b->n; k++) {
        print_point(b, k);
        free(b->why[k]);
        b->why[k] = NULL;
    }
    b->done += b->n;
    b->n = 0;
}

/* ---- points --------------------------------------------------------------------------------- */

static int take_line(block *b, point_rows *rows, const char *line)
{
    bool is_point;
    const int status =
        point_rows_take(rows, line, b->x + b->n * b->setup->objective.dim, &is_point);
    if (status == EXIT_OK && is_point && ++b->n == b->most) flush_block(b);
    return status;
}

/* Reads the next line; before waiting for it, prints the values of earlier lines. */
static const char *next_line(block *b, lines *in)
{
    if (!lines_ready(in)) {
        flush_block(b);
        fflush(stdout);
    }
    return lines_next(in);
}

/* Evaluates the lines of an open file. where: what stands in front of errors about it. */
static int eval_lines(block *b, int descriptor, const char *where, const double *fixed)
{
    lines in;
    const char *line;
    point_rows rows = {.v = &b->setup->objective.variables, .where = where, .otherwise = fixed};
    int status = EXIT_OK;
    lines_open(&in, descriptor);
    while (status == EXIT_OK && (line = next_line(b, &in)) != NULL)
        status = take_line(b, &rows, line);
    flush_block(b);
    if (in.error != 0)
        status = text_error(EXIT_USAGE, "%s%s cannot be read: %s", where,
                            where[0] == '\0' ? "standard input" : "the file", lines_reason(&in));
    point_rows_close(&rows);
    lines_close(&in);
    return status;
}

static int eval_file(block *b, const char *path, const double *fixed)
{
    buffer where = {.text = NULL};
    if (strcmp(path, "-") == 0) return eval_lines(b, STDIN_FILENO, "", fixed);
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return text_error(EXIT_USAGE, "--points: '%s' cannot be read: %s", path, strerror(errno));
    buffer_print(&where, "%s: ", path);
    const int status = eval_lines(b, descriptor, where.text, fixed);
    close(descriptor);
    buffer_free(&where);
    return status;
}

/* Evaluates all points. Rows of named columns may lack fixed variables. */
static int eval_points(block *b)
{
    const run_setup *s = b->setup;
    const size_t d = s->objective.dim;
    char *list = memory_text(b->options->points == NULL ? "-" : b->options->points);
    char *rest = list, *path;
    double *fixed = memory_zeros(d, sizeof *fixed);
    int status = EXIT_OK;
    for (size_t i = 0; i < d; i++)
        fixed[i] = kind_is_fixed(&s->settings, i) ? s->settings.lower[i] : (double)NAN;
    setvbuf(stdout, NULL, _IOFBF, BUFFER);
    if (b->options->table)
        value_row_names(&s->objective.variables, s->objective.constraints, names_of(s));
    while (status == EXIT_OK && (path = text_part(&rest, ',')) != NULL)
        status = eval_file(b, path, fixed);
    free(fixed);
    free(list);
    if (status == EXIT_OK && b->failed > 0 && b->failed == b->done) return EXIT_OBJECTIVE;
    return status;
}

/* ---- the objective -------------------------------------------------------------------------- */

/* Evaluates all points by the objective. C source and plugins are called in this process, unless
 * options ask for isolation. */
static int eval_objective(run_setup *s, const eval_options *options)
{
    objective *o = &s->objective;
    const objective_options *g = &options->run.objective;
    const size_t jobs = threads_count(s->settings.jobs);
    block b = {
        .options = options, .setup = s, .noise = {o->noise, s->settings.seed, 0}, .most = BLOCK};
    int status = EXIT_OK;
    if (o->by_hand)
        return text_error(EXIT_USAGE, "--by-hand: values that you measure cannot be printed here");
    o->isolated = g->isolate || (o->isolated && g->timeout != NULL);
    if (o->program != NULL || o->isolated) {
        b.most = jobs < BLOCK ? jobs : BLOCK;
        status = evaluators_open(&b.evaluator, s, NULL, NULL);
    } else if (o->problem != NULL && nes_problem_noisy(o->problem))
        direct_open(&b.evaluator, problem_values, &b);
    else
        status = threads_open(&b.evaluator, o, jobs, true);
    if (status != EXIT_OK) return status;
    b.x = memory_zeros(o->dim, b.most * sizeof *b.x);
    b.values = memory_zeros(1 + o->outputs, b.most * sizeof *b.values);
    status = eval_points(&b);
    b.evaluator.close(b.evaluator.self);
    free(b.x);
    free(b.values);
    return status;
}

/* Reads the word that names the objective, if there is one: a problem file, whose options hold
 * where the command line has none, or the id of a problem. */
static int read_word(eval_options *o, run_setup *s, problem_file *file, const char *word, int argc,
                     char **argv)
{
    objective_options *g = &o->run.objective;
    if (word == NULL) return EXIT_OK;
    if (problem_file_is_file(word)) {
        const args_syntax syntax = run_setup_syntax(&o->run, &s->settings);
        const int status = problem_file_open(file, word);
        return status == EXIT_OK ? problem_file_apply(file, &syntax, argc, argv) : status;
    }
    if (g->problem != NULL)
        return text_error(EXIT_USAGE, "'%s' and --problem %s are both given; name one problem only",
                          word, g->problem);
    g->problem = word;
    return EXIT_OK;
}

static int set(nes_settings *s, const char *name, const char *value)
{
    if (value == NULL || nes_set(s, name, value) == NES_OK) return EXIT_OK;
    return text_error(EXIT_USAGE, "%s", s->message);
}

static int eval(eval_options *o, run_setup *s)
{
    int status = set(&s->settings, "seed", o->seed);
    if (status == EXIT_OK) status = set(&s->settings, "jobs", o->jobs);
    if (status == EXIT_OK && o->table && o->json)
        status = text_error(EXIT_USAGE, "--table and --json both say what is printed; give one");
    if (status == EXIT_OK) status = run_setup_objective(s, &o->run);
    if (status == EXIT_OK) status = run_setup_arrays(s, &o->run);
    return status == EXIT_OK ? eval_objective(s, o) : status;
}

static const char help[] =
    "usage: nes eval PROBLEM [--noise own|reference|none] [--seed COUNT]\n"
    "       nes eval FILE.yaml [options]\n"
    "       nes eval OBJECTIVE\n"
    "       nes eval --dim N [options] -- PROGRAM ARGUMENT...\n"
    "\n"
    "Reads points from standard input or files, one per line, numbers separated by\n"
    "blanks, commas or tabs, and prints one value per line with 17 digits, and behind\n"
    "it, where there are constraints, their numbers g, of which g <= 0 is wanted, and\n"
    "the named outputs.\n"
    "Empty lines and lines that begin with # are skipped. A first line of names says\n"
    "which column is which variable; columns of other names are not looked at. A\n"
    "value is printed as soon as the next line has to be waited for, so that a script\n"
    "can write a point, read its value and write the next. PROBLEM is the id of a\n"
    "built-in problem. FILE.yaml is a problem file: its objective is evaluated, each\n"
    "point once; columns of variables that are fixed there may be missing, and what\n"
    "the file says of the search is not used. OBJECTIVE is one of (`nes run --help`\n"
    "has the formula language):\n"
    "@options\n"
    "\n"
    "Examples:\n"
    "  echo 1 2 3 | nes eval sphere_d3\n"
    "  echo 1 2 3 4 5 | nes eval bbob_noisy_f101_i01_d05 --noise reference\n"
    "  nes eval rosenbrock_d2 < points.csv\n"
    "  nes eval bbob_f008_i03_d10 < points.txt\n"
    "  echo 0.5,2 | nes eval --expr 'x1^x2' --dim 2\n"
    "  echo 0.5 2 | nes eval --dim 2 -- ./sim.py {x}\n"
    "  nes eval job.yaml --points grid.csv --jobs 4 --table > values.csv\n"
    "\n"
    "The value of an evaluation that failed is the word failed, and standard error\n"
    "says why. Exit status: 0, 2 wrong command line or input, 3 the objective cannot\n"
    "be used, or all evaluations failed.";

int command_eval(int argc, char **argv)
{
    eval_options options = {.seed = NULL};
    const char *word = NULL;
    args_syntax syntax = {"eval",
                          help,
                          command_eval_table,
                          &options,
                          .words = &word,
                          .max_words = 1,
                          .rest = &options.run.objective.command};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    run_setup setup;
    problem_file file = {.path = NULL};
    memset(&setup, 0, sizeof setup);
    nes_settings_default(&setup.settings);
    status = read_word(&options, &setup, &file, word, argc, argv);
    if (status == EXIT_OK) status = eval(&options, &setup);
    run_setup_close(&setup);
    problem_file_close(&file);
    return status;
}
