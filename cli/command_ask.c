/* SPDX-License-Identifier: MIT
 *
 * nes ask: prints points without values, for people who measure by hand or have a scheduler of
 * their own. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/json_values.h"
#include "base/text.h"
#include "base/vector.h"
#include "command.h"
#include "options/args.h"
#include "options/owners.h"
#include "session/by_hand.h"

typedef struct ask_options {
    bool json, csv, again;
    const char *changed;
} ask_options;

const args_option command_ask_table[] = {
    {"json", NULL, offsetof(ask_options, json),
     "print a list in JSON: [{\"id\":0,\"x\":{\"heat\":1.5,...}},...]"},
    {"csv", NULL, offsetof(ask_options, csv),
     "print a table with commas, and the names in its first line"},
    {"again", NULL, offsetof(ask_options, again),
     "print also points that were printed before and wait for their values"},
    ACCEPT_OPTION(offsetof(ask_options, changed)),
    {NULL, NULL, 0, NULL},
};

static const char help[] =
    "usage: nes ask DIR [N] [options]\n"
    "\n"
    "For a run whose values you measure yourself, or let your own scheduler compute.\n"
    "`nes run --by-hand --out DIR` makes its folder. `nes ask` prints points, one\n"
    "per line: the id, then the variables; N points at most, or all that are new.\n"
    "`nes tell DIR` takes their values, in any order, over days. Every point is\n"
    "printed once. When all points of a generation have values, the next ask prints\n"
    "the next generation.\n"
    "\n"
    "Options:\n"
    "@options\n"
    "\n"
    "Options that say when to stop, such as --max-evals and --target, are taken too.\n"
    "With them a run that has ended goes on.\n"
    "\n"
    "Examples:\n"
    "  nes run --by-hand --names heat,flow --lower 0 --upper 10 --out lab\n"
    "  nes ask lab 3\n"
    "  echo 2 17.5 | nes tell lab";

/* Prints points, and notes in the database that they were handed out. */
typedef struct printer {
    by_hand *hand;
    const ask_options *options;
    size_t room, printed, out; /* points to print at most; points printed; points left because they
                                  were handed out before */
    cJSON *list;
    cache open; /* points that wait, of which each is printed once */
} printer;

static void print_line(const printer *p, const store_evaluation *e)
{
    buffer line = {.text = NULL};
    buffer_print(&line, "%" PRIu64, e->record.id);
    for (size_t i = 0; i < e->dim; i++) {
        buffer_print(&line, "%s", p->options->csv ? "," : " ");
        scale_put(variables_scale(&p->hand->variables, i), e->x[i], &line);
    }
    puts(line.text);
    buffer_free(&line);
}

static void add_object(const printer *p, const store_evaluation *e)
{
    cJSON *point = cJSON_CreateObject(), *x = cJSON_CreateObject();
    char name[VARIABLES_NAME_SIZE];
    for (size_t i = 0; i < e->dim; i++)
        json_add(x, variables_name(&p->hand->variables, i, name),
                 variables_value_json(&p->hand->variables, i, e->x[i]));
    json_add(point, "id", json_from_count(e->record.id));
    json_add(point, "x", x);
    json_append(p->list, point);
}

static int print_point(const store_evaluation *e, void *data)
{
    printer *p = data;
    if (e->record.fate != NES_WAITING || p->printed == p->room) return 0;
    if (p->hand->caches && !cache_add(&p->open, e->x, NAN, NULL)) return 0; /* it has an equal */
    if (e->handed && !p->options->again) {
        p->out++;
        return 0;
    }
    p->printed++;
    if (p->options->json)
        add_object(p, e);
    else
        print_line(p, e);
    return store_set_handed(p->hand->store, e->round, e->record.id);
}

static void print_header(const printer *p)
{
    char name[VARIABLES_NAME_SIZE];
    const char between = p->options->csv ? ',' : ' ';
    if (p->options->json) return;
    fputs(p->options->csv ? "id" : "# id", stdout);
    for (size_t i = 0; i < p->hand->variables.n; i++)
        printf("%c%s", between, variables_name(&p->hand->variables, i, name));
    putchar('\n');
}

/* Says why no point was printed. */
static void explain(const printer *p)
{
    const char *folder = store_folder(p->hand->store);
    nes_result r;
    nes_get_result(p->hand->opt, &r);
    if (r.stop != NES_RUNNING)
        text_print(stderr, "nes: the run has ended: %s; `nes show %s` has the result\n",
                   r.stop_text, folder);
    else if (p->out == 1)
        text_print(stderr,
                   "nes: the only point that waits for a value is out; tell its value, or print it "
                   "with `nes ask %s --again`\n",
                   folder);
    else if (p->out > 1)
        text_print(stderr,
                   "nes: all %zu points that wait for values are out; tell their values, or print "
                   "them with `nes ask %s --again`\n",
                   p->out, folder);
}

static int print_points(printer *p)
{
    if (p->options->json) p->list = cJSON_CreateArray();
    print_header(p);
    int status = 0;
    if (nes_stopped(p->hand->opt) == NES_RUNNING)
        status = store_each_evaluation(p->hand->store, p->hand->round, print_point, p);
    if (status == 0) status = by_hand_keep(p->hand);
    if (status == 0 && p->options->json) json_print(p->list);
    if (status == 0 && p->printed == 0) explain(p);
    return status;
}

int command_ask(int argc, char **argv)
{
    ask_options options = {.json = false};
    const char *words[2];
    nes_settings more;
    nes_settings_default(&more);
    args_syntax syntax = {
        "ask",          help,           command_ask_table, &options, .settings = &more,
        .words = words, .max_words = 2, .goes_on = true};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    if (syntax.n_words == 0)
        return text_error(EXIT_USAGE, "which run? give its folder: nes ask DIR");
    size_t room = SIZE_MAX;
    if (syntax.n_words == 2 && !vector_is_count(words[1], &room))
        return text_error(EXIT_USAGE,
                          "`nes ask %s %s`: the number of points must be a whole number from 1 on",
                          words[0], words[1]);
    by_hand h;
    printer p = {.hand = &h, .options = &options, .room = room};
    buffer set = {.text = NULL};
    limits_print_given(&set, &more, argc, argv);
    const acceptance a = {.command = "ask", .word = options.changed};
    status = by_hand_open(&h, words[0], set.n > 0 ? set.text : "", &a);
    buffer_free(&set);
    if (status == 0) cache_open(&p.open, NULL, h.variables.n, 0);
    if (status == 0) status = print_points(&p);
    cache_close(&p.open);
    by_hand_close(&h);
    return status;
}
