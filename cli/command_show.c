/* SPDX-License-Identifier: MIT
 *
 * nes show: prints the state of a run in a folder, during the run or afterwards; or its evaluations
 * as a table. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"
#include "command.h"
#include "options/args.h"
#include "store/standing.h"

typedef struct show_options {
    bool json, evaluations;
} show_options;

static const args_option table[] = {
    {"json", NULL, offsetof(show_options, json), "print one JSON object instead"},
    {"evaluations", NULL, offsetof(show_options, evaluations),
     "print all evaluations as a table (CSV) instead, with a column per variable"},
    {NULL, NULL, 0, NULL},
};

static void print_header(const variables *v)
{
    char text[VARIABLES_NAME_SIZE];
    fputs("id,round,run,generation", stdout);
    for (size_t i = 0; i < v->n; i++) printf(",%s", variables_name(v, i, text));
    puts(",f,status,seconds");
}

/* Prints a row with exact numbers; an unknown number is left empty. */
static int print_row(const store_evaluation *e, void *data)
{
    char text[TEXT_NUMBER_SIZE];
    (void)data;
    printf("%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, e->record.id, e->round, e->run,
           e->generation);
    for (size_t i = 0; i < e->dim; i++) printf(",%s", text_number(e->x[i], text));
    printf(",%s", isnan(e->record.f) ? "" : text_number(e->record.f, text));
    text_print(stdout, ",%s,", e->status);
    if (!isnan(e->record.seconds)) printf("%.6g", e->record.seconds);
    putchar('\n');
    return 0;
}

static int print_evaluations(store *s)
{
    variables v;
    const int status = store_get_variables(s, &v);
    if (status != 0) return status;
    print_header(&v);
    variables_close(&v);
    return store_each_evaluation(s, 0, print_row, NULL);
}

static int print_standing(store *s, bool json)
{
    standing t;
    const int status = standing_open(&t, s);
    if (status == 0 && json)
        standing_json(&t, store_folder(s));
    else if (status == 0)
        standing_print(&t, store_folder(s));
    standing_close(&t);
    return status;
}

static const char help[] =
    "usage: nes show DIR [--json | --evaluations]\n"
    "\n"
    "Shows where the run stands that `nes run --out DIR` keeps in DIR: its command,\n"
    "whether it is at work and in which process, evaluations, the best value and its\n"
    "point, what failed and why, why it stopped, and how to go on. It may be called\n"
    "at any time, also while the run is at work and after it was killed. It changes\n"
    "nothing.\n"
    "\n"
    "Options:\n"
    "@options\n"
    "\n"
    "Every program that knows SQLite can read the database DIR/run.db, also while\n"
    "the run is at work. Its view `points` has a column per variable.\n"
    "\n"
    "Examples:\n"
    "  nes show wing\n"
    "  nes show wing --json\n"
    "  nes show wing --evaluations > wing.csv\n"
    "  sqlite3 wing/run.db \\\n"
    "    \"SELECT * FROM points WHERE status = 'ok' ORDER BY f LIMIT 5\"";

int command_show(int argc, char **argv)
{
    show_options options = {.json = false};
    const char *folder = NULL;
    args_syntax syntax = {"show", help, table, &options, .words = &folder, .max_words = 1};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    if (folder == NULL) return text_error(EXIT_USAGE, "which run? give its folder: nes show DIR");
    if (options.json && options.evaluations)
        return text_error(EXIT_USAGE, "--json and --evaluations exclude each other");
    store *s;
    status = store_open(&s, folder, STORE_READ);
    if (status != 0) return status;
    status = options.evaluations ? print_evaluations(s) : print_standing(s, options.json);
    store_close(s);
    return status;
}
