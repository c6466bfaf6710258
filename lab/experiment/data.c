/* SPDX-License-Identifier: MIT
 *
 * Tables of raw data in memory; see experiment/data.h. */
#include "experiment/data.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"

enum { LABELS_SIZE = 512 };

/* Rows with the same labels, which stand one after the other. */
typedef struct group {
    const char *labels; /* in the text of the table */
    size_t begin, end;  /* rows */
} group;

typedef struct data_table {
    const char *name; /* borrowed */
    buffer text;      /* of the file, cut into pieces */
    const char **columns;
    size_t n_columns, n_rows;
    double *values; /* n_rows rows of n_columns */
    group *groups;
    size_t n_groups;
    struct data_table *next;
} data_table;

/* Numbers handed out. */
typedef struct piece {
    struct piece *next;
    double v[];
} piece;

struct experiment_data {
    data_table *tables;
    piece *pieces;
};

experiment_data *data_new(void)
{
    return calloc(1, sizeof(experiment_data));
}

void data_free(experiment_data *d)
{
    if (d == NULL) return;
    for (data_table *t = d->tables, *next; t != NULL; t = next) {
        next = t->next;
        buffer_free(&t->text);
        free(t->columns);
        free(t->values);
        free(t->groups);
        free(t);
    }
    for (piece *p = d->pieces, *next; p != NULL; p = next) {
        next = p->next;
        free(p);
    }
    free(d);
}

/* ---- reading -------------------------------------------------------------------------------- */

static size_t count(const char *text, char c)
{
    size_t n = 0;
    for (; *text != '\0'; text++) n += *text == c ? 1 : 0;
    return n;
}

/* Ends the text after n fields; returns what follows, null when there is no more. */
static char *cut_fields(char *text, size_t n)
{
    char *at = text;
    for (; n > 0; n--) {
        at = strchr(at, ',');
        if (at == NULL) return NULL;
        at++;
    }
    at[-1] = '\0';
    return at;
}

/* The columns of the first line, behind the labels. */
static bool read_head(data_table *t, char *line, size_t n_labels, const char *columns)
{
    char *at = cut_fields(line, n_labels);
    if (at == NULL || (columns != NULL && strcmp(at, columns) != 0)) return false;
    t->n_columns = count(at, ',') + 1;
    t->columns = calloc(t->n_columns, sizeof *t->columns);
    if (t->columns == NULL) return false;
    for (size_t i = 0; i < t->n_columns; i++) {
        t->columns[i] = at;
        if (i + 1 < t->n_columns) at = cut_fields(at, 1);
    }
    return true;
}

/* One row: the group grows, or another one begins. */
static bool read_row(data_table *t, char *line, size_t n_labels)
{
    char *at = cut_fields(line, n_labels);
    double *v = t->values + t->n_rows * t->n_columns;
    for (size_t i = 0; i < t->n_columns; i++) {
        if (at == NULL) return false;
        char *end;
        v[i] = strtod(at, &end);
        if (end == at || *end != (i + 1 < t->n_columns ? ',' : '\0')) return false;
        at = end + 1;
    }
    group *last = t->n_groups > 0 ? &t->groups[t->n_groups - 1] : NULL;
    if (last == NULL || strcmp(last->labels, line) != 0)
        t->groups[t->n_groups++] = (group){line, t->n_rows, t->n_rows + 1};
    else
        last->end++;
    t->n_rows++;
    return true;
}

static bool read_rows(data_table *t, size_t n_labels, const char *columns)
{
    if (t->text.text == NULL) return false;
    char *rest = NULL, *line = strtok_r(t->text.text, "\n", &rest);
    const size_t most = rest == NULL ? 0 : count(rest, '\n') + 1;
    if (line == NULL || !read_head(t, line, n_labels, columns)) return false;
    t->values = calloc(most * t->n_columns + 1, sizeof *t->values);
    t->groups = calloc(most + 1, sizeof *t->groups);
    if (t->values == NULL || t->groups == NULL) return false;
    while ((line = strtok_r(NULL, "\n", &rest)) != NULL)
        if (!read_row(t, line, n_labels)) return false;
    return true;
}

int data_read(experiment_data *d, const char *folder, const char *name, const char *labels,
              const char *columns)
{
    buffer path = {.text = NULL};
    char reason[FILE_REASON_SIZE];
    data_table *t = calloc(1, sizeof *t);
    if (t == NULL) return text_error(EXIT_USAGE, "no memory for the data of %s", folder);
    t->name = name;
    t->next = d->tables;
    d->tables = t;
    buffer_print(&path, "%s/%s.csv", folder, name);
    int status = EXIT_OK;
    const int error = path.failed ? 0 : file_read(path.text, &t->text);
    if (path.failed)
        status = text_error(EXIT_USAGE, "no memory for the data of %s", folder);
    else if (error != 0)
        status = text_error(EXIT_FILES, "%s cannot be read: %s", path.text,
                            file_reason(error, FILE_MOST_BYTES, reason));
    else if (!read_rows(t, count(labels, ',') + 1, columns))
        status = text_error(EXIT_FILES,
                            "%s does not hold the data of this experiment, or is damaged; remove "
                            "the folder to run it again",
                            path.text);
    buffer_free(&path);
    return status;
}

/* ---- samples -------------------------------------------------------------------------------- */

static const data_table *find_table(const experiment_data *d, const char *name)
{
    for (const data_table *t = d->tables; t != NULL; t = t->next)
        if (strcmp(t->name, name) == 0) return t;
    return NULL;
}

/* n_columns: there is none. */
static size_t find_column(const data_table *t, const char *name)
{
    size_t i = 0;
    while (i < t->n_columns && strcmp(t->columns[i], name) != 0) i++;
    return i;
}

static const group *find_group(const data_table *t, const char *labels)
{
    for (size_t i = 0; i < t->n_groups; i++)
        if (strcmp(t->groups[i].labels, labels) == 0) return &t->groups[i];
    return NULL;
}

/* Room for n numbers, which belongs to d; null without memory. */
static double *new_piece(const experiment_data *d, size_t n)
{
    experiment_data *owner = (experiment_data *)d; /* what it shows does not change */
    piece *p = malloc(sizeof *p + n * sizeof *p->v);
    if (p == NULL) return NULL;
    p->next = owner->pieces;
    owner->pieces = p;
    return p->v;
}

sample data_column(const experiment_data *d, const char *table, const char *column,
                   const char *labels, ...)
{
    char text[LABELS_SIZE];
    va_list args;
    va_start(args, labels);
    vsnprintf(text, sizeof text, labels, args);
    va_end(args);
    const data_table *t = find_table(d, table);
    const group *g = t == NULL ? NULL : find_group(t, text);
    const size_t c = t == NULL ? 0 : find_column(t, column);
    double *v = g == NULL ? NULL : new_piece(d, g->end - g->begin);
    if (v == NULL || c == t->n_columns) return (sample){0, NULL};
    for (size_t i = g->begin; i < g->end; i++) v[i - g->begin] = t->values[i * t->n_columns + c];
    return (sample){g->end - g->begin, v};
}

void data_each(const experiment_data *d, const char *table, data_visit visit, void *visitor)
{
    const data_table *t = find_table(d, table);
    for (size_t k = 0; t != NULL && k < t->n_groups; k++)
        for (size_t i = t->groups[k].begin; i < t->groups[k].end; i++)
            visit(t->groups[k].labels, t->values + i * t->n_columns, visitor);
}
