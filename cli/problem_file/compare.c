/* SPDX-License-Identifier: MIT
 *
 * What has changed between two problem files of one run, and which parts of the later one hold; see
 * problem_file/problem_file.h. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "problem_file/sections.h"

/* ---- parts ---------------------------------------------------------------------------------- */

static bool is_among(const char *name, const char *const *names, size_t n)
{
    char wanted[ARGS_NAME_SIZE];
    text_replace(name, '_', '-', wanted, sizeof wanted);
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], wanted) == 0) return true;
    return false;
}

problem_file_part problem_file_part_of(const char *name)
{
    static const char *const session[] = {"timeout",      "keep-scratch", "launch",  "on-fail",
                                          "launch-tries", "straggler",    "plot",    "history",
                                          "json",         "covariance",   "quiet",   "mpi",
                                          "out",          "jobs",         "threads", "dry-run"};
    static const char *const search[] = {"x0",         "sigma",   "precision", "inject",  "dim",
                                         "names",      "density", "radial",    "by-hand", "noise",
                                         "keep-evals", "values",  "step",      "choices", "unit",
                                         "known",      "cache",   "design"};
    if (is_among(name, session, sizeof session / sizeof *session)) return PART_SESSION;
    if (args_library_option(name) != NULL) return PART_SEARCH;
    return is_among(name, search, sizeof search / sizeof *search) ? PART_SEARCH : PART_OBJECTIVE;
}

void problem_file_take_search(problem_file *p, const problem_file *from)
{
    option_entry *entry = memory_zeros(p->n + from->n, sizeof *entry);
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        if (problem_file_part_of(p->entry[i].name) != PART_SEARCH) entry[n++] = p->entry[i];
    for (size_t i = 0; i < from->n; i++)
        if (problem_file_part_of(from->entry[i].name) == PART_SEARCH) entry[n++] = from->entry[i];
    free(p->entry);
    p->entry = entry;
    p->n = n;
}

/* ---- comparing ------------------------------------------------------------------------------ */

typedef struct comparing {
    const problem_file *before, *now;
    int argc;
    char **argv;
    bool replaced; /* the command line names the objective */
    problem_file_visit visit;
    void *data;
} comparing;

static bool is_same(const char *one, const char *other)
{
    if (one == NULL || other == NULL) return one == other;
    const int answer = section_yes(one);
    return strcmp(one, other) == 0 || (answer >= 0 && answer == section_yes(other));
}

/* Options of the command line win over both files. */
static void compare_entry(const comparing *c, const option_entry *e)
{
    const option_entry *before = section_find(c->before, e->name),
                       *now = section_find(c->now, e->name);
    const problem_file_difference d = {.part = problem_file_part_of(e->name),
                                       .name = e->name,
                                       .before = before != NULL ? before->value : NULL,
                                       .now = now != NULL ? now->value : NULL};
    if (args_is_given(c->argc, c->argv, e->name) || (c->replaced && e->objective)) return;
    if (!is_same(d.before, d.now)) c->visit(&d, c->data);
}

static char *join(char **command)
{
    buffer text = {.text = NULL};
    for (; command != NULL && *command != NULL; command++) {
        if (text.n > 0) buffer_print(&text, " ");
        words_quote(&text, *command);
    }
    return text.text;
}

static void compare_commands(const comparing *c)
{
    char *before = join(c->before->command), *now = join(c->now->command);
    const problem_file_difference d = {PART_OBJECTIVE, "program", before, now};
    if (!is_same(before, now)) c->visit(&d, c->data);
    free(before);
    free(now);
}

void problem_file_compare(const problem_file *before, const problem_file *now, int argc,
                          char **argv, problem_file_visit visit, void *data)
{
    const comparing c = {before, now, argc, argv, section_is_replaced(argc, argv), visit, data};
    for (size_t i = 0; i < before->n; i++) compare_entry(&c, &before->entry[i]);
    for (size_t i = 0; i < now->n; i++)
        if (section_find(before, now->entry[i].name) == NULL) compare_entry(&c, &now->entry[i]);
    if (!c.replaced) compare_commands(&c);
}
