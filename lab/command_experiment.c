/* SPDX-License-Identifier: MIT
 *
 * nes experiment: the experiments of the paper done again, with figures and verdicts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/interrupt.h"
#include "base/text.h"
#include "base/vector.h"
#include "evaluate/threads.h"
#include "experiment/engine.h"
#include "lab.h"
#include "nes/nes.h"
#include "options/args.h"
#include "tasks/task_folder.h"

typedef struct experiment_options {
    const char *jobs, *out;
    bool quick, full, redraw, list, json, quiet;
} experiment_options;

#define AT(member) offsetof(experiment_options, member)

static const args_option table[] = {
    {"quick", NULL, AT(quick), "a small version, at most a minute each; the default"},
    {"full", NULL, AT(full), "the size of the paper; together about two hours of processor time"},
    {"jobs", "N", AT(jobs), "runs at the same time; default: one per processor"},
    {"out", "DIR", AT(out),
     "folder that gets one folder per experiment; default experiments-quick or experiments-full"},
    {"redraw", NULL, AT(redraw),
     "draw and judge the data that are there, also those of another version; nothing is run"},
    {"list", NULL, AT(list), "list the experiments"},
    {"json", NULL, AT(json), "print one JSON object and nothing else"},
    {"quiet", NULL, AT(quiet), "no progress, only the verdicts"},
    {NULL, NULL, 0, NULL},
};

enum { MOST = 32 }; /* most experiments in one command */

static int help(void)
{
    puts("usage: nes experiment ID... [options]\n"
         "       nes experiment all [options]\n"
         "       nes experiment --list\n"
         "\n"
         "Does the experiments again by which the method was published, and says claim by\n"
         "claim what holds: a verdict with the measured figure, the figures as PNG and\n"
         "SVG, the raw data as CSV, a report in Markdown. Run k of everything has the\n"
         "seed k; the data are the same for any number of jobs.\n"
         "\n"
         "An experiment can be interrupted, killed or cut off at any time: the same\n"
         "command goes on where it was. One that is complete is only drawn and judged\n"
         "anew.\n"
         "\n"
         "Options:");
    args_print(table);
    puts("\n"
         "Examples:\n"
         "  nes experiment --list\n"
         "  nes experiment E8\n"
         "  nes experiment E4 --full --out results\n"
         "  nes experiment all --full --out results\n"
         "\n"
         "Exit status: 0 done, whatever the verdicts; 2 wrong command line, 4 a file\n"
         "cannot be written, the folder belongs to something else, or gnuplot is missing\n"
         "(the data are kept), 130 interrupted (Ctrl-C; kept).");
    return EXIT_OK;
}

static int list(void)
{
    const experiment *e;
    for (size_t i = 0; (e = experiment_at(i)) != NULL; i++) {
        printf("  %-5s%s\n       ", e->id, e->title);
        text_wrap(stdout, 7, TEXT_WIDTH, e->paper);
    }
    return EXIT_OK;
}

/* ---- which experiments ---------------------------------------------------------------------- */

static const char *id_at(size_t i, const void *data)
{
    (void)data;
    const experiment *e = experiment_at(i);
    return e == NULL ? NULL : e->id;
}

/* Finds the experiments that are named, in the order of the table and each once. */
static int choose(const char **words, size_t n_words, const experiment **chosen, size_t *n)
{
    bool wanted[MOST] = {false};
    const experiment *e;
    for (size_t k = 0; k < n_words; k++) {
        const bool all = strcasecmp(words[k], "all") == 0;
        if (!all && experiment_find(words[k]) == NULL) {
            char hint[128];
            nes_nearest(words[k], id_at, NULL, "", "; `nes experiment --list` has them", hint,
                        sizeof hint);
            return text_error(EXIT_USAGE, "unknown experiment '%s'%s", words[k], hint);
        }
        for (size_t i = 0; (e = experiment_at(i)) != NULL; i++)
            wanted[i] |= all || e == experiment_find(words[k]);
    }
    for (size_t i = 0; (e = experiment_at(i)) != NULL; i++)
        if (wanted[i]) chosen[(*n)++] = e;
    return *n > 0 ? EXIT_OK
                  : text_error(EXIT_USAGE, "which experiment? `nes experiment --list` has them, "
                                           "`nes experiment all` does all");
}

/* ---- doing them ----------------------------------------------------------------------------- */

/* The reports of the experiments that were done. */
typedef struct reports {
    experiment_report *v[MOST];
    size_t n;
} reports;

/* Does the experiments one after the other. Missing pictures do not stop the next one. */
static int do_all(const experiment **chosen, size_t n, const engine_options *o, bool json,
                  reports *done)
{
    int first = EXIT_OK;
    for (size_t i = 0; i < n; i++) {
        experiment_report *r = NULL;
        if (!o->quiet && !o->redraw) fprintf(stderr, "%s %s\n", chosen[i]->id, chosen[i]->title);
        const int status = engine_run(chosen[i], o, &r);
        if (r != NULL) {
            if (!json) experiment_report_print(r);
            done->v[done->n++] = r;
        }
        if (first == EXIT_OK) first = status;
        if (status != EXIT_OK && r == NULL) break;
    }
    return first;
}

