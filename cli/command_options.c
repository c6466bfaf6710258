/* SPDX-License-Identifier: MIT
 *
 * nes options: the library's options with default, range and meaning, all or those in which a word
 * occurs (in the name, the section or the sentence). */
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "command.h"
#include "options/args.h"

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
    if (strncmp(word, "--", 2) == 0) word += 2;
    if (occurs(word, o->name) || occurs(word, o->section) || occurs(word, o->doc)) return true;
    for (size_t i = 0; nes_option_word(o, i) != NULL; i++)
        if (occurs(word, nes_option_word(o, i))) return true;
    return false;
}

static void put_words(const nes_option *o, char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; nes_option_word(o, i) != NULL && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "one of " : ", ",
                                 nes_option_word(o, i));
}

/* Adds one end of a range. Numbers of 1e9 and above are no limit. */
static void put_limit(char *text, size_t size, const char *relation, double v)
{
    const size_t used = strlen(text);
    if (isfinite(v) && fabs(v) < 1e9)
        snprintf(text + used, size - used, "%s%s%g", used == 0 ? "" : " and ", relation, v);
}

static void put_range(const nes_option *o, char *text, size_t size)
{
    text[0] = '\0';
    switch (o->type) {
    case NES_TYPE_CHOICE:
        put_words(o, text, size);
        break;
    case NES_TYPE_FLAG:
        snprintf(text, size, "yes or no");
        break;
    case NES_TYPE_ARRAY:
        snprintf(text, size, "numbers separated by commas");
        break;
    default:
        put_limit(text, size, o->open_low ? "greater than " : "at least ", o->low);
        put_limit(text, size, "at most ", o->high);
        if (text[0] == '\0') snprintf(text, size, "any number");
        break;
    }
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", o->automatic ? ", or auto" : "",
             o->off ? ", or off" : "");
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

/* Prints an option. at_length: the words of a choice get their sentences. */
static void print_option(const nes_option *o, bool at_length)
{
    const bool words = at_length && o->type == NES_TYPE_CHOICE;
    char name[NAME_SIZE], range[512];
    const char *value = args_value_word(o);
    put_range(o, range, sizeof range);
    printf("  --%s%s%s\n", text_replace(o->name, '_', '-', name, sizeof name),
           value == NULL ? "" : " ", value == NULL ? "" : value);
    printf("%*s", INDENT, "");
    text_wrap(stdout, INDENT, TEXT_HELP_WIDTH, o->doc);
    printf("%*s", INDENT, "");
    char line[768];
    snprintf(line, sizeof line, "default %s; %s", o->initial, words ? "one of" : range);
    text_wrap(stdout, INDENT, TEXT_HELP_WIDTH, line);
    if (words) print_words(o);
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
    "those in whose name, section or sentence it occurs, and what each value of a\n"
    "choice means. Each is an option of `nes run` and, with underscores, a name for\n"
    "nes_set() in C.\n"
    "\n"
    "Options:\n"
    "@options\n"
    "\nExamples:\n  nes options\n  nes options stop\n  nes options rate";

int command_options(int argc, char **argv)
{
    bool names = false;
    const char *word = NULL;
    const args_option options[] = {{"names", NULL, 0, "only the names, one per line, for scripts"},
                                   {NULL, NULL, 0, NULL}};
    args_syntax syntax = {"options", help, options, &names, .words = &word, .max_words = 1};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    const char *section = "";
    size_t found = 0;
    for (size_t i = 0; i < nes_option_count(); i++) {
        const nes_option *o = nes_option_at(i);
        char name[NAME_SIZE];
        if (!matches(o, word)) continue;
        if (names) {
            printf("--%s\n", text_replace(o->name, '_', '-', name, sizeof name));
        } else {
            if (strcmp(section, o->section) != 0) printf("%s%s\n", found ? "\n" : "", o->section);
            print_option(o, word != NULL);
        }
        section = o->section;
        found++;
    }
    if (found > 0) return EXIT_OK;
    char hint[256];
    nes_nearest(word, option_name, NULL, "", "; `nes options` shows them all", hint, sizeof hint);
    return text_error(EXIT_USAGE, "no option has '%s' in its name, section or sentence%s", word,
                      hint);
}
