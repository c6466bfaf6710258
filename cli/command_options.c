/* SPDX-License-Identifier: MIT
 *
 * nes options: the library's options with default, range and meaning, all or those in which a word
 * occurs (in the name, the section or the sentence). */
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "command.h"
#include "options/args.h"
#include "options/owners.h"

enum { INDENT = 6, NAME_SIZE = 64 };

/* Whether the word occurs in the text, in upper or lower case, with "-" for "_". */
static bool occurs(const char *word, const char *text)
{
    if (text == NULL) return false;
    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (word[i] != '\0' && text[i] != '\0') {
            const int a = tolower((unsigned char)word[i]), b = tolower((unsigned char)text[i]);
            if ((a == '-' ? '_' : a) != (b == '-' ? '_' : b)) break;
            i++;
        }
        if (word[i] == '\0') return true;
    }
    return *word == '\0';
}

static bool matches(const nes_option *o, const char *word)
{
    if (word == NULL) return true;
    if (occurs(word, o->name) || occurs(word, o->section) || occurs(word, o->doc)) return true;
    for (size_t i = 0; nes_option_word(o, i) != NULL; i++)
        if (occurs(word, nes_option_word(o, i))) return true;
    return false;
}

/* Adds one end of a range to the text. A limit of 1e9 or more counts as none. */
static void put_limit(buffer *text, const char *relation, double v)
{
    if (isfinite(v) && fabs(v) < 1e9)
        buffer_print(text, "%s%s%g", text->n == 0 ? "" : " and ", relation, v);
}

static void put_range(const nes_option *o, buffer *text)
{
    switch (o->type) {
    case NES_TYPE_CHOICE:
        for (size_t i = 0; nes_option_word(o, i) != NULL; i++)
            buffer_print(text, "%s%s", i == 0 ? "one of " : ", ", nes_option_word(o, i));
        break;
    case NES_TYPE_FLAG:
        buffer_print(text, "yes or no");
        break;
    case NES_TYPE_ARRAY:
        buffer_print(text, "numbers separated by commas");
        break;
    default:
        put_limit(text, o->open_low ? "greater than " : "at least ", o->low);
        put_limit(text, "at most ", o->high);
        if (text->n == 0) buffer_print(text, "any number");
        break;
    }
    buffer_print(text, "%s%s", o->automatic ? ", or auto" : "", o->off ? ", or off" : "");
}

/* Prints the words of a choice, each with its sentence. */
static void print_words(const nes_option *o)
{
    enum { COLUMN = INDENT + 22 };
    const char *word;
    for (size_t i = 0; (word = nes_option_word(o, i)) != NULL; i++) {
        const int n = printf("%*s%s ", INDENT + 2, "", word);
        printf("%*s", n < COLUMN ? COLUMN - n : 0, "");
        text_wrap(stdout, COLUMN, TEXT_HELP_WIDTH, nes_option_word_doc(o, i));
    }
}

static void print_indented(const char *text)
{
    printf("%*s", INDENT, "");
    text_wrap(stdout, INDENT, TEXT_HELP_WIDTH, text);
}

/* Prints an option. at_length: each word of a choice is printed with its sentence. */
static void print_option(const nes_option *o, bool at_length)
{
    const bool words = at_length && o->type == NES_TYPE_CHOICE;
    char name[NAME_SIZE];
    buffer range = {.text = NULL}, line = {.text = NULL};
    const char *value = args_value_word(o);
    const nes_elsewhere *elsewhere = nes_elsewhere_find(o->name); /* where it is another one */
    put_range(o, &range);
    buffer_print(&line, "default %s; %s", o->initial, words ? "one of" : range.text);
    printf("  --%s%s%s\n", text_replace(o->name, '_', '-', name, sizeof name),
           value == NULL ? "" : " ", value == NULL ? "" : value);
    print_indented(o->doc);
    print_indented(line.text);
    if (words) print_words(o);
    if (at_length && elsewhere != NULL) print_indented(elsewhere->doc);
    buffer_free(&range);
    buffer_free(&line);
}

static const char *option_name(size_t i, const void *data)
{
    (void)data;
    return i < nes_option_count() ? nes_option_at(i)->name : NULL;
}

