/* SPDX-License-Identifier: MIT
 *
 * What `nes compare` is to do: methods on problems, so many runs each. The problems are built in,
 * or the one objective of the user's own. It is a table of tasks: problem (outermost), method, run.
 * Run k has the seed `seed + k - 1` for every method on every problem. A task's outcome depends on
 * the task and the plan alone. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/compare_lists.h"
#include "compare/track.h"
#include "setup/run_setup.h"
#include "tasks/identity.h"

typedef struct compare_options {
    run_options run; /* the plot is not read */
    const char *methods, *problems, *runs, *budget, *targets, *optimum, *jobs, *out;
} compare_options;

/* Values are taken such that smaller ones are better: those of a maximisation change their sign. */
typedef struct compare_problem {
    char *id;    /* its name in the data; owned */
    char *title; /* its name for people: the id, or the formula or file; owned */
    size_t dim;
    double optimum; /* NaN: not known */
} compare_problem;

typedef struct compare_plan {
    run_options run;
    nes_settings common; /* settings that all methods share */
    method_list methods;
    compare_problem *problems; /* owned */
    size_t n_problems;
    objective own; /* the objective of the user's; dim 0: the problems are built in */
    size_t runs;
    size_t jobs;      /* runs at the same time; of an objective in other processes evaluations */
    double budget;    /* evaluations per dimension; NaN: max_evals of the settings says how many */
    double precision; /* runs end at this distance to the optimum */
    double target;    /* or runs end at this value; NaN: none was given */
    double *targets;  /* given distances, in descending order; null: none; owned */
    size_t n_targets;
    char *out; /* the folder of the results; owned */
} compare_plan;

typedef struct compare_task {
    size_t problem, method;
    size_t run; /* number of the run, from 1 */
} compare_task;

/* Makes a plan from the command line. Every method is tried on every problem, without an
 * evaluation: what can be refused is refused here. Returns 0, or the exit status with the error
 * printed. compare_plan_close() in either case. */
int compare_plan_open(compare_plan *p, const compare_options *o, const nes_settings *settings);
void compare_plan_close(compare_plan *p);

size_t compare_plan_tasks(const compare_plan *p);
compare_task compare_plan_task(const compare_plan *p, size_t i);

uint64_t compare_plan_evaluations(const compare_plan *p, size_t problem);

/* The value at which runs on a problem end. */
track_goal compare_plan_goal(const compare_plan *p, size_t problem);

/* The factor of all values: 1, or -1 for a maximisation. */
double compare_plan_sign(const compare_plan *p);

/* Opens objective and settings of a method on a problem. Returns 0, or the exit status with the
 * error printed. run_setup_close() in either case. */
int compare_plan_setup(const compare_plan *p, size_t method, size_t problem, run_setup *s);

/* The settings that the folder is recognised by. */
task_identity compare_plan_identity(const compare_plan *p);
