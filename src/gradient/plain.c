/* SPDX-License-Identifier: MIT
 *
 * The plain search gradient: theta += eta sum_k u_k score_k, for matrices entry by entry. It
 * depends on how the distribution is written down, and its steps do not shrink with the
 * distribution; here to be compared with. [math: A1, A2, X9] */
#include <string.h>

#include "family/family.h"
#include "gradient/parameters.h"

/* g->work holds one score, and later theta before the step. */
static size_t nwork(size_t ntheta, size_t nparam, size_t n)
{
    (void)n;
    return nparam > ntheta ? nparam : ntheta;
}

/* A number off the diagonal stands for two entries, so its score is twice that of either. */
static void take_entries(size_t d, double *triangle)
{
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++, triangle++)
            if (j > i) *triangle *= 0.5;
}

static int propose(nes_gen *g)
{
    const size_t nparam = nes_parameter_count(g);
    const nes_batch *b = &g->batch;
    double *sum = g->step.direction, *score = g->work;
    nes_step_begin(&g->step, b);
    memset(sum, 0, nparam * sizeof *sum);
    for (size_t k = 0; k < b->n; k++) {
        if (b->u[k] == 0) continue;
        g->dist.family->scores->score(&g->dist, b, k, score);
        for (size_t i = 0; i < nparam; i++) sum[i] += b->u[k] * score[i];
    }
    if (g->dist.family->scores->symmetric) take_entries(g->dist.d, sum + g->dist.d);
    nes_parameter_propose(g);
    return NES_MOVED;
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
    .propose = propose,
    .apply = nes_parameter_apply,
};
