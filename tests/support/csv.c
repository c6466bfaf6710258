/* SPDX-License-Identifier: MIT
 *
 * Reading tables of reference values. */
#include "support/csv.h"

#include <stdlib.h>
#include <string.h>

#include "support/check.h"

static size_t split(char *line, char **field)
{
    size_t n = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *next = line; next != NULL && n < CSV_FIELDS; n++) {
        field[n] = next;
        next = strchr(next, ',');
        if (next != NULL) *next++ = '\0';
    }
    return n;
}

void csv_open(csv *c, const char *name)
{
    char path[1024];
    memset(c, 0, sizeof *c);
    snprintf(path, sizeof path, "%s/%s", NES_TEST_DATA, name);
    c->file = fopen(path, "r");
    if (c->file == NULL || fgets(c->header, sizeof c->header, c->file) == NULL)
        fail_msg("%s cannot be read", path);
    c->fields = split(c->header, c->name);
}

bool csv_next(csv *c)
{
    if (fgets(c->line, sizeof c->line, c->file) == NULL) {
        fclose(c->file);
        return false;
    }
    c->rows++;
    if (split(c->line, c->field) != c->fields) fail_msg("row %zu is not complete", c->rows);
    return true;
}

const char *csv_text(const csv *c, const char *column)
{
    for (size_t i = 0; i < c->fields; i++)
        if (strcmp(c->name[i], column) == 0) return c->field[i];
    fail_msg("there is no column %s", column);
    return "";
}

double csv_real(const csv *c, const char *column)
{
    return strtod(csv_text(c, column), NULL);
}

size_t csv_count(const csv *c, const char *column)
{
    return (size_t)strtoull(csv_text(c, column), NULL, 10);
}

size_t csv_reals(const csv *c, const char *column, double *v, size_t max)
{
    const char *text = csv_text(c, column);
    size_t n = 0;
    for (char *end; n < max; n++, text = end) {
        v[n] = strtod(text, &end);
        if (end == text) break;
    }
    return n;
}
