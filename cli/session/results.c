/* SPDX-License-Identifier: MIT
 *
 * Tables of results; see session/results.h. */
#include "session/results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "session/told.h"

enum { SENTENCE = 512 };

typedef struct table {
    const results_wish *w;
    known *to;
    told_list head;                /* the line of names */
    size_t *column;                /* of each variable; owned */
    size_t value, status, first_g; /* columns; SIZE_MAX: there is none */
    size_t number;                 /* of the line */
    size_t *line;                  /* of each point; owned */
    cache seen;                    /* the points so far */
} table;

static int refuse(const table *t, const char *what)
{
    return text_error(EXIT_USAGE, "%s %s: line %zu: %s", t->w->option, t->w->path, t->number, what);
}

/* The constraints that have no names. */
static size_t plain_constraints(const table *t)
{
    return t->w->named != NULL ? 0 : (size_t)t->w->settings->outputs;
}

/* ---- the line of names ---------------------------------------------------------------------- */

static int find_variables(table *t)
{
    char name[VARIABLES_NAME_SIZE], text[SENTENCE];
    const variables *v = t->w->variables;
    for (size_t i = 0; i < v->n; i++) {
        t->column[i] = told_column(&t->head, variables_name(v, i, name));
        if (t->column[i] != SIZE_MAX) continue;
        snprintf(text, sizeof text,
                 "there is no column '%s'; name every variable in the first line", name);
        return refuse(t, text);
    }
    return 0;
}

static int find_values(table *t)
{
    char text[SENTENCE];
    const output_set *o = t->w->named;
    t->status = told_column(&t->head, "status");
    t->value = told_column(&t->head, "f");
    if (t->value == SIZE_MAX) t->value = told_column(&t->head, "value");
    t->first_g = told_column(&t->head, "g1");
    for (size_t i = 0; o != NULL && i < told_width(o); i++) {
        if (told_column(&t->head, told_name(o, i)) != SIZE_MAX) continue;
        snprintf(text, sizeof text, "there is no column '%s', which an evaluation gives",
                 told_name(o, i));
        return refuse(t, text);
    }
    if (o == NULL && t->value == SIZE_MAX)
        return refuse(t, "there is no column 'f' for the value; name it in the first line");
    if (plain_constraints(t) > 0 && t->first_g == SIZE_MAX)
        return refuse(t, "there is no column 'g1' for the constraints; name them g1, g2, ...");
    return 0;
}

static int take_names(table *t, char *line)
{
    t->head.header = line;
    t->column = memory_zeros(t->w->variables->n, sizeof *t->column);
    const int status = find_variables(t);
    return status == 0 ? find_values(t) : status;
}

/* ---- a row ---------------------------------------------------------------------------------- */

/* Whether the search could ask for this number of a variable; else why not, in text. */
static bool is_allowed(const table *t, size_t i, double x, char *text, size_t size)
{
    char name[VARIABLES_NAME_SIZE];
    const nes_settings *s = t->w->settings;
    const double low = s->lower != NULL ? s->lower[i] : -INFINITY,
                 high = s->upper != NULL ? s->upper[i] : INFINITY;
    const bool choice = s->choices != NULL && s->choices[i] > 0;
    const bool whole = s->bits || choice || (s->integer != NULL && s->integer[i] != 0);
    variables_name(t->w->variables, i, name);
    if (!isfinite(x))
        snprintf(text, size, "%s is no finite number", name);
    else if (s->bits ? x != 0 && x != 1 : !choice && (x < low || x > high))
        snprintf(text, size, "%s is %g, outside its bounds %g and %g", name, x, s->bits ? 0 : low,
                 s->bits ? 1 : high);
    else if (whole && x != rint(x))
        snprintf(text, size, "%s is %g, and has whole numbers only", name, x);
    else
        return true;
    return false;
}

static int take_point(const table *t, const char *line, double *x)
{
    char text[SENTENCE], why[SENTENCE];
    const variables *v = t->w->variables;
    double *searched = memory_zeros(v->n, sizeof *searched);
    int status = 0;
    for (size_t i = 0; status == 0 && i < v->n; i++) {
        size_t n = 0;
        const char *at = told_column_at(line, t->column[i], &n);
        if (at == NULL || n == 0)
            status = refuse(t, "the row has fewer columns than the line of names");
        else if (variables_read(v, i, at, n, &x[i], why, sizeof why) != NULL)
            status = refuse(t, why);
    }
    if (status == 0) variables_find_point(v, x, searched);
    for (size_t i = 0; status == 0 && i < v->n; i++)
        if (!is_allowed(t, i, searched[i], text, sizeof text)) status = refuse(t, text);
    free(searched);
    return status;
}

/* Reads the number of a column. */
static bool take_number(const char *line, size_t column, double *to)
{
    value_reading reading;
    size_t n = 0;
    const char *at = column == SIZE_MAX ? NULL : told_column_at(line, column, &n);
    if (at == NULL || n == 0 || !value_take(at, n, "no number", &reading)) return false;
    *to = reading.f;
    return true;
}