static void print_totals(const reports *r)
{
    static const char *const one[] = {"claim of the paper", "check of our own"};
    static const char *const many[] = {"claims of the paper", "checks of our own"};
    for (int of = 0; of < CLAIMANTS; of++) {
        size_t count[VERDICTS] = {0};
        for (size_t i = 0; i < r->n; i++)
            for (int v = 0; v < VERDICTS; v++)
                count[v] += experiment_report_count(r->v[i], (claimant)of, (verdict)v);
        const size_t all = count[0] + count[1] + count[2];
        printf("%zu %s: %zu hold%s, %zu do%s not hold, %zu %s not comparable\n", all,
               all == 1 ? one[of] : many[of], count[0], count[0] == 1 ? "s" : "", count[1],
               count[1] == 1 ? "es" : "", count[2], count[2] == 1 ? "is" : "are");
    }
}

static void print_json(const reports *r)
{
    cJSON *o = cJSON_CreateObject(), *l = cJSON_CreateArray();
    for (size_t i = 0; i < r->n; i++) json_append(l, experiment_report_json(r->v[i]));
    json_add(o, "experiments", l);
    json_print(o);
}

/* Writes all reports to one file, with a table of what is in it. */
static int write_report(const reports *r, const char *out)
{
    buffer text = {.text = NULL};
    buffer_print(
        &text,
        "# The published experiments, redone\n\n"
        "Written by `nes experiment`, version %s. Every claim of the paper has a verdict: "
        "it holds, it does not\nhold, or it is not comparable, with what was measured and, "
        "where the paper has words such as \"nearly\",\nwith the bounds that we took for "
        "them. Checks of our own are counted apart: of other implementations of the\nsame "
        "algorithms, of what the library does, of what the paper leaves open. Run k of "
        "everything has the\nseed k. Where the paper leaves a choice open, the experiment "
        "says what was chosen; E12 says where such a\nchoice was made to match the "
        "paper.\n\n"
        "| experiment | claims of the paper that hold | do not hold | not comparable | "
        "checks of our own that hold | do not hold | not comparable | processor time |\n"
        "|---|---|---|---|---|---|---|---|\n",
        nes_version());
    for (size_t i = 0; i < r->n; i++) experiment_report_summary(r->v[i], &text);
    for (size_t i = 0; i < r->n; i++) {
        buffer_add(&text, "\n", 1);
        experiment_report_markdown(r->v[i], true, &text);
    }
    const int status = task_folder_write(out, "report.md", &text);
    buffer_free(&text);
    return status;
}

/* ---- the command ---------------------------------------------------------------------------- */

static int read_options(const experiment_options *o, engine_options *e)
{
    if (o->quick && o->full) return text_error(EXIT_USAGE, "--quick and --full: give one of them");
    *e = (engine_options){.out = o->out,
                          .quick = !o->full,
                          .quiet = o->quiet || o->json,
                          .redraw = o->redraw,
                          .jobs = threads_count(0)};
    if (e->out == NULL) e->out = o->full ? "experiments-full" : "experiments-quick";
    if (e->out[0] == '\0') return text_error(EXIT_USAGE, "--out: no name for the folder");
    if (o->jobs == NULL || strcmp(o->jobs, "0") == 0) return EXIT_OK;
    return vector_parse_count("jobs", o->jobs, &e->jobs);
}

int command_experiment(int argc, char **argv)
{
    experiment_options options = {.jobs = NULL};
    const char *words[MOST];
    args_syntax syntax = {.command = "experiment",
                          .options = table,
                          .target = &options,
                          .words = words,
                          .max_words = MOST};
    const args_outcome outcome = args_parse(&syntax, argc, argv);
    if (outcome != ARGS_OK) return outcome == ARGS_HELP ? help() : EXIT_USAGE;
    if (options.list) return list();
    const experiment *chosen[MOST];
    size_t n = 0;
    engine_options engine;
    reports done = {.n = 0};
    int status = choose(words, syntax.n_words, chosen, &n);
    if (status == EXIT_OK) status = read_options(&options, &engine);
    if (status != EXIT_OK) return status;
    interrupt_watch("leaving the runs under way");
    status = do_all(chosen, n, &engine, options.json, &done);
    if (options.json && done.n > 0) print_json(&done);
    if (!options.json && done.n > 1) print_totals(&done);
    if (done.n > 1) {
        const int written = write_report(&done, engine.out);
        if (status == EXIT_OK) status = written;
    }
    for (size_t i = 0; i < done.n; i++) experiment_report_free(done.v[i]);
    return status;
}
