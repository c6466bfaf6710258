/* SPDX-License-Identifier: MIT
 *
 * Rates of a method that learns along paths, by the dimension and the effective number of samples.
 * [math: B4] */
#pragma once

#include "family/family.h"

/* The options of paths where a family or technique has taken them. */
enum { NES_PATH_SIGMA, NES_PATH_SHAPE, NES_PATH_DIAG, NES_PATH_ONE, NES_PATH_ONE_DIAG };
void nes_paths_from(double *own, const nes_settings *s);
void nes_paths_take(nes_dist *p, const nes_settings *s); /* of a family whose paths are in theta */

/* Rates of a shape on b of the dimensions: rate, path, rate along it, refresh. [math: B17] */
void nes_path_shape(const nes_extent *e, size_t b, double effective, nes_defaults *r);

/* Weights of the samples in the mean add up to 1; 1/sum of their squares is effective. */
void nes_path_defaults(size_t d, size_t n, double effective, nes_defaults *r);

/* The length that a standard normal vector of d numbers has on average. */
double nes_mean_length(size_t d);
