/* SPDX-License-Identifier: MIT
 *
 * What `nes bench` is to do: a suite, lists of functions, dimensions and instances, a method with
 * its settings, a budget. It is a table of tasks in COCO's order: dimension (outermost), function,
 * instance, run. A task's outcome depends on the task and the plan alone, so that tasks can be done
 * in any order, by any number of threads, and again. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/number_list.h"
#include "nes/nes.h"
#include "nes/problems.h"
#include "setup/run_setup.h"
#include "tasks/identity.h"

typedef struct bench_options {
    run_options run; /* of the objective only the noise is read; the plot is not */
    const char *functions, *dims, *instances, *budget, *runs, *jobs, *rounds, *out, *plot;
    bool compare, early;
} bench_options;

typedef struct bench_plan {
    const nes_suite *suite;
    number_list functions, dims, instances;
    size_t runs, jobs;
    size_t rounds; /* evaluations that are made at the same time and count together */
    bool early;    /* shares of targets are those of small budgets */
    double budget, precision;
    run_options run;
    nes_settings settings;
    char method[64];
    buffer out; /* name of the folder */
} bench_plan;

typedef struct bench_task {
    size_t dim, function, instance;
    size_t run;   /* number of the run, from 1 */
    char id[128]; /* of the problem */
} bench_task;

/* Makes a plan from the command line. What can be refused without making every problem is refused
 * here. Returns 0, or the exit status with the error printed. bench_plan_close() in either case. */
int bench_plan_open(bench_plan *p, const char *suite, const bench_options *o,
                    const nes_settings *settings);
void bench_plan_close(bench_plan *p);

/* How many pairs of function and dimension there are, and how many tasks each has, one after the
 * other. */
size_t bench_plan_pairs(const bench_plan *p);
size_t bench_plan_per_pair(const bench_plan *p);
bench_task bench_plan_task(const bench_plan *p, size_t i);

/* Opens the objective and settings of a task, which s borrows. Returns 0, or the exit status with
 * the error printed. run_setup_close() in either case. */
int bench_task_open(const bench_plan *p, const bench_task *t, run_setup *s);

/* The settings that the results depend on: a folder is recognised by them. */
task_identity bench_plan_identity(const bench_plan *p);
