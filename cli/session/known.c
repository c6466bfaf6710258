/* SPDX-License-Identifier: MIT
 *
 * Points from a file; see session/known.h. */
#include "session/known.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

void known_add(known *k, const double *x, nes_fate fate, double f)
{
    k->x = memory_resize(k->x, (k->n + 1) * k->dim, sizeof *k->x);
    k->f = memory_resize(k->f, k->n + 1, sizeof *k->f);
    k->fate = memory_resize(k->fate, k->n + 1, sizeof *k->fate);
    memcpy(k->x + k->n * k->dim, x, k->dim * sizeof *x);
    k->fate[k->n] = fate;
    k->f[k->n++] = f;
}

/* ---- files ---------------------------------------------------------------------------------- */

typedef struct reader {
    known *k;
    const variables *v;
    const char *path;
    size_t number;    /* of the line, from 1 */
    size_t *variable; /* of each column, v->n: of none; owned; null: no line was read yet */
    size_t columns;
    bool named; /* the columns have names */
    double *x;  /* room for a point; owned */
} reader;

/* The next word of a line and its length; null at the end. */
static const char *next_word(const char **rest, size_t *n)
{
    static const char separators[] = " ,;\t\r";
    const char *word = *rest + strspn(*rest, separators);
    *n = strcspn(word, separators);
    *rest = word + *n;
    return *n == 0 ? NULL : word;
}

static bool is_number(const char *word, size_t n, double *number)
{
    char *end;
    *number = strtod(word, &end);
    return end == word + n;
}

static size_t count_words(const char *line)
{
    size_t count = 0, n;
    while (next_word(&line, &n) != NULL) count++;
    return count;
}

/* Columns are for variables by name, in any order; others are not looked at. */
static int take_names(reader *r, const char *line)
{
    char name[VARIABLES_NAME_SIZE];
    size_t n, *column = memory_zeros(r->v->n, sizeof *column); /* of a variable, from 1; 0: none */
    int status = 0;
    for (size_t c = 0; status == 0 && c < r->columns; c++) {
        const char *word = next_word(&line, &n);
        snprintf(name, sizeof name, "%.*s", (int)n, word);
        const size_t i = r->variable[c] = n < sizeof name ? variables_find(r->v, name) : r->v->n;
        if (i == r->v->n) continue;
        if (column[i] > 0)
            status = text_error(EXIT_USAGE,
                                "--inject %s: line %zu: columns %zu and %zu are for one variable",
                                r->path, r->number, column[i], c + 1);
        column[i] = c + 1;
    }
    for (size_t i = 0; status == 0 && i < r->v->n; i++)
        if (column[i] == 0)
            status = text_error(EXIT_USAGE,
                                "--inject %s: line %zu has names, but not '%s'; name every "
                                "variable there, or leave the line out",
                                r->path, r->number, variables_name(r->v, i, name));
    free(column);
    return status;
}

/* The first line says what the columns are. *taken: it has names, and no point. */
static int begin(reader *r, const char *line, bool *taken)
{
    double number;
    size_t n;
    const char *rest = line, *first = next_word(&rest, &n);
    r->named = *taken = !is_number(first, n, &number);
    r->columns = r->named ? count_words(line) : r->v->n;
    r->variable = memory_zeros(r->columns, sizeof *r->variable);
    for (size_t c = 0; c < r->columns; c++) r->variable[c] = c;
    return r->named ? take_names(r, line) : 0;
}

static int wrong_count(const reader *r, size_t n)
{
    const char *what = r->named ? "column" : "number";
    return text_error(EXIT_USAGE, "--inject %s: line %zu has %zu %s%s; %s has %zu", r->path,
                      r->number, n, what, n == 1 ? "" : "s",
                      r->named ? "the line of names" : "a point", r->columns);
}

static int take_point(reader *r, const char *line)
{
    const size_t count = count_words(line);
    size_t n;
    for (size_t c = 0; c < r->columns && c < count; c++) {
        double number;
        const char *word = next_word(&line, &n);
        if (r->variable[c] == r->v->n) continue;
        if (!is_number(word, n, &number))
            return text_error(EXIT_USAGE, "--inject %s: line %zu: '%.*s' is not a number", r->path,
                              r->number, (int)n, word);
        if (!isfinite(number))
            return text_error(EXIT_USAGE, "--inject %s: line %zu: every number must be finite",
                              r->path, r->number);
        r->x[r->variable[c]] = number;
    }
    if (count != r->columns) return wrong_count(r, count);
    known_add(r->k, r->x, NES_WAITING, NAN);
    return 0;
}

static int take_line(reader *r, const char *line)
{
    const char *first = line + strspn(line, " \t\r");
    bool taken = false;
    int status = 0;
    r->number++;
    if (*first == '\0' || *first == '#') return 0;
    if (count_words(first) == 0) return wrong_count(r, 0);
    if (r->variable == NULL) status = begin(r, first, &taken);
    return status != 0 || taken ? status : take_point(r, first);
}

static int take_lines(reader *r, char *rest)
{
    const size_t before = r->k->n;
    char *line;
    int status = 0;
    while (status == 0 && (line = text_part(&rest, '\n')) != NULL) status = take_line(r, line);
    if (status == 0 && r->k->n == before)
        return text_error(EXIT_USAGE, "--inject %s: there is no point in this file", r->path);
    return status;
}

int known_read(known *k, const char *path, const variables *v, const double *start)
{
    buffer content = {.text = NULL};
    reader r = {.k = k, .v = v, .path = path};
    *k = (known){.dim = v->n};
    char reason[FILE_REASON_SIZE];
    const int error = file_read_most(path, FILE_MOST_BYTES, true, &content);
    if (error != 0)
        return text_error(EXIT_USAGE, "--inject %s: the file cannot be read: %s", path,
                          file_reason(error, FILE_MOST_BYTES, reason));
    r.x = memory_zeros(v->n, sizeof *r.x);
    if (start != NULL) known_add(k, start, NES_WAITING, NAN);
    char none[] = "";
    const int status = take_lines(&r, content.n > 0 ? content.text : none);
    free(r.x);
    free(r.variable);
    buffer_free(&content);
    return status;
}

/* ---- points --------------------------------------------------------------------------------- */

void known_close(known *k)
{
    free(k->x);
    free(k->f);
    free(k->fate);
    *k = (known){.n = 0};
}

const double *known_best(const known *k, bool maximize)
{
    size_t best = k->n;
    for (size_t i = 0; i < k->n; i++) {
        if (!isfinite(k->f[i])) continue;
        if (best == k->n || (maximize ? k->f[i] > k->f[best] : k->f[i] < k->f[best])) best = i;
    }
    return best < k->n ? k->x + best * k->dim : NULL;
}

bool known_answer(void *data, const double *x, eval_record *to)
{
    const known *k = data;
    for (size_t i = 0; i < k->n; i++) {
        if (isnan(k->f[i]) || memcmp(k->x + i * k->dim, x, k->dim * sizeof *x) != 0) continue;
        to->f = k->f[i];
        return true;
    }
    return false;
}
