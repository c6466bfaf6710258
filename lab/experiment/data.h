/* SPDX-License-Identifier: MIT
 *
 * The raw data of an experiment, as read from its tables. */
#ifndef EXPERIMENT_DATA_H
#define EXPERIMENT_DATA_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/sample.h"

typedef struct experiment_data experiment_data;

/* Whether these are the data of the quick version. */
bool data_is_quick(const experiment_data *d);

/* The numbers of a column of a table: of all rows with those labels, in order. They belong to d. A
 * table, column or labels that are not there give an empty sample. */
sample data_column(const experiment_data *d, const char *table, const char *column,
                   const char *labels, ...) __attribute__((format(printf, 4, 5)));

/* Evaluations to success of the runs with those labels, infinite for those that were not solved:
 * from the columns "solved" and "evaluations". */
sample data_hits(const experiment_data *d, const char *table, const char *labels, ...)
    __attribute__((format(printf, 3, 4)));

/* The numbers of a column where another has a value: "sigma" where "generation" is 100. */
sample data_where(const experiment_data *d, const char *table, const char *column,
                  const char *where, double value, const char *labels, ...)
    __attribute__((format(printf, 6, 7)));

/* ---- for the engine ------------------------------------------------------------------------- */

/* Null without memory. */
experiment_data *data_new(bool quick);
void data_free(experiment_data *d);

/* Reads FOLDER/NAME.csv, whose first columns are the labels. Returns 0, or the exit status with the
 * error printed. */
int data_read(experiment_data *d, const char *folder, const char *name, const char *labels);

#endif
