/* SPDX-License-Identifier: MIT
 *
 * One run of a comparison. It goes on until the optimiser stops, its goal is reached or the budget
 * is used. On a problem with noise the optimiser sees noisy values, and the track has the exact
 * ones. */
#ifndef COMPARE_TASK_H
#define COMPARE_TASK_H

#include "compare/plan.h"
#include "tasks/tasks.h"

/* Runs the task. 0: t has its improvements and *stop the reason for its end; -1: it was told to
 * stop; otherwise the exit status with the error printed. track_free() in any case. */
int compare_task_run(const compare_plan *p, const compare_task *task, task_watch *w, track *t,
                     nes_stop *stop);

#endif
