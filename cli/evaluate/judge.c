/* SPDX-License-Identifier: MIT
 *
 * Noisy values for the optimiser, the others for judging it. */
#include "evaluate/judge.h"

#include <math.h>

enum { BLOCK = 64 }; /* points evaluated at once */

static void note_value(judge *j, double f)
{
    if (isnan(f)) return;
    if (isnan(j->best) || (j->maximize ? f > j->best : f < j->best)) j->best = f;
    j->reached = j->maximize ? j->best >= j->target : j->best <= j->target;
}

void judge_values(judge *j, size_t n, const double *x, double *f)
{
    const size_t d = nes_problem_dim(j->problem);
    double exact[BLOCK];
    for (size_t k = 0; k < n; k += BLOCK) {
        const size_t m = n - k < BLOCK ? n - k : BLOCK;
        nes_problem_values(j->problem, m, x + k * d, exact);
        nes_problem_noisy_values(j->problem, &j->noise, m, x + k * d, f + k);
        for (size_t i = 0; i < m; i++) note_value(j, exact[i]);
    }
}
