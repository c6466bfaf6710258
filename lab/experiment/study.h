/* SPDX-License-Identifier: MIT
 *
 * A published experiment: what to run, how often, what to draw and what to check. An experiment is
 * a description, a file experiments/E4.yaml that is built in; docs/design.md says how to add one.
 * The engine does the rest: seeds, threads, progress, interruption and continuation, raw data,
 * figures, verdicts. A description has
 *
 *     id, title, paper, about    texts
 *     constants, derived         statements of SQL before and after the tables of runs are read
 *     tables                     the runs; experiment/plan.h
 *     report                     claims, tables, notes and figures; experiment/experiment_report.h
 */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "experiment/data.h"
#include "problem_file/tree.h"

typedef struct experiment {
    const char *id;    /* "E4" */
    const char *title; /* "Unimodal benchmarks" */
    const char *paper; /* what of the paper it redoes: "figure: ..." */
    const char *about; /* what is run, in some sentences; those on the choices that the paper
                          leaves open included */
    const node *description;
} experiment;

/* Experiment number i; null past the end. */
const experiment *experiment_at(size_t i);
const experiment *experiment_find(const char *id); /* null: there is none; "e4" is fine */

/* An experiment in one size together with a database in memory, in which its statements find the
 * constants of its description, the rows of its tables and the functions of experiment/functions.h.
 *
 * Statements may name parameters, as in :method: a parameter is the column of that name of the
 * rows around the statement, those of the innermost "each" first. */
typedef struct study {
    const experiment *experiment;
    bool quick;
    sqlite3 *db; /* owned */
    int status;  /* exit status of the first error, which is printed; then nothing is done any more
                  */
} study;

/* The rows around a statement; null: there are none. */
typedef struct scope {
    const struct scope *outer;
    sqlite3_stmt *row;
} scope;

/* Opens a database with the constants of the description. study_close() in any case. */
void study_open(study *s, const experiment *e, bool quick);
void study_close(study *s);

/* Does the statements "derived" of the description, when all tables are read. */
void study_derive(study *s);

/* A statement, to be finalised; null: an error was printed. */
sqlite3_stmt *study_select(study *s, const scope *around, const node *sql);

/* Whether there is a next row. */
bool study_step(study *s, sqlite3_stmt *q);

/* Calls visit for the description v with every row of its statement "each", or once if it has
 * none. */
typedef void (*study_visit)(study *s, const scope *rows, const node *v, void *data);
void study_each(study *s, const scope *around, const node *v, study_visit visit, void *data);

/* The text of a key of v or, where v does not have it, of the column of that name of the rows
 * around; null: neither. study_number: NaN instead. */
const char *study_text(const scope *rows, const node *v, const char *key);
double study_number(const scope *rows, const node *v, const char *key);
