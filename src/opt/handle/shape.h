/* SPDX-License-Identifier: MIT
 *
 * The search distribution of a run as arrays that a result does not have: its matrices, its axes,
 * and the parameters of a distribution without a centre or of a radial law. Each has a length,
 * which is refused with a sentence where there is no such array, and is copied to the caller's
 * numbers. Variables are the caller's: rows and columns of fixed ones are zeros. */
#pragma once

#include "opt/handle/opt.h"

/* d^2 numbers, row by row. */
nes_status nes_matrix_length(nes_opt *o, struct nes_run *run, const char *name, size_t *n);
nes_status nes_copy_factor(nes_opt *o, struct nes_run *run, double *a);     /* A */
nes_status nes_copy_covariance(nes_opt *o, struct nes_run *run, double *c); /* A A^T */

/* d lengths of the principal axes, ascending; those of fixed variables are zeros. */
nes_status nes_axes_length(nes_opt *o, struct nes_run *run, const char *name, size_t *n);
nes_status nes_copy_axes(nes_opt *o, struct nes_run *run, double *lengths);

nes_status nes_theta_length(nes_opt *o, struct nes_run *run, const char *name, size_t *n);
nes_status nes_copy_theta(nes_opt *o, struct nes_run *run, double *theta);
