/* SPDX-License-Identifier: MIT
 *
 * One integer variable of a normal distribution: how wide its points are spread, so that they cross
 * to another integer as often as wanted. It knows neither runs nor families. [math: B15] */
#pragma once

#include <stdbool.h>

/* The numbers that are rounded to one integer. An end with no integer beyond it is infinite. */
typedef struct nes_cell {
    double centre, low, high;
} nes_cell;

typedef struct nes_crossing {
    double factor; /* of deviations from the mean */
    double rho;    /* probability of a point to leave the cell, as it was set last; it grows only
                      when a point that was selected has left */
} nes_crossing;

#define NES_CROSSING_START ((nes_crossing){1, 0.5 - 1e-8})

/* After a step: moves the mean, which is in the cell, and the factor. s: standard deviation without
 * the factor; least: probability of each neighbour at least; hit: some selected point was another
 * integer. A width that is no number, or none, changes nothing. */
void nes_cross(const nes_cell *cell, double s, double least, bool hit, double *mean,
               nes_crossing *c);

/* q with P(z > q) = p for a normal number z, 0 < p <= 1/2. */
double nes_normal_quantile(double p);
