/* SPDX-License-Identifier: MIT
 *
 * Runs a plan in its folder (tasks/task_folder.h) and writes the raw data:
 *
 *     runs.csv            problem,method,run,evaluations,best,solved,stop
 *     improvements.csv    problem,method,run,evaluations,best
 *
 * They are the same for any number of jobs. */
#pragma once

#include "compare/compare_plan.h"
#include "tasks/task_folder.h"

/* The columns that say what a row belongs to. */
#define COMPARE_LABELS "problem,method"

/* Does what is not done yet, and completes the folder. Returns 0; EXIT_INTERRUPTED; or another exit
 * status with the error printed. Finished runs are kept in any case. */
int compare_work(const compare_plan *p, task_folder *f, bool progress);
