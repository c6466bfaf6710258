/* SPDX-License-Identifier: MIT
 *
 * What the sections share: errors with their place, entries, and values of simple kinds. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "nes/by_name.h"
#include "problem_file/sections.h"

enum { MAX_ENTRIES = 1000 };

int section_refuse(const problem_file *p, const node *at, const char *format, ...)
{
    char sentence[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    return text_error(EXIT_USAGE, "%s:%zu:%zu: %s", p->path, at->line, at->column, sentence);
}

void *section_keep(problem_file *p, void *block)
{
    p->kept = memory_resize(p->kept, p->n_kept + 1, sizeof *p->kept);
    return p->kept[p->n_kept++] = block;
}

int section_add(problem_file *p, const char *name, const char *value, const node *at,
                bool objective)
{
    const option_entry *other = section_find(p, name);
    if (other != NULL)
        return section_refuse(p, at, "'%s' is given already in line %zu; leave one of them out",
                              name, other->at->line);
    if (p->n == MAX_ENTRIES) return section_refuse(p, at, "there are not so many options");
    p->entry = memory_resize(p->entry, p->n + 1, sizeof *p->entry);
    p->entry[p->n++] = (option_entry){name, value, at, objective};
    return 0;
}

int section_add_text(problem_file *p, const char *name, buffer *b, const node *at)
{
    const char *text = section_keep(p, b->text);
    *b = (buffer){.text = NULL};
    return section_add(p, name, text, at, false);
}

const option_entry *section_find(const problem_file *p, const char *name)
{
    char wanted[ARGS_NAME_SIZE], have[ARGS_NAME_SIZE];
    text_replace(name, '_', '-', wanted, sizeof wanted);
    for (size_t i = 0; i < p->n; i++) {
        text_replace(p->entry[i].name, '_', '-', have, sizeof have);
        if (strcmp(have, wanted) == 0) return &p->entry[i];
    }
    return NULL;
}

/* Appends one part of a list, which is a text without commas. */
static int add_part(const problem_file *p, const node *key, const node *part, buffer *b)
{
    if (part->kind != NODE_TEXT || tree_is_nothing(part))
        return section_refuse(p, part, "%.60s: a list here has numbers or words only", key->text);
    if (strchr(part->text, ',') != NULL)
        return section_refuse(p, part, "%.60s: '%.60s' in a list cannot have a comma", key->text,
                              part->text);
    buffer_add(b, part->text, strlen(part->text));
    return 0;
}

static const char *joined(problem_file *p, const node *key, const node *value)
{
    buffer b = {.text = NULL};
    int status = 0;
    for (size_t i = 0; i < value->n && status == 0; i++) {
        const char *separator = value->kind == NODE_MAP && i % 2 == 1 ? "=" : ",";
        if (i > 0) buffer_add(&b, separator, 1);
        status = add_part(p, key, value->item[i], &b);
    }
    section_keep(p, b.text);
    return status == 0 ? b.text : NULL;
}

const char *section_value(problem_file *p, const node *key, const node *value)
{
    if (tree_is_nothing(value) || (value->kind != NODE_TEXT && value->n == 0)) {
        section_refuse(p, key, "%.60s has no value; write one, or leave the line out", key->text);
        return NULL;
    }
    return value->kind == NODE_TEXT ? value->text : joined(p, key, value);
}

int section_yes(const char *word)
{
    static const char *const answers[] = {"no", "yes", "false", "true", "off", "on"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (strcasecmp(word, answers[i]) == 0) return (int)(i % 2);
    return -1;
}

int section_read_yes(const problem_file *p, const node *key, const node *value, bool *yes)
{
    const int answer = value->kind == NODE_TEXT ? section_yes(value->text) : -1;
    if (answer < 0) return section_refuse(p, value, "%s is yes or no", key->text);
    *yes = answer == 1;
    return 0;
}

int section_read_number(const problem_file *p, const char *key, const node *value, double *number)
{
    if (value->kind != NODE_TEXT || tree_is_nothing(value))
        return section_refuse(p, value, "%s: a number must stand here", key);
    const char *text = value->text, *unsigned_text = text + strspn(text, "+-");
    char *end = "";
    if (strcasecmp(unsigned_text, ".inf") == 0) /* infinity as YAML writes it */
        *number = text[0] == '-' ? -INFINITY : INFINITY;
    else
        *number = strtod(text, &end);
    if (end == text || *end != '\0' || isnan(*number))
        return section_refuse(p, value, "%s: '%.60s' is not a number", key, text);
    return 0;
}

int section_read_count(const problem_file *p, const node *key, const node *value, size_t most,
                       size_t *count)
{
    double number = 0;
    const int status = section_read_number(p, key->text, value, &number);
    if (status != 0) return status;
    if (!(number >= 1 && number <= (double)most && number == floor(number)))
        return section_refuse(p, value, "%s: '%.60s' is not a whole number from 1 to %zu",
                              key->text, value->text, most);
    *count = (size_t)number;
    return 0;
}

int section_unknown_key(const problem_file *p, const node *key, const char *what,
                        const char *const *known, size_t n)
{
    char all[256] = "; there are", hint[ARGS_HINT_SIZE];
    size_t used = strlen(all);
    for (size_t i = 0; i < n && used < sizeof all; i++)
        used +=
            (size_t)snprintf(all + used, sizeof all - used, "%s %s", i == 0 ? "" : ",", known[i]);
    args_nearest(key->text, known, n, all, hint);
    return section_refuse(p, key, "%s '%.60s' is unknown%s", what, key->text, hint);
}
