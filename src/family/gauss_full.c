/* SPDX-License-Identifier: MIT
 *
 * The multinormal distribution with full covariance: x = mu + sigma B z, z ~ N(0, I). With the
 * comma scheme this is xNES, with the elitist one (1+1)-xNES. [math: A12, A14] */
#include "family/affine.h"
#include "family/families.h"

/* G = sum u_k z_k z_k^T, scale tr(G)/d - U */
static void propose(const nes_dist *p, const nes_batch *b, nes_step *s)
{
    const bool failed = b->n == 1 && b->u[0] == 0; /* a hill climber's sample failed */
    double scale = -b->u0, *r2 = p->work;
    nes_step_begin(s, b);
    if (!failed) nes_batch_lengths(b, 0, b->n, r2);
    for (size_t k = 0; k < b->n; k++) {
        s->mean[k] = b->v[k];
        s->outer[k] = b->u[k];
        if (!failed) scale += b->u[k] * (r2[k] / (double)p->d - 1);
    }
    s->scale = scale;
}

static void log_density(const nes_dist *p, const nes_step *before, double c, size_t n,
                        const double *r2, double *log)
{
    const double constant = -0.91893853320467274178 * (double)p->d; /* ln(2 pi)/2 */
    (void)before;
    for (size_t k = 0; k < n; k++) log[k] += c * (constant - 0.5 * r2[k]);
}

static const nes_affine_law law = {log_density};

static void score(const nes_dist *p, const nes_batch *b, size_t k, double *s)
{
    nes_affine_score(p, b, k, 0.5, s);
}

static void along(const nes_dist *p, nes_batch *b, nes_step *s)
{
    nes_affine_along(p, b, s);
}

static const nes_scores scores = {
    .nparam = nes_affine_nparam, .logpdf = nes_affine_logpdf, .score = score, .along = along};

const nes_family nes_gauss_full = {
    .name = "gauss-full",
    .doc = "normal distribution with a full covariance matrix",
    .law = &law,
    .located = true,
    .matrix = true,
    .shares = true,
    .uses = NES_USES_LIMIT | NES_USES_SHAPE,
    .rate = nes_rate_full,
    .elitist_down = 0.2,
    .elitist_learn = 0.25,
    .take = nes_affine_take,
    .ntheta = nes_affine_ntheta,
    .nwork = nes_affine_nwork,
    .nimage = nes_padded_image,
    .init = nes_affine_init,
    .place = nes_affine_place,
    .nlocalize = nes_affine_nlocalize,
    .localize = nes_affine_localize,
    .propose = propose,
    .apply = nes_affine_apply,
    .densities = &nes_affine_densities,
    .scores = &scores,
    .natural = &nes_affine_natural,
    .widths = &nes_affine_widths,
};
