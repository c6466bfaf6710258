/* SPDX-License-Identifier: MIT
 *
 * nes list: what there is to choose from, read from the tables of the libraries, so that a new
 * method, problem or part appears here by itself. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "args.h"
#include "command.h"
#include "nes/nes.h"
#include "nes/problems.h"
#include "text.h"

enum { COLUMN = 28 };

static void entry(const char *name, const char *doc, bool names)
{
    if (names) {
        puts(name);
        return;
    }
    const int n = printf("  %s", name);
    if (n >= COLUMN - 1)
        printf("\n%*s", COLUMN, "");
    else
        printf("%*s", COLUMN - n, "");
    text_wrap(stdout, COLUMN, doc);
}

static void list_methods(const char *option, bool names)
{
    (void)option;
    entry("auto", nes_option_word_doc(args_library_option("method"), 0), names);
    for (size_t i = 0; i < nes_method_count(); i++) {
        const nes_method *m = nes_method_at(i);
        char text[512];
        snprintf(text, sizeof text, "%s (%s, %s, %s)", m->doc, m->family, m->gradient, m->scheme);
        entry(m->name, text, names);
    }
}

static void list_problems(const char *option, bool names)
{
    (void)option;
    for (size_t i = 0; i < nes_problem_kind_count(); i++) {
        const nes_problem_kind *k = nes_problem_kind_at(i);
        entry(k->pattern, k->doc, names);
        if (!names) {
            printf("%*s", COLUMN, "");
            text_wrap(stdout, COLUMN, k->formula);
        }
    }
}

static void list_stops(const char *option, bool names)
{
    (void)option;
    for (int i = NES_RUNNING + 1; i < NES_STOP_END_; i++)
        entry(nes_stop_name((nes_stop)i), nes_stop_text((nes_stop)i), names);
}

/* The words that an option of the library takes. */
static void list_choices(const char *option, bool names)
{
    const nes_option *o = args_library_option(option);
    const char *word;
    for (size_t i = 0; o != NULL && (word = nes_option_word(o, i)) != NULL; i++)
        entry(word, nes_option_word_doc(o, i), names);
}

static const struct topic {
    const char *name, *title;
    void (*list)(const char *option, bool names);
    const char *option;
} topics[] = {
    {"methods", "Methods (--method NAME)", list_methods, NULL},
    {"problems", "Problems (--problem ID, N is the dimension)", list_problems, NULL},
    {"stops", "Reasons for a run to stop (most are options too)", list_stops, NULL},
    {"families", "Search distributions (--family NAME)", list_choices, "family"},
    {"gradients", "Ways from samples to a step (--gradient NAME)", list_choices, "gradient"},
    {"schemes", "Ways to make a generation (--scheme NAME)", list_choices, "scheme"},
    {"shapings", "Ways from values to utilities (--shaping NAME)", list_choices, "shaping"},
    {"bounds", "Ways to keep points inside the bounds (--bounds NAME)", list_choices, "bounds"},
};

enum { TOPICS = sizeof topics / sizeof *topics };

static const char *topic_name(size_t i, const void *data)
{
    (void)data;
    return i < TOPICS ? topics[i].name : NULL;
}

static int help(void)
{
    puts("usage: nes list [TOPIC] [--names]\n\nLists what there is to choose from. Topics:");
    for (size_t i = 0; i < TOPICS; i++) entry(topics[i].name, topics[i].title, false);
    puts("\nOptions:");
    args_print_entry("names", NULL, "only the names, one per line, for scripts");
    args_print_entry("help", NULL, "this text");
    puts("\nExamples:\n  nes list\n  nes list methods\n  nes list problems --names");
    return EXIT_OK;
}

int command_list(int argc, char **argv)
{
    bool names = false;
    const char *topic = NULL;
    const args_option options[] = {{"names", NULL, 0, ""}, {NULL, NULL, 0, NULL}};
    args_syntax syntax = {
        .command = "list", .options = options, .target = &names, .words = &topic, .max_words = 1};
    const args_outcome outcome = args_parse(&syntax, argc, argv);
    if (outcome != ARGS_OK) return outcome == ARGS_HELP ? help() : EXIT_USAGE;
    bool found = false;
    for (size_t i = 0; i < TOPICS; i++) {
        if (topic != NULL && strcmp(topic, topics[i].name) != 0) continue;
        if (!names) printf("%s%s\n", found ? "\n" : "", topics[i].title);
        topics[i].list(topics[i].option, names);
        found = true;
    }
    if (found) return EXIT_OK;
    char hint[256];
    nes_nearest(topic, topic_name, NULL, "", "; `nes list --help` has the topics", hint,
                sizeof hint);
    return text_error(EXIT_USAGE, "no topic '%s' to list%s", topic, hint);
}
