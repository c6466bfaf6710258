/* SPDX-License-Identifier: MIT
 *
 * What both models are in the end: a quadratic, and for the process a bump at each of its points,
 *   mu(u) = c + b.u + 1/2 u^T H u + height sum_i weight_i (1 + s + s^2/3) e^-s,
 *   s = sqrt(5) |u - u_i| / length                                            [math: B21] */
#pragma once

#include <stddef.h>

#include "util/arena.h"
#include "util/cpu.h"

typedef struct nes_surface {
    size_t d;
    double c, *b, *H;         /* d; d x d, symmetric */
    size_t n;                 /* number of bumps, at most `most` */
    const double *u, *weight; /* n x d, n */
    double height, length;
    double *away, *weighted; /* scratch: n rows u - u_i, plain and weighted, padded */
    double *sum;             /* scratch: d padded rows */
    nes_cpu level;
} nes_surface;

void nes_surface_carve(nes_surface *s, nes_arena *a, size_t d, size_t most, nes_cpu level);

double nes_surface_value(const nes_surface *s, const double *u);
/* Writes gradient (d) and Hessian (d x d) at u. */
void nes_surface_slopes(const nes_surface *s, const double *u, double *gradient, double *hessian);

/* The bump (1 + s + s^2/3) e^-s of points at this distance. */
double nes_bump(double distance, double length);
