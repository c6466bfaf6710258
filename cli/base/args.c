/* SPDX-License-Identifier: MIT
 *
 * The loop over a command line: an argument that begins with "--" is looked up in the command's
 * table, then in the library's; everything else is a word. A value may follow after "=" or as the
 * next argument, which may be a negative number but not another option. */
#include "base/args.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { NAME_SIZE = 64 };

/* One "--name=value" taken apart. */
typedef struct argument {
    const char *whole;
    char name[NAME_SIZE];
    const char *value; /* null: not given with "=" */
} argument;

static const args_option *own_option(const args_syntax *syntax, const char *name)
{
    for (const args_option *o = syntax->options; o->name != NULL; o++)
        if (strcmp(o->name, name) == 0) return o;
    return NULL;
}

const nes_option *args_library_option(const char *name)
{
    char wanted[NAME_SIZE];
    text_replace(name, '-', '_', wanted, sizeof wanted);
    for (size_t i = 0; i < nes_option_count(); i++)
        if (strcmp(nes_option_at(i)->name, wanted) == 0) return nes_option_at(i);
    return NULL;
}

const nes_option *args_array_at(size_t i)
{
    for (size_t k = 0; i < ARGS_ARRAYS && k < nes_option_count(); k++)
        if (nes_option_at(k)->type == NES_TYPE_ARRAY && i-- == 0) return nes_option_at(k);
    return NULL;
}

size_t args_array_number(const char *name)
{
    const nes_option *wanted = args_library_option(name);
    size_t i = 0;
    for (size_t k = 0; i < ARGS_ARRAYS && k < nes_option_count(); k++) {
        const nes_option *o = nes_option_at(k);
        if (o->type != NES_TYPE_ARRAY) continue;
        if (o == wanted) return i;
        i++;
    }
    return ARGS_ARRAYS;
}

const char *args_array_text(const args_arrays *arrays, const char *name)
{
    const size_t i = args_array_number(name);
    return i == ARGS_ARRAYS ? NULL : arrays->text[i];
}

/* Library options that nes_set() takes. */
static const nes_option *settable(const args_syntax *syntax, const char *name)
{
    const nes_option *o = syntax->settings == NULL ? NULL : args_library_option(name);
    return o != NULL && o->type != NES_TYPE_ARRAY ? o : NULL;
}

static argument take_apart(const char *text)
{
    argument a = {.whole = text};
    const char *name = text + 2, *equals = strchr(name, '=');
    const size_t n = equals == NULL ? strlen(name) : (size_t)(equals - name);
    snprintf(a.name, sizeof a.name, "%.*s", (int)(n < NAME_SIZE ? n : NAME_SIZE - 1), name);
    a.value = equals == NULL ? NULL : equals + 1;
    return a;
}

/* The names of both tables, each once and as typed, for nearest matches. */
typedef struct all_names {
    char text[256][NAME_SIZE];
    size_t n;
} all_names;

static void add_name(all_names *all, const char *name)
{
    if (all->n == sizeof all->text / sizeof *all->text) return;
    text_replace(name, '_', '-', all->text[all->n++], NAME_SIZE);
}

static const char *name_at(size_t i, const void *data)
{
    const all_names *all = data;
    return i < all->n ? all->text[i] : NULL;
}

static args_outcome unknown_option(const args_syntax *syntax, const argument *a)
{
    all_names all = {.n = 0};
    char otherwise[128], hint[256];
    for (size_t i = 0; syntax->options[i].name != NULL; i++)
        add_name(&all, syntax->options[i].name);
    for (size_t i = 0; syntax->settings != NULL && i < nes_option_count(); i++)
        if (own_option(syntax, nes_option_at(i)->name) == NULL)
            add_name(&all, nes_option_at(i)->name);
    snprintf(otherwise, sizeof otherwise, "; `nes %s --help` lists what there is", syntax->command);
    nes_nearest(a->name, name_at, &all, "--", otherwise, hint, sizeof hint);
    text_error(0, "unknown option --%s%s", a->name, hint);
    return ARGS_BAD;
}

/* The value of an option: behind "=", or the next argument, unless that is an option itself. */
static const char *value_of(const argument *a, int argc, char **argv, int *i)
{
    if (a->value != NULL) return a->value;
    if (*i + 1 < argc && strncmp(argv[*i + 1], "--", 2) != 0) return argv[++*i];
    text_error(0, "option --%s needs a value: --%s VALUE or --%s=VALUE", a->name, a->name, a->name);
    return NULL;
}

static bool is_no(const char *value)
{
    return strcmp(value, "no") == 0;
}

static bool is_yes_or_no(const argument *a)
{
    if (a->value == NULL || is_no(a->value) || strcmp(a->value, "yes") == 0) return true;
    text_error(0, "%s: the value of a flag is yes or no", a->whole);
    return false;
}

static args_outcome set_own(const args_syntax *syntax, const args_option *o, const argument *a,
                            int argc, char **argv, int *i)
{
    char *field = (char *)syntax->target + o->offset;
    if (o->value == NULL) {
        if (!is_yes_or_no(a)) return ARGS_BAD;
        const bool on = a->value == NULL || !is_no(a->value);
        memcpy(field, &on, sizeof on);
        return ARGS_OK;
    }
    const char *value = value_of(a, argc, argv, i);
    if (value == NULL) return ARGS_BAD;
    memcpy(field, &value, sizeof value);
    return ARGS_OK;
}

static bool has_word(const nes_option *o, const char *word)
{
    const char *w;
    for (size_t i = 0; (w = nes_option_word(o, i)) != NULL; i++)
        if (strcmp(w, word) == 0) return true;
    return false;
}

