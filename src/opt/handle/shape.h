/* SPDX-License-Identifier: MIT
 *
 * The search distribution of the best run as arrays that a result does not have: its matrices, its
 * axes, and the parameters of a distribution without a centre or of a radial law. Each has a
 * length, which is refused with a sentence where there is no such array, and is copied to the
 * caller's numbers. Variables are the caller's: rows and columns of fixed ones are zeros. */
#pragma once

#include "opt/handle/opt.h"

/* d^2 numbers, row by row. */
nes_status nes_matrix_length(nes_opt *o, const char *name, size_t *n);
nes_status nes_copy_factor(nes_opt *o, double *a);     /* A */
nes_status nes_copy_covariance(nes_opt *o, double *c); /* A A^T */

/* d lengths of the principal axes, ascending; those of fixed variables are zeros. */
nes_status nes_axes_length(nes_opt *o, const char *name, size_t *n);
nes_status nes_copy_axes(nes_opt *o, double *lengths);

nes_status nes_theta_length(nes_opt *o, const char *name, size_t *n);
nes_status nes_copy_theta(nes_opt *o, double *theta);

/* Of the run at work: centre and standard deviations, as mean_x and std_x are of the best run, and
 * axes. */
nes_status nes_copy_run_mean(nes_opt *o, double *mean);
nes_status nes_copy_run_std(nes_opt *o, double *std);
nes_status nes_copy_run_axes(nes_opt *o, double *lengths);
