/* SPDX-License-Identifier: MIT
 *
 * The controller of the double pole task: a recurrent network without bias. */
#ifndef PROBLEMS_DOUBLE_POLE_H
#define PROBLEMS_DOUBLE_POLE_H

#include <stddef.h>

#include "cart.h"

/* after = tanh(W inputs + R before) for n units; weights: the n rows of W, then those of R. The
 * action is after[0]. */
void nes_pole_network(size_t n, const double *weights, const double inputs[CART_INPUTS],
                      const double *before, double *after);

#endif
