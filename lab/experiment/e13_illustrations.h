/* SPDX-License-Identifier: MIT
 *
 * The parts of E13: every one has runs, and says what came of them. */
#ifndef EXPERIMENT_E13_ILLUSTRATIONS_H
#define EXPERIMENT_E13_ILLUSTRATIONS_H

#include "experiment/experiment.h"

/* The normal distribution in one dimension, with mean and width as parameters. */
extern const nes_density old_normal_density;

/* The natural and the plain gradient. */
void plan_gradients(experiment_plan *p);
void report_gradients(const experiment_data *d, experiment_report *r);

/* Importance mixing. */
void plan_mixing(experiment_plan *p);
void report_mixing(const experiment_data *d, experiment_report *r);

/* Steps in the set of positive matrices. */
void plan_steps(experiment_plan *p);
void report_steps(const experiment_data *d, experiment_report *r);

/* Defaults and techniques, from the library itself. */
void report_tables(experiment_report *r);

#endif
