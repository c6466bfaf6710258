/* SPDX-License-Identifier: MIT
 *
 * Points as lines of numbers and names of choices, separated by blanks, commas, semicolons or tabs,
 * of a file or of standard input. Empty lines and lines that begin with # are skipped. A first line
 * of names, with or without quotes, says which column is which variable; further columns are not
 * looked at then.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "options/variables.h"

typedef struct point_rows {
    const variables *v;
    const char *where;       /* stands in front of "line 3" in errors, such as "--inject FILE: " */
    const double *otherwise; /* of each variable, what it is where the names lack it; NaN: they must
                                not; null: they must not lack any */
    size_t number;           /* lines so far */
    size_t *variable; /* variable of each column, v->n: none; owned; null: no line was read */
    size_t columns;
    bool named; /* the columns have names */
} point_rows;   /* the first three are set by the user, the others begin as zeros */

/* Reads the next line. *is_point: there is a point, which is in x now. Returns 0, or the exit
 * status with the error printed. */
int point_rows_take(point_rows *r, const char *line, double *x, bool *is_point);
void point_rows_close(point_rows *r);
