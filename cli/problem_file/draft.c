/* SPDX-License-Identifier: MIT
 *
 * A problem file as a text that teaches. problem_file_open() reads whatever it shows. */
#include "problem_file/problem_file.h"

#include <stdbool.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "base/words.h"
#include "options/variables.h"

static void add(buffer *b, const char *text)
{
    buffer_add(b, text, strlen(text));
}

static void add_head(buffer *b, const char *path)
{
    buffer_print(b,
                 "# A problem file: what to optimise, in which variables, and how.\n"
                 "#\n"
                 "#   nes run %s                     does it\n"
                 "#   nes run %s --max-evals 500     options on the command line win\n"
                 "#   nes run %s --out results       keeps everything: `nes resume results`\n"
                 "#\n"
                 "# What follows a # is a comment. Blanks at the beginning of lines count: the\n"
                 "# entries of a section begin in the same column. `man nes` has all the words.\n"
                 "\n",
                 path, path, path);
}

/* ---- variables ------------------------------------------------------------------------------ */

static const char VARIABLES_HEAD[] =
    "# The variables, in the order in which the objective gets them. range: no point is\n"
    "# ever outside. The search starts in the middle, unless a start is given; std, the\n"
    "# standard deviation at the start, is a quarter of the range, unless it is given. A\n"
    "# third of the distance to the optimum is a good guess.\n"
    "variables:\n";

static const char VARIABLES_EXAMPLE[] =
    "  temperature: {range: [20, 90]}\n"
    "  pressure: {range: [1, 10], start: 2, std: 1}\n"
    "  volume: 3                                   # one number: the variable is fixed\n";

static const char VARIABLES_MORE[] =
    "  # More ways to say what is known; remove the # to use them:\n"
    "  # offset:                                   # no bounds, starts at 0\n"
    "  # height: {lower: 0, start: 5}              # a bound on one side\n"
    "  # rate: {range: [1e-5, 1e-1], log: yes}     # by orders of magnitude\n"
    "  # stages: {range: [1, 12], integer: yes}    # whole numbers\n"
    "  # gap: {from: 0.5, to: 4, step: 0.25}       # multiples of a step\n"
    "  # radius: {values: [1, 1.6, 2, 2.5]}        # one of these numbers, in their order\n"
    "  # material: [steel, alu, titanium]          # one of these names, without an order\n"
    "  # weight: {count: 4, range: [-1, 1]}        # weight1, weight2, weight3, weight4\n"
    "\n";

static void add_variables(buffer *b, const variables *v)
{
    add(b, VARIABLES_HEAD);
    if (v->n == 0) add(b, VARIABLES_EXAMPLE);
    for (size_t i = 0; i < v->n; i++) buffer_print(b, "  %s: {range: [0, 1]}\n", v->name[i]);
    add(b, VARIABLES_MORE);
}

/* ---- objective ------------------------------------------------------------------------------ */

