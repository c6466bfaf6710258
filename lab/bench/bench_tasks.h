/* SPDX-License-Identifier: MIT
 *
 * Runs a plan: threads take the tasks that are not kept yet, one after the other; the calling
 * thread shows progress, and writes the files for COCO whenever all runs of a (function, dimension)
 * are there. */
#pragma once

#include <stdbool.h>

#include "bench/bench_plan.h"
#include "tasks/task_folder.h"

/* shown: progress on standard error, and a line on standard output for each (function, dimension).
 * Returns 0 when every run is kept and every file for COCO in place; EXIT_INTERRUPTED after SIGINT;
 * or another exit status with the error printed. Finished runs are kept in any case. */
int bench_work_all(const bench_plan *p, task_folder *f, bool shown);
