/* SPDX-License-Identifier: MIT
 *
 * Straight steps: the direction of a step, times its rates, is added to the parameters of a family,
 * as gradients that are made of scores want it. Nothing keeps such a step inside the distributions.
 * [math: A1, A3] */
#pragma once

#include "family/family.h"

/* Adds the rate eta->mu times the direction to the parameters of a centre, eta->sigma times it to
 * all others, and finds the rest of theta. before receives theta as it was (ntheta doubles).
 * Returns a NES_MOVE code; unless it is NES_MOVED, theta is as it was. */
int nes_straight_move(nes_dist *p, const nes_step *s, const nes_rates *eta, double *before);

/* Whether that move leads to a distribution; theta stays as it is. */
bool nes_straight_fits(nes_dist *p, const nes_step *s, const nes_rates *eta, double *before);
