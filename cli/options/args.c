/* SPDX-License-Identifier: MIT
 *
 * The loop over a command line: an argument that begins with "--" is looked up in the command's
 * table, then in the library's; everything else is a word. A value may follow after "=" or as the
 * next argument, which may be a negative number but not another option. */
#include "options/args.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "options/repeated.h"

/* One "--name=value" taken apart. */
typedef struct argument {
    char name[ARGS_NAME_SIZE];
    const char *value; /* null: no "=" follows the name */
} argument;

const args_option *args_find(const args_option *options, const char *name)
{
    char wanted[ARGS_NAME_SIZE];
    text_replace(name, '_', '-', wanted, sizeof wanted);
    if (strcmp(wanted, "minimize") == 0) strcpy(wanted, "minimise"); /* the other spelling */
    while (options->name != NULL && strcmp(options->name, wanted) != 0) options++;
    return options->name == NULL ? NULL : options;
}

/* Where the value of an option goes: exactly one of the three, or none. */
typedef struct slot {
    const args_option *own;
    const nes_option *library; /* an option that nes_set() takes */
    const char **array;        /* where the text of an array option goes */
} slot;

static slot find_slot(const args_syntax *syntax, const char *name)
{
    slot to = {.own = args_find(syntax->options, name)};
    if (to.own != NULL) return to;
    const nes_option *o = args_library_option(name);
    if (o == NULL) return to;
    if (o->type != NES_TYPE_ARRAY) {
        if (syntax->settings != NULL) to.library = o;
    } else if (syntax->arrays != NULL) {
        to.array = &syntax->arrays->text[args_array_number(name)];
    }
    return to;
}

static bool is_nothing(const slot *to)
{
    return to->own == NULL && to->library == NULL && to->array == NULL;
}

