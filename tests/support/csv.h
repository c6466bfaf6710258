/* SPDX-License-Identifier: MIT
 *
 * The tables of tests/data: comma-separated, one header line, reals as %.17g; a point is one field,
 * numbers separated by blanks. */
#ifndef NES_TEST_CSV_H
#define NES_TEST_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { CSV_FIELDS = 32, CSV_LINE = 1 << 14 };

typedef struct csv {
    FILE *file;
    size_t n;
    const char *field[CSV_FIELDS]; /* of the last row read */
    char line[CSV_LINE];
    size_t row; /* its number, from 1 */
    char names[CSV_LINE];
} csv;

void csv_open(csv *c, const char *name); /* a file of tests/data; reads the header */
bool csv_next(csv *c);                   /* the next row; at the end closes and returns false */
size_t csv_count(const csv *c, size_t i);
double csv_real(const csv *c, size_t i);
size_t csv_reals(const csv *c, size_t i, double *x, size_t max); /* how many there are */

/* The same by the name of the column. */
const char *csv_text_of(const csv *c, const char *column);
size_t csv_count_of(const csv *c, const char *column);
double csv_real_of(const csv *c, const char *column);
size_t csv_reals_of(const csv *c, const char *column, double *x, size_t max);

#endif
