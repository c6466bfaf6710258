/* SPDX-License-Identifier: MIT
 *
 * What an evaluation gives and what is made of it: the section `outputs`, the formula to minimise
 * or maximise, and `constraints`. They become the options --output, --minimise, --maximize and
 * --constraint, whose texts objective/outputs.h describes. */
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "problem_file/sections.h"

/* ---- outputs -------------------------------------------------------------------------------- */

static const char outputs_example[] =
    "outputs: names such as [mass, stress], or lines such as stress: {pattern: 'stress = (.*)'} "
    "must stand here";

/* Appends a text, which is one line. */
static int add_text(const problem_file *p, const node *at, const char *before, buffer *to)
{
    if (at->kind != NODE_TEXT || tree_is_nothing(at))
        return section_refuse(p, at, "%s", outputs_example);
    if (strchr(at->text, '\n') != NULL)
        return section_refuse(p, at, "outputs: a pattern, path or formula is one line");
    buffer_print(to, "%s%s", before, at->text);
    return 0;
}

/* Appends a word of a rule, such as pattern, with its text. */
static int add_word(const problem_file *p, const node *key, const node *value, bool first,
                    buffer *to)
{
    static const char *const known[] = {"pattern", "json", "file", "expr", "line"};
    char before[32];
    size_t i = 0;
    while (i < sizeof known / sizeof *known && strcmp(known[i], key->text) != 0) i++;
    if (i == sizeof known / sizeof *known)
        return section_unknown_key(p, key, "outputs: the word", known, i);
    if (strcmp(key->text, "line") == 0) {
        if (value->kind == NODE_TEXT && strcmp(value->text, "last") == 0) return 0;
        return section_refuse(p, value,
                              "outputs: line: last is the only line that can be read; "
                              "others are found by a pattern");
    }
    snprintf(before, sizeof before, "%s%s:", first ? "=" : "\n ", key->text);
    return add_text(p, value, before, to);
}

/* Appends the words of a rule: the file first, because what the others say is in it. */
static int add_rule(const problem_file *p, const node *map, buffer *to)
{
    int status = 0;
    bool first = true;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < map->n && status == 0; i += 2) {
            const bool is_file = strcmp(map->item[i]->text, "file") == 0;
            if (is_file != (pass == 0)) continue;
            const size_t before = to->n;
            status = add_word(p, map->item[i], map->item[i + 1], first, to);
            first = first && to->n == before;
        }
    return status;
}

static int add_output(const problem_file *p, const node *name, const node *rule, buffer *to)
{
    const int status = add_text(p, name, to->n > 0 ? "\n" : "", to);
    if (status != 0) return status;
    if (strpbrk(name->text, "=,") != NULL)
        return section_refuse(p, name, "outputs: '%.60s' is no name", name->text);
    if (rule == NULL || tree_is_nothing(rule)) return 0;
    return rule->kind == NODE_MAP ? add_rule(p, rule, to) : add_text(p, rule, "=pattern:", to);
}

int section_read_outputs(problem_file *p, const node *section)
{
    const bool map = section->kind == NODE_MAP, text = section->kind == NODE_TEXT;
    buffer b = {.text = NULL};
    int status = text ? add_output(p, section, NULL, &b) : 0;
    for (size_t i = 0; i < (text ? 0 : section->n) && status == 0; i += map ? 2 : 1)
        status = add_output(p, section->item[i], map ? section->item[i + 1] : NULL, &b);
    if (status == 0 && b.n == 0) status = section_refuse(p, section, "%s", outputs_example);
    section_keep(p, b.text);
    return status == 0 ? section_add(p, "output", b.text, section, true) : status;
}

/* ---- what is minimised ---------------------------------------------------------------------- */

bool section_is_aim(const char *key)
{
    static const char *const aims[] = {"minimise", "minimize", "maximise", "maximize"};
    for (size_t i = 0; i < sizeof aims / sizeof *aims; i++)
        if (strcmp(key, aims[i]) == 0) return true;
    return false;
}

int section_read_aim(problem_file *p, const node *key, const node *value)
{
    if (value->kind != NODE_TEXT || tree_is_nothing(value))
        return section_refuse(p, value, "%s: a formula such as mass + 0.1*cost must stand here",
                              key->text);
    if (section_yes(value->text) >= 0)
        return section_refuse(p, key,
                              "%s: a formula such as mass + 0.1*cost must stand here; the option "
                              "maximize belongs to the section options",
                              key->text);
    const int status = section_add(p, "minimise", value->text, value, true);
    if (status != 0 || key->text[1] != 'a') return status;
    return section_add(p, "maximize", "yes", value, true);
}

/* ---- constraints ---------------------------------------------------------------------------- */

/* A list of texts becomes the value of one option. */
int section_read_constraints(problem_file *p, const node *section)
{
    static const char example[] =
        "constraints: a list such as [stress <= 200, 5 <= x <= 8] must stand here";
    const bool list = section->kind == NODE_LIST;
    buffer b = {.text = NULL};
    if (!list && section->kind != NODE_TEXT) return section_refuse(p, section, "%s", example);
    for (size_t i = 0; i < (list ? section->n : 1); i++) {
        const node *item = list ? section->item[i] : section;
        if (item->kind != NODE_TEXT) {
            buffer_free(&b);
            return section_refuse(p, item, "%s", example);
        }
        buffer_print(&b, "%s%s", i > 0 ? "; " : "", item->text);
    }
    if (b.n == 0) return 0;
    return section_add(p, "constraint", section_keep(p, b.text), section, true);
}