static int take_values(const table *t, const char *line, const double *x, double *values)
{
    const output_set *o = t->w->named;
    told row = {.record.fate = NES_MEASURED, .values = values};
    if (o != NULL) {
        if (!told_take_columns(o, &t->head, line, &row) || row.record.fate != NES_MEASURED ||
            outputs_complete(o, t->w->variables->n, x, values) != NES_MEASURED)
            return refuse(t, "an output is missing, or no number");
        return 0;
    }
    if (!take_number(line, t->value, &values[0])) return refuse(t, "the value is no number");
    for (size_t i = 0; i < plain_constraints(t); i++)
        if (!take_number(line, t->first_g + i, &values[1 + i]))
            return refuse(t, "a constraint is missing, or no number");
    return 0;
}

/* Whether a row has a result. */
static bool has_result(const table *t, const char *line)
{
    static const char *const none[] = {"failed", "asked", "nan"};
    size_t n = 0;
    const char *at = t->status == SIZE_MAX ? NULL : told_column_at(line, t->status, &n);
    for (size_t i = 0; at != NULL && i < sizeof none / sizeof *none; i++)
        if (strlen(none[i]) == n && strncmp(at, none[i], n) == 0) return false;
    return true;
}

/* An equal point must have the same numbers. */
static int compare(const table *t, const double *x, const double *values, const eval_record *with)
{
    char text[SENTENCE];
    const size_t m = t->seen.outputs;
    size_t k = 0;
    if (memcmp(&with->f, &values[0], sizeof with->f) == 0 &&
        (m == 0 || memcmp(with->outputs, values + 1, m * sizeof *values) == 0))
        return 0;
    while (memcmp(t->to->x + k * t->to->dim, x, t->to->dim * sizeof *x) != 0) k++;
    snprintf(text, sizeof text,
             "the point is that of line %zu, with other numbers; leave the wrong one out, and both "
             "where values are noisy",
             t->line[k]);
    return refuse(t, text);
}

static int take_row(table *t, const char *line)
{
    known *k = t->to;
    double *x = memory_zeros(k->dim, sizeof *x),
           *values = memory_zeros(1 + k->outputs, sizeof *values);
    eval_record before = {.id = 0};
    int status = take_point(t, line, x);
    if (status == 0) status = take_values(t, line, x, values);
    for (size_t i = 0; i < k->dim; i++) x[i] += 0.0; /* -0 is 0, as for the cache */
    if (status == 0 && cache_find(&t->seen, x, &before)) {
        status = compare(t, x, values, &before);
    } else if (status == 0) {
        cache_add(&t->seen, x, values[0], values + 1);
        t->line = memory_resize(t->line, k->n + 1, sizeof *t->line);
        t->line[k->n] = t->number;
        known_add(k, x, NES_KNOWN, values[0], values + 1);
    }
    free(x);
    free(values);
    return status;
}

/* ---- the file ------------------------------------------------------------------------------- */

static int take_lines(table *t, char *rest)
{
    static const char mark[] = "\xef\xbb\xbf"; /* by which some programs begin a file in UTF-8 */
    char *line;
    int status = 0;
    if (strncmp(rest, mark, sizeof mark - 1) == 0) rest += sizeof mark - 1;
    while (status == 0 && (line = text_part(&rest, '\n')) != NULL) {
        t->number++;
        line += strspn(line, " \t\r");
        line[strcspn(line, "\r")] = '\0';
        if (*line == '\0' || *line == '#') continue;
        if (t->column == NULL)
            status = take_names(t, line);
        else if (has_result(t, line))
            status = take_row(t, line);
    }
    if (status != 0 || t->to->n > 0) return status;
    return text_error(EXIT_USAGE, "%s %s: there is no result in this file", t->w->option,
                      t->w->path);
}

int results_read(known *to, const results_wish *w)
{
    buffer content = {.text = NULL};
    char reason[FILE_REASON_SIZE], none[] = "";
    *to = (known){.dim = w->variables->n, .outputs = (size_t)w->settings->outputs};
    const int error = file_read_most(w->path, FILE_MOST_BYTES, true, &content);
    if (error != 0)
        return text_error(EXIT_USAGE, "%s %s: the file cannot be read: %s", w->option, w->path,
                          file_reason(error, FILE_MOST_BYTES, reason));
    table t = {.w = w, .to = to};
    cache_open(&t.seen, NULL, to->dim, to->outputs);
    const int status = take_lines(&t, content.n > 0 ? content.text : none);
    cache_close(&t.seen);
    free(t.column);
    free(t.line);
    buffer_free(&content);
    return status;
}

int results_keep(const known *k, store *s, uint64_t round, uint64_t first)
{
    store_begin(s);
    for (size_t i = 0; i < k->n; i++) {
        uint64_t id = first + i;
        const nes_points p = {.n = 1, .dim = k->dim, .x = k->x + i * k->dim, .id = &id};
        eval_record r = eval_measured(id, k->f[i]);
        r.fate = NES_KNOWN;
        if (k->outputs > 0) r.outputs = k->g + i * k->outputs;
        store_add_points(s, round, 0, &p);
        store_set_record(s, round, &r);
    }
    return store_commit(s, true);
}
