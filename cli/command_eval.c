/* SPDX-License-Identifier: MIT
 *
 * nes eval: values of an objective at points from standard input, one per line, as %.17g. Points
 * are evaluated in blocks. When the next line is not there yet, all values so far are printed,
 * because whoever writes the lines may wait for them. A line that cannot be used ends the program,
 * with an error that gives its number. The value of an evaluation that failed is the word failed,
 * as programs write it. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "command.h"
#include "evaluate/direct.h"
#include "evaluate/loop.h"
#include "evaluate/threads.h"
#include "nes/by_name.h"
#include "options/args.h"
#include "session/evaluators.h"

enum { BLOCK = 256, SHOWN = 40, BUFFER = 1 << 18 };

typedef struct eval_options {
    objective_options objective;
    const char *seed;
} eval_options;

static const args_option table[] = {
    OBJECTIVE_OPTIONS(eval_options, ""),
    OBJECTIVE_PROGRAM_OPTIONS(eval_options, objective.),
    {"seed", "COUNT", offsetof(eval_options, seed), "seed of the noise; default 1"},
    {NULL, NULL, 0, NULL},
};

/* A block of points that wait for their values. */
typedef struct block {
    const objective *objective;
    nes_noise noise;
    evaluator evaluator;
    size_t most;         /* most points of a block; 1 if each point has its own process */
    double *x, f[BLOCK]; /* x is borrowed */
    nes_fate fate[BLOCK];
    size_t n;
    uint64_t done, failed; /* points evaluated so far, and those of them that failed */
} block;

/* Prints why evaluations failed, after the values of earlier points. */
static bool show_failures(void *data, const arrivals *a)
{
    block *b = data;
    for (size_t i = 0; i < a->n; i++) {
        const eval_record *r = &a->record[i];
        if (r->fate != NES_FAILED) continue;
        b->failed++;
        fflush(stdout); /* values of earlier points stand before failures of these */
        text_error(0, "point %llu failed%s%s%s%s", (unsigned long long)r->id,
                   r->failure == NULL ? "" : ": ", r->failure == NULL ? "" : r->failure,
                   r->said[0] == '\0' ? "" : "\n", r->said);
    }
    return false;
}

/* Computes values of a built-in problem, with its noise; a callback for direct_open. */
static size_t problem_values(void *data, size_t n, const double *x, eval_record *to)
{
    block *b = data;
    double f[BLOCK];
    if (n > BLOCK) n = BLOCK;
    nes_problem_noisy_values(b->objective->problem, &b->noise, n, x, f);
    for (size_t k = 0; k < n; k++) to[k].f = f[k];
    return n;
}

static void flush_block(block *b)
{
    const observer watcher = {.values = show_failures, .data = b};
    uint64_t id[BLOCK];
    for (size_t k = 0; k < b->n; k++) id[k] = b->done + k + 1;
    const nes_points p = {
        .n = b->n, .dim = b->objective->dim, .x = b->x, .id = id, .f = b->f, .fate = b->fate};
    fflush(stdout); /* values of earlier points come before failures of these */
    evaluate_points(&b->evaluator, &p, &watcher, 1);
    for (size_t k = 0; k < b->n; k++)
        if (b->fate[k] == NES_FAILED)
            puts("failed");
        else
            printf("%.17g\n", b->f[k]);
    b->done += b->n;
    b->n = 0;
}

static int bad_number(size_t number, const char *bad)
{
    const size_t n = strcspn(bad, " ,;\t\r\n");
    return text_error(EXIT_USAGE,
                      "line %zu: '%.*s%s' is not a number; write numbers separated by "
                      "blanks, commas or tabs",
                      number, (int)(n < SHOWN ? n : SHOWN), bad, n < SHOWN ? "" : "...");
}

