/* SPDX-License-Identifier: MIT
 *
 * Everything that a fit needs, in memory of its own: an archive, a frame, both models and each of
 * them alone. */
#ifndef NES_TEST_SURROGATE_H
#define NES_TEST_SURROGATE_H

#include <stddef.h>

#include "model/ball.h"
#include "model/gauss_process.h"
#include "model/models.h"
#include "model/polynomial.h"

typedef struct surrogate {
    size_t d;
    void *memory;
    nes_archive archive;
    nes_frame frame;
    nes_models *models;
    nes_polynomial polynomial;
    nes_process process;
    nes_ball ball;
    double theta[NES_GP_PARAMETERS];
    double *work;
} surrogate;

/* The frame is that of a standard normal distribution, theta the start values. */
void surrogate_open(surrogate *s, size_t d, size_t room, nes_cpu level);
void surrogate_close(surrogate *s);

/* Sets the frame, which must have an inverse. */
void surrogate_frame(surrogate *s, const double *m, double sigma, const double *D, const double *B);

/* Adds n standard normal points with the values f(x), of run 0. */
typedef double (*surrogate_f)(size_t d, const double *x);
void surrogate_add(surrogate *s, size_t n, uint64_t seed, surrogate_f f);

/* A fit of run 0 with its best finite point, the given window and no sweeps. */
nes_fit surrogate_fit(surrogate *s, size_t window);

/* sum_j 10^(j/(d-1)) x_j^2 + (x_0 + x_1 - 1)^2 + x_0 */
double surrogate_bowl(size_t d, const double *x);

#endif
