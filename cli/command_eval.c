/* SPDX-License-Identifier: MIT
 *
 * nes eval: values of an objective at points from standard input, one per line, as %.17g. Problems
 * are evaluated in blocks; a line that cannot be used ends the program and is named by number. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "args.h"
#include "command.h"
#include "goal.h"
#include "text.h"
#include "vector.h"

enum { BLOCK = 256, SHOWN = 40, BUFFER = 1 << 18 };

typedef struct eval_options {
    goal_options goal;
} eval_options;

static const args_option table[] = {
    GOAL_OPTIONS(eval_options),
    {NULL, NULL, 0, NULL},
};

/* Points waiting for their values. */
typedef struct block {
    const objective *goal;
    double *x, f[BLOCK];
    size_t n, limit; /* limit 1: a person at a terminal wants each value at once */
} block;

static void flush_block(block *b)
{
    const size_t d = b->goal->dim;
    if (b->goal->problem != NULL)
        nes_problem_values(b->goal->problem, b->n, b->x, b->f);
    else
        for (size_t k = 0; k < b->n; k++) b->f[k] = b->goal->value(d, b->x + k * d, b->goal->data);
    for (size_t k = 0; k < b->n; k++) printf("%.17g\n", b->f[k]);
    if (b->limit == 1) fflush(stdout);
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
    const size_t d = b->goal->dim;
    const char *bad, *first = line + strspn(line, " \t\r\n");
    if (*first == '\0' || *first == '#') return EXIT_OK;
    const size_t n = vector_scan(first, b->x + b->n * d, d, &bad);
    if (bad != NULL) return bad_number(number, bad);
    if (n != d)
        return text_error(EXIT_USAGE, "line %zu: %zu number%s, but the dimension is %zu", number, n,
                          n == 1 ? "" : "s", d);
    b->n++;
    if (b->n == b->limit) flush_block(b);
    return EXIT_OK;
}

static int eval_lines(const objective *goal)
{
    block b = {.goal = goal, .limit = isatty(STDIN_FILENO) ? 1 : BLOCK};
    b.x = calloc(goal->dim, BLOCK * sizeof *b.x);
    if (b.x == NULL) return text_error(EXIT_USAGE, "no memory for dimension %zu", goal->dim);
    setvbuf(stdin, NULL, _IOFBF, BUFFER);
    setvbuf(stdout, NULL, _IOFBF, BUFFER);
    char *line = NULL;
    size_t room = 0, number = 0;
    int status = EXIT_OK;
    while (status == EXIT_OK && getline(&line, &room, stdin) >= 0)
        status = take_line(&b, ++number, line);
    flush_block(&b);
    free(line);
    free(b.x);
    return status;
}

static int help(void)
{
    puts("usage: nes eval PROBLEM\n"
         "       nes eval OBJECTIVE\n"
         "\n"
         "Reads points from standard input, one per line, numbers separated by blanks, commas or\n"
         "tabs, and prints one value per line with 17 digits. Empty lines and lines that begin\n"
         "with # are skipped. PROBLEM is the id of a built-in problem; OBJECTIVE is one of:");
    args_print(table);
    puts("\nExamples:\n"
         "  echo 1 2 3 | nes eval sphere_d3\n"
         "  nes eval rosenbrock_d2 < points.csv\n"
         "  echo 0.5,2 | nes eval --expr 'x1^x2' --dim 2");
    return EXIT_OK;
}

int command_eval(int argc, char **argv)
{
    eval_options options = {.goal = {NULL, NULL, NULL, NULL, NULL}};
    const char *problem = NULL, *name;
    args_syntax syntax = {
        .command = "eval", .options = table, .target = &options, .words = &problem, .max_words = 1};
    const args_outcome outcome = args_parse(&syntax, argc, argv);
    if (outcome != ARGS_OK) return outcome == ARGS_HELP ? help() : EXIT_USAGE;
    if (problem != NULL && options.goal.problem != NULL)
        return text_error(EXIT_USAGE, "'%s' and --problem %s are both given; name one problem only",
                          problem, options.goal.problem);
    if (problem != NULL) options.goal.problem = problem;
    objective goal;
    memset(&goal, 0, sizeof goal);
    int status = goal_open(&options.goal, &goal, &name);
    if (status == EXIT_OK) status = eval_lines(&goal);
    objective_close(&goal);
    return status;
}
