/* SPDX-License-Identifier: MIT
 *
 * The distance of two points in natural coordinates. */
#pragma once

#include <math.h>
#include <stddef.h>

static inline double nes_distance(size_t d, const double *u, const double *v)
{
    double square = 0;
    for (size_t i = 0; i < d; i++) square += (u[i] - v[i]) * (u[i] - v[i]);
    return sqrt(square);
}
