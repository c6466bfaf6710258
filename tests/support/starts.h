/* SPDX-License-Identifier: MIT
 *
 * Where the runs of a handle start: many starts, and their distribution. */
#ifndef NES_TEST_STARTS_H
#define NES_TEST_STARTS_H

#include "nes/nes.h"
#include "support/stats.h"

enum { STARTS = 2000 };

/* The starts of the first STARTS runs, dim numbers each. The settings become those of a method that
 * begins with the start itself, and whose runs end soon. */
void starts_collect(nes_settings *s, size_t dim, const double *x0, double *x);

/* Of all but the first, one column, minus shift and divided by scale, has that distribution. */
void starts_assert_column(const double *x, size_t dim, size_t column, double shift, double scale,
                          stats_cdf cdf);

#endif
