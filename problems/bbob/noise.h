/* SPDX-License-Identifier: MIT
 *
 * The noise of the suite bbob-noisy: three models, each in two strengths, and two possible streams
 * of random numbers. */
#ifndef BBOB_NOISE_H
#define BBOB_NOISE_H

#include <stddef.h>
#include <stdint.h>

#include "nes/problems.h"

typedef enum nes_bbob_noise_kind {
    NES_BBOB_GAUSSIAN, /* a factor with a log-normal distribution */
    NES_BBOB_UNIFORM,  /* two factors from uniform numbers, larger near the optimum */
    NES_BBOB_CAUCHY    /* a constant, and now and then an outlier */
} nes_bbob_noise_kind;

/* How one function is noisy. */
typedef struct nes_bbob_noise {
    nes_bbob_noise_kind kind;
    double
        strength; /* alpha and beta of the models; uniform: alpha also depends on the dimension */
    double outliers; /* share of outliers, Cauchy only */
} nes_bbob_noise;

/* Which problem the random numbers are for; no two problems share them. */
typedef struct nes_bbob_stream {
    uint32_t function, instance, dim;
} nes_bbob_stream;

/* The random numbers of one evaluation. */
typedef struct nes_bbob_draws {
    double uniform[2], normal[2];
} nes_bbob_draws;

/* Draws what the model needs for evaluation noise->evaluation; the rest is not set. */
void nes_bbob_draw(const nes_bbob_stream *s, nes_bbob_noise_kind kind, const nes_noise *noise,
                   nes_bbob_draws *draws);

/* The noisy value of a point with value g without noise and the optimum f_opt, in dimension d. */
double nes_bbob_disturb(const nes_bbob_noise *model, size_t d, const nes_bbob_draws *draws,
                        double g, double f_opt);

/* The penalty outside the box: 100 sum_i max(0, |x_i| - 5). Not squared, and not noisy. */
double nes_bbob_noisy_penalty(size_t d, const double *x);

#endif
