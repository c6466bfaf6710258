/* SPDX-License-Identifier: MIT
 *
 * Reading a problem file again; see session/job.h. */
#include "session/job.h"

#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "problem_file/problem_file.h"

typedef struct comparison {
    job_news *news;
    const char *path;
} comparison;

static void print_values(buffer *text, const problem_file_difference *d)
{
    if (d->before == NULL)
        buffer_print(text, "%s is %s now, and was not given", d->name, d->now);
    else if (d->now == NULL)
        buffer_print(text, "%s was %s, and is not given now", d->name, d->before);
    else
        buffer_print(text, "%s was %s, and is %s now", d->name, d->before, d->now);
}

/* The new value that the optimiser can be asked for; null: there is none, as of a list. An option
 * that is no longer given has its default. */
static const char *new_value(const problem_file_difference *d)
{
    nes_settings s;
    const nes_option *o = args_library_option(d->name);
    if (o == NULL || o->type == NES_TYPE_ARRAY) return NULL;
    if (d->now != NULL) return d->now;
    nes_settings_default(&s);
    if (nes_set(&s, o->name, o->initial) == NES_OK) return o->initial;
    return o->automatic ? "auto" : NULL;
}

static void take_search(const comparison *c, const problem_file_difference *d, const buffer *values)
{
    char name[ARGS_NAME_SIZE];
    const char *value = new_value(d);
    if (value != NULL)
        buffer_print(&c->news->limits, "%s=%s\n",
                     text_replace(d->name, '-', '_', name, sizeof name), value);
    else
        c->news->status = text_error(EXIT_USAGE,
                                     "%s: %s, which cannot change within a run: put it back, "
                                     "begin a new run, or go on as it was by --changed=keep",
                                     c->path, values->text);
}

static void take_difference(const problem_file_difference *d, void *data)
{
    const comparison *c = data;
    buffer values = {.text = NULL}, sentence = {.text = NULL};
    const bool resample = strcmp(d->name, "on-fail") == 0 &&
                          ((d->before != NULL && strcmp(d->before, "resample") == 0) ||
                           (d->now != NULL && strcmp(d->now, "resample") == 0));
    print_values(&values, d);
    if (d->part == PART_SEARCH || resample)
        take_search(c, d, &values);
    else if (d->part == PART_OBJECTIVE) {
        buffer_print(&sentence, "%s: %s", c->path, values.text);
        text_error(0, "%s", sentence.text);
        json_append(c->news->differences, json_from_string(sentence.text));
    }
    buffer_free(&values);
    buffer_free(&sentence);
}

/* The problem file is the only word of the command line of that kind; null: there is none. */
static const char *find_file(const facts_origin *from)
{
    const char *found = NULL;
    for (int i = 1; i < from->argc && strcmp(from->argv[i], "--") != 0; i++)
        if (strncmp(from->argv[i], "--", 2) != 0 && problem_file_is_file(from->argv[i]))
            found = from->argv[i];
    return found;
}

int job_compare(job_news *j, const facts_origin *from)
{
    const buffer *last = from->job_now.n > 0 ? &from->job_now : &from->job;
    const char *path = last->n > 0 ? find_file(from) : NULL;
    buffer text = {.text = NULL};
    problem_file before = {.path = NULL}, now = {.path = NULL};
    if (path == NULL || file_read(path, &text) != 0) return 0;
    int status = 0;
    if (text.n != last->n || memcmp(text.text, last->text, text.n) != 0) {
        comparison c = {.news = j, .path = path};
        status = problem_file_open_text(&before, path, last->text, last->n);
        if (status == 0) status = problem_file_open_text(&now, path, text.text, text.n);
        if (status == 0)
            problem_file_compare(&before, &now, from->argc, from->argv, take_difference, &c);
        if (status == 0) status = j->status;
        if (status == 0) j->text = memory_text(text.text);
        problem_file_close(&before);
        problem_file_close(&now);
    }
    buffer_free(&text);
    return status;
}

void job_close(job_news *j)
{
    free(j->text);
    buffer_free(&j->limits);
    *j = (job_news){.text = NULL};
}
