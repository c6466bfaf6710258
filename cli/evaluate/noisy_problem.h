/* SPDX-License-Identifier: MIT
 *
 * A problem with noise. The optimiser gets noisy values, of which the best says little. So the
 * exact values, which the optimiser never sees, are computed as well, and the run stops when one of
 * them reaches the target.
 *
 * Evaluations are numbered in the order in which the optimiser asks for them, and the noise depends
 * on the number. So a problem with noise is evaluated in one thread (evaluate/direct.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "evaluate/observer.h"
#include "nes/problems.h"

typedef struct noisy_problem {
    const nes_problem *problem;
    nes_noise noise;
    double target; /* target for exact values; NaN: none */
    bool maximize;
    double best;  /* best exact value so far; NaN before the first */
    bool reached; /* whether the best value is as good as the target */
} noisy_problem;

/* Values of n points: those that an optimiser sees, with noise where the problem has noise, go to
 * f, and those without noise to exact. */
void noisy_problem_values(const nes_problem *p, nes_noise *noise, size_t n, const double *x,
                          double *f, double *exact);

/* Noisy values of n points to their records; takes note of the exact ones. For direct_open(); data:
 * a noisy_problem. */
size_t noisy_problem_measure(void *data, size_t n, const double *x, eval_record *to);

/* Compares the best value so far with the target, which may have changed. Returns p->reached. */
bool noisy_problem_compare(noisy_problem *p);

/* Stops the run after the generation in which the target was reached. */
observer noisy_problem_observer(noisy_problem *p);
