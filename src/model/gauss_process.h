/* SPDX-License-Identifier: MIT
 *
 * The process model: a Gaussian process on the points nearest to the mean, with a kernel of a
 * quadratic and a bump. [math: B21.3] */
#pragma once

#include "model/kernel.h"
#include "model/surface.h"

typedef struct nes_process {
    size_t d;
    bool fitted;
    nes_points points;
    nes_kernel kernel;
    nes_surface surface;
    double *norm;           /* |u|^2 of the points, while they are looked for */
    double *row;            /* d */
    double *matrix;         /* K, then its factor L, n x n */
    double *inverse;        /* L^-1 */
    double *half;           /* L^-1 y */
    double *alpha, *loo;    /* K^-1 y; values at the points, each by the others alone */
    double *weighted, *sum; /* scratch of the surface */
    double *work;
    nes_cpu level;
} nes_process;

void nes_process_carve(nes_process *g, nes_arena *a, size_t d, nes_cpu level);
void nes_process_fit(nes_process *g, const nes_fit *fit);
double nes_process_tau(nes_process *g, size_t window);

/* Sweeps through the hyper-parameters of a process whose kernel is prepared. */
void nes_process_sweep(nes_process *g, double *theta, unsigned sweeps);
/* What sweeps make small; infinite: K is not positive definite. */
double nes_process_nll(nes_process *g, const double *theta);
/* Factors K = L L^T and computes L^-1 y and, unless inverse is null, L^-1. log_det: ln det L.
 * False: K is not positive definite. */
bool nes_process_factor(nes_process *g, const double *theta, double *inverse, double *log_det);
