/* SPDX-License-Identifier: MIT
 *
 * A step in the parameters of a family, for gradients that are made of scores. [math: A1, A3] */
#ifndef NES_GRADIENT_PARAMETERS_H
#define NES_GRADIENT_PARAMETERS_H

#include "gradient/gradient.h"

/* Parameters of the distribution, and all doubles of theta. */
size_t nes_parameter_count(const nes_gen *g);
size_t nes_theta_count(const nes_gen *g);

/* theta += rate * direction, one number a parameter: eta_mu for those of a centre, eta_sigma for
 * the others; then the rest of theta. before: scratch for all of theta. Returns a NES_MOVE code,
 * and leaves theta as it was unless it is NES_MOVED. */
int nes_parameter_step(nes_gen *g, const nes_rates *eta, const double *direction, double *before);

#endif
