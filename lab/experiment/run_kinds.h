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
    nes_density (*density)(double number); /* of recipes with a number above 0; or null */
} run_kind;

const run_kind *run_kind_find(const char *name); /* null: there is none */

/* Does run k, from 1. Returns 0; -1: told to stop by the watch; otherwise the exit status with the
 * error printed. */
int run_kind_do(const run_kind *kind, const recipe *r, size_t k, run_rows *rows, task_watch *w);

/* The number rounded to six digits, for tables that would be too large otherwise. */
double six_digits(double v);

/* Search gradients in one dimension: distributions by the number of the recipe, the state at some
 * generations and at the first ones, scores of samples and the direction of a step. */
nes_density density_normal(double number);
nes_density density_started(double number);
void note_state(void *data, nes_opt *o, const run_outcome *so_far);
void note_first_states(void *data, nes_opt *o, const run_outcome *so_far);
void note_score(void *data, const double *x);
void note_direction(void *data, nes_opt *o, const run_outcome *so_far);

/* What importance mixing does with samples, and one step of the covariance. */
int run_mixing(const recipe *r, size_t k, run_rows *rows, task_watch *w);
int run_one_step(const recipe *r, size_t k, run_rows *rows, task_watch *w);

/* The normal distribution in one dimension, with mean and width as parameters or, where `user` is
 * not null, mean and variance. */
extern const nes_density normal_density;
