/* SPDX-License-Identifier: MIT
 *
 * A problem file's options on their way into the tables of the command line, and the line of the
 * file for errors that are found later. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "problem_file/sections.h"

/* ---- options -------------------------------------------------------------------------------- */

/* The value of an entry as the command line takes it: the words that YAML has for yes and no become
 * yes and no if the option is a flag. */
static const char *value_for(const args_syntax *syntax, const option_entry *e)
{
    const int answer = args_is_switch(syntax, e->name) ? section_yes(e->value) : -1;
    return answer < 0 ? e->value : answer == 1 ? "yes" : "no";
}

/* ---- files ---------------------------------------------------------------------------------- */

/* Refuses a file name that leads nowhere from the folder in which nes is started, but exists beside
 * the problem file: a likely mistake. n: bytes of the name. */
static int check_file(const problem_file *p, const char *text, size_t n, const node *at)
{
    const char *slash = strrchr(p->path, '/');
    if (!p->here || slash == NULL || text[0] == '/' || n == 0) return 0;
    const int folder = (int)(slash - p->path), length = (int)n;
    buffer here = {.text = NULL}, beside = {.text = NULL};
    buffer_print(&here, "%.*s", length, text);
    buffer_print(&beside, "%.*s/%.*s", folder, p->path, length, text);
    const bool missed = access(here.text, F_OK) != 0 && access(beside.text, F_OK) == 0;
    buffer_free(&here);
    buffer_free(&beside);
    if (!missed) return 0;
    return section_refuse(
        p, at,
        "'%.*s' is beside the problem file, but files are looked for where nes is "
        "started; start it in %.*s, or write the path from here",
        length, text, folder, p->path);
}

static int check_files(const problem_file *p)
{
    int status = 0;
    if (p->command != NULL && strchr(p->command[0], '/') != NULL)
        status = check_file(p, p->command[0], strlen(p->command[0]), p->command_at);
    for (size_t i = 0; i < p->n && status == 0; i++) {
        const option_entry *e = &p->entry[i];
        if (strcmp(e->name, "c") == 0 || strcmp(e->name, "inject") == 0 ||
            strcmp(e->name, "known") == 0)
            status = check_file(p, e->value, strlen(e->value), e->at);
        else if (strcmp(e->name, "plugin") == 0 || strcmp(e->name, "template") == 0 ||
                 strcmp(e->name, "density") == 0 || strcmp(e->name, "radial") == 0)
            status = check_file(p, e->value, strcspn(e->value, ":,"), e->at);
    }
    return status;
}

/* ---- errors found later --------------------------------------------------------------------- */

/* The entry whose name is the n bytes at name, unless the command line has that option. */
static const option_entry *entry_named(const problem_file *p, const char *name, size_t n)
{
    char copy[ARGS_NAME_SIZE];
    if (n == 0 || n >= sizeof copy) return NULL;
    snprintf(copy, sizeof copy, "%.*s", (int)n, name);
    return args_is_given(p->argc, p->argv, copy) ? NULL : section_find(p, copy);
}

static size_t span_name(const char *text)
{
    return strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-_");
}

/* The first option of the file that the message names as --option or 'option'. */
static const option_entry *entry_in(const problem_file *p, const char *message)
{
    const option_entry *found = entry_named(p, message, span_name(message));
    for (const char *c = message; *c != '\0' && found == NULL; c++) {
        if (strncmp(c, "--", 2) == 0) found = entry_named(p, c + 2, span_name(c + 2));
        if (*c == '\'' && c[1 + span_name(c + 1)] == '\'')
            found = entry_named(p, c + 1, span_name(c + 1));
    }
    return found;
}

/* The entry of the objective, where the message quotes it or is about its formula. */
static const option_entry *objective_in(const problem_file *p, const char *message)
{
    const bool formula = strncmp(message, "formula, ", 9) == 0;
    for (size_t i = 0; i < p->n; i++) {
        const option_entry *e = &p->entry[i];
        if (section_names_objective(e) &&
            (strstr(message, e->value) != NULL || (formula && strcmp(e->name, "expr") == 0)))
            return e;
    }
    return NULL;
}

/* The place in the file that a message is about; null: none. */
static const node *place_of(const problem_file *p, const char *message)
{
    const bool replaced = section_is_replaced(p->argc, p->argv);
    const char *program = replaced || p->command == NULL ? NULL : p->command[0];
    size_t i;
    if (p->applied != NULL) return p->applied->at;
    if (program != NULL && strncmp(message, "argument '", 10) == 0) return p->command_at;
    if (sscanf(message, "variable %zu", &i) == 1 && i >= 1 && i <= p->variables)
        return p->variable[i - 1]; /* a message of the library: "variable 3 has ..." */
    const option_entry *e = entry_in(p, message);
    if (e == NULL && !replaced) e = objective_in(p, message);
    if (e != NULL) return e->at;
    return program != NULL && strstr(message, program) != NULL ? p->command_at : NULL;
}

static const char *origin(const char *message, void *data)
{
    problem_file *p = data;
    const size_t n = strlen(p->path);
    if (strncmp(message, p->path, n) == 0 && message[n] == ':')
        return NULL; /* the message has its place already */
    const node *at = place_of(p, message);
    if (at == NULL) return NULL;
    snprintf(p->origin, sizeof p->origin, "%s:%zu:%zu", p->path, at->line, at->column);
    return p->origin;
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* Refuses a file that names no objective or no variables, unless the command line does. */
static int check_complete(const problem_file *p)
{
    const option_entry *e = NULL;
    for (size_t i = 0; i < p->n && e == NULL; i++)
        if (section_names_objective(&p->entry[i])) e = &p->entry[i];
    if (e == NULL && p->command == NULL) e = section_find(p, "minimise");
    if (e == NULL && p->command == NULL)
        return text_error(EXIT_USAGE,
                          "%s names no objective; write a section objective with one of program, "
                          "worker, expr, c, plugin, problem, by-hand, or a line such as 'command: "
                          "./sim.py {x}' or 'minimise: x^2'",
                          p->path);
    if (section_find(p, "dim") != NULL || args_is_given(p->argc, p->argv, "dim") ||
        (e != NULL && strcmp(e->name, "problem") == 0))
        return 0;
    return section_refuse(p, e != NULL ? e->at : p->command_at,
                          "the objective has no variables; write a section variables with their "
                          "names, such as 'rate: {range: [0, 1]}'");
}

int problem_file_apply(problem_file *p, const args_syntax *syntax, int argc, char **argv)
{
    p->argc = argc;
    p->argv = argv;
    const bool replaced = section_is_replaced(argc, argv);
    int status = replaced ? 0 : section_check_keys(p, syntax);
    if (status == 0 && !replaced) status = check_complete(p);
    if (status == 0 && !replaced) status = check_files(p);
    text_set_origin(origin, p);
    for (size_t i = 0; i < p->n && status == 0; i++) {
        const option_entry *e = &p->entry[i];
        if (args_is_given(argc, argv, e->name) || (replaced && e->objective)) continue;
        p->applied = e;
        if (args_set(syntax, e->name, value_for(syntax, e)) != ARGS_OK) status = EXIT_USAGE;
    }
    p->applied = NULL;
    if (status == 0 && !replaced && p->command != NULL) *syntax->rest = p->command;
    return status;
}
