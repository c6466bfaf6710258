/* SPDX-License-Identifier: MIT
 *
 * How well a model orders points. [math: B21.1] */
#pragma once

#include <stddef.h>

/* Returns Kendall's tau of n values and what a model says of them: the mean over all pairs of 1
 * where both order the pair alike, -1 where they do not, 0 where the values are equal. NaN: no
 * pair. */
double nes_kendall(size_t n, const double *f, const double *model);
