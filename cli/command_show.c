/* SPDX-License-Identifier: MIT
 *
 * nes show: prints the state of a run in a folder, during the run or afterwards; or its evaluations
 * as a table. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/json_values.h"
#include "base/text.h"
#include "command.h"
#include "options/args.h"
#include "options/owners.h"
#include "store/pareto.h"
#include "store/standing.h"

typedef struct show_options {
    bool json, evaluations, watch;
    const char *pareto;
} show_options;

const args_option command_show_table[] = {
    {"json", NULL, offsetof(show_options, json), "print one JSON object instead"},
    {"evaluations", NULL, offsetof(show_options, evaluations),
     "print all evaluations as a table (CSV) instead, with a column per variable, "
     "constraint and output"},
    {"pareto", "NAMES", offsetof(show_options, pareto),
     "print as such a table the points that no other one beats in all of these outputs, separated "
     "by commas, such as mass,stress; -freq: this one is to be large; f is the value"},
    {"watch", NULL, offsetof(show_options, watch),
     "print it again whenever it changes, as long as the run is at work or waits for values"},
    {NULL, NULL, 0, NULL},
};

/* What the columns of a row are. */
typedef struct table {
    variables v, outputs; /* owned */
    size_t constraints;
} table;

static void print_header(const table *t)
{
    char text[VARIABLES_NAME_SIZE];
    fputs("id,round,run,generation", stdout);
    for (size_t i = 0; i < t->v.n; i++) printf(",%s", variables_name(&t->v, i, text));
    fputs(",f", stdout);
    for (size_t i = 0; i < t->constraints; i++) printf(",g%zu", i + 1);
    for (size_t i = 0; i < t->outputs.n; i++) printf(",%s", t->outputs.name[i]);
    puts(",status,seconds");
}

/* Prints a row with exact numbers and names of choices; an unknown number is left empty. */
static int print_row(const store_evaluation *e, void *data)
{
    char text[TEXT_NUMBER_SIZE];
    const table *t = data;
    const double *g = e->record.outputs;
    printf("%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, e->record.id, e->round, e->run,
           e->generation);
    for (size_t i = 0; i < e->dim; i++) {
        const scale *s = i < t->v.n ? variables_scale(&t->v, i) : NULL;
        const char *name = s == NULL ? NULL : scale_name(s, e->x[i]);
        printf(",%s", name != NULL ? name : text_number(e->x[i], text));
    }
    printf(",%s", isnan(e->record.f) ? "" : text_number(e->record.f, text));
    for (size_t i = 0; i < t->constraints + t->outputs.n; i++)
        printf(",%s", g == NULL || isnan(g[i]) ? "" : text_number(g[i], text));
    text_print(stdout, ",%s,", e->record.fate == NES_KNOWN ? "known" : e->status);
    if (!isnan(e->record.seconds)) printf("%.6g", e->record.seconds);
    putchar('\n');
    return 0;
}

/* pareto: names for --pareto; null: all evaluations. */
static int print_evaluations(store *s, const char *pareto)
{
    table t = {.constraints = store_constraints(s), .outputs = store_output_names(s)};
    int status = store_get_variables(s, &t.v);
    store_use_outputs(s, t.constraints + t.outputs.n);
    if (status == 0 && pareto != NULL) status = pareto_check(s, pareto);
    if (status == 0) print_header(&t);
    if (status == 0)
        status = pareto != NULL ? pareto_each(s, pareto, print_row, &t)
                                : store_each_evaluation(s, 0, print_row, &t);
    variables_close(&t.v);
    variables_close(&t.outputs);
    return status;
}

static int print_standing(store *s, bool json)
{
    standing t;
    const int status = standing_open(&t, s);
    if (status == 0 && json)
        json_print(standing_json(&t, store_folder(s)));
    else if (status == 0)
        standing_print(&t, store_folder(s));
    standing_close(&t);
    return status;
}

/* Prints where the run stands and waits, until it ends or a signal comes. On a terminal the text is
 * put in the place of the last one; elsewhere one follows the other. */
static int watch(const char *folder)
{
    static const double pause = 1; /* seconds */
    const bool place = isatty(STDOUT_FILENO) != 0;
    bool goes_on = true;
    uint64_t seen = 0;
    int status = 0;
    interrupt_watch("no longer watched; the run goes on");
    while (status == 0 && goes_on && !interrupt_seen()) {
        store *s;
        standing t;
        status = store_open(&s, folder, STORE_READ);
        if (status != 0) return status;
        status = standing_open(&t, s);
        goes_on = t.word == STANDING_LIVE || t.word == STANDING_WAITING;
        const uint64_t now = 2 * (t.evaluations + t.counts.open + t.counts.handed) + goes_on + 1;
        if (status == 0 && (place || now != seen)) {
            fputs(place ? "\033[H\033[J" : seen != 0 ? "\n" : "", stdout);
            standing_print(&t, folder);
            fflush(stdout);
        }
        seen = now;
        standing_close(&t);
        store_close(s);
        if (goes_on && status == 0) clock_sleep(pause);
    }
    return status;
}

static const char help[] =
    "usage: nes show DIR [--json | --evaluations | --pareto NAMES | --watch]\n"
    "\n"
    "Shows where the run stands that `nes run --out DIR` keeps in DIR: its command,\n"
    "whether it is at work and in which process, evaluations, the best value and its\n"
    "point, what failed and why, evaluations that take long with their processes,\n"
    "why it stopped, and how to go on. It may be called at any time, also while the\n"
    "run is at work and after it was killed. It changes nothing.\n"
    "\n"
    "Options:\n"
    "@options\n"
    "\n"
    "Every program that knows SQLite can read the database DIR/run.db, also while\n"
    "the run is at work. Its view `points` has a column per variable.\n"
    "\n"
    "Examples:\n"
    "  nes show wing\n"
    "  nes show wing --watch\n"
    "  nes show wing --json\n"
    "  nes show wing --evaluations > wing.csv\n"
    "  nes show wing --pareto mass,stress\n"
    "  sqlite3 wing/run.db \\\n"
    "    \"SELECT * FROM points WHERE status = 'ok' ORDER BY f LIMIT 5\"";

int command_show(int argc, char **argv)
{
    show_options options = {.json = false};
    const char *folder = NULL;
    args_syntax syntax = {"show",           help,          command_show_table, &options,
                          .words = &folder, .max_words = 1};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    if (folder == NULL) return text_error(EXIT_USAGE, "which run? give its folder: nes show DIR");
    const bool as_table = options.evaluations || options.pareto != NULL;
    if (options.json && as_table)
        return text_error(EXIT_USAGE, "--json and --%s exclude each other",
                          options.evaluations ? "evaluations" : "pareto");
    if (options.watch && (options.json || as_table))
        return text_error(EXIT_USAGE, "--watch shows the run as text: leave out the other options");
    if (options.watch) return watch(folder);
    store *s;
    status = store_open(&s, folder, STORE_READ);
    if (status != 0) return status;
    status = as_table ? print_evaluations(s, options.pareto) : print_standing(s, options.json);
    store_close(s);
    return status;
}
