/* SPDX-License-Identifier: MIT
 *
 * Runs that single experiments need, as functions that do one of them. */
#ifndef EXPERIMENT_OWN_RUNS_H
#define EXPERIMENT_OWN_RUNS_H

#include "experiment/experiment.h"

/* The plain gradient in one dimension (E1): the state at some generations, and closely at first. */
int run_states(const recipe *r, size_t k, run_rows *rows, task_watch *w);
int run_cycle(const recipe *r, size_t k, run_rows *rows, task_watch *w);

/* E13: scores of samples and directions of steps, what importance mixing does with samples, and one
 * step of the covariance. */
int run_scores(const recipe *r, size_t k, run_rows *rows, task_watch *w);
int run_direction(const recipe *r, size_t k, run_rows *rows, task_watch *w);
int run_mixing(const recipe *r, size_t k, run_rows *rows, task_watch *w);
int run_step(const recipe *r, size_t k, run_rows *rows, task_watch *w);

/* The normal distribution in one dimension, with mean and width as parameters. */
extern const nes_density normal_density;

#endif
