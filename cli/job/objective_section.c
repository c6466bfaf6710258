/* SPDX-License-Identifier: MIT
 *
 * The sections `objective` and `options`. Both hold options of `nes run` by name; an objective can
 * also be a program with its arguments, which the command line has behind "--". */
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/words.h"
#include "job/sections.h"

static int no_command(const job *j, const node *key, const node *at)
{
    return job_refuse(j, job_at(at),
                      "%s: a program and its arguments must stand here, such as [./sim.py, "
                      "\"{x}\"]",
                      key->text);
}

/* The words of a list, borrowed from the tree. */
static int take_list(job *j, const node *key, const node *list)
{
    char **command = job_keep_bytes(j, (list->n + 1) * sizeof *command);
    if (command == NULL) return job_no_memory(j);
    for (size_t i = 0; i < list->n; i++) {
        const node *word = list->item[i];
        if (word->kind == NODE_MAP)
            return job_refuse(j, job_at(word),
                              "%s: a placeholder in braces needs quotes in a list, as in \"{x}\"",
                              key->text);
        if (word->kind != NODE_TEXT) return no_command(j, key, word);
        command[i] = word->text;
    }
    command[list->n] = NULL;
    j->command = command;
    return 0;
}

static int take_text(job *j, const node *key, const node *text)
{
    const char *wrong = words_split(&j->words, text->text);
    if (wrong != NULL) return job_refuse(j, job_at(text), "%s: %s", key->text, wrong);
    j->command = j->words.word;
    return 0;
}

static int take_command(job *j, const node *key, const node *value)
{
    if (j->command != NULL)
        return job_refuse(j, job_at(key), "a program is given already in line %zu",
                          j->command_place.line);
    j->command_place = job_at(value);
    if (value->kind == NODE_MAP || tree_is_nothing(value)) return no_command(j, key, value);
    const int status =
        value->kind == NODE_LIST ? take_list(j, key, value) : take_text(j, key, value);
    if (status == 0 && j->command[0] == NULL) return no_command(j, key, value);
    return status;
}

static bool is(const node *key, const char *hyphens, const char *underscores)
{
    return strcmp(key->text, hyphens) == 0 || strcmp(key->text, underscores) == 0;
}

/* `worker: [./w.py]` is short for `program: [./w.py]` and `worker: yes`. */
static int take_worker(job *j, const node *key, const node *value)
{
    const bool is_flag = value->kind == NODE_TEXT && job_yes(value->text) >= 0;
    const int status = is_flag ? 0 : take_command(j, key, value);
    if (status != 0) return status;
    return job_add(j, key->text, is_flag ? value->text : "yes", job_at(value), true);
}

static const char *const kinds[] = {"problem", "expr", "c", "plugin", "by-hand", "by_hand"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int take_option(job *j, const node *key, const node *value, bool objective)
{
    const char *text = job_value(j, key, value);
    if (text == NULL) return EXIT_USAGE;
    for (size_t i = 0; i < KINDS; i++) objective |= strcmp(key->text, kinds[i]) == 0;
    return job_add(j, key->text, text, job_at(value), objective);
}

static int check_section(const job *j, const node *section, const char *name, const char *example)
{
    if (section->kind == NODE_MAP) return 0;
    return job_refuse(j, job_at(section), "%s: lines such as '%s' must stand here", name, example);
}

int job_read_objective(job *j, const node *section)
{
    int status = check_section(j, section, "objective", "program: [./sim.py, \"{x}\"]");
    for (size_t i = 0; i < section->n && status == 0; i += 2) {
        const node *key = section->item[i], *value = section->item[i + 1];
        if (strcmp(key->text, "program") == 0)
            status = take_command(j, key, value);
        else if (strcmp(key->text, "worker") == 0 || is(key, "worker-json", "worker_json"))
            status = take_worker(j, key, value);
        else
            status = take_option(j, key, value, true);
    }
    return status;
}

int job_read_options(job *j, const node *section)
{
    if (tree_is_nothing(section)) return 0;
    int status = check_section(j, section, "options", "max-evals: 500");
    for (size_t i = 0; i < section->n && status == 0; i += 2)
        status = take_option(j, section->item[i], section->item[i + 1], false);
    return status;
}

bool job_names_objective(const job_entry *e)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(e->name, kinds[i]) == 0) return job_yes(e->value) != 0;
    return false;
}

bool job_is_replaced(int argc, char **argv)
{
    for (size_t i = 0; i < KINDS; i++)
        if (args_is_given(argc, argv, kinds[i])) return true;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--") == 0) return true;
    return false;
}

/* What other tools call a program or a formula. */
static const char *usual_name(const char *key)
{
    static const char *const programs[] = {"command", "cmd", "executable", "exec", "script"};
    static const char *const formulas[] = {"expression", "formula", "function"};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (strcmp(key, programs[i]) == 0) return "program";
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
        if (strcmp(key, formulas[i]) == 0) return "expr";
    return NULL;
}

static const char *kind_at(size_t i, const void *data)
{
    (void)data;
    return i == 0 ? "program" : i == 1 ? "worker" : i - 2 < KINDS ? kinds[i - 2] : NULL;
}

int job_check_keys(const job *j, const args_syntax *syntax)
{
    char hint[128] = "";
    for (size_t i = 0; i < j->n; i++) {
        const job_entry *e = &j->entry[i];
        if (!e->objective || args_is_known(syntax, e->name)) continue;
        const char *usual = usual_name(e->name);
        if (usual != NULL)
            snprintf(hint, sizeof hint, "; did you mean %s?", usual);
        else
            nes_nearest(e->name, kind_at, NULL, "", "", hint, sizeof hint);
        if (hint[0] != '\0')
            return job_refuse(j, e->place, "objective: '%.60s' is unknown%s", e->name, hint);
    }
    return 0;
}

int job_check_objective(const job *j)
{
    const char *first = j->command != NULL ? "program" : NULL;
    for (size_t i = 0; i < j->n; i++) {
        if (!job_names_objective(&j->entry[i])) continue;
        if (first != NULL)
            return job_refuse(j, j->entry[i].place,
                              "%s and %s both name an objective; leave one of them out", first,
                              j->entry[i].name);
        first = j->entry[i].name;
    }
    return 0;
}
