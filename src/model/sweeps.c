/* SPDX-License-Identifier: MIT
 *
 * The search for hyper-parameters: one after the other is tried three times as large, then a third
 * as large, and what lowers the negative likelihood is kept. The scale of y is left to the
 * likelihood; a weak prior keeps every parameter near its start value. [math: B21.3] */
#include <math.h>

#include "model/gauss_process.h"

typedef struct range {
    double start, least, most;
} range;

static const range ranges[NES_GP_PARAMETERS] = {
    [NES_GP_A] = {1, 1e-6, 1e3},   [NES_GP_D] = {0.1, 1e-6, 1e3}, [NES_GP_H] = {0.1, 1e-6, 1e3},
    [NES_GP_R] = {0.1, 1e-8, 1e2}, [NES_GP_L] = {1, 0.1, 30},     [NES_GP_E] = {0.01, 1e-7, 0.3}};
static const double FACTOR = 3, BETTER = 0.01; /* what a change must gain */

void nes_models_start(double *theta)
{
    for (int i = 0; i < NES_GP_PARAMETERS; i++) theta[i] = ranges[i].start;
}

double nes_process_nll(nes_process *g, const double *theta)
{
    const size_t n = g->points.n;
    double log_det, square = 0, prior = 0;
    if (!nes_process_factor(g, theta, NULL, &log_det)) return INFINITY;
    for (size_t i = 0; i < n; i++) square += g->half[i] * g->half[i];
    for (int i = 0; i < NES_GP_PARAMETERS; i++) {
        const double off = log10(theta[i] / ranges[i].start) / 2;
        prior += off * off / 2;
    }
    return (double)n / 2 * log(square / (double)n) + log_det + prior;
}

/* Tries a parameter times a factor and keeps it if that lowers `least`. */
static bool attempt(nes_process *g, double *theta, int i, double factor, double *least)
{
    const double old = theta[i], value = old * factor;
    if (value < ranges[i].least || value > ranges[i].most) return false;
    theta[i] = value;
    const double nll = nes_process_nll(g, theta);
    if (*least - nll > BETTER) {
        *least = nll;
        return true;
    }
    theta[i] = old;
    return false;
}

void nes_process_sweep(nes_process *g, double *theta, unsigned sweeps)
{
    double least = sweeps > 0 ? nes_process_nll(g, theta) : 0;
    bool changed = true;
    for (unsigned k = 0; k < sweeps && changed; k++) {
        changed = false;
        for (int i = 0; i < NES_GP_PARAMETERS; i++)
            if (attempt(g, theta, i, FACTOR, &least) || attempt(g, theta, i, 1 / FACTOR, &least))
                changed = true;
    }
}
