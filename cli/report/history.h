/* SPDX-License-Identifier: MIT
 *
 * The course of a run in bounded memory, for pictures and tables: a row every stride generations.
 * When the history is full every second row is dropped and the stride doubled, so a course of any
 * length keeps between half and all of HISTORY_ROWS evenly spaced rows, and its end. Rows come from
 * a run that is watched, or one by one from a database. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "evaluate/observer.h"
#include "options/variables.h"
#include "report/course_row.h"

enum { HISTORY_ROWS = 2000 };

typedef struct history {
    size_t n;
    uint64_t calls, stride;
    const variables *variables;        /* whose numbers are shown; borrowed; null: those searched */
    course_row rows[HISTORY_ROWS + 1]; /* one row more, for the end of the run */
    course_row last; /* the row that was read or added last; it is in `rows` only if it was due */
} history;

history *history_create(const variables *v);
void history_free(history *h); /* null is fine */

/* history_add() takes a copy of the next row, which is kept if it is due; history_end() keeps the
 * last row in any case. */
void history_add(history *h, const course_row *row);
void history_end(history *h);

/* Records a run: a row after a generation when it is due, and one at the end in any case. */
observer history_observer(history *h);

/* Writes the rows as a table with a line of names, at once and complete: counts and real numbers of
 * a row but its seconds, the rates, mean_NAME and std_NAME of every variable. Numbers are
 * exact; those that are not known are empty. Returns 0, or the exit status with the error printed.
 */
int history_write(const history *h, const variables *v, const char *path);

/* Refuses a path to which that table could not be written. Returns 0, or the exit status with the
 * error printed. */
int history_check(const char *path);
