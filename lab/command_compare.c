/* SPDX-License-Identifier: MIT
 *
 * nes compare: methods side by side, on built-in problems or on the user's own objective. */
#include <stdio.h>

#include "base/clean.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "compare/compare_report.h"
#include "compare/compare_tasks.h"
#include "lab.h"
#include "problem_file/problem_file.h"

#define TEXT(member) offsetof(compare_options, member)

static const args_option table[] = {
    {"methods", "LIST", TEXT(methods),
     "methods to compare, separated by commas, each with options of its own behind colons: "
     "xnes,xnes:popsize=50,snes"},
    {"problems", "LIST", TEXT(problems),
     "built-in problems, separated by commas (`nes list problems`); a number may be a range: "
     "bbob_f001-024_i01_d05"},
    OBJECTIVE_OWN_OPTIONS(compare_options, run.objective., RUN_NOISE_WORDS),
    OBJECTIVE_PROGRAM_OPTIONS(compare_options, run.objective.),
    {"runs", "R", TEXT(runs), "runs of each method on each problem; default 25"},
    {"budget", "MULT", TEXT(budget),
     "evaluations of a run, times the dimension; default 1000; or --max-evals N"},
    {"precision", "P", TEXT(run.precision),
     "a run ends when it has come this close to the optimum; default 1e-8"},
    {"optimum", "F", TEXT(optimum), "the best value that your objective can have, if you know it"},
    {"targets", "LIST", TEXT(targets),
     "distances to the optimum that count; default: 51 from 100 down to 1e-8"},
    RUN_START_OPTIONS(compare_options, run.),
    {"jobs", "N", TEXT(jobs),
     "runs at the same time, or of a program evaluations; default: one per processor"},
    {"out", "DIR", TEXT(out), "folder of the results; default compare"},
    {"json", NULL, TEXT(run.json), "print one JSON object and nothing else"},
    {"quiet", NULL, TEXT(run.quiet), "no progress, only the results"},
    {NULL, NULL, 0, NULL},
};

static int help(void)
{
    puts("usage: nes compare --methods LIST --problems LIST [options]\n"
         "       nes compare --methods LIST OBJECTIVE [options]\n"
         "       nes compare --methods LIST FILE.yaml [options]\n"
         "       nes compare --methods LIST --dim N [options] -- PROGRAM ARGUMENT...\n"
         "\n"
         "Runs several methods on the same problems, or on an objective of your own, and\n"
         "says which is better and how sure that is: runs that reached a target with the\n"
         "interval of their share, expected evaluations (ERT) with bootstrap interval,\n"
         "quartiles of final values, curves of targets reached, and a sentence per\n"
         "problem, which is \"not decided\" where the data do not decide.\n"
         "\n"
         "An objective of your own is a formula, C source, a plugin, a program, or that of\n"
         "a problem file with its variables and options; options of the command line win,\n"
         "and the file's method, max-time, inject and out are not used. A program takes\n"
         "its time: give --runs and --max-evals.\n"
         "\n"
         "Options:");
    args_print(table);
    puts("\nLists of numbers:");
    args_print_arrays();
    puts("\n"
         "Every option of the library can be given as well and holds for all methods,\n"
         "such as --restarts bipop, --seed or --max-evals: see `nes options [word]`. Run\n"
         "k of every method has the seed --seed + k - 1. A method with options of its own\n"
         "is written NAME:OPTION=VALUE:OPTION=VALUE.\n"
         "\n"
         "Where the optimum is known, targets are distances to it. For an objective of\n"
         "your own give --optimum, or --target, the value that is good enough; with\n"
         "neither, final values are compared, and targets are distances to the best value\n"
         "that any run found.\n"
         "\n"
         "The folder gets the raw data (runs.csv, improvements.csv), what follows from\n"
         "them (figures.csv, finals.csv, tests.csv), all tables (report.md) and pictures\n"
         "as PNG and SVG. A comparison can be interrupted, killed or cut off at any time:\n"
         "the same command goes on where it was. One that is complete is only shown\n"
         "again. The data are the same for any number of jobs.\n"
         "\n"
         "Examples:\n"
         "  nes compare --methods xnes,snes,auto --problems sphere_d10,rosenbrock_d10\n"
         "  nes compare --methods xnes,xnes:popsize=50 --problems bbob_f001-024_i01_d05\n"
         "  nes compare --methods auto,snes --restarts bipop --runs 15 \\\n"
         "      --expr 'sum(x^2-cos(9*x))' --dim 5 --x0 uniform:-4:4\n"
         "  nes compare --methods auto,cr-fm-nes --c model.c --dim 20 --target 0.5\n"
         "  nes compare --methods auto,snes job.yaml --runs 9 --max-evals 200\n"
         "\n"
         "Exit status: 0 complete, 2 wrong command line, 3 a run cannot go on, 4 a file\n"
         "cannot be written, the folder belongs to something else or gnuplot is missing\n"
         "(the results are there without pictures), 130 interrupted (Ctrl-C; kept).");
    return EXIT_OK;
}

