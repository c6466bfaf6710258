/* SPDX-License-Identifier: MIT
 *
 * The judge of a run on a problem with noise. The optimiser gets noisy values, of which the best
 * says little. The judge computes the exact values as well, which the optimiser never sees, and
 * stops the run when one of them reaches the target.
 *
 * Evaluations are numbered in the order in which the optimiser asks for them, and the noise depends
 * on the number. So a judge evaluates in one thread, as a part of the evaluator evaluate/direct.h.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "evaluate/observer.h"
#include "nes/problems.h"

typedef struct judge {
    const nes_problem *problem;
    nes_noise noise;
    double target; /* for exact values; NaN: none */
    bool maximize;
    double best;  /* best exact value so far; NaN before the first */
    bool reached; /* whether it is as good as the target */
} judge;

/* Values of n points: those that an optimiser sees, with noise where the problem has noise, go to
 * f, and those without noise to exact. */
void judge_points(const nes_problem *p, nes_noise *noise, size_t n, const double *x, double *f,
                  double *exact);

/* Noisy values of n points to their records; takes note of the exact ones. For direct_open; data: a
 * judge. */
size_t judge_values(void *data, size_t n, const double *x, eval_record *to);

/* Whether the target was reached, as far as the best value so far can tell. */
bool judge_look(judge *j);

/* Stops the run after the generation in which the target was reached. */
observer judge_observer(judge *j);
