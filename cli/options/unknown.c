/* SPDX-License-Identifier: MIT
 *
 * What to say of an option that a command does not have: that other commands have it, what it is
 * called here if it is one of other optimisers, or the nearest names. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "options/args.h"
#include "options/owners.h"

enum { ANSWER_SIZE = 256, OWNERS_SIZE = 160, TYPED_SIZE = 2 * ARGS_NAME_SIZE + 2 };

/* The names of all options of a command, each once and as typed, for nearest matches. */
typedef struct all_names {
    char text[256][ARGS_NAME_SIZE];
    size_t n;
} all_names;

static void add_name(all_names *all, const char *name)
{
    if (all->n == sizeof all->text / sizeof *all->text) return;
    text_replace(name, '_', '-', all->text[all->n++], ARGS_NAME_SIZE);
}

static const char *name_at(size_t i, const void *data)
{
    const all_names *all = data;
    return i < all->n ? all->text[i] : NULL;
}

/* Whether the command takes that option of the library. */
static bool takes(const args_syntax *syntax, const nes_option *o)
{
    return o->type == NES_TYPE_ARRAY ? syntax->arrays != NULL : syntax->settings != NULL;
}

static void add_names(all_names *all, const args_syntax *syntax)
{
    const nes_option *o;
    for (size_t i = 0; syntax->options[i].name != NULL; i++) add_name(all, syntax->options[i].name);
    for (size_t i = 0; (o = nes_option_at(i)) != NULL; i++)
        if (takes(syntax, o) && args_find(syntax->options, o->name) == NULL) add_name(all, o->name);
}

/* What is no option of the library: the option of this program that there must be for the answer
 * to be one, and the answer. */
static const struct {
    const char *word, *option, *answer;
} beside[] = {
    {"callback", "out", "`nes ctl DIR stop` ends a run that is kept by --out"},
    {"dim", "dim", "write --dim"},
    {"inject", "inject", "write --inject FILE"},
    {"out", "out", "write --out DIR"},
    {"progress", "quiet", "how the run stands is shown on a terminal, unless --quiet is given"},
    {"vectorized", "jobs", "write --jobs to evaluate points at the same time"},
    {"x0", "x0", "write --x0"},
};

static bool has(const args_syntax *syntax, const char *name)
{
    return syntax == NULL || args_is_known(syntax, name);
}

/* Takes the next "option" or "option=value" as it is typed here: "--option value". */
static bool next_option(const char **at, char name[ARGS_NAME_SIZE], char typed[TYPED_SIZE])
{
    char value[ARGS_NAME_SIZE], hyphens[ARGS_NAME_SIZE];
    const size_t n = strcspn(*at, " "), equals = strcspn(*at, "= ");
    snprintf(name, ARGS_NAME_SIZE, "%.*s", (int)equals, *at);
    snprintf(value, sizeof value, "%.*s", (int)(n - equals), *at + equals);
    if (value[0] == '=') value[0] = ' ';
    text_replace(name, '_', '-', hyphens, sizeof hyphens);
    snprintf(typed, TYPED_SIZE, "--%s%s", hyphens, strcmp(value, " yes") == 0 ? "" : value);
    *at += n + strspn(*at + n, " ");
    return n > 0;
}

const char *args_elsewhere(const args_syntax *syntax, const char *name, char *text, size_t size)
{
    const nes_elsewhere *row = nes_elsewhere_find(name);
    char option[ARGS_NAME_SIZE], typed[TYPED_SIZE];
    size_t used = 0;
    if (row == NULL) return NULL;
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        if (strcmp(row->here, beside[i].word) == 0) {
            snprintf(text, size, "%s", beside[i].answer);
            return has(syntax, beside[i].option) ? text : NULL;
        }
    for (const char *at = row->here; used < size && next_option(&at, option, typed);) {
        if (!has(syntax, option)) return NULL;
        used += (size_t)snprintf(text + used, size - used, "%s%s", used == 0 ? "write " : " and ",
                                 typed);
    }
    if (used < size)
        snprintf(text + used, size - used, "%s%s", used > 0 && row->doc[0] != '\0' ? ": " : "",
                 row->doc);
    return text;
}

/* Other commands have the option. What a run was begun with it keeps; a dry run begins none. */
static args_outcome of_others(const args_syntax *syntax, const char *name, const char *owners,
                              size_t n)
{
    const char run[] = "`nes run`";
    const bool kept =
        syntax->goes_on && strncmp(owners, run, strlen(run)) == 0 && strcmp(name, "dry-run") != 0;
    return text_error(ARGS_BAD, "unknown option --%s for `nes %s`; %s %s it%s", name,
                      syntax->command, owners, n == 1 ? "has" : "have",
                      kept ? ", and a run keeps what it was begun with: begin a new one" : "");
}

args_outcome args_unknown(const args_syntax *syntax, const char *name)
{
    all_names all = {.n = 0};
    char otherwise[128], hint[ARGS_HINT_SIZE], owners[OWNERS_SIZE], answer[ANSWER_SIZE];
    size_t n = owners_of(name, owners, sizeof owners);
    if (n > 0) return of_others(syntax, name, owners, n);
    if (args_elsewhere(syntax, name, answer, sizeof answer) != NULL)
        return text_error(ARGS_BAD, "unknown option --%s; %s", name, answer);
    if (args_elsewhere(NULL, name, answer, sizeof answer) != NULL)
        return text_error(ARGS_BAD, "unknown option --%s for `nes %s`; for `nes run` %s", name,
                          syntax->command, answer);
    add_names(&all, syntax);
    n = owners_in_research(name, owners, sizeof owners);
    snprintf(otherwise, sizeof otherwise, "; `nes %s --help` lists what there is", syntax->command);
    nes_nearest(name, name_at, &all, "--", n > 0 ? "" : otherwise, hint, sizeof hint);
    if (n > 0)
        return text_error(ARGS_BAD, "unknown option --%s for `nes %s`; %s %s it%s", name,
                          syntax->command, owners, n == 1 ? "has" : "have", hint);
    return text_error(ARGS_BAD, "unknown option --%s%s", name, hint);
}