static argument take_apart(const char *text)
{
    const char *name = text + 2, *equals = strchr(name, '=');
    argument a = {.value = equals == NULL ? NULL : equals + 1};
    snprintf(a.name, sizeof a.name, "%.*s", (int)strcspn(name, "="), name);
    if (strcmp(a.name, "minimize") == 0) strcpy(a.name, "minimise"); /* see args_find() */
    return a;
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

static bool has_word(const nes_option *o, const char *word)
{
    const char *w;
    for (size_t i = 0; (w = nes_option_word(o, i)) != NULL; i++)
        if (strcmp(w, word) == 0) return true;
    return false;
}

/* A flag, or a choice that begins with "no": it may stand without a value, which means yes. */
static bool is_switch(const slot *to)
{
    const nes_option *o = to->library;
    if (o == NULL) return to->own != NULL && to->own->value == NULL;
    const char *first = nes_option_word(o, 0);
    return o->type == NES_TYPE_FLAG || (first != NULL && is_no(first));
}

/* Whether the argument is --no-name for a switch of the library; *to is then that switch. */
static bool is_denied(const args_syntax *syntax, const argument *a, slot *to)
{
    if (strncmp(a->name, "no-", 3) != 0 || a->value != NULL) return false;
    const slot denied = find_slot(syntax, a->name + 3);
    if (denied.library == NULL || !is_switch(&denied)) return false;
    *to = denied;
    return true;
}

/* Sets an option with a value; field: the pointer to the text that it has already, or to null. */
static args_outcome set_text(const args_option *o, const char *value, char *field)
{
    const char *before, *remedy = repeated_remedy(o->name);
    memcpy(&before, field, sizeof before);
    if (before != NULL && remedy != NULL && strcmp(before, value) != 0)
        return text_error(ARGS_BAD, "--%s is given twice, '%.60s' and '%.60s'; %s", o->name, before,
                          value, remedy);
    memcpy(field, &value, sizeof value);
    return ARGS_OK;
}

/* Adds a text to an option that may be given several times. */
static args_outcome add_text(const args_option *o, const char *value, args_list *to)
{
    if (to->n == ARGS_LIST)
        return text_error(ARGS_BAD, "--%s is given more than %d times", o->name, ARGS_LIST);
    to->text[to->n++] = value;
    return ARGS_OK;
}

static args_outcome set_own(const args_syntax *syntax, const args_option *o, const char *value)
{
    char *field = (char *)syntax->target + o->offset;
    if (repeated_is_list(o->name)) return add_text(o, value, (args_list *)(void *)field);
    if (o->value != NULL) return set_text(o, value, field);
    const bool on = !is_no(value);
    if (on && strcmp(value, "yes") != 0)
        return text_error(ARGS_BAD, "--%s=%s: the value of a flag is yes or no", o->name, value);
    memcpy(field, &on, sizeof on);
    return ARGS_OK;
}

static args_outcome set_slot(const args_syntax *syntax, const slot *to, const char *value)
{
    if (to->own != NULL) return set_own(syntax, to->own, value);
    if (to->array != NULL) {
        *to->array = value;
        return ARGS_OK;
    }
    if (nes_set(syntax->settings, to->library->name, value) == NES_OK) return ARGS_OK;
    return text_error(ARGS_BAD, "%s", syntax->settings->message);
}

args_outcome args_set(const args_syntax *syntax, const char *name, const char *value)
{
    const slot to = find_slot(syntax, name);
    return is_nothing(&to) ? args_unknown(syntax, name) : set_slot(syntax, &to, value);
}

bool args_is_known(const args_syntax *syntax, const char *name)
{
    const slot to = find_slot(syntax, name);
    return !is_nothing(&to);
}

bool args_is_switch(const args_syntax *syntax, const char *name)
{
    const slot to = find_slot(syntax, name);
    return is_switch(&to);
}

/* The value for a switch: what is given behind "=", a word of the option that follows, or yes. */
static const char *switch_value(const slot *to, const argument *a, int argc, char **argv, int *i)
{
    if (a->value != NULL) return a->value;
    const bool follows =
        to->library != NULL && *i + 1 < argc && has_word(to->library, argv[*i + 1]);
    return follows ? argv[++*i] : "yes";
}

static args_outcome take_option(args_syntax *syntax, int argc, char **argv, int *i)
{
    const argument a = take_apart(argv[*i]);
    slot to = find_slot(syntax, a.name);
    if (is_nothing(&to))
        return is_denied(syntax, &a, &to) ? set_slot(syntax, &to, "no")
                                          : args_unknown(syntax, a.name);
    const char *value =
        is_switch(&to) ? switch_value(&to, &a, argc, argv, i) : value_of(&a, argc, argv, i);
    return value == NULL ? ARGS_BAD : set_slot(syntax, &to, value);
}

/* Whether the argument is a flag without a value. */
static bool is_bare_flag(const args_syntax *syntax, const char *text)
{
    if (strncmp(text, "--", 2) != 0) return false;
    const argument a = take_apart(text);
    const slot to = find_slot(syntax, a.name);
    return a.value == NULL && is_switch(&to) &&
           (to.library == NULL || to.library->type == NES_TYPE_FLAG);
}

/* Whether the argument is a word such as "yes" behind a flag, which would be the value of that flag
 * behind a "=". */
static bool is_answer(const args_syntax *syntax, const char *word, const char *before)
{
    static const char *const answers[] = {"yes", "no", "true", "false", "on", "off", "1", "0"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (strcmp(word, answers[i]) == 0) return is_bare_flag(syntax, before);
    return false;
}

/* Takes an argument that is no option; before: the argument in front of it. */
static args_outcome take_word(args_syntax *syntax, const char *word, const char *before)
{
    if (word[0] == '-' && word[1] != '\0')
        return text_error(ARGS_BAD, "unknown option %s; options begin with two dashes", word);
    if (is_answer(syntax, word, before))
        return text_error(ARGS_BAD, "unexpected argument '%s'; %s is a flag: write %s=yes or %s=no",
                          word, before, before, before);
    if (syntax->n_words == syntax->max_words)
        return text_error(ARGS_BAD, "unexpected argument '%s'; see `nes %s --help`", word,
                          syntax->command);
    syntax->words[syntax->n_words++] = word;
    return ARGS_OK;
}

/* Takes the arguments behind "--" as a program, if the command has one. */
static void take_rest(const args_syntax *syntax, int *argc, char **argv)
{
    for (int i = 1; syntax->rest != NULL && i < *argc; i++)
        if (strcmp(argv[i], "--") == 0) {
            *syntax->rest = argv + i + 1;
            *argc = i;
        }
}

bool args_is_given(int argc, char **argv, const char *name)
{
    char wanted[ARGS_NAME_SIZE];
    text_replace(name, '_', '-', wanted, sizeof wanted);
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strncmp(argv[i], "--", 2) != 0) continue;
        argument a = take_apart(argv[i]);
        text_replace(a.name, '_', '-', a.name, sizeof a.name);
        const bool denied = strncmp(a.name, "no-", 3) == 0 && strcmp(a.name + 3, wanted) == 0;
        if (denied || strcmp(a.name, wanted) == 0) return true;
    }
    return false;
}

typedef struct word_list {
    const char *const *word;
    size_t n;
} word_list;

static const char *word_at(size_t i, const void *data)
{
    const word_list *l = data;
    return i < l->n ? l->word[i] : NULL;
}

void args_nearest(const char *word, const char *const *known, size_t n, const char *last,
                  char hint[ARGS_HINT_SIZE])
{
    const word_list list = {known, n};
    char all[256] = "; there are ";
    for (size_t i = 0, used = strlen(all); i < n && used < sizeof all; i++)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s",
                                 i == 0       ? ""
                                 : i + 1 == n ? last
                                              : ", ",
                                 known[i]);
    nes_nearest(word, word_at, &list, "", all, hint, ARGS_HINT_SIZE);
}

size_t args_word(const char *name, const char *word, const char *const *known, size_t n)
{
    char hint[ARGS_HINT_SIZE];
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, known[i]) == 0) return i;
    args_nearest(word, known, n, " and ", hint);
    text_error(0, "--%s '%s' is unknown%s", name, word, hint);
    return n;
}

args_outcome args_parse(args_syntax *syntax, int argc, char **argv)
{
    take_rest(syntax, &argc, argv);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return ARGS_HELP;
    syntax->n_words = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0)
            return text_error(ARGS_BAD,
                              "`nes %s` takes no program behind \"--\"; `nes run`, `nes eval` and "
                              "`nes compare` do",
                              syntax->command);
        const bool option = strncmp(argv[i], "--", 2) == 0;
        const args_outcome taken =
            option ? take_option(syntax, argc, argv, &i) : take_word(syntax, argv[i], argv[i - 1]);
        if (taken != ARGS_OK) return ARGS_BAD;
    }
    return ARGS_OK;
}
