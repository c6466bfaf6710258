/* SPDX-License-Identifier: MIT
 *
 * One run of a bench, with its own problem and its own optimiser. It goes on until the optimiser
 * stops, the precision is reached or the budget is used. The optimiser sees values with noise where
 * the problem has it; the log has the exact values, and success is judged by them. */
#ifndef BENCH_TASK_H
#define BENCH_TASK_H

#include "bench/plan.h"
#include "coco/log.h"
#include "tasks/tasks.h"

/* Runs the task. 0: it is done and the log has ended; -1: it was told to stop; otherwise the exit
 * status with the error printed. coco_log_close() in any case. */
int bench_task_run(const bench_plan *p, const bench_task *t, task_watch *w, coco_log *l);

#endif