static int take_line(block *b, size_t number, const char *line)
{
    const size_t d = b->objective->dim;
    const char *bad, *first = line + strspn(line, " \t\r\n");
    if (*first == '\0' || *first == '#') return EXIT_OK;
    const size_t n = vector_scan(first, b->x + b->n * d, d, &bad);
    if (bad != NULL) return bad_number(number, bad);
    if (n != d)
        return text_error(EXIT_USAGE, "line %zu: %zu number%s, but the dimension is %zu", number, n,
                          n == 1 ? "" : "s", d);
    if (++b->n == b->most) flush_block(b);
    return EXIT_OK;
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

static int eval_lines(block *b)
{
    lines in;
    const char *line;
    size_t number = 0;
    int status = EXIT_OK;
    setvbuf(stdout, NULL, _IOFBF, BUFFER);
    lines_open(&in, STDIN_FILENO);
    while (status == EXIT_OK && (line = next_line(b, &in)) != NULL)
        status = take_line(b, ++number, line);
    flush_block(b);
    if (in.error != 0)
        status = text_error(EXIT_USAGE, "standard input cannot be read: %s", lines_reason(&in));
    lines_close(&in);
    if (status == EXIT_OK && b->failed > 0 && b->failed == b->done) return EXIT_OBJECTIVE;
    return status;
}

/* Evaluates all lines of standard input by the objective. C source and plugins are called in this
 * process, unless options ask for isolation. */
static int eval_objective(run_setup *s, const objective_options *g)
{
    objective *o = &s->objective;
    block b = {.objective = o, .noise = {o->noise, s->settings.seed, 0}, .most = BLOCK};
    int status = EXIT_OK;
    if (o->by_hand)
        return text_error(EXIT_USAGE, "--by-hand: values that you measure cannot be printed here");
    o->isolated = g->isolate || (o->isolated && g->timeout != NULL);
    if (o->program != NULL || o->isolated) {
        b.most = 1;
        status = evaluators_open(&b.evaluator, s, NULL, NULL);
    } else if (o->problem != NULL)
        direct_open(&b.evaluator, problem_values, &b);
    else
        status = threads_open(&b.evaluator, o, 1, true);
    if (status != EXIT_OK) return status;
    b.x = memory_zeros(o->dim, b.most * sizeof *b.x);
    status = eval_lines(&b);
    b.evaluator.close(b.evaluator.self);
    free(b.x);
    return status;
}

static const char help[] =
    "usage: nes eval PROBLEM [--noise own|reference|none] [--seed COUNT]\n"
    "       nes eval OBJECTIVE\n"
    "       nes eval --dim N [options] -- PROGRAM ARGUMENT...\n"
    "\n"
    "Reads points from standard input, one per line, numbers separated by blanks,\n"
    "commas or tabs, and prints one value per line with 17 digits. Empty lines and\n"
    "lines that begin with # are skipped. A value is printed as soon as the next\n"
    "line has to be waited for, so that a script can write a point, read its value\n"
    "and write the next. PROBLEM is the id of a built-in problem; OBJECTIVE is one\n"
    "of (`nes run --help` has the formula language):\n"
    "@options\n"
    "\n"
    "Examples:\n"
    "  echo 1 2 3 | nes eval sphere_d3\n"
    "  echo 1 2 3 4 5 | nes eval bbob_noisy_f101_i01_d05 --noise reference\n"
    "  nes eval rosenbrock_d2 < points.csv\n"
    "  nes eval bbob_f008_i03_d10 < points.txt\n"
    "  echo 0.5,2 | nes eval --expr 'x1^x2' --dim 2\n"
    "  echo 0.5 2 | nes eval --dim 2 -- ./sim.py {x}\n"
    "\n"
    "The value of an evaluation that failed is the word failed, and standard error\n"
    "says why. Exit status: 0, 2 wrong command line or input, 3 the objective cannot\n"
    "be used, or all evaluations failed.";

int command_eval(int argc, char **argv)
{
    eval_options options = {.seed = NULL};
    const char *problem = NULL, *name;
    args_syntax syntax = {"eval",
                          help,
                          table,
                          &options,
                          .words = &problem,
                          .max_words = 1,
                          .rest = &options.objective.command};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    if (problem != NULL && options.objective.problem != NULL)
        return text_error(EXIT_USAGE, "'%s' and --problem %s are both given; name one problem only",
                          problem, options.objective.problem);
    if (problem != NULL) options.objective.problem = problem;
    run_setup setup;
    memset(&setup, 0, sizeof setup);
    nes_settings_default(&setup.settings);
    if (options.seed != NULL && nes_set(&setup.settings, "seed", options.seed) != NES_OK)
        return text_error(EXIT_USAGE, "%s", setup.settings.message);
    status = objective_open(&options.objective, &setup.objective, &name);
    if (status == EXIT_OK) status = eval_objective(&setup, &options.objective);
    objective_close(&setup.objective);
    return status;
}
