/* SPDX-License-Identifier: MIT
 *
 * Reading lists of methods and of problems; see compare/compare_lists.h. */
#include "compare/compare_lists.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "options/args.h"

/* ---- methods -------------------------------------------------------------------------------- */

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

/* ---- problems ------------------------------------------------------------------------------- */

static const char DIGITS[] = "0123456789";

/* A range in an id: from `first` with so many digits to `last`, between two parts of the text. */
typedef struct id_range {
    size_t before, digits, length; /* bytes in front of it; of its first number; of all of it */
    unsigned long first, last;
} id_range;

/* The first range in an id: a letter behind an underscore, then N-M. Length 0: there is none. */
static id_range find_range(const char *id)
{
    for (const char *part = strchr(id, '_'); part != NULL; part = strchr(part + 1, '_')) {
        if (part[1] == '\0') break;
        const char *number = part + 2;
        const size_t digits = strspn(number, DIGITS);
        if (digits == 0 || number[digits] != '-') continue;
        const size_t more = strspn(number + digits + 1, DIGITS);
        if (more == 0) continue;
        return (id_range){.before = (size_t)(number - id),
                          .digits = digits,
                          .length = digits + 1 + more,
                          .first = strtoul(number, NULL, 10),
                          .last = strtoul(number + digits + 1, NULL, 10)};
    }
    return (id_range){.length = 0};
}

/* Appends what an id stands for. */
static int expand(id_list *l, const char *id)
{
    const id_range r = find_range(id);
    if (l->n == ID_LIST_MOST)
        return text_error(EXIT_USAGE, "--problems: more than %d of them", ID_LIST_MOST);
    if (r.length == 0) {
        l->v = memory_resize(l->v, l->n + 1, sizeof *l->v);
        l->v[l->n++] = memory_text(id);
        return 0;
    }
    if (r.first > r.last)
        return text_error(EXIT_USAGE, "--problems %s: the range %.*s runs backwards", id,
                          (int)r.length, id + r.before);
    int status = 0;
    for (unsigned long k = r.first; k <= r.last && status == 0; k++) {
        buffer one = {.text = NULL};
        buffer_print(&one, "%.*s%0*lu%s", (int)r.before, id, (int)r.digits, k,
                     id + r.before + r.length);
        status = expand(l, one.text);
        buffer_free(&one);
    }
    return status;
}

int id_list_parse(const char *text, id_list *l)
{
    *l = (id_list){.v = NULL};
    char *copy = memory_text(text), *rest = copy;
    int status = 0;
    for (char *id; status == 0 && (id = text_part(&rest, ',')) != NULL;)
        status = id[0] == '\0' ? text_error(EXIT_USAGE,
                                            "--problems %s: a name is empty; write ids "
                                            "separated by commas",
                                            text)
                               : expand(l, id);
    free(copy);
    return status;
}

void id_list_free(id_list *l)
{
    for (size_t i = 0; i < l->n; i++) free(l->v[i]);
    free(l->v);
    *l = (id_list){.v = NULL};
}
