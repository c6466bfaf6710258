/* SPDX-License-Identifier: MIT
 *
 * A published experiment: what to run, how often, what to draw and what to check. An experiment is
 * a file of its own with two functions and a line in experiment/table.c. The engine does the rest:
 * seeds, threads, progress, interruption and continuation, raw data, figures, verdicts.
 *
 * A plan has tables of raw data and cells in them. A cell is one setting, such as a method on a
 * function in a dimension, with a number of runs. Run k of every cell has the seed k, and its rows
 * depend on the cell and k alone, so that runs can be done in any order. */
#ifndef EXPERIMENT_EXPERIMENT_H
#define EXPERIMENT_EXPERIMENT_H

#include <stddef.h>

#include "experiment/data.h"
#include "experiment/recipe.h"
#include "experiment/report.h"
#include "problem_file/tree.h"
#include "tasks/tasks.h"

typedef struct experiment_plan experiment_plan;
typedef struct experiment_cell experiment_cell;

typedef struct experiment {
    const char *id;    /* "E4" */
    const char *title; /* "Unimodal benchmarks" */
    const char *paper; /* what of the paper it redoes: "figure: ..." */
    const char *about; /* what is run, in some sentences; those on the choices that the paper
                          leaves open included */
    const node *description;
    void (*plan)(experiment_plan *p);
    void (*report)(const experiment_data *d, experiment_report *r);
} experiment;

/* Experiment number i; null past the end. */
const experiment *experiment_at(size_t i);
const experiment *experiment_find(const char *id); /* null: there is none; "e4" is fine */

/* ---- for plans ------------------------------------------------------------------------------ */

/* Whether this is the quick version: a minute, and the coarse claims. */
bool plan_is_quick(const experiment_plan *p);

/* A number of the full version, or of the quick one. */
size_t plan_either(const experiment_plan *p, size_t full, size_t quick);

/* A table of raw data: NAME.csv, with the columns labels, which say what cell a row belongs to,
 * then "run", then columns, which are numbers. Texts are not copied. Cells that follow are its. */
void plan_table(experiment_plan *p, const char *name, const char *labels, const char *columns);

/* The rows of one run. */
typedef struct run_rows run_rows;
void run_row(run_rows *r, const double *values); /* as many as the table has columns */

/* Does run k, from 1, of a cell. 0; -1: told to stop by the watch; otherwise the exit status with
 * the error printed. */
typedef int (*experiment_run)(const recipe *r, size_t k, run_rows *rows, task_watch *w);

/* The usual run: one row with how it ended. Its columns: */
#define OUTCOME_COLUMNS "solved,evaluations,precision,stop"
int run_to_outcome(const recipe *r, size_t k, run_rows *rows, task_watch *w);

/* A run to the end of its budget: one row with the best value. Its columns: */
#define VALUE_COLUMNS "evaluations,value"
int run_to_value(const recipe *r, size_t k, run_rows *rows, task_watch *w);

/* Adds a cell to the last table: n runs of a recipe, which is copied, with these labels, separated
 * by commas. weight: roughly the time of a run, in any unit. */
void plan_cell(experiment_plan *p, experiment_run run, size_t n, double weight, const recipe *r,
               const char *labels, ...) __attribute__((format(printf, 6, 7)));

#endif
