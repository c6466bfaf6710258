/* SPDX-License-Identifier: MIT
 *
 * The sections `objective` and `options`. Both hold options of `nes run` by name; an objective can
 * also be a program with its arguments, which the command line has behind "--". */
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/words.h"
#include "problem_file/sections.h"

static int no_command(const problem_file *p, const node *key, const node *at)
{
    return section_refuse(p, at,
                          "%s: a program and its arguments must stand here, such as [./sim.py, "
                          "\"{x}\"]",
                          key->text);
}

/* Takes the words of a list as a program; they are borrowed from the tree. */
static int take_list(problem_file *p, const node *key, const node *list)
{
    char **command = section_keep(p, memory_zeros(list->n + 1, sizeof *command));
    for (size_t i = 0; i < list->n; i++) {
        const node *word = list->item[i];
        if (word->kind == NODE_MAP)
            return section_refuse(
                p, word, "%s: a placeholder in braces needs quotes in a list, as in \"{x}\"",
                key->text);
        if (word->kind != NODE_TEXT) return no_command(p, key, word);
        command[i] = word->text;
    }
    command[list->n] = NULL;
    p->command = command;
    return 0;
}

static int take_command(problem_file *p, const node *key, const node *value)
{
    if (p->command != NULL)
        return section_refuse(p, key, "a program is given already in line %zu",
                              p->command_at->line);
    p->command_at = value;
    if (value->kind == NODE_MAP || tree_is_nothing(value)) return no_command(p, key, value);
    if (value->kind == NODE_LIST) {
        const int status = take_list(p, key, value);
        if (status != 0) return status;
    } else {
        const char *wrong = words_split(&p->words, value->text);
        if (wrong != NULL) return section_refuse(p, value, "%s: %s", key->text, wrong);
        p->command = p->words.word;
    }
    return p->command[0] == NULL ? no_command(p, key, value) : 0;
}

/* `worker: [./w.py]` is short for `program: [./w.py]` and `worker: yes`. */
static int take_worker(problem_file *p, const node *key, const node *value)
{
    const bool is_flag = value->kind == NODE_TEXT && section_yes(value->text) >= 0;
    const int status = is_flag ? 0 : take_command(p, key, value);
    if (status != 0) return status;
    return section_add(p, key->text, is_flag ? value->text : "yes", value, true);
}

static const char *const kinds[] = {"problem", "expr", "c", "plugin", "by-hand", "by_hand"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int take_option(problem_file *p, const node *key, const node *value, bool objective)
{
    const char *text = section_value(p, key, value);
    if (text == NULL) return EXIT_USAGE;
    for (size_t i = 0; i < KINDS; i++) objective |= strcmp(key->text, kinds[i]) == 0;
    return section_add(p, key->text, text, value, objective);
}

static int check_section(const problem_file *p, const node *section, const char *name,
                         const char *example)
{
    if (section->kind == NODE_MAP) return 0;
    return section_refuse(p, section, "%s: lines such as '%s' must stand here", name, example);
}

int section_read_objective(problem_file *p, const node *section)
{
    int status = check_section(p, section, "objective", "program: [./sim.py, \"{x}\"]");
    for (size_t i = 0; i < section->n && status == 0; i += 2) {
        const node *key = section->item[i], *value = section->item[i + 1];
        if (strcmp(key->text, "program") == 0)
            status = take_command(p, key, value);
        else if (strcmp(key->text, "worker") == 0 || strcmp(key->text, "worker-json") == 0 ||
                 strcmp(key->text, "worker_json") == 0)
            status = take_worker(p, key, value);
        else
            status = take_option(p, key, value, true);
    }
    return status;
}

int section_read_command(problem_file *p, const node *key, const node *value)
{
    return take_command(p, key, value);
}

int section_read_options(problem_file *p, const node *section)
{
    if (tree_is_nothing(section)) return 0;
    int status = check_section(p, section, "options", "max-evals: 500");
    for (size_t i = 0; i < section->n && status == 0; i += 2)
        status = take_option(p, section->item[i], section->item[i + 1], false);
    return status;
}

bool section_names_objective(const option_entry *e)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(e->name, kinds[i]) == 0) return section_yes(e->value) != 0;
    return false;
}

bool section_is_replaced(int argc, char **argv)
{
    for (size_t i = 0; i < KINDS; i++)
        if (args_is_given(argc, argv, kinds[i])) return true;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--") == 0) return true;
    return false;
}

/* The key for a word by which other tools call a program or a formula; null: none. */
static const char *usual_name(const char *key)
{
    static const char *const names[][2] = {
        {"command", "program"}, {"cmd", "program"},    {"executable", "program"},
        {"exec", "program"},    {"script", "program"}, {"expression", "expr"},
        {"formula", "expr"},    {"function", "expr"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(key, names[i][0]) == 0) return names[i][1];
    return NULL;
}

static const char *kind_at(size_t i, const void *data)
{
    (void)data;
    return i == 0 ? "program" : i == 1 ? "worker" : i - 2 < KINDS ? kinds[i - 2] : NULL;
}

int section_check_keys(const problem_file *p, const args_syntax *syntax)
{
    char hint[128] = "";
    for (size_t i = 0; i < p->n; i++) {
        const option_entry *e = &p->entry[i];
        if (!e->objective || args_is_known(syntax, e->name)) continue;
        const char *usual = usual_name(e->name);
        if (usual != NULL)
            snprintf(hint, sizeof hint, "; did you mean %s?", usual);
        else
            nes_nearest(e->name, kind_at, NULL, "", "", hint, sizeof hint);
        if (hint[0] != '\0')
            return section_refuse(p, e->at, "objective: '%.60s' is unknown%s", e->name, hint);
    }
    return 0;
}

int section_check_objective(const problem_file *p)
{
    const char *first = p->command != NULL ? "program" : NULL;
    for (size_t i = 0; i < p->n; i++) {
        if (!section_names_objective(&p->entry[i])) continue;
        if (first != NULL)
            return section_refuse(p, p->entry[i].at,
                                  "%s and %s both name an objective; leave one of them out", first,
                                  p->entry[i].name);
        first = p->entry[i].name;
    }
    return 0;
}
