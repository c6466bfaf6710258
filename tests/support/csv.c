/* SPDX-License-Identifier: MIT */
#include "csv.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

void csv_open(csv *c, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", NES_TEST_DATA, name);
    c->file = fopen(path, "r");
    assert_non_null(c->file);
    assert_non_null(fgets(c->names, sizeof c->names, c->file));
    c->row = 0;
}

bool csv_next(csv *c)
{
    if (fgets(c->line, sizeof c->line, c->file) == NULL) {
        fclose(c->file);
        return false;
    }
    c->row++;
    char *rest = c->line;
    rest[strcspn(rest, "\n")] = '\0';
    for (c->n = 0; rest != NULL; c->n++) {
        assert_true(c->n < CSV_FIELDS);
        c->field[c->n] = rest;
        rest = strchr(rest, ',');
        if (rest != NULL) *rest++ = '\0';
    }
    return true;
}

size_t csv_count(const csv *c, size_t i)
{
    assert_true(i < c->n);
    return strtoul(c->field[i], NULL, 10);
}

double csv_real(const csv *c, size_t i)
{
    assert_true(i < c->n);
    return strtod(c->field[i], NULL);
}

size_t csv_reals(const csv *c, size_t i, double *x, size_t max)
{
    assert_true(i < c->n);
    const char *text = c->field[i];
    for (size_t n = 0;; n++) {
        char *end;
        const double value = strtod(text, &end);
        if (end == text) return n;
        assert_true(n < max);
        x[n] = value;
        text = end;
    }
}

/* The place of a column in the header. */
static size_t find(const csv *c, const char *column)
{
    const size_t length = strlen(column);
    const char *name = c->names;
    for (size_t i = 0; *name != '\0'; i++) {
        const size_t n = strcspn(name, ",\r\n");
        if (n == length && strncmp(name, column, n) == 0) return i;
        name += n + (name[n] != '\0');
    }
    fail_msg("there is no column %s", column);
    return CSV_FIELDS;
}

const char *csv_text_of(const csv *c, const char *column)
{
    const size_t i = find(c, column);
    assert_true(i < c->n);
    return c->field[i];
}

size_t csv_count_of(const csv *c, const char *column)
{
    return csv_count(c, find(c, column));
}

double csv_real_of(const csv *c, const char *column)
{
    return csv_real(c, find(c, column));
}

size_t csv_reals_of(const csv *c, const char *column, double *x, size_t max)
{
    return csv_reals(c, find(c, column), x, max);
}
