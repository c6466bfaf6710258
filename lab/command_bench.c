/* SPDX-License-Identifier: MIT
 *
 * nes bench: a method on a suite of problems, with results for COCO's post-processing; and such
 * results side by side. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/bench_plan.h"
#include "bench/bench_tasks.h"
#include "bench/folders.h"
#include "figure/figure.h"
#include "lab.h"

#define TEXT(member) offsetof(bench_options, member)

static const args_option table[] = {
    {"functions", "LIST", TEXT(functions), "such as 1-5,8; default: all of the suite"},
    {"dims", "LIST", TEXT(dims), "dimensions, such as 2,5,10; default: those of the suite"},
    {"instances", "LIST", TEXT(instances), "such as 1-15; default: those of the suite"},
    {"budget", "MULT", TEXT(budget), "evaluations of a run, times the dimension; default 1000"},
    {"runs", "R", TEXT(runs), "runs on each instance; default 1"},
    {"precision", "P", TEXT(run.precision),
     "a run ends when it has come this close to the optimum; default 1e-8"},
    {"jobs", "N", TEXT(jobs), "runs at the same time; default: one per processor"},
    {"rounds", "Q", TEXT(rounds),
     "count evaluations in rounds of Q at the same time: each round counts as Q; default with "
     "--model on: its --batch"},
    {"early", NULL, TEXT(early),
     "shares of targets after 10, 20, 50, 100 and 250 evaluations per dimension, instead of 10, "
     "100 and 1000; default with --model on"},
    {"out", "DIR", TEXT(out),
     "folder of the results, by whose name COCO calls the method; default METHOD-SUITE"},
    {"noise", "WORD", TEXT(run.objective.noise),
     "on a suite with noise: own (default); reference, COCO's stream, from its start in every run; "
     "none"},
    RUN_START_OPTIONS(bench_options, run.),
    {"compare", NULL, TEXT(compare), "compare two or more folders with results instead"},
    {"plot", "BASENAME", TEXT(plot),
     "with --compare: write BASENAME.png and BASENAME.svg, curves of targets reached by dimension, "
     "and BASENAME-dN by group of functions (needs gnuplot)"},
    {"json", NULL, TEXT(run.json), "print one JSON object and nothing else"},
    {"quiet", NULL, TEXT(run.quiet), "no progress, only the summary"},
    {NULL, NULL, 0, NULL},
};

static int help(void)
{
    puts("usage: nes bench SUITE [options]\n"
         "       nes bench --compare A B [C ...] [--plot BASENAME] [--json]\n"
         "\n"
         "Runs a method on a suite of test problems (`nes list suites`), on every\n"
         "function in every dimension and instance, and writes a folder with results that\n"
         "COCO's post-processing (cocopp) reads, and a summary: expected and median\n"
         "evaluations per target, successes, and the share of targets reached by group of\n"
         "functions. On problems with noise the method sees noisy values, and success is\n"
         "judged without.\n"
         "\n"
         "A bench can be interrupted, killed or cut off at any time: the same command\n"
         "goes on where it was. The folder does not depend on that, nor on the number of\n"
         "jobs.\n"
         "\n"
         "Options:");
    args_print(table);
    puts("\nLists of numbers:");
    args_print_arrays();
    puts("\n"
         "Every option of the library can be given as well, such as --method, --seed,\n"
         "--popsize or --restarts: see `nes options [word]`. A run that stops early\n"
         "starts again with method auto or with --restarts; otherwise it is over.\n"
         "\n"
         "--compare prints folders side by side, also results written by COCO itself:\n"
         "expected running times, their ratio to those of the first and its bootstrap\n"
         "interval, the ratio over all, and shares of targets. --plot draws the shares\n"
         "against evaluations.\n"
         "\n"
         "Examples:\n"
         "  nes bench bbob --method xnes --functions 1-24 --dims 2,5 --instances 1-5\n"
         "  nes bench bbob --method xnes --restarts ipop --budget 1e4 --out xnes-ipop\n"
         "  nes bench bbob-noisy --method xnes --popsize 50 --dims 5 --out results/xnes-50\n"
         "  nes bench --compare xnes-bbob xnes-ipop\n"
         "  nes bench --compare results/a results/b results/c --plot abc\n"
         "\n"
         "Exit status: 0 complete, 2 wrong command line, 3 a run cannot go on, 4 a file\n"
         "cannot be written or the folder belongs to something else, 130 interrupted\n"
         "(Ctrl-C; kept).");
    return EXIT_OK;
}

/* Summarises a folder whose runs are all there. The summary is written and the folder completed
 * before anything is printed, because the reader of standard output may go away. */
