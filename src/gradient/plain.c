/* SPDX-License-Identifier: MIT
 *
 * The plain search gradient: theta += eta sum_k u_k score_k. It depends on how the distribution is
 * written down, and its steps do not shrink with the distribution; here to be compared with.
 * [math: A1, A2, X9] */
#include <string.h>

#include "family/family.h"
#include "gradient/parameters.h"

/* The step, one score, and theta before the move. */
static size_t nwork(size_t ntheta, size_t nparam, size_t n)
{
    (void)n;
    return 2 * nparam + ntheta;
}

static int move(nes_gen *g, const nes_rates *eta)
{
    const size_t nparam = nes_parameter_count(g);
    const nes_batch *b = &g->batch;
    double *sum = g->work, *score = sum + nparam, *before = score + nparam;
    memset(sum, 0, nparam * sizeof *sum);
    for (size_t k = 0; k < b->n; k++) {
        if (b->u[k] == 0) continue;
        g->family->score(&g->dist, b, k, score);
        for (size_t i = 0; i < nparam; i++) sum[i] += b->u[k] * score[i];
    }
    return nes_parameter_step(g, eta, sum, before);
}

/* Rates of 1/100: with the raw values of a quadratic function, mean and width shrink by 2 per cent
 * a step. There is no rate that suits all functions and scales; that is the point of A3. */
const nes_gradient nes_gradient_plain = {
    .name = "plain",
    .doc = "plain gradient of the expected value in the parameters of the family",
    .scores = true,
    .mean_rate = 0.01,
    .rate = 0.01,
    .nwork = nwork,
    .move = move,
};
