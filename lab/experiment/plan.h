/* SPDX-License-Identifier: MIT
 *
 * The plan of an experiment: tables of raw data and cells in them, cut into tasks, which are some
 * runs each. A cell is one setting, such as a method on a function in a dimension, with a number of
 * runs. Run k of every cell has the seed k, and its rows depend on the cell and k alone, so that
 * runs can be done in any order. An entry of "tables" in a description has
 *
 *     table: runs              name of the file and of the table in the database
 *     labels: method,dim       columns that say what cell a row belongs to; "run" follows, and the
 *                              numbers of the run
 *     runs_to: outcome         the kind of run; experiment/run_kinds.c
 *     cells: SELECT ...        a row for every cell
 *
 * Labels are columns of the rows of "cells". So are, unless they are the same for all cells and
 * stand beside "cells":
 *
 *     runs, weight             how many, and roughly the time of one in any unit (default: 1)
 *     suite, f, d              function f of a suite in d variables, with instances 1 to 15 in turn
 *                              and the usual start of the benchmarks
 *     problem, start           otherwise an id, in which %k is the number of the run, and "usual"
 *                              or a number that all variables start with
 *     options                  of the library: "method=xnes ties=index"
 *     precision, budget        a run ends so close to the optimum, or after so many evaluations
 *     number                   whatever the kind of run wants to know besides */
#pragma once

#include "base/buffer.h"
#include "experiment/run_kinds.h"
#include "experiment/study.h"

enum { PLAN_LABELS = 96 };

typedef struct plan_table {
    const char *name, *labels; /* borrowed */
    const run_kind *kind;
    size_t n_columns;
} plan_table;

typedef struct experiment_cell {
    size_t table;
    char labels[PLAN_LABELS];
    size_t n, block; /* runs, and how many of them are a task */
    size_t first;    /* task */
    double weight;   /* of a run */
    recipe recipe;
} experiment_cell;

typedef struct experiment_plan {
    plan_table *tables;     /* owned */
    experiment_cell *cells; /* owned */
    size_t n_tables, n_cells, n_tasks;
} experiment_plan;

struct run_rows {
    const experiment_cell *cell;
    size_t run, n_columns;
    buffer *text;
};

/* Fills p with the plan of an experiment; errors are in s. plan_close() in any case. */
void plan_open(experiment_plan *p, study *s);
void plan_close(experiment_plan *p);

const experiment_cell *plan_cell_of(const experiment_plan *p, size_t task);
double plan_weight(const experiment_plan *p, size_t task);

/* Does a task: its rows to text. Returns as run_kind_do() does. */
int plan_run(const experiment_plan *p, size_t task, buffer *text, task_watch *w);
