/* SPDX-License-Identifier: MIT
 *
 * Noisy values for the optimiser, exact ones for judging it; see evaluate/judge.h. */
#include "evaluate/judge.h"

#include <math.h>

enum { BLOCK = 64 }; /* points evaluated at once */

bool judge_look(judge *j)
{
    j->reached = j->maximize ? j->best >= j->target : j->best <= j->target;
    return j->reached;
}

static void note_value(judge *j, double f)
{
    if (isnan(f)) return;
    if (isnan(j->best) || (j->maximize ? f > j->best : f < j->best)) j->best = f;
    judge_look(j);
}

size_t judge_values(void *data, size_t n, const double *x, double *f, nes_fate *fate)
{
    judge *j = data;
    (void)fate; /* problems do not fail */
    double exact[BLOCK];
    const size_t m = n < BLOCK ? n : BLOCK;
    nes_problem_values(j->problem, m, x, exact);
    nes_problem_noisy_values(j->problem, &j->noise, m, x, f);
    for (size_t i = 0; i < m; i++) note_value(j, exact[i]);
    return m;
}

static bool after_generation(void *data, nes_opt *o)
{
    const judge *j = data;
    (void)o;
    return j->reached;
}

observer judge_observer(judge *j)
{
    return (observer){.generation = after_generation, .data = j};
}
