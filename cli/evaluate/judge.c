/* SPDX-License-Identifier: MIT
 *
 * Noisy values for the optimiser, exact ones for judging it; see evaluate/judge.h. */
#include "evaluate/judge.h"

#include <math.h>
#include <string.h>

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

void judge_points(const nes_problem *p, nes_noise *noise, size_t n, const double *x, double *f,
                  double *exact)
{
    nes_problem_values(p, n, x, exact);
    if (nes_problem_noisy(p))
        nes_problem_noisy_values(p, noise, n, x, f);
    else
        memcpy(f, exact, n * sizeof *f);
}

size_t judge_values(void *data, size_t n, const double *x, eval_record *to)
{
    judge *j = data;
    double f[BLOCK], exact[BLOCK];
    const size_t m = n < BLOCK ? n : BLOCK;
    judge_points(j->problem, &j->noise, m, x, f, exact);
    for (size_t i = 0; i < m; i++) {
        to[i].f = f[i];
        note_value(j, exact[i]);
    }
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
