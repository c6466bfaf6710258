/* SPDX-License-Identifier: MIT
 *
 * Plans and their tasks; see experiment/plan.h. */
#include "experiment/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"

enum { TASKS = 50 }; /* of a cell, at most */

/* ---- from the description ------------------------------------------------------------------- */

/* The labels of a row, separated by commas. */
static void print_labels(const scope *row, const node *v, const char *names, char *text,
                         size_t size)
{
    size_t n = 0;
    for (const char *at = names; *at != '\0' && n < size;) {
        char name[32];
        const size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        const char *value = study_text(row, v, name);
        n += (size_t)snprintf(text + n, size - n, "%s%s", at == names ? "" : ",",
                              value == NULL ? "" : value);
        at += length + (at[length] == ',' ? 1 : 0);
    }
}

static double number_or(const scope *row, const node *v, const char *key, double otherwise)
{
    const double given = study_number(row, v, key);
    return isnan(given) ? otherwise : given;
}

static void copy_text(const scope *row, const node *v, const char *key, char *to, size_t size)
{
    const char *text = study_text(row, v, key);
    snprintf(to, size, "%s", text == NULL ? "" : text);
}

/* Functions of a suite have the usual start of the benchmarks, uniform in [-4, 4]; other problems
 * start at 0. */
static recipe read_recipe(const scope *row, const node *v)
{
    const char *suite = study_text(row, v, "suite"), *start = study_text(row, v, "start");
    recipe r = {.suite = suite == NULL ? NULL : nes_suite_find(suite),
                .function = (size_t)number_or(row, v, "f", 0),
                .dim = (size_t)number_or(row, v, "d", 0),
                .usual_start = start != NULL && strcmp(start, "usual") == 0,
                .low = suite == NULL ? 0 : -4,
                .high = suite == NULL ? 0 : 4,
                .precision = study_number(row, v, "precision"),
                .budget = number_or(row, v, "budget", INFINITY),
                .number = number_or(row, v, "number", 0)};
    copy_text(row, v, "problem", r.problem, sizeof r.problem);
    copy_text(row, v, "options", r.options, sizeof r.options);
    if (start != NULL && !r.usual_start) r.low = r.high = strtod(start, NULL);
    return r;
}

/* Adds a cell with that row to the last table. */
static void add_cell(experiment_plan *p, const scope *row, const node *v)
{
    const size_t n = (size_t)number_or(row, v, "runs", 0);
    if (n == 0) return;
    p->cells = memory_resize(p->cells, p->n_cells + 1, sizeof *p->cells);
    experiment_cell *c = &p->cells[p->n_cells++];
    *c = (experiment_cell){.table = p->n_tables - 1,
                           .n = n,
                           .block = (n + TASKS - 1) / TASKS,
                           .first = p->n_tasks,
                           .weight = number_or(row, v, "weight", 1),
                           .recipe = read_recipe(row, v)};
    p->n_tasks += (n + c->block - 1) / c->block;
    print_labels(row, v, p->tables[c->table].labels, c->labels, sizeof c->labels);
}

static void add_table(experiment_plan *p, study *s, const node *v)
{
    const char *labels = study_text(NULL, v, "labels"), *kind = study_text(NULL, v, "runs_to");
    const run_kind *found = run_kind_find(kind == NULL ? "outcome" : kind);
    if (found == NULL) {
        s->status = text_error(EXIT_USAGE, "%s: there are no runs to %s", s->experiment->id, kind);
        return;
    }
    p->tables = memory_resize(p->tables, p->n_tables + 1, sizeof *p->tables);
    p->tables[p->n_tables++] = (plan_table){study_text(NULL, v, "table"), labels, found,
                                            data_count_fields(found->columns)};
    const scope row = {NULL, study_select(s, NULL, tree_get(v, "cells"))};
    while (study_step(s, row.row)) add_cell(p, &row, v);
    sqlite3_finalize(row.row);
}

void plan_open(experiment_plan *p, study *s)
{
    const node *tables = tree_get(s->experiment->description, "tables");
    *p = (experiment_plan){.n_tables = 0};
    for (size_t i = 0; tables != NULL && i < tables->n; i++) add_table(p, s, tables->item[i]);
}

void plan_close(experiment_plan *p)
{
    free(p->tables);
    free(p->cells);
}

const experiment_cell *plan_cell_of(const experiment_plan *p, size_t task)
{
    size_t low = 0, high = p->n_cells;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (p->cells[middle].first <= task)
            low = middle;
        else
            high = middle;
    }
    return &p->cells[low];
}

/* The runs of a task, from 0: those from *begin up to the result. */
static size_t task_runs(const experiment_cell *c, size_t task, size_t *begin)
{
    *begin = (task - c->first) * c->block;
    return *begin + c->block < c->n ? *begin + c->block : c->n;
}

double plan_weight(const experiment_plan *p, size_t task)
{
    const experiment_cell *c = plan_cell_of(p, task);
    size_t begin;
    const size_t end = task_runs(c, task, &begin);
    return c->weight * (double)(end - begin);
}

void run_row(run_rows *r, const double *values)
{
    char number[TEXT_NUMBER_SIZE];
    buffer_print(r->text, "%s,%zu", r->cell->labels, r->run);
    for (size_t i = 0; i < r->n_columns; i++)
        buffer_print(r->text, ",%s", text_number(values[i], number));
    buffer_add(r->text, "\n", 1);
}

int plan_run(const experiment_plan *p, size_t task, buffer *text, task_watch *w)
{
    const experiment_cell *c = plan_cell_of(p, task);
    size_t begin;
    const size_t end = task_runs(c, task, &begin);
    int status = 0;
    for (size_t k = begin; k < end && status == 0; k++) {
        run_rows rows = {c, k + 1, p->tables[c->table].n_columns, text};
        status = run_kind_do(p->tables[c->table].kind, &c->recipe, k + 1, &rows, w);
    }
    return status;
}
