/* SPDX-License-Identifier: MIT
 *
 * Reading points line by line; see session/point_rows.h. */
#include "session/point_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

enum { SENTENCE = 512 };

static const char SEPARATORS[] = " ,;\t\r\n";

/* Moves *at to the next word and returns its length in bytes; 0: there is none. */
static size_t next_word(const char **at)
{
    *at += strspn(*at, SEPARATORS);
    return strcspn(*at, SEPARATORS);
}

static size_t count_words(const char *line)
{
    size_t n = 0, length;
    for (; (length = next_word(&line)) > 0; line += length) n++;
    return n;
}

static bool is_number(const char *word, size_t length, double *number)
{
    char *end;
    *number = number_read(word, &end);
    return end == word + length;
}

/* The variable that a word of the first line names; v->n: none. */
static size_t variable_named(const variables *v, const char *word, size_t length)
{
    char name[VARIABLES_NAME_SIZE];
    if (length >= 2 && *word == '"' && word[length - 1] == '"') {
        word++;
        length -= 2;
    }
    if (length >= sizeof name) return v->n;
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    return variables_find(v, name);
}

/* Finds the variables of the columns by name, in any order. column: of each variable its column,
 * from 1; 0: none. */
static int find_columns(point_rows *r, const char *line, size_t *column)
{
    size_t length, c = 0;
    for (; (length = next_word(&line)) > 0; line += length, c++) {
        const size_t i = r->variable[c] = variable_named(r->v, line, length);
        if (i == r->v->n) continue;
        if (column[i] > 0)
            return text_error(EXIT_USAGE, "%sline %zu: columns %zu and %zu are for one variable",
                              r->where, r->number, column[i], c + 1);
        column[i] = c + 1;
    }
    return 0;
}

static int take_names(point_rows *r, const char *line)
{
    char name[VARIABLES_NAME_SIZE];
    size_t *column = memory_zeros(r->v->n, sizeof *column);
    int status = find_columns(r, line, column);
    for (size_t i = 0; status == 0 && i < r->v->n; i++)
        if (column[i] == 0 && (r->otherwise == NULL || isnan(r->otherwise[i])))
            status = text_error(EXIT_USAGE,
                                "%sline %zu has names, but not '%s'; name every variable there, or "
                                "leave the line out",
                                r->where, r->number, variables_name(r->v, i, name));
    free(column);
    return status;
}

static int take_point(point_rows *r, const char *line, double *x)
{
    const size_t words = count_words(line);
    if (r->otherwise != NULL) memcpy(x, r->otherwise, r->v->n * sizeof *x);
    for (size_t c = 0; c < r->columns && c < words; c++) {
        char why[SENTENCE];
        const size_t length = next_word(&line), i = r->variable[c];
        if (i < r->v->n && variables_read(r->v, i, line, length, &x[i], why, sizeof why) != NULL)
            return text_error(EXIT_USAGE, "%sline %zu: %s", r->where, r->number, why);
        line += length;
    }
    if (words == r->columns) return 0;
    return text_error(EXIT_USAGE, "%sline %zu has %zu %s%s; %s has %zu", r->where, r->number, words,
                      r->named ? "column" : "number", text_s(words),
                      r->named ? "the line of names" : "a point", r->columns);
}

/* The first line that is no comment says what the columns are: by names, or as a point. */
static bool begin(point_rows *r, const char *line)
{
    double number;
    const size_t length = next_word(&line);
    const scale *first = variables_scale(r->v, 0);
    const bool choice = first != NULL && scale_choice(first, line, length) < first->n;
    r->named = length > 0 && !choice && !is_number(line, length, &number);
    r->columns = r->named ? count_words(line) : r->v->n;
    r->variable = memory_zeros(r->columns, sizeof *r->variable);
    for (size_t c = 0; c < r->columns; c++) r->variable[c] = c;
    return r->named;
}

int point_rows_take(point_rows *r, const char *line, double *x, bool *is_point)
{
    static const char mark[] = "\xef\xbb\xbf"; /* by which some programs begin a file in UTF-8 */
    *is_point = false;
    if (r->number++ == 0 && strncmp(line, mark, sizeof mark - 1) == 0) line += sizeof mark - 1;
    line += strspn(line, " \t\r\n");
    if (*line == '\0' || *line == '#') return 0;
    if (r->variable == NULL && begin(r, line)) return take_names(r, line);
    *is_point = true;
    return take_point(r, line, x);
}

void point_rows_close(point_rows *r)
{
    free(r->variable);
    r->variable = NULL;
}
