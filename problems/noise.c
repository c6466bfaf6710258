/* SPDX-License-Identifier: MIT
 *
 * Noisy values. The values without noise are computed first; then the family's noise function
 * changes them one by one. Each point is an evaluation with its own number. */
#include "problem.h"

int nes_problem_noisy(const nes_problem *p)
{
    return p && p->noise;
}

void nes_problem_noisy_values(const nes_problem *p, nes_noise *noise, size_t n, const double *x,
                              double *f)
{
    const bool known = noise && (unsigned)noise->kind <= NES_NOISE_NONE;
    if (!known || !p || !x || !f) {
        nes_problem_no_values(n, f);
        return;
    }
    nes_problem_values(p, n, x, f);
    for (size_t k = 0; k < n; k++) {
        const double *point = x + k * p->dim;
        if (nes_problem_not_finite(p->dim, point) != 0.0) continue; /* not evaluated, not counted */
        if (p->noise && noise->kind != NES_NOISE_NONE) f[k] = p->noise(p, noise, f[k], point);
        noise->evaluation++;
    }
}
