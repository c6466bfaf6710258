/* SPDX-License-Identifier: MIT
 *
 * Tables of reference values in tests/data: one header line, commas between fields, no quotes. A
 * file that is missing or lacks a column fails the test. */
#ifndef NES_TEST_CSV_H
#define NES_TEST_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { CSV_FIELDS = 32, CSV_LINE = 1 << 14 };

typedef struct csv {
    FILE *file;
    char header[CSV_LINE], line[CSV_LINE];
    char *name[CSV_FIELDS], *field[CSV_FIELDS];
    size_t fields, rows; /* rows read so far */
} csv;

void csv_open(csv *c, const char *name); /* of a file in tests/data */
bool csv_next(csv *c);                   /* false at the end, where the file is closed */

const char *csv_text(const csv *c, const char *column);
double csv_real(const csv *c, const char *column);
size_t csv_count(const csv *c, const char *column);

/* Numbers separated by blanks; returns how many there are, at most max. */
size_t csv_reals(const csv *c, const char *column, double *v, size_t max);

#endif