/* Adds a word of a list, in quotes where YAML needs them. */
static void add_word(buffer *b, const char *word)
{
    static const char SAFE[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789_./=+";
    if (word[0] != '\0' && word[strspn(word, SAFE)] == '\0') {
        add(b, word);
        return;
    }
    add(b, "\"");
    for (; *word != '\0'; word++)
        if ((unsigned char)*word < ' ')
            buffer_print(b, "\\x%02x", (unsigned)*word);
        else
            buffer_print(b, "%s%c", *word == '"' || *word == '\\' ? "\\" : "", *word);
    add(b, "\"");
}

static void add_program(buffer *b, const words *w, const variables *v)
{
    bool placeholders = false;
    add(b, "  program: [");
    for (size_t i = 0; i < w->n; i++) {
        placeholders |= strchr(w->word[i], '{') != NULL;
        add(b, i == 0 ? "" : ", ");
        add_word(b, w->word[i]);
    }
    for (size_t i = 0; i < v->n && !placeholders; i++) buffer_print(b, ", \"{%s}\"", v->name[i]);
    add(b, v->n == 0 && !placeholders ? ", \"{x}\"]\n" : "]\n");
}

static void add_formula(buffer *b, const variables *v)
{
    add(b, "  expr: ");
    if (v->n == 0) add(b, "(temperature - 60)^2/100 + (pressure*volume - 9)^2");
    for (size_t i = 0; i < v->n; i++)
        buffer_print(b, "%s(%s - 0.3)^2", i > 0 ? " + " : "", v->name[i]);
    add(b, "\n");
}

static const char OBJECTIVE_HEAD[] =
    "# What is minimised (or maximised, see the options): one of program, worker, expr, c,\n"
    "# plugin, problem, by-hand.\n"
    "objective:\n";

static const char OBJECTIVE_MORE[] =
    "  # Other kinds, in the place of the one above:\n"
    "  # program: [./sim.py, \"{x}\"] # any program, started once per point; {x} is all the\n"
    "  #                             # values, {name} the one of a variable; the last line of\n"
    "  #                             # its output is the value\n"
    "  # worker: [./sim.py]          # stays, and answers each line with a point by a value\n"
    "  # expr: sum(x^2)              # a formula in the names above, or in x1, x2, ...\n"
    "  # c: model.c                  # C source: double objective(size_t n, const double *x)\n"
    "  # plugin: model.so            # the same, compiled\n"
    "  # by-hand: yes                # `nes ask` gives points, `nes tell` takes values\n"
    "  # And for programs:\n"
    "  # value-json: result.loss     # the value is a field of the JSON that it prints\n"
    "  # timeout: 60                 # seconds; what takes longer has failed\n";

static const char SOLVER[] =
    "  # A program that reads an input file and writes a report, in the place of the above:\n"
    "  # program: [./solver, deck.txt]\n"
    "  # template: deck.txt          # filled in for every point, in a folder of its own;\n"
    "  #                             # {name} is a value, {name:%8.3f} in columns, such as\n";

static const char SOLVER_VALUE[] =
    "  # value-pattern: \"loss = (.*)|cost = (.*)\"\n"
    "  #                             # the value is what parentheses match in its output, the\n"
    "  #                             # last time; a bar stands between alternatives\n"
    "  # value-file: report.txt      # and the output is this file, which the program writes\n"
    "\n";

/* Adds the example of a template, whose line shows the first two variables. */
static void add_solver(buffer *b, const variables *v)
{
    const char *first = v->n > 0 ? v->name[0] : "temperature";
    const char *second = v->n > 1 ? v->name[1] : v->n == 1 ? "i" : "pressure";
    add(b, SOLVER);
    buffer_print(b, "  #                             #   CASE  {%s:%%8.3f}  {%s}\n", first, second);
    add(b, SOLVER_VALUE);
}

static const char OUTPUTS[] =
    "# A program may print several numbers. Give them names, say which to minimise, and what must\n"
    "# hold, in formulas of them and of the variables:\n"
    "# outputs:\n"
    "#   mass: {pattern: 'mass = (.*)'}    # also {json: path}, {file: name}, {expr: formula}, or\n"
    "#   stress: {json: result.stress}     # [mass, stress]: the numbers of the last line\n"
    "# minimise: mass + 0.1*stress         # or maximise; without it the value is as above\n"
    "# constraints: [stress <= 200]        # also 5 <= mass <= 8, and mass == 2 +- 0.01\n"
    "\n";

static const char OPTIONS[] =
    "# Any option of `nes run` by its name; `nes run --help` and `nes options` list them.\n"
    "options:\n"
    "  max-evals: 1000               # how many evaluations in all\n"
    "  seed: 1                       # the same seed gives the same run\n"
    "  # jobs: 4                     # how many evaluations at the same time; 0: all cores\n"
    "  # maximize: yes\n"
    "  # target: 0.01                # stop when a value as good as this is found\n"
    "  # max-time: 3600              # seconds\n"
    "  # out: results                # keep everything in this new folder\n";

/* ---- the file ------------------------------------------------------------------------------- */

static int read_program(words *w, const char *program)
{
    const char *wrong = program == NULL ? NULL : words_split(w, program);
    if (wrong != NULL) return text_error(EXIT_USAGE, "--program '%s': %s", program, wrong);
    if (program != NULL && w->n == 0)
        return text_error(EXIT_USAGE, "--program: give a program, such as './sim.py {x}'");
    return 0;
}

int problem_file_draft(buffer *b, const char *path, const char *names, const char *program)
{
    variables v = {.n = 0};
    words w = {.n = 0};
    int status = names == NULL ? 0 : variables_open(&v, variables_count(names), names);
    if (status == 0) status = read_program(&w, program);
    if (status == 0) {
        add_head(b, path);
        add_variables(b, &v);
        add(b, OBJECTIVE_HEAD);
        if (program != NULL)
            add_program(b, &w, &v);
        else
            add_formula(b, &v);
        add(b, OBJECTIVE_MORE);
        add_solver(b, &v);
        add(b, OUTPUTS);
        add(b, OPTIONS);
    }
    variables_close(&v);
    words_close(&w);
    return status;
}
