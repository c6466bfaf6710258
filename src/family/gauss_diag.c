/* SPDX-License-Identifier: MIT
 *
 * The normal distribution with a diagonal covariance. With the comma scheme this is SNES, with the
 * elitist one (1+1)-SNES.  l(z) = z,  g(z) = z^2 - 1  [math: A15, A16] */
#include "family/families.h"
#include "family/separable.h"

static void accumulate(size_t n, double nu, const double *z, const nes_coordinate_sums *to)
{
    const double v = to->v, u = to->u;
    double *gmu = to->mu, *gsigma = to->sigma;
    (void)nu;
    for (size_t i = 0; i < n; i++) {
        gmu[i] += v * z[i];
        gsigma[i] += u * (z[i] * z[i] - 1);
    }
}

static double natural(double nu)
{
    (void)nu;
    return 1;
}

static double log_density(double nu, double z2)
{
    (void)nu;
    return -0.5 * z2 - 0.91893853320467274178; /* ln(2 pi)/2 */
}

static double minus_derivative(double nu, double z)
{
    (void)nu;
    return z;
}

static const nes_coordinate_law normal = {accumulate, natural, log_density, minus_derivative};

const nes_family nes_gauss_diag = {
    .name = "gauss-diag",
    .doc = "normal distribution with one standard deviation per coordinate",
    .law = &normal,
    .located = true,
    .shares = true,
    .sliced = true,
    .uses = NES_USES_LIMIT,
    .rate = nes_rate_diag,
    .elitist_down = 0.2,
    .elitist_learn = 0.25,
    .take = nes_separable_take,
    .ntheta = nes_separable_ntheta,
    .nwork = nes_separable_nwork,
    .init = nes_separable_init,
    .place = nes_separable_place,
    .localize = nes_separable_localize,
    .propose = nes_separable_propose,
    .apply = nes_separable_apply,
    .densities = &nes_separable_densities,
    .scores = &nes_separable_scores,
    .natural = &nes_separable_natural,
    .widths = &nes_separable_widths,
};
