/* SPDX-License-Identifier: MIT
 *
 * The least of 1/2 lam^T C lam + b^T lam + p/2 sum C_ii (lam_i - old_i)^2 over constraints within
 * reach, lam_i >= 0 for inequalities. At rest the proximal term, p = 0.05, has no bias. [math: B19]
 */
#include "technique/multipliers.h"

#include <math.h>
#include <string.h>

#include "technique/merits.h"

static const double PROXIMAL = 0.05, SETTLED = 1e-6;
enum { SWEEPS = 30 };

/* The least along coordinate i, the others being as they are. */
static double along(const nes_regression *r, const double *lam, size_t i, double old)
{
    const double c = *nes_multiplier_entry(r->covariance, i, i);
    double sum = PROXIMAL * c * old - r->slope[i];
    for (size_t j = 0; j < r->m; j++)
        if (j != i && r->reach[j]) sum -= *nes_multiplier_entry(r->covariance, i, j) * lam[j];
    const double x = sum / ((1 + PROXIMAL) * c);
    const bool equality = r->kind != NULL && (int)r->kind[i] == NES_CONSTRAINT_EQUAL;
    return equality ? x : fmax(0, x);
}

void nes_multipliers_move(const nes_regression *r, double *lam)
{
    memcpy(r->old, lam, r->m * sizeof *lam);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        double change = 0, size = 0;
        for (size_t i = 0; i < r->m; i++) {
            if (!r->reach[i]) continue;
            const double x = along(r, lam, i, r->old[i]);
            change = fmax(change, fabs(x - lam[i]) * r->spread[i]);
            lam[i] = x;
        }
        for (size_t i = 0; i < r->m; i++)
            if (r->reach[i]) size = fmax(size, fabs(lam[i]) * r->spread[i]);
        if (change <= SETTLED * size) return;
    }
}
