/* SPDX-License-Identifier: MIT
 *
 * A run on a problem with noise. The optimiser gets noisy values, of which the smallest says
 * little; whether it has succeeded is judged on the values without noise, which it never sees.
 *
 * Evaluations are numbered in the order in which the optimiser asks for them, so that the noise
 * does not depend on threads: whole generations are evaluated at once, by one thread. */
#ifndef EVALUATE_JUDGE_H
#define EVALUATE_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "nes/problems.h"

typedef struct judge {
    const nes_problem *problem; /* null: nothing to judge */
    nes_noise noise;
    double target; /* for values without noise; NaN: none */
    bool maximize;
    double best;  /* best value without noise so far; NaN before the first */
    bool reached; /* whether it is as good as the target */
} judge;

/* Noisy values of n points to f; takes note of those without noise. */
void judge_values(judge *j, size_t n, const double *x, double *f);

#endif