static int summarise(const bench_plan *p, task_folder *f, bool json)
{
    char message[COCO_MESSAGE_SIZE];
    coco_folder results;
    buffer text = {.text = NULL};
    if (coco_read(p->out.text, &results, message) != 0)
        return text_error(EXIT_FILES, "%s", message);
    bench_summary_text(p, &results, &text);
    int status = EXIT_OK;
    if (!f->complete) {
        status = task_folder_put(f, "summary.txt", &text);
        if (status == EXIT_OK) status = task_folder_finish(f);
    }
    if (status == EXIT_OK && json) bench_summary_json(p, &results);
    if (status == EXIT_OK && !json) text_print(stdout, "\n%s", text.text);
    buffer_free(&text);
    coco_folder_free(&results);
    return status;
}

static int run_bench(const bench_plan *p, task_folder *f, bool json, bool quiet)
{
    const bool shown = !json && !quiet;
    if (f->complete) {
        if (!json)
            text_print(stdout,
                       "%s is complete: every run is there. Name another folder by --out to run "
                       "again, or compare it\nwith another by `nes bench --compare`.\n",
                       p->out.text);
        return summarise(p, f, json);
    }
    if (f->began && shown) text_print(stdout, "going on with %s\n", p->out.text);
    interrupt_watch("leaving the runs under way");
    int status = bench_work_all(p, f, shown);
    if (status == EXIT_OK) status = summarise(p, f, json);
    if (status == EXIT_OK && shown) text_print(stdout, "\nresults for cocopp: %s\n", p->out.text);
    return status;
}

/* Refuses options that mean nothing when folders are compared. */
static int refuse_run_options(const bench_options *o)
{
    for (const args_option *row = table; row->name != NULL; row++) {
        const char *text = NULL;
        if (row->value == NULL || row->offset == TEXT(plot)) continue;
        memcpy(&text, (const char *)o + row->offset, sizeof text);
        if (text != NULL)
            return text_error(EXIT_USAGE, "--%s has no meaning with --compare; leave it out",
                              row->name);
    }
    for (size_t i = 0; args_array_at(i) != NULL; i++) {
        char name[64];
        if (o->run.arrays.text[i] != NULL)
            return text_error(EXIT_USAGE, "--%s has no meaning with --compare; leave it out",
                              text_replace(args_array_at(i)->name, '_', '-', name, sizeof name));
    }
    return EXIT_OK;
}

/* Two folders have tables and a JSON object of their own. */
static void print_group(const folder_group *g, bool json)
{
    if (g->n > 2)
        (json ? folder_group_json : folder_group_print)(g);
    else if (json)
        json_print(comparison_object(&g->pairs[0]));
    else
        comparison_print(&g->pairs[0]);
}

static int compare(const bench_options *o, const nes_settings *settings, const char **words,
                   size_t n)
{
    cJSON *changed = cJSON_CreateObject();
    int status = refuse_run_options(o);
    task_settings_add_changed(changed, settings);
    if (status == EXIT_OK && changed->child != NULL)
        status = text_error(EXIT_USAGE, "option %s has no meaning with --compare; leave it out",
                            changed->child->string);
    cJSON_Delete(changed);
    if (status == EXIT_OK && n < 2)
        status = text_error(EXIT_USAGE, "--compare needs two folders: nes bench --compare A B");
    if (status == EXIT_OK && o->plot != NULL) status = figure_check(NULL, o->plot);
    if (status != EXIT_OK) return status;
    folder_group *g = memory_zeros(1, sizeof *g);
    status = folder_group_open(g, words, n);
    if (status == EXIT_OK && o->early) folder_group_set_clock(g, &share_early);
    if (status == EXIT_OK) print_group(g, o->run.json);
    if (status == EXIT_OK && o->plot != NULL)
        status = folder_group_draw(g, o->plot, o->run.json || o->run.quiet);
    folder_group_close(g);
    free(g);
    return status;
}

int command_bench(int argc, char **argv)
{
    bench_options options = {.compare = false};
    nes_settings settings;
    const char *words[FOLDERS_MOST] = {NULL};
    args_syntax syntax = {.command = "bench",
                          .options = table,
                          .target = &options,
                          .settings = &settings,
                          .arrays = &options.run.arrays,
                          .words = words,
                          .max_words = FOLDERS_MOST};
    nes_settings_default(&settings);
    const args_outcome outcome = args_parse(&syntax, argc, argv);
    if (outcome != ARGS_OK) return outcome == ARGS_HELP ? help() : EXIT_USAGE;
    if (options.compare) return compare(&options, &settings, words, syntax.n_words);
    if (syntax.n_words > 1)
        return text_error(EXIT_USAGE, "unexpected argument '%s'; see `nes bench --help`", words[1]);
    if (options.plot != NULL)
        return text_error(EXIT_USAGE, "--plot draws folders that are compared; give --compare A B");
    bench_plan plan;
    int status = bench_plan_open(&plan, words[0], &options, &settings);
    if (status == EXIT_OK) {
        const task_identity id = bench_plan_identity(&plan);
        task_folder folder;
        status = task_folder_open(&folder, plan.out.text, &id);
        if (status == EXIT_OK)
            status = run_bench(&plan, &folder, options.run.json, options.run.quiet);
        task_folder_close(&folder);
    }
    bench_plan_close(&plan);
    return status;
}
