/* SPDX-License-Identifier: MIT
 *
 * The natural gradient with the Fisher matrix estimated from the same samples: canonical NES. With
 * the scores as rows of Phi (n x p), the gradient is Phi^T u and the Fisher matrix Phi^T Phi/n, so
 * F^-1 grad is the least-squares solution of Phi x = n u, never forming F, of least norm where
 * n < p. A column of ones takes out a constant (the baseline). [math: A3] */
#include <math.h>
#include <stdint.h>

#include "family/family.h"
#include "gradient/parameters.h"
#include "linalg/least_squares.h"

enum { LARGEST = INT32_MAX }; /* entries of Phi, 16 GiB: more is refused */

enum { BASELINE }; /* 1: a constant is taken out */

static void take(double *own, const nes_settings *s)
{
    own[BASELINE] = s->baseline;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* theta before the step, Phi with the column of ones, both sides, values, lengths of the columns,
 * scratch. */
static size_t nwork(size_t ntheta, size_t nparam, size_t n)
{
    const size_t p = nparam + 1, longest = larger(n, p);
    if (n > LARGEST / p) return SIZE_MAX / 16; /* more than there is memory: refused there */
    return ntheta + n * p + 3 * longest + nes_least_squares_work(n, p);
}

/* The noise of the solution has the Fisher length sqrt(p/(n - p)): about 1 for n = 2 p, more when n
 * is barely above p. The 20 is for few parameters, where that happens by chance. */
static size_t popsize(size_t nparam)
{
    return 2 * nparam + 20;
}

/* Column-major: column i holds the derivatives of all samples in parameter i. */
static bool fill(const nes_gen *g, size_t nparam, double *phi, double *score)
{
    const size_t n = g->batch.n;
    for (size_t k = 0; k < n; k++) {
        g->dist.family->scores->score(&g->dist, &g->batch, k, score);
        for (size_t i = 0; i < nparam; i++) {
            if (!isfinite(score[i])) return false;
            phi[i * n + k] = score[i];
        }
        if (g->gradient_own[BASELINE] != 0) phi[nparam * n + k] = 1;
    }
    return true;
}

/* Columns of length 1, so that parameters of very different scale are not taken for rounding. With
 * n < p columns stay: the least norm is that of the parameters. */
static void scale(size_t n, size_t p, double *phi, double *length)
{
    for (size_t i = 0; i < p; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++) sum += phi[i * n + k] * phi[i * n + k];
        length[i] = n < p || !isnormal(sum) ? 1 : sqrt(sum);
        for (size_t k = 0; k < n; k++) phi[i * n + k] /= length[i];
    }
}

static int propose(nes_gen *g)
{
    const size_t n = g->batch.n, nparam = nes_parameter_count(g),
                 p = nparam + (size_t)g->gradient_own[BASELINE];
    const size_t longest = larger(n, nparam + 1);
    double *phi = g->work + nes_theta_count(g), *x = phi + n * (nparam + 1);
    double *values = x + longest, *length = values + longest, *scratch = length + longest;
    nes_step_begin(&g->step, &g->batch);
    if (!fill(g, nparam, phi, x)) return NES_MOVE_NONFINITE;
    for (size_t k = 0; k < n; k++) {
        x[k] = (double)n * g->batch.u[k];
        if (!isfinite(x[k])) return NES_MOVE_NONFINITE;
    }
    scale(n, p, phi, length);
    const nes_least_squares fit = {.n = n,
                                   .p = p,
                                   .a = phi,
                                   .x = x,
                                   .values = values,
                                   .cut = 0x1p-52 *
                                          (double)larger(n, p), /* smaller values are rounding */
                                   .work = scratch};
    if (nes_least_squares_solve(&fit) != 0) return NES_MOVE_NONFINITE;
    for (size_t i = 0; i < nparam; i++) g->step.direction[i] = x[i] / length[i];
    nes_parameter_propose(g);
    return NES_MOVED;
}

/* A tenth: with the length of about 1 above, one step changes the covariance by a tenth of itself,
 * and losing positive definiteness is out of reach of chance. Twice that fails now and then. */
const nes_gradient nes_gradient_fisher = {
    .name = "fisher",
    .doc = "natural gradient with the Fisher matrix estimated from the samples",
    .scores = true,
    .fits = true,
    .mean_rate = 1,
    .rate = 0.1,
    .take = take,
    .popsize = popsize,
    .nwork = nwork,
    .propose = propose,
    .apply = nes_parameter_apply,
};
