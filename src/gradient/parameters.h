/* SPDX-License-Identifier: MIT
 *
 * A step in the parameters of a family, for gradients that are made of scores. [math: A1, A3] */
#pragma once

#include "gradient/gradient.h"

/* Parameters of the distribution, and all doubles of theta. */
size_t nes_parameter_count(const nes_gen *g);
size_t nes_theta_count(const nes_gen *g);

/* Once the direction of the step is known, a family with natural coordinates makes rows of it. */
void nes_parameter_propose(nes_gen *g);

/* Makes a straight step (family/straight.h); families with natural coordinates apply their rows
 * instead. All of theta must fit into g->work, where adaptation tries steps, too. Returns a
 * NES_MOVE code, and leaves theta as it was unless it is NES_MOVED. */
int nes_parameter_apply(nes_gen *g, const nes_rates *eta);