static const char help[] =
    "usage: nes options [WORD] [--names]\n"
    "\n"
    "Shows the options of the library with meaning, default (a formula of the\n"
    "dimension d and the population size n where it is one) and range; with WORD\n"
    "those in whose name, section or sentence it occurs, that of this very name\n"
    "first, and what each value of a choice means. Each is an option of `nes run`\n"
    "and, with underscores, a name for nes_set() in C. Names that other optimisers\n"
    "have for an option, such as maxfevals, are found too.\n"
    "\n"
    "Options:\n"
    "@options\n"
    "\nExamples:\n  nes options\n  nes options stop\n  nes options rate";

/* Whether the word is the name of the option, in any case, as typed or as in C. */
static bool is_called(const nes_option *o, const char *word)
{
    if (word == NULL) return false;
    return strlen(word) == strlen(o->name) && occurs(word, o->name);
}

/* A list of options, which is printed by sections. */
typedef struct listing {
    const char *section; /* of the last option */
    size_t n;
    bool names, at_length;
} listing;

static void list_option(listing *l, const nes_option *o)
{
    char name[NAME_SIZE];
    if (l->names) {
        printf("--%s\n", text_replace(o->name, '_', '-', name, sizeof name));
    } else {
        if (l->n == 0 || strcmp(l->section, o->section) != 0)
            printf("%s%s\n", l->n > 0 ? "\n" : "", o->section);
        print_option(o, l->at_length);
    }
    l->section = o->section;
    l->n++;
}

/* Lists the option of that name, and then all others in which the word occurs. */
static void list_matches(listing *l, const char *word)
{
    const nes_option *o;
    for (size_t i = 0; (o = nes_option_at(i)) != NULL; i++)
        if (is_called(o, word)) list_option(l, o);
    for (size_t i = 0; (o = nes_option_at(i)) != NULL; i++)
        if (!is_called(o, word) && matches(o, word)) list_option(l, o);
}

/* What to say of a word that is in no option of the library. */
static int not_found(const char *word)
{
    char owners[128], hint[256];
    const size_t n = owners_of(word, owners, sizeof owners);
    if (n > 0)
        return text_error(EXIT_USAGE, "no option of the library is '%s'; %s %s --%s", word, owners,
                          n == 1 ? "has" : "have", word);
    nes_nearest(word, option_name, NULL, "", "; `nes options` shows them all", hint, sizeof hint);
    return text_error(EXIT_USAGE, "no option has '%s' in its name, section or sentence%s", word,
                      hint);
}

/* Lists the options that a name of other optimisers stands for, below a line that says so. Returns
 * the exit status. */
static int list_elsewhere(listing *l, const char *word)
{
    char answer[256], name[NAME_SIZE];
    const nes_elsewhere *row = nes_elsewhere_find(word);
    if (row == NULL) return not_found(word);
    args_elsewhere(NULL, word, answer, sizeof answer);
    if (!l->names) printf("%s is a name of other optimisers; %s\n", word, answer);
    for (const char *at = row->here; *at != '\0'; at += strspn(at, " ")) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "= "), at);
        const nes_option *o = args_library_option(name);
        if (!l->names && o != NULL && l->n == 0) putchar('\n');
        if (o != NULL) list_option(l, o);
        at += strcspn(at, " ");
    }
    return EXIT_OK;
}

const args_option command_options_table[] = {
    {"names", NULL, 0, "only the names, one per line, for scripts"}, {NULL, NULL, 0, NULL}};

/* The name of an option, as it is typed with its dashes, is a word to look for. */
static void take_dashes(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const bool dashes = strncmp(argv[i], "--", 2) == 0 && argv[i][2] != '\0';
        if (dashes && strcmp(argv[i], "--help") != 0 &&
            args_find(command_options_table, argv[i] + 2) == NULL)
            argv[i] += 2;
    }
}

int command_options(int argc, char **argv)
{
    bool names = false;
    const char *word = NULL;
    args_syntax syntax = {"options", help,           command_options_table,
                          &names,    .words = &word, .max_words = 1};
    int status;
    take_dashes(argc, argv);
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    listing l = {.names = names, .at_length = word != NULL};
    list_matches(&l, word);
    return l.n > 0 ? EXIT_OK : list_elsewhere(&l, word);
}