static int write_files(const compare_results *r)
{
    const struct {
        const char *name;
        void (*write)(const compare_results *r, buffer *text);
    } files[] = {{"figures.csv", compare_report_figures},
                 {"finals.csv", compare_report_finals},
                 {"tests.csv", compare_report_tests},
                 {"report.md", compare_report_markdown}};
    int status = EXIT_OK;
    for (size_t i = 0; i < sizeof files / sizeof *files && status == EXIT_OK; i++) {
        buffer text = {.text = NULL};
        files[i].write(r, &text);
        status = task_folder_write(r->plan->out, files[i].name, &text);
        buffer_free(&text);
    }
    return status;
}

static void print_results(const compare_results *r)
{
    buffer text = {.text = NULL};
    compare_report_text(r, &text);
    clean_put(stdout, text.text, CLEAN_TEXT);
    buffer_free(&text);
}

/* Results are shown before pictures are drawn, which may be impossible here. */
static int show(const compare_plan *p)
{
    compare_results r;
    int status = compare_results_open(&r, p);
    if (status == EXIT_OK) status = write_files(&r);
    if (status == EXIT_OK) {
        (p->run.json ? compare_report_json : print_results)(&r);
        fflush(stdout);
        status = compare_report_draw(&r);
        if (!p->run.json)
            text_print(stdout, "\nresults%s: %s\n", status == EXIT_OK ? ", pictures" : "", p->out);
    }
    compare_results_close(&r);
    return status;
}

static int compare(const compare_plan *p)
{
    const task_identity id = compare_plan_identity(p);
    task_folder f;
    interrupt_watch("leaving the runs under way");
    int status = task_folder_open(&f, p->out, &id);
    if (status == EXIT_OK && !f.complete)
        status = compare_work(p, &f, !p->run.json && !p->run.quiet);
    if (status == EXIT_OK) status = show(p);
    task_folder_close(&f);
    return status;
}

/* Reads a problem file, whose options hold where the command line has none. What a comparison
 * decides itself is not taken from it. */
static int read_file(problem_file *file, compare_options *o, nes_settings *s, const char *word,
                     int argc, char **argv)
{
    static const char *const own[] = {"method", "max_time"};
    nes_settings usual;
    char text[64];
    const args_syntax syntax = run_setup_syntax(&o->run, s);
    nes_settings_default(&usual);
    if (!problem_file_is_file(word))
        return text_error(
            EXIT_USAGE,
            "unexpected argument '%s'; a problem file ends in .yaml, a program stands "
            "behind two dashes, and problems are given by --problems",
            word);
    const int status = problem_file_open(file, word);
    if (status != EXIT_OK) return status;
    if (problem_file_apply(file, &syntax, argc, argv) != EXIT_OK) return EXIT_USAGE;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!args_is_given(argc, argv, own[i]) &&
            nes_get(&usual, own[i], text, sizeof text) == NES_OK)
            nes_set(s, own[i], text);
    if (o->budget != NULL && !args_is_given(argc, argv, "max-evals")) s->max_evals = 0;
    return EXIT_OK;
}

int command_compare(int argc, char **argv)
{
    compare_options options = {.methods = NULL};
    nes_settings settings;
    problem_file file = {.path = NULL};
    const char *word = NULL;
    args_syntax syntax = {.command = "compare",
                          .options = table,
                          .target = &options,
                          .settings = &settings,
                          .arrays = &options.run.arrays,
                          .words = &word,
                          .max_words = 1,
                          .rest = &options.run.objective.command};
    nes_settings_default(&settings);
    const args_outcome outcome = args_parse(&syntax, argc, argv);
    if (outcome != ARGS_OK) return outcome == ARGS_HELP ? help() : EXIT_USAGE;
    compare_plan plan;
    int status = word == NULL ? EXIT_OK : read_file(&file, &options, &settings, word, argc, argv);
    if (status == EXIT_OK) {
        status = compare_plan_open(&plan, &options, &settings);
        if (status == EXIT_OK) status = compare(&plan);
        compare_plan_close(&plan);
    }
    problem_file_close(&file);
    return status;
}
