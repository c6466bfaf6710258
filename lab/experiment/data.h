/* SPDX-License-Identifier: MIT
 *
 * Tables of raw data, from their files into a database in memory. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

/* Opens an empty database; sqlite3_close() closes it. */
sqlite3 *data_open(void);

/* Reads FOLDER/NAME.csv into a table of that name: its labels, which are its first columns, what
 * follows, which are numbers, the labels together as "cell" and, where runs are solved or not,
 * "hit": the evaluations to success, infinite for other runs. columns: what must follow the labels;
 * null for anything. NaN becomes null. Returns 0, or the exit status with the error printed. */
int data_read(sqlite3 *db, const char *folder, const char *name, const char *labels,
              const char *columns);

/* Adds a table with these labels from a text, which is changed. Whether the text holds one. */
bool data_add(sqlite3 *db, const char *name, char *text, size_t n_labels, const char *columns);

/* How many fields a line has that are separated by commas. */
size_t data_count_fields(const char *line);

/* Selects columns of all rows of a table with those labels, in order. The statement is to be
 * finalised; null: there is no such table or column. */
sqlite3_stmt *data_select(sqlite3 *db, const char *columns, const char *table, const char *labels,
                          ...) __attribute__((format(printf, 4, 5)));

/* Column i of a row as a number; NaN for null. */
double data_real(sqlite3_stmt *q, int i);