/* A flag, or a choice that begins with "no": it may stand without a value, which means yes. */
static bool is_switch(const nes_option *o)
{
    const char *first = nes_option_word(o, 0);
    return o->type == NES_TYPE_FLAG || (first != NULL && is_no(first));
}

static args_outcome set_library(nes_settings *s, const nes_option *o, const argument *a, int argc,
                                char **argv, int *i)
{
    const char *value = a->value;
    const bool word_follows = value == NULL && *i + 1 < argc && has_word(o, argv[*i + 1]);
    if (!is_switch(o) || word_follows)
        value = value_of(a, argc, argv, i);
    else if (value == NULL)
        value = "yes";
    if (value == NULL) return ARGS_BAD;
    if (nes_set(s, o->name, value) == NES_OK) return ARGS_OK;
    text_error(0, "%s", s->message);
    return ARGS_BAD;
}

static args_outcome keep_text(const char **text, const argument *a, int argc, char **argv, int *i)
{
    *text = value_of(a, argc, argv, i);
    return *text == NULL ? ARGS_BAD : ARGS_OK;
}

static args_outcome take_option(args_syntax *syntax, int argc, char **argv, int *i)
{
    const argument a = take_apart(argv[*i]);
    const args_option *own = own_option(syntax, a.name);
    if (own != NULL) return set_own(syntax, own, &a, argc, argv, i);
    const nes_option *o = settable(syntax, a.name);
    if (o != NULL) return set_library(syntax->settings, o, &a, argc, argv, i);
    const size_t array = syntax->arrays == NULL ? ARGS_ARRAYS : args_array_number(a.name);
    if (array < ARGS_ARRAYS) return keep_text(&syntax->arrays->text[array], &a, argc, argv, i);
    if (strncmp(a.name, "no-", 3) == 0 && a.value == NULL) {
        const nes_option *flag = settable(syntax, a.name + 3);
        if (flag != NULL && is_switch(flag))
            return nes_set(syntax->settings, flag->name, "no") == NES_OK ? ARGS_OK : ARGS_BAD;
    }
    return unknown_option(syntax, &a);
}

/* Whether the argument is a flag without a value. */
static bool is_bare_flag(const args_syntax *syntax, const char *text)
{
    if (strncmp(text, "--", 2) != 0) return false;
    const argument a = take_apart(text);
    const args_option *own = own_option(syntax, a.name);
    const nes_option *o = own == NULL ? settable(syntax, a.name) : NULL;
    return a.value == NULL &&
           (own != NULL ? own->value == NULL : o != NULL && o->type == NES_TYPE_FLAG);
}

static args_outcome unexpected_word(const args_syntax *syntax, const char *word, const char *before)
{
    static const char *const answers[] = {"yes", "no", "true", "false", "on", "off", "1", "0"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (strcmp(word, answers[i]) == 0 && is_bare_flag(syntax, before)) {
            text_error(0, "unexpected argument '%s'; %s is a flag: write %s=yes or %s=no", word,
                       before, before, before);
            return ARGS_BAD;
        }
    text_error(0, "unexpected argument '%s'; see `nes %s --help`", word, syntax->command);
    return ARGS_BAD;
}

/* before: the argument in front of the word. */
static args_outcome take_word(args_syntax *syntax, const char *word, const char *before)
{
    if (word[0] == '-' && word[1] != '\0') {
        text_error(0, "unknown option %s; options begin with two dashes", word);
        return ARGS_BAD;
    }
    if (syntax->n_words == syntax->max_words) return unexpected_word(syntax, word, before);
    syntax->words[syntax->n_words++] = word;
    return ARGS_OK;
}

/* Cuts off what follows "--". */
static void take_rest(const args_syntax *syntax, int *argc, char **argv)
{
    for (int i = 1; syntax->rest != NULL && i < *argc; i++)
        if (strcmp(argv[i], "--") == 0) {
            *syntax->rest = argv + i + 1;
            *argc = i;
        }
}

args_outcome args_parse(args_syntax *syntax, int argc, char **argv)
{
    take_rest(syntax, &argc, argv);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return ARGS_HELP;
    syntax->n_words = 0;
    for (int i = 1; i < argc; i++) {
        const bool option = strncmp(argv[i], "--", 2) == 0;
        const args_outcome taken =
            option ? take_option(syntax, argc, argv, &i) : take_word(syntax, argv[i], argv[i - 1]);
        if (taken != ARGS_OK) return ARGS_BAD;
    }
    return ARGS_OK;
}

const char *args_value_word(const nes_option *option)
{
    static const char *const words[] = {
        [NES_TYPE_REAL] = "NUMBER", [NES_TYPE_COUNT] = "COUNT", [NES_TYPE_FLAG] = NULL,
        [NES_TYPE_CHOICE] = "WORD", [NES_TYPE_ARRAY] = "LIST",
    };
    return words[option->type];
}

void args_print_entry(const char *name, const char *value, const char *doc)
{
    enum { COLUMN = 26 };
    const int n = printf("  --%s%s%s", name, value == NULL ? "" : " ", value == NULL ? "" : value);
    if (n >= COLUMN - 1)
        printf("\n%*s", COLUMN, "");
    else
        printf("%*s", COLUMN - n, "");
    text_wrap(stdout, COLUMN, doc);
}

void args_print(const args_option *options)
{
    for (const args_option *o = options; o->name != NULL; o++)
        args_print_entry(o->name, o->value, o->doc);
    args_print_entry("help", NULL, "this text");
}
