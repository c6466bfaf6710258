/* SPDX-License-Identifier: MIT
 *
 * Reading a list of methods; see compare/method_list.h. */
#include "compare/method_list.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "options/args.h"

/* Options that must be the same for all methods, or the comparison would mean nothing. */
static bool is_shared(const char *name)
{
    static const char *const names[] = {"method",   "seed",   "run",      "max_evals",
                                        "max_time", "target", "maximize", "jobs"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

/* "name=value", of the entry called text. */
static int set_option(method_entry *m, const char *word)
{
    char name[ARGS_NAME_SIZE];
    const char *value = args_setting(word, name);
    if (value == NULL)
        return text_error(EXIT_USAGE,
                          "--methods: '%s' in %s is not an option with its value; write "
                          "NAME:OPTION=VALUE, such as xnes:popsize=50",
                          word, m->text);
    if (is_shared(name))
        return text_error(EXIT_USAGE,
                          "--methods: %.*s in %s: this is the same for all methods; leave it out "
                          "there",
                          (int)strcspn(word, "="), word, m->text);
    if (nes_set(&m->settings, name, value) != NES_OK)
        return text_error(EXIT_USAGE, "--methods: %s: %s", m->text, m->settings.message);
    if (strcmp(name, "sigma") != 0) return 0;
    free(m->sigma);
    m->sigma = memory_text(value);
    return 0;
}

static int read_entry(method_entry *m)
{
    char words[METHOD_TEXT], *rest = words;
    strcpy(words, m->text); /* which is shorter */
    const char *name = text_part(&rest, ':');
    if (nes_set(&m->settings, "method", name) != NES_OK)
        return text_error(EXIT_USAGE, "--methods: %s", m->settings.message);
    int status = 0;
    for (char *word; status == 0 && (word = text_part(&rest, ':')) != NULL;)
        status = set_option(m, word);
    return status;
}

/* An entry of n bytes, put at the end of the list. */
static int add_entry(method_list *l, const char *text, size_t n, const nes_settings *common)
{
    if (n == 0)
        return text_error(EXIT_USAGE, "--methods: a name is empty; write names separated by "
                                      "commas, such as xnes,snes");
    if (n >= METHOD_TEXT)
        return text_error(EXIT_USAGE, "--methods: %.40s...: longer than %d characters", text,
                          METHOD_TEXT - 1);
    l->v = memory_resize(l->v, l->n + 1, sizeof *l->v);
    method_entry *m = &l->v[l->n++];
    *m = (method_entry){.text = memcpy(memory_zeros(n + 1, 1), text, n), .settings = *common};
    for (size_t i = 0; i + 1 < l->n; i++)
        if (strcmp(l->v[i].text, m->text) == 0)
            return text_error(EXIT_USAGE, "--methods: %s is there twice", m->text);
    return read_entry(m);
}

int method_list_parse(const char *text, const nes_settings *common, method_list *l)
{
    int status = 0;
    *l = (method_list){.v = NULL};
    for (const char *at = text; status == 0; at += strcspn(at, ",") + 1) {
        status = add_entry(l, at, strcspn(at, ","), common);
        if (at[strcspn(at, ",")] == '\0') break;
    }
    return status;
}

void method_list_free(method_list *l)
{
    for (size_t i = 0; i < l->n; i++) {
        free(l->v[i].text);
        free(l->v[i].sigma);
    }
    free(l->v);
    *l = (method_list){.v = NULL};
}
