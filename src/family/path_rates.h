/* SPDX-License-Identifier: MIT
 *
 * Rates of a method that learns along paths, by the dimension and the effective number of samples.
 * [math: B4] */
#ifndef NES_FAMILY_PATH_RATES_H
#define NES_FAMILY_PATH_RATES_H

#include "family/family.h"

/* Weights of the samples in the mean add up to 1; 1/sum of their squares is effective. */
void nes_path_defaults(size_t d, size_t n, double effective, nes_defaults *r);

/* The length that a standard normal vector of d numbers has on average. */
double nes_mean_length(size_t d);

#endif
