/* SPDX-License-Identifier: MIT
 *
 * Tables of raw data, as read from their files. */
#ifndef EXPERIMENT_DATA_H
#define EXPERIMENT_DATA_H

#include <stdbool.h>
#include <stddef.h>

#include "experiment/sample.h"

typedef struct experiment_data experiment_data;

/* The numbers of a column of a table: of all rows with those labels, in order. They belong to d. A
 * table, column or labels that are not there give an empty sample. */
sample data_column(const experiment_data *d, const char *table, const char *column,
                   const char *labels, ...) __attribute__((format(printf, 4, 5)));

/* Calls visit with every row of a table in order: its labels, separated by commas, and its numbers.
 */
typedef void (*data_visit)(const char *labels, const double *row, void *visitor);
void data_each(const experiment_data *d, const char *table, data_visit visit, void *visitor);

/* Null without memory. */
experiment_data *data_new(void);
void data_free(experiment_data *d);

/* Reads FOLDER/NAME.csv, whose first columns are the labels; columns: those that follow, null for
 * any. Returns 0, or the exit status with the error printed. */
int data_read(experiment_data *d, const char *folder, const char *name, const char *labels,
              const char *columns);

#endif
