/* SPDX-License-Identifier: MIT
 *
 * Rows of a run's course on their way into the database and out of it. */
#pragma once

#include "report/course_row.h"
#include "report/history.h"
#include "store/store.h"

/* Adds a row for the generation that has just ended. row: room for it, which stays the caller's.
 * Returns 0, or the exit status with the error printed. */
int course_keep(store *s, nes_opt *o, course_row *row, double seconds);

/* Adds all rows of the database up to a generation. */
int course_recall(store *s, uint64_t last, history *h);
