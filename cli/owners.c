/* SPDX-License-Identifier: MIT
 *
 * The commands of this program with the tables of their options. The options of the library are
 * those of `nes run`. */
#include "options/owners.h"

#include <stdio.h>
#include <string.h>

#include "setup/run_setup.h"

static const struct owner {
    const char *command;
    const args_option *options;
    bool library;
} owners[] = {
    {"run", run_option_table, true},           {"resume", command_resume_own, false},
    {"show", command_show_table, false},       {"plot", command_plot_table, false},
    {"ask", command_ask_table, false},         {"init", command_init_table, false},
    {"eval", command_eval_table, false},       {"list", command_list_table, false},
    {"serve", command_serve_table, false},     {"report", command_report_table, false},
    {"options", command_options_table, false},
};

enum { OWNERS = sizeof owners / sizeof *owners };

static bool owns(const struct owner *o, const char *name)
{
    return args_find(o->options, name) != NULL || (o->library && args_library_option(name) != NULL);
}

typedef bool (*is_owner)(size_t i, const char *name);

/* Writes the names of those of n commands that own the option. */
static size_t write_owners(size_t n, const char *(*command)(size_t i), is_owner owns_it,
                           const char *name, char *text, size_t size)
{
    size_t all = 0, at = 0, used = 0;
    for (size_t i = 0; i < n; i++) all += owns_it(i, name);
    text[0] = '\0';
    for (size_t i = 0; i < n && used < size; i++) {
        if (!owns_it(i, name)) continue;
        const char *joint = at == 0 ? "" : at + 1 == all ? " and " : ", ";
        used += (size_t)snprintf(text + used, size - used, "%s`nes %s`", joint, command(i));
        at++;
    }
    return all;
}

static const char *command_at(size_t i)
{
    return owners[i].command;
}

static bool owns_at(size_t i, const char *name)
{
    return owns(&owners[i], name);
}

size_t owners_of(const char *name, char *text, size_t size)
{
    return write_owners(OWNERS, command_at, owns_at, name, text, size);
}

/* Commands of nes-lab with the options that they alone have. Their tables are in that program. */
static const struct {
    const char *command, *options;
} research[] = {
    {"bench", " functions dims instances runs rounds early compare "},
    {"compare", " methods problems runs optimum targets "},
    {"experiment", " quick full redraw list "},
};

static const char *research_at(size_t i)
{
    return research[i].command;
}

static bool researches_at(size_t i, const char *name)
{
    char word[ARGS_NAME_SIZE + 2];
    snprintf(word, sizeof word, " %s ", name);
    return strstr(research[i].options, word) != NULL;
}

size_t owners_in_research(const char *name, char *text, size_t size)
{
    return write_owners(sizeof research / sizeof *research, research_at, researches_at, name, text,
                        size);
}
