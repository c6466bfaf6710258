/* SPDX-License-Identifier: MIT
 *
 * Plans and their tasks; see experiment/plan.h. */
#include "experiment/plan.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"

enum { TASKS = 50 }; /* of a cell, at most */

bool plan_is_quick(const experiment_plan *p)
{
    return p->quick;
}

size_t plan_either(const experiment_plan *p, size_t full, size_t quick)
{
    return p->quick ? quick : full;
}

void plan_table(experiment_plan *p, const char *name, const char *labels, const char *columns)
{
    size_t n = 1;
    for (const char *c = columns; *c != '\0'; c++) n += *c == ',' ? 1 : 0;
    p->failed |= p->n_tables == PLAN_TABLES;
    if (p->failed) return;
    p->tables[p->n_tables++] = (plan_table_entry){name, labels, columns, n};
}

void plan_cell(experiment_plan *p, experiment_run run, size_t n, double weight, const recipe *r,
               const char *labels, ...)
{
    experiment_cell *more = realloc(p->cells, (p->n_cells + 1) * sizeof *more);
    p->failed |= more == NULL;
    if (more != NULL) p->cells = more;
    if (p->failed) return;
    experiment_cell *c = &p->cells[p->n_cells++];
    *c = (experiment_cell){.table = p->n_tables - 1,
                           .run = run,
                           .n = n,
                           .block = (n + TASKS - 1) / TASKS,
                           .first = p->n_tasks,
                           .weight = weight,
                           .recipe = *r};
    p->n_tasks += (n + c->block - 1) / c->block;
    va_list args;
    va_start(args, labels);
    vsnprintf(c->labels, sizeof c->labels, labels, args);
    va_end(args);
}

void plan_open(experiment_plan *p, const experiment *e, bool quick)
{
    *p = (experiment_plan){.quick = quick};
    e->plan(p);
}

void plan_close(experiment_plan *p)
{
    free(p->cells);
    p->cells = NULL;
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

int run_to_outcome(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    run_outcome o;
    const int status = recipe_run(r, k, NULL, w, &o);
    if (status != 0) return status;
    run_row(rows, (const double[]){o.solved, (double)o.evaluations, o.precision, o.stop});
    return 0;
}

static void note_value(void *data, nes_opt *o, const run_outcome *outcome)
{
    (void)outcome;
    nes_result result;
    nes_get_result(o, &result);
    *(double *)data = result.best_f;
}

int run_to_value(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    run_outcome o;
    double value = NAN;
    const run_follower f = {.end = note_value, .data = &value};
    const int status = recipe_run(r, k, &f, w, &o);
    if (status == 0) run_row(rows, (const double[]){(double)o.evaluations, value});
    return status;
}

int plan_run(const experiment_plan *p, size_t task, buffer *text, task_watch *w)
{
    const experiment_cell *c = plan_cell_of(p, task);
    size_t begin;
    const size_t end = task_runs(c, task, &begin);
    int status = 0;
    for (size_t k = begin; k < end && status == 0; k++) {
        run_rows rows = {c, k + 1, p->tables[c->table].n_columns, text};
        status = c->run(&c->recipe, k + 1, &rows, w);
    }
    if (status == 0 && text->failed) status = text_error(EXIT_USAGE, "no memory for the results");
    return status;
}
