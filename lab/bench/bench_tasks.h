/* SPDX-License-Identifier: MIT
 *
 * Runs a plan: threads take the tasks that are not kept yet, one after the other; the calling
 * thread shows progress, and writes the files for COCO. The data files of a (function, dimension)
 * are written once all its runs are there, and the index of a function lists those. So the folder
 * can be read at any time, and its bytes do not depend on the order in which runs end. */
#pragma once

#include <stdbool.h>

#include "bench/bench_plan.h"
#include "tasks/task_folder.h"

/* shown: progress on standard error, and a line on standard output for each (function, dimension).
 * Returns 0 when every run is kept and every file for COCO in place; EXIT_INTERRUPTED after SIGINT;
 * or another exit status with the error printed. Finished runs are kept in any case. */
int bench_work_all(const bench_plan *p, task_folder *f, bool shown);
