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

#include <stddef.h>

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
