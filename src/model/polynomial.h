/* SPDX-License-Identifier: MIT
 *
 * The polynomial model: weighted least squares on the better ones of a run's latest points.
 * [math: B21.2] */
#pragma once

#include "model/points.h"
#include "model/surface.h"

typedef struct nes_polynomial {
    size_t d;
    int type; /* 0: linear; 1: with squares along the axes of x; 2: quadratic; -1: not fitted */
    nes_points points;
    nes_surface surface;
    double *rows;              /* of the least-squares problem */
    double *scale, *ridge, *x; /* one number per term */
    double *v;                 /* d: a point along the axes of x */
    double *work;
    nes_cpu level;
} nes_polynomial;

void nes_polynomial_carve(nes_polynomial *p, nes_arena *a, size_t d, nes_cpu level);
void nes_polynomial_fit(nes_polynomial *p, const nes_fit *fit);
double nes_polynomial_tau(nes_polynomial *p, size_t window);

/* The number of terms of a type. */
size_t nes_polynomial_terms(size_t d, int type);
