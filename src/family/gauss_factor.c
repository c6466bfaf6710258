/* SPDX-License-Identifier: MIT
 *
 * The normal distribution by mean and factor, x = mu + A z with any invertible A: the factored
 * plain gradient. theta = (mu, A, A^-1, ln |det A|). A A^T is never indefinite; a singular A is
 * refused. The scores are  mu: A^-T z,   A: A^-T (z z^T - I).   [math: A2, X27] */
#include "family/families.h"
#include "family/multinormal.h"
#include "linalg/invert.h"

static int refresh(nes_dist *p)
{
    const nes_multinormal m = nes_multinormal_of(p);
    return nes_invert(p->d, m.root, m.inverse, m.log_det, p->work, p->level);
}

static int init(nes_dist *p, const nes_start *s)
{
    nes_multinormal_start(p, s, nes_multinormal_of(p).root, NULL);
    return refresh(p);
}

static void score(const nes_dist *p, const nes_batch *b, size_t k, double *s)
{
    const size_t d = p->d;
    const double *z = b->z + k * d, *inverse = nes_multinormal_of(p).inverse;
    nes_multinormal_whiten(p, b, k, s);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) s[d + i * d + j] = s[i] * z[j] - inverse[j * d + i];
}

static const nes_scores scores = {.nparam = nes_multinormal_nparam,
                                  .logpdf = nes_multinormal_logpdf,
                                  .score = score,
                                  .refresh = refresh};

const nes_family nes_gauss_factor = {
    .name = "gauss-factor",
    .doc = "normal distribution by a square root of its covariance (gradients plain and fisher)",
    .located = true,
    .matrix = true,
    .rate = nes_rate_full,
    .ntheta = nes_multinormal_ntheta,
    .nwork = nes_multinormal_nwork,
    .nimage = nes_padded_image,
    .init = init,
    .variates = nes_normal_variates,
    .place = nes_multinormal_place,
    .localize = nes_multinormal_localize,
    .densities = &nes_multinormal_densities,
    .scores = &scores,
    .widths = &nes_multinormal_widths,
};
