/* SPDX-License-Identifier: MIT
 *
 * Independent Student coordinates with nu degrees of freedom: the separable method with heavy
 * tails, at linear cost. Scores are divided by their Fisher information:
 *   l(z) = (nu + 3) z/(nu + z^2)
 *   g(z) = (nu + 1) z^2/(nu + z^2) - 1, times (nu + 3)/nu   [math: A15, A20] */
#include <math.h>

#include "family/families.h"
#include "family/separable.h"
#include "family/student.h"

static void accumulate(size_t n, double nu, const double *z, const nes_coordinate_sums *to)
{
    const double v = to->v, u = to->u;
    double *gmu = to->mu, *gsigma = to->sigma;
    for (size_t i = 0; i < n; i++) {
        const double w = 1 / (nu + z[i] * z[i]);
        gmu[i] += v * (nu + 3) * z[i] * w;
        gsigma[i] += u * ((nu + 1) * z[i] * z[i] * w - 1);
    }
}

static double natural(double nu)
{
    return (nu + 3) / nu;
}

static double log_density(double nu, double z2)
{
    return nes_student_log(1, nu, z2);
}

static double minus_derivative(double nu, double z)
{
    return (nu + 1) * z / (nu + z * z);
}

static const nes_coordinate_law student = {accumulate, natural, log_density, minus_derivative};

const nes_family nes_student_diag = {
    .name = "student-diag",
    .doc = "independent Student coordinates: heavy tails at linear cost",
    .law = &student,
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
    .sound = nes_student_sound,
    .variates = nes_student_variates,
    .place = nes_separable_place,
    .localize = nes_separable_localize,
    .propose = nes_separable_propose,
    .apply = nes_separable_apply,
    .densities = &nes_separable_densities,
    .scores = &nes_separable_scores,
    .natural = &nes_separable_natural,
    .widths = &nes_separable_widths,
    .nu = nes_separable_nu,
};
