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
#include "job/sections.h"

/* ---- options -------------------------------------------------------------------------------- */

/* A flag takes any of the words for yes and no that YAML has. */
static const char *value_for(const args_syntax *syntax, const job_entry *e)
{
    const int answer = args_is_switch(syntax, e->name) ? job_yes(e->value) : -1;
    return answer < 0 ? e->value : answer == 1 ? "yes" : "no";
}

static int apply_entry(const job *j, const args_syntax *syntax, const job_entry *e)
{
    char message[ARGS_MESSAGE_SIZE] = "";
    if (args_set(syntax, e->name, value_for(syntax, e), message, sizeof message) == ARGS_OK)
        return 0;
    return job_refuse(j, e->place, "%s", message);
}

/* ---- files ---------------------------------------------------------------------------------- */

/* Names in the file are meant from where nes is started. One that is not there but beside the
 * problem file is a likely mistake. n: bytes of the name. */
static int check_file(const job *j, const char *text, size_t n, job_place at)
{
    const char *slash = strrchr(j->path, '/');
    if (!j->here || slash == NULL || text[0] == '/' || n == 0) return 0;
    const int folder = (int)(slash - j->path), length = (int)n;
    buffer here = {.text = NULL}, beside = {.text = NULL};
    buffer_print(&here, "%.*s", length, text);
    buffer_print(&beside, "%.*s/%.*s", folder, j->path, length, text);
    const bool missed = !here.failed && !beside.failed && access(here.text, F_OK) != 0 &&
                        access(beside.text, F_OK) == 0;
    buffer_free(&here);
    buffer_free(&beside);
    if (!missed) return 0;
    return job_refuse(j, at,
                      "'%.*s' is beside the problem file, but files are looked for where nes is "
                      "started; start it in %.*s, or write the path from here",
                      length, text, folder, j->path);
}

static int check_files(const job *j)
{
    int status = 0;
    if (j->command != NULL && strchr(j->command[0], '/') != NULL)
        status = check_file(j, j->command[0], strlen(j->command[0]), j->command_place);
    for (size_t i = 0; i < j->n && status == 0; i++) {
        const job_entry *e = &j->entry[i];
        if (strcmp(e->name, "c") == 0 || strcmp(e->name, "inject") == 0)
            status = check_file(j, e->value, strlen(e->value), e->place);
        else if (strcmp(e->name, "plugin") == 0 || strcmp(e->name, "template") == 0)
            status = check_file(j, e->value, strcspn(e->value, ":,"), e->place);
    }
    return status;
}

/* ---- errors found later --------------------------------------------------------------------- */

static const char *show_place(job *j, job_place at)
{
    snprintf(j->origin, sizeof j->origin, "%s:%zu:%zu", j->path, at.line, at.column);
    return j->origin;
}

/* The entry of the n bytes at name, unless the command line has that option. */
static const job_entry *entry_named(const job *j, const char *name, size_t n)
{
    char copy[ARGS_NAME_SIZE];
    if (n == 0 || n >= sizeof copy) return NULL;
    snprintf(copy, sizeof copy, "%.*s", (int)n, name);
    return args_is_given(j->argc, j->argv, copy) ? NULL : job_find(j, copy);
}

static size_t span_name(const char *text)
{
    return strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-_");
}

/* The first option of the file that the message names as --option or 'option'. */
static const job_entry *entry_in(const job *j, const char *message)
{
    const job_entry *found = entry_named(j, message, span_name(message));
    for (const char *c = message; *c != '\0' && found == NULL; c++) {
        if (strncmp(c, "--", 2) == 0) found = entry_named(j, c + 2, span_name(c + 2));
        if (*c == '\'' && c[1 + span_name(c + 1)] == '\'')
            found = entry_named(j, c + 1, span_name(c + 1));
    }
    return found;
}

/* The variable that a message of the library is about: "variable 3 has ...". */
static const job_place *variable_in(const job *j, const char *message)
{
    size_t i;
    if (sscanf(message, "variable %zu", &i) != 1 || i < 1 || i > j->variables) return NULL;
    return &j->variable[i - 1];
}

/* The entry of the objective, where the message quotes it or is about its formula. */
static const job_entry *objective_in(const job *j, const char *message)
{
    const bool formula = strncmp(message, "formula, ", 9) == 0;
    for (size_t i = 0; i < j->n; i++) {
        const job_entry *e = &j->entry[i];
        if (job_names_objective(e) &&
            (strstr(message, e->value) != NULL || (formula && strcmp(e->name, "expr") == 0)))
            return e;
    }
    return NULL;
}

/* Whether the message is about an argument of the program of the file. */
static bool is_of_argument(const job *j, const char *message)
{
    if (j->command == NULL || job_is_replaced(j->argc, j->argv)) return false;
    return strncmp(message, "argument '", 10) == 0;
}

static const char *origin(const char *message, void *data)
{
    job *j = data;
    const size_t n = strlen(j->path);
    if (strncmp(message, j->path, n) == 0 && message[n] == ':') return NULL; /* has it already */
    if (is_of_argument(j, message)) return show_place(j, j->command_place);
    const job_place *variable = variable_in(j, message);
    if (variable != NULL) return show_place(j, *variable);
    const job_entry *e = entry_in(j, message);
    if (e == NULL && !job_is_replaced(j->argc, j->argv)) {
        e = objective_in(j, message);
        if (e == NULL && j->command != NULL && strstr(message, j->command[0]) != NULL)
            return show_place(j, j->command_place);
    }
    return e != NULL ? show_place(j, e->place) : NULL;
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* What the file lacks, unless the command line has it. */
static int check_complete(const job *j)
{
    const job_entry *e = NULL;
    for (size_t i = 0; i < j->n && e == NULL; i++)
        if (job_names_objective(&j->entry[i])) e = &j->entry[i];
    if (e == NULL && j->command == NULL)
        return text_error(EXIT_USAGE,
                          "%s names no objective; write a section objective with one of program, "
                          "worker, expr, c, plugin, problem, by-hand",
                          j->path);
    if (job_find(j, "dim") != NULL || args_is_given(j->argc, j->argv, "dim") ||
        (e != NULL && strcmp(e->name, "problem") == 0))
        return 0;
    return job_refuse(j, e != NULL ? e->place : j->command_place,
                      "the objective has no variables; write a section variables with their "
                      "names, such as 'rate: {range: [0, 1]}'");
}

int job_apply(job *j, const args_syntax *syntax, int argc, char **argv)
{
    j->argc = argc;
    j->argv = argv;
    const bool replaced = job_is_replaced(argc, argv);
    int status = replaced ? 0 : job_check_keys(j, syntax);
    if (status == 0 && !replaced) status = check_complete(j);
    if (status == 0 && !replaced) status = check_files(j);
    for (size_t i = 0; i < j->n && status == 0; i++) {
        const job_entry *e = &j->entry[i];
        if (args_is_given(argc, argv, e->name) || (replaced && e->objective)) continue;
        status = apply_entry(j, syntax, e);
    }
    if (status == 0 && !replaced && j->command != NULL) *syntax->rest = j->command;
    text_set_origin(origin, j);
    return status;
}
