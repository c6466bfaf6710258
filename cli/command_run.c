/* SPDX-License-Identifier: MIT
 *
 * nes run: minimises an objective and reports. Everything that can be refused is refused before the
 * first evaluation. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "command.h"
#include "formula/formula.h"
#include "objective/guess.h"
#include "session/command_line.h"
#include "session/session.h"

/* Library options that most runs need, in this order; all others by `nes options`. */
static void print_common(void)
{
    static const char *const common[] = {"method",   "seed",     "max_evals", "max_time", "target",
                                         "popsize",  "maximize", "bits",      "noisy",    "retries",
                                         "failures", "restarts", "jobs",      "threads"};
    for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
        const nes_option *option = args_library_option(common[i]);
        char name[64];
        if (option != NULL)
            args_print_entry(text_replace(option->name, '_', '-', name, sizeof name),
                             args_value_word(option), option->doc);
    }
}

static int help(void)
{
    puts("usage: nes run OBJECTIVE [options]\n"
         "       nes run --dim N [options] -- PROGRAM ARGUMENT...\n"
         "       nes run FILE.yaml [options]\n"
         "\n"
         "Minimises (or, with --maximize, maximises) an objective and prints the best point, the\n"
         "mean and the standard deviations of the search, why it stopped, and how far the answer\n"
         "can be trusted.\n"
         "\n"
         "A problem file has the objective, named variables with their ranges, and options; those\n"
         "on the command line win. `nes init` writes one with comments.\n"
         "\n"
         "Otherwise name one objective (the first four options, or a program behind two dashes),\n"
         "and what you know about it:");
    args_print(run_option_table);
    puts("\nLists of numbers, separated by commas or blanks; inf and -inf are no bounds:");
    arrays_print();
    puts("\nOften wanted:");
    print_common();
    puts("\n"
         "With --noise yes (the values of equal points differ) or auto (six evaluations of the\n"
         "start tell) the mean is the answer; it is evaluated ten times more, within the budget.\n"
         "\n"
         "An evaluation that did not happen (a crash, a time-out) is told from a bad value: a\n"
         "formula says `failed`, C source or a plugin returns nan(\"0x6e6573\") (NES_EVAL_FAILED "
         "of\n"
         "the library). It is counted as failed and made again up to --retries times; then the\n"
         "point ranks last, or with --failures resample a new point takes its place.\n"
         "\n"
         "C source and plugins run in processes of their own with --isolate, --timeout or --jobs "
         "above\n"
         "1: a crash fails one point and is named. Every process has its own copy of static "
         "variables.\n"
         "\n"
         "A program behind -- is started for every point, --jobs at a time. In its arguments {x} "
         "stands\n"
         "for the numbers (one argument each; within a longer argument separated by commas), {x1} "
         "or\n"
         "{NAME} for one of them, {i} for the number of the evaluation, {file} for a file with a "
         "number\n"
         "per line, {dir} for a folder of its own; {{x}} is {x}. Without placeholders the numbers "
         "are\n"
         "appended. The last line of its output is the value, or the word `failed`. What it writes "
         "to\n"
         "standard error is shown when it fails. It finds NES_ID, NES_NAMES, NES_START (the folder "
         "of\n"
         "this command) and NES_DIR in its environment.\n"
         "\n"
         "With --worker the program reads one line per point (numbers separated by blanks) and "
         "writes\n"
         "one line back: a number, `failed REASON`, or JSON {\"f\":1.5} or {\"error\":\"...\"}. "
         "Flush the\n"
         "output after every line. Arguments may have {job}, the number of the worker.\n"
         "\n"
         "Problems with noise (--problem bbob_noisy_...): the optimiser sees noisy values; "
         "--target\n"
         "and --precision are judged on the values without noise after every generation, and the\n"
         "best of those is reported besides the best value seen. Values come from one thread,\n"
         "whatever --jobs is.\n"
         "\n"
         "Formulas:");
    formula_help();
    puts("\n"
         "Every option of the library can be given, `foo_bar` as --foo-bar VALUE and a flag as\n"
         "--maximize or --no-maximize: see `nes options [word]`. A value that begins with two\n"
         "dashes needs the form --option=VALUE.\n"
         "\n"
         "Without --method the program chooses method, population and restarts, and says why.\n"
         "It restarts until a target, a budget or a time ends the search, or until two runs have\n"
         "ended at the same point (--restart-agree). Without any of them there are at most nine\n"
         "runs, and one above 20 variables. A run ends when it no longer makes progress.\n"
         "\n"
         "Examples:\n"
         "  nes run --problem rosenbrock_d10 --precision 1e-10 --plot rosenbrock\n"
         "  nes run --expr '(x1-1)^2 + 10*abs(x2)' --dim 2 --x0 5,5 --sigma 2\n"
         "  nes run --expr 'sum(x^2)' --dim 20 --method snes --lower -1 --upper 3 --json\n"
         "  nes run --c model.c --dim 6 --x0 uniform:-4:4 --seed 7 --jobs 0 --max-time 60\n"
         "  nes run --expr 'sum(sqrt(i)*x) - max(0, sum(i*x) - 100)' --dim 40 --bits --maximize\n"
         "  nes init && nes run job.yaml --max-evals 500\n"
         "  nes run --expr 'if(x1 > 3, failed, x1^2)' --dim 1 --failures resample\n"
         "  nes run --c model.cpp --cc-flags '-O3 -lgsl' --dim 6 --isolate --timeout 5\n"
         "  nes run --dim 2 --jobs 4 --timeout 60 -- ./sim.py {x}\n"
         "  nes run --names width,height --template model.in --value-json result.loss -- ./sim "
         "model.in\n"
         "  nes run --dim 3 --jobs 4 --worker -- python3 worker.py --port 800{job}\n"
         "\n"
         "Exit status: 0 the run ended, 2 wrong command line, 3 the objective cannot be used,\n"
         "4 a file cannot be written, 130 interrupted (Ctrl-C; the result so far is printed).");
    return EXIT_OK;
}

static int run(run_setup *setup, const run_options *o, const facts_origin *from)
{
    session s = {.setup = setup, .options = o};
    int status = session_begin(&s, from);
    if (status == EXIT_OK) status = session_run(&s);
    session_close(&s);
    return status;
}

int command_run(int argc, char **argv)
{
    command_line c;
    int status;
    if (guess_program(argc, argv) != 0) return EXIT_USAGE;
    const args_outcome outcome = command_line_read(&c, argc, argv, NULL, &status);
    const facts_origin from = {.argc = argc, .argv = argv, .job = c.job.text};
    if (outcome == ARGS_HELP) status = help();
    if (outcome == ARGS_OK) status = run_setup_open(&c.setup, &c.options);
    if (outcome == ARGS_OK && status == EXIT_OK) status = run(&c.setup, &c.options, &from);
    command_line_close(&c);
    return status;
}
