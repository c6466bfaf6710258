/* SPDX-License-Identifier: MIT
 *
 * Noisy values for the optimiser, exact ones for its target; see evaluate/noisy_problem.h. */
#include "evaluate/noisy_problem.h"

#include <math.h>
#include <string.h>

enum { BLOCK = 64 }; /* points evaluated at once */

bool noisy_problem_compare(noisy_problem *p)
{
    p->reached = p->maximize ? p->best >= p->target : p->best <= p->target;
    return p->reached;
}

static void note_value(noisy_problem *p, double f)
{
    if (isnan(f)) return;
    if (isnan(p->best) || (p->maximize ? f > p->best : f < p->best)) p->best = f;
    noisy_problem_compare(p);
}

void noisy_problem_values(const nes_problem *p, nes_noise *noise, size_t n, const double *x,
                          double *f, double *exact)
{
    nes_problem_values(p, n, x, exact);
    if (nes_problem_noisy(p))
        nes_problem_noisy_values(p, noise, n, x, f);
    else
        memcpy(f, exact, n * sizeof *f);
}

size_t noisy_problem_measure(void *data, size_t n, const double *x, eval_record *to)
{
    noisy_problem *p = data;
    double f[BLOCK], exact[BLOCK];
    const size_t m = n < BLOCK ? n : BLOCK;
    noisy_problem_values(p->problem, &p->noise, m, x, f, exact);
    for (size_t i = 0; i < m; i++) {
        to[i].f = f[i];
        note_value(p, exact[i]);
    }
    return m;
}

static bool after_generation(void *data, nes_opt *o)
{
    const noisy_problem *p = data;
    (void)o;
    return p->reached;
}

observer noisy_problem_observer(noisy_problem *p)
{
    return (observer){.generation = after_generation, .data = p};
}
