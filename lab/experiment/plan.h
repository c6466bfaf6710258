/* SPDX-License-Identifier: MIT
 *
 * A plan as the engine sees it: cells cut into tasks, which are some runs each. */
#ifndef EXPERIMENT_PLAN_H
#define EXPERIMENT_PLAN_H

#include <stdbool.h>

#include "base/buffer.h"
#include "experiment/experiment.h"
#include "experiment/study.h"

enum { PLAN_TABLES = 5, PLAN_LABELS = 96 };

typedef struct plan_table_entry {
    const char *name, *labels, *columns;
    size_t n_columns;
} plan_table_entry;

struct experiment_cell {
    size_t table;
    char labels[PLAN_LABELS];
    experiment_run run;
    size_t n, block; /* runs, and how many of them are a task */
    size_t first;    /* task */
    double weight;   /* of a run */
    recipe recipe;
};

struct experiment_plan {
    bool quick, failed; /* failed: there was no memory */
    plan_table_entry tables[PLAN_TABLES];
    size_t n_tables;
    experiment_cell *cells; /* owned */
    size_t n_cells, n_tasks;
};

struct run_rows {
    const experiment_cell *cell;
    size_t run, n_columns;
    buffer *text;
};

/* Fills p with the plan of an experiment. plan_close() in any case. */
void plan_open(experiment_plan *p, study *s);
void plan_close(experiment_plan *p);

const experiment_cell *plan_cell_of(const experiment_plan *p, size_t task);
double plan_weight(const experiment_plan *p, size_t task);

/* Does a task: its rows to text. Returns as an experiment_run does. */
int plan_run(const experiment_plan *p, size_t task, buffer *text, task_watch *w);

#endif
