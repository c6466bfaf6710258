/* SPDX-License-Identifier: MIT
 *
 * nes list: methods, problems, parts and other choices. It reads the tables of the libraries, so
 * that new entries appear by themselves. Every option that takes one of several words is a topic;
 * its name is that of the option, or the plural of the last part of it (families, starts). Without
 * a topic there is a summary, which fits a terminal of 24 lines. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "command.h"
#include "nes/by_name.h"
#include "nes/problems.h"
#include "options/args.h"
#include "options/owners.h"

enum { COLUMN = 28 };

static void entry(const char *name, const char *doc, bool names)
{
    if (names)
        puts(name);
    else
        text_entry(COLUMN, name, doc);
}

static void list_methods(bool names)
{
    entry("auto", nes_option_word_doc(args_library_option("method"), 0), names);
    for (size_t i = 0; i < nes_method_count(); i++) {
        const nes_method *m = nes_method_at(i);
        char text[512];
        snprintf(text, sizeof text, "%s (%s)", m->doc, m->presets);
        entry(m->name, text, names);
    }
}

static void list_problems(bool names)
{
    for (size_t i = 0; i < nes_problem_kind_count(); i++) {
        const nes_problem_kind *k = nes_problem_kind_at(i);
        entry(k->pattern, k->doc, names);
        if (!names) {
            printf("%*s", COLUMN, "");
            text_wrap(stdout, COLUMN, TEXT_HELP_WIDTH, k->formula);
        }
    }
}

static void list_suites(bool names)
{
    for (size_t i = 0; nes_suite_at(i) != NULL; i++)
        entry(nes_suite_at(i)->name, nes_suite_at(i)->doc, names);
}

static void list_stops(bool names)
{
    for (int i = NES_RUNNING + 1; i < NES_STOP_END_; i++)
        entry(nes_stop_name((nes_stop)i), nes_stop_text((nes_stop)i), names);
}

/* Lists the words that an option of the library takes. */
static void list_choices(const nes_option *option, bool names)
{
    const char *word;
    for (size_t i = 0; (word = nes_option_word(option, i)) != NULL; i++)
        entry(word, nes_option_word_doc(option, i), names);
}

/* ---- the names of a topic ------------------------------------------------------------------- */

static const char *method_name(size_t i)
{
    if (i == 0) return "auto";
    return i <= nes_method_count() ? nes_method_at(i - 1)->name : NULL;
}

static const char *problem_name(size_t i)
{
    return i < nes_problem_kind_count() ? nes_problem_kind_at(i)->pattern : NULL;
}

static const char *suite_name(size_t i)
{
    return nes_suite_at(i) == NULL ? NULL : nes_suite_at(i)->name;
}

static const char *stop_name(size_t i)
{
    const size_t stop = NES_RUNNING + 1 + i;
    return stop < NES_STOP_END_ ? nes_stop_name((nes_stop)stop) : NULL;
}

/* ---- topics --------------------------------------------------------------------------------- */

enum { TOPICS_MAX = 64, NAME_SIZE = 64, TITLE_SIZE = 256 };

typedef struct topic {
    char name[NAME_SIZE], title[TITLE_SIZE];
    const char *(*entry)(size_t i); /* the name of entry i; null past the end */
    void (*list)(bool names);
    const nes_option *option; /* option whose words are listed, if list is null */
} topic;

/* All topics, in the order of the listing; those of options are behind the others. */
typedef struct topic_table {
    topic row[TOPICS_MAX];
    size_t n;
} topic_table;

static void add_choice(topic_table *t, const nes_option *o)
{
    topic *row = &t->row[t->n++];
    char name[NAME_SIZE];
    *row = (topic){.option = o};
    text_replace(o->name, '_', '-', name, sizeof name);
    snprintf(row->name, NAME_SIZE, "%s", name);
    snprintf(row->title, TITLE_SIZE, "%c%s (--%s WORD)", toupper((unsigned char)o->doc[0]),
             o->doc + 1, name);
}

static void fill_topics(topic_table *t)
{
    static const topic own[] = {
        {"methods", "Methods (--method NAME)", method_name, list_methods, NULL},
        {"problems", "Problems (--problem ID; N dimension or size, I instance)", problem_name,
         list_problems, NULL},
        {"suites", "Suites of problems (nes bench SUITE)", suite_name, list_suites, NULL},
        {"stops", "Reasons for a run to stop (most are options too)", stop_name, list_stops, NULL},
    };
    memcpy(t->row, own, sizeof own);
    t->n = sizeof own / sizeof *own;
    for (size_t i = 0; i < nes_option_count() && t->n < TOPICS_MAX; i++) {
        const nes_option *o = nes_option_at(i);
        if (o->type == NES_TYPE_CHOICE && strcmp(o->name, "method") != 0) add_choice(t, o);
    }
}

static const char *topic_name(size_t i, const void *data)
{
    const topic_table *t = data;
    return i < t->n ? t->row[i].name : NULL;
}

/* Whether a word means the topic: "family" or "families", "eval-start" or "starts". */
static bool is_topic(const topic *t, const char *word)
{
    char name[NAME_SIZE], plural[NAME_SIZE + 4];
    text_replace(word, '_', '-', name, sizeof name);
    if (strcmp(name, t->name) == 0) return true;
    const char *part = strrchr(t->name, '-') == NULL ? t->name : strrchr(t->name, '-') + 1;
    const size_t n = strlen(part);
    if (part[n - 1] == 'y')
        snprintf(plural, sizeof plural, "%.*sies", (int)n - 1, part);
    else
        snprintf(plural, sizeof plural, "%ss", part);
    return strcmp(name, plural) == 0;
}

