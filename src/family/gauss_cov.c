/* SPDX-License-Identifier: MIT
 *
 * The normal distribution by mean and covariance, the parameters of the plain search gradient and
 * of canonical NES: theta = (mu, upper triangle of Sigma, L, L^-1, ln det L, Sigma^-1), L L^T =
 * Sigma. Nothing keeps Sigma positive definite: refresh finds out. With w = Sigma^-1 (x - mu) the
 * scores are mu: w,   Sigma_ij: (w w^T - Sigma^-1)_ij, and half of that on the diagonal.   [math:
 * A2, A3] */
#include "family/families.h"
#include "family/multinormal.h"
#include "linalg/invert.h"
#include "linalg/vector.h"

static size_t ntheta(const nes_dist *p)
{
    return nes_multinormal_ntheta(p) + p->d * p->d;
}

static int refresh(nes_dist *p)
{
    const size_t d = p->d;
    const nes_multinormal m = nes_multinormal_of(p);
    double *precision = m.rest, *columns = p->work;
    nes_unpack(d, m.packed, m.root);
    if (nes_cholesky(d, m.root, m.inverse, m.log_det, p->work, p->level)) return 1;
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) columns[j * d + i] = m.inverse[i * d + j];
    nes_product(d, d, d, columns, columns, precision);
    return 0;
}

static int init(nes_dist *p, const nes_start *s)
{
    double *covariance = p->work;
    const nes_multinormal m = nes_multinormal_of(p);
    nes_multinormal_start(p, s, m.root, covariance);
    nes_pack(p->d, covariance, m.packed);
    return refresh(p);
}

static void score(const nes_dist *p, const nes_batch *b, size_t k, double *s)
{
    const size_t d = p->d;
    const double *precision = nes_multinormal_of(p).rest;
    nes_multinormal_whiten(p, b, k, s);
    const double *w = s;
    s += d;
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++)
            *s++ = (i == j ? 0.5 : 1) * (w[i] * w[j] - precision[i * d + j]);
}

static const nes_scores scores = {.symmetric = true,
                                  .nparam = nes_multinormal_nparam,
                                  .logpdf = nes_multinormal_logpdf,
                                  .score = score,
                                  .refresh = refresh};

const nes_family nes_gauss_cov = {
    .name = "gauss-cov",
    .doc = "normal distribution by its covariance matrix (gradients plain and fisher)",
    .located = true,
    .matrix = true,
    .rate = nes_rate_full,
    .ntheta = ntheta,
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
