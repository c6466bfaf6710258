/* SPDX-License-Identifier: MIT
 *
 * Tables of raw data, from their files into a database in memory. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>

#include "stats/sample.h"

typedef struct experiment_data {
    sqlite3 *db;          /* owned */
    struct piece *pieces; /* owned: numbers handed out */
} experiment_data;

/* Opens an empty database. */
void data_open(experiment_data *d);
void data_close(experiment_data *d);

/* Reads FOLDER/NAME.csv into a table of that name: its labels, which are its first columns, what
 * follows, which are numbers, the labels together as "cell" and, where runs are solved or not,
 * "hit": the evaluations to success, infinite for other runs. columns: what must follow the labels;
 * null for anything. NaN becomes null. Returns 0, or the exit status with the error printed. */
int data_read(experiment_data *d, const char *folder, const char *name, const char *labels,
              const char *columns);

/* Adds a table with these labels from a text, which is changed. Whether the text holds one. */
bool data_add(experiment_data *d, const char *name, char *text, size_t n_labels,
              const char *columns);

/* How many fields a line has that are separated by commas. */
size_t data_count_fields(const char *line);

/* The numbers of a column of a table: of all rows with those labels, in order. They belong to d. A
 * table, column or labels that are not there give an empty sample. */
sample data_column(experiment_data *d, const char *table, const char *column, const char *labels,
                   ...) __attribute__((format(printf, 4, 5)));
