/* SPDX-License-Identifier: MIT
 *
 * The kinds of runs that descriptions name, and those that single experiments need as functions of
 * their own. */
#pragma once

#include "experiment/recipe.h"

/* The rows of one run. */
typedef struct run_rows run_rows;
void run_row(run_rows *r, const double *values); /* as many as the table has columns */

/* A kind of run: the columns of its rows, and how it is done. */
typedef struct run_kind {
    const char *name, *columns;
    int (*run)(const recipe *r, size_t k, run_rows *rows, task_watch *w);
    run_follower follower; /* if run is null: who writes the rows of a run of the recipe */
} run_kind;

const run_kind *run_kind_find(const char *name); /* null: there is none */

/* Does run k, from 1. Returns 0; -1: told to stop by the watch; otherwise the exit status with the
 * error printed. */
int run_kind_do(const run_kind *kind, const recipe *r, size_t k, run_rows *rows, task_watch *w);

/* The number rounded to six digits, for tables that would be too large otherwise. */
double six_digits(double v);

/* The plain gradient in one dimension (E1): the state at some generations, and closely at first. */
int run_states(const recipe *r, size_t k, run_rows *rows, task_watch *w);
int run_cycle(const recipe *r, size_t k, run_rows *rows, task_watch *w);

/* E13: scores of samples and directions of steps, what importance mixing does with samples, and one
 * step of the covariance. */
int run_scores(const recipe *r, size_t k, run_rows *rows, task_watch *w);
int run_direction(const recipe *r, size_t k, run_rows *rows, task_watch *w);
int run_mixing(const recipe *r, size_t k, run_rows *rows, task_watch *w);
int run_one_step(const recipe *r, size_t k, run_rows *rows, task_watch *w);

/* The normal distribution in one dimension, with mean and width as parameters or, where `user` is
 * not null, mean and variance. */
extern const nes_density normal_density;