/* The first topic that has an entry of that name, such as methods for "xnes"; null: none has. */
static const topic *topic_with(const topic_table *t, const char *name)
{
    for (size_t i = 0; i < t->n; i++) {
        const topic *row = &t->row[i];
        const char *have;
        for (size_t k = 0;
             (have = row->entry != NULL ? row->entry(k) : nes_option_word(row->option, k)) != NULL;
             k++)
            if (strcmp(have, name) == 0) return row;
    }
    return NULL;
}

const args_option command_list_table[] = {
    {"names", NULL, 0, "only the names, one per line, for scripts"}, {NULL, NULL, 0, NULL}};

static int help(const topic_table *t)
{
    puts("usage: nes list [TOPIC] [--names]\n\nLists what there is to choose from: a summary, or "
         "all of a topic. Topics:");
    entry("all", "Everything", false);
    entry("topics", "The names of these topics", false);
    for (size_t i = 0; i < t->n; i++) entry(t->row[i].name, t->row[i].title, false);
    puts("\nOptions:");
    args_print(command_list_table);
    puts(
        "\nExamples:\n  nes list\n  nes list methods\n  nes list problems --names\n  nes list all");
    return EXIT_OK;
}

/* ---- the summary ---------------------------------------------------------------------------- */

enum { INDENT = 4, SUMMARY_ROWS = 3 };

/* Adds a name to the summary; false: its lines are full. */
static bool add_name(buffer *line, const char *name, size_t *rows)
{
    const size_t more = sizeof " and 999 more" - 1; /* which may have to follow in the last line */
    const size_t width = TEXT_HELP_WIDTH - (*rows + 1 == SUMMARY_ROWS ? more : 0);
    if (line->n + 1 + strlen(name) > width) {
        if (++*rows == SUMMARY_ROWS) return false;
        printf("%s\n", line->text);
        line->n = 0;
        buffer_print(line, "%*s", INDENT - 1, "");
    }
    buffer_print(line, " %s", name);
    return true;
}

/* Prints names as some lines, and how many there are besides. */
static void summarise(const char *(*name)(size_t i, const void *data), const void *data)
{
    buffer line = {.text = NULL};
    size_t rows = 0, shown = 0, n = 0;
    const char *text;
    buffer_print(&line, "%*s", INDENT - 1, "");
    while ((text = name(shown, data)) != NULL && add_name(&line, text, &rows)) shown++;
    for (n = shown; name(n, data) != NULL;) n++;
    if (n > shown) buffer_print(&line, " and %zu more", n - shown);
    printf("%s\n", line.text);
    buffer_free(&line);
}

static const char *entry_name(size_t i, const void *data)
{
    const topic *t = data;
    return t->entry(i);
}

/* The names of topics that are options. */
static const char *option_name(size_t i, const void *data)
{
    const topic_table *t = data;
    size_t first = 0;
    while (first < t->n && t->row[first].option == NULL) first++;
    return first + i < t->n ? t->row[first + i].name : NULL;
}

static void summary(const topic_table *t)
{
    for (size_t i = 0; i < t->n && t->row[i].option == NULL; i++) {
        printf("%s: see nes list %s\n", t->row[i].title, t->row[i].name);
        summarise(entry_name, &t->row[i]);
    }
    puts("Words of options (--OPTION WORD): see nes list OPTION");
    summarise(option_name, t);
    puts("\n`nes list all` has everything, and `nes options WORD` searches all options.");
}

/* ---- the command ---------------------------------------------------------------------------- */

/* Lists the topics that the word means, or all if it is null. Returns whether it listed any. */
static bool list(const topic_table *t, const char *word, bool names)
{
    bool found = false;
    for (size_t i = 0; i < t->n; i++) {
        const topic *row = &t->row[i];
        if (word != NULL && !is_topic(row, word)) continue;
        if (!names) printf("%s%s\n", found ? "\n" : "", row->title);
        if (row->list != NULL)
            row->list(names);
        else
            list_choices(row->option, names);
        found = true;
    }
    return found;
}

int command_list(int argc, char **argv)
{
    bool names = false;
    const char *word = NULL;
    args_syntax syntax = {.command = "list",
                          .options = command_list_table,
                          .target = &names,
                          .words = &word,
                          .max_words = 1};
    const args_outcome outcome = args_parse(&syntax, argc, argv);
    topic_table t;
    fill_topics(&t);
    if (outcome != ARGS_OK) return outcome == ARGS_HELP ? help(&t) : EXIT_USAGE;
    if (word != NULL && strcmp(word, "topics") == 0) {
        for (size_t i = 0; i < t.n; i++) entry(t.row[i].name, t.row[i].title, names);
        return EXIT_OK;
    }
    if (word == NULL && !names) {
        summary(&t);
        return EXIT_OK;
    }
    if (list(&t, word != NULL && strcmp(word, "all") == 0 ? NULL : word, names)) return EXIT_OK;
    const topic *with = topic_with(&t, word);
    if (with != NULL)
        return text_error(EXIT_USAGE, "no topic '%s' to list; it is an entry of `nes list %s`",
                          word, with->name);
    char hint[256];
    nes_nearest(word, topic_name, &t, "", "; `nes list --help` has the topics", hint, sizeof hint);
    return text_error(EXIT_USAGE, "no topic '%s' to list%s", word, hint);
}
