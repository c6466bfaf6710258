/* SPDX-License-Identifier: MIT
 *
 * The noise models, with E = g - f_opt. Every noisy value is at least f_opt + 1.01e-8, which is
 * above the precision that counts as success, so success can only be judged by g. Sums are in the
 * order of the reference. */
#include "noise.h"

#include <math.h>

static const double LEAST = 1.01 * 1e-8;

/* E exp(beta G) */
static double gaussian(double beta, const nes_bbob_draws *r, double excess)
{
    return excess * exp(beta * r->normal[0]);
}

/* E U1^beta max(1, (1e9/E)^(alpha U2)) */
static double uniform(double alpha, double beta, const nes_bbob_draws *r, double excess)
{
    const double gain = pow(1e9 / (excess + 1e-99), alpha * r->uniform[1]);
    return excess * (pow(r->uniform[0], beta) * (gain > 1.0 ? gain : 1.0));
}

/* alpha max(0, 1000 + C), C the quotient of two normal numbers with probability p, else 0 */
static double cauchy(double alpha, double p, const nes_bbob_draws *r)
{
    const double quotient = r->normal[0] / fabs(r->normal[1] + 1e-199);
    const double shift = alpha * (r->uniform[0] < p ? 1000.0 + quotient : 1000.0);
    return shift > 0.0 ? shift : 0.0;
}

double nes_bbob_disturb(const nes_bbob_noise *model, size_t d, const nes_bbob_draws *draws,
                        double g, double f_opt)
{
    const double strength = model->strength, excess = g - f_opt;
    switch (model->kind) {
    case NES_BBOB_GAUSSIAN:
        return gaussian(strength, draws, excess) + LEAST + f_opt;
    case NES_BBOB_UNIFORM:
        return uniform(strength * (0.49 + 1.0 / (double)d), strength, draws, excess) + LEAST +
               f_opt;
    case NES_BBOB_CAUCHY:
        return g + cauchy(strength, model->outliers, draws) + LEAST;
    }
    return g;
}

double nes_bbob_noisy_penalty(size_t d, const double *x)
{
    double sum = 0.0;
    for (size_t i = 0; i < d; i++) sum += fmax(0.0, fabs(x[i]) - 5.0);
    return 100.0 * sum;
}
