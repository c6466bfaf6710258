/* SPDX-License-Identifier: MIT
 *
 * The normal distribution by mean and factor, x = mu + A z with any invertible A: the factored
 * plain gradient. theta = (mu, A, A^-1, ln |det A|). A A^T is never indefinite; a singular A is
 * refused. The scores are  mu: A^-T z,   A: A^-T (z z^T - I).   [math: A2, X27] */
#include "family/affine.h"
#include "family/families.h"
#include "family/multinormal.h"
#include "linalg/invert.h"

/* The factor itself is the parameter: nothing stands before it. */
static size_t none(size_t d)
{
    (void)d;
    return 0;
}

static size_t ntheta(size_t d)
{
    return nes_multinormal_ntheta(d, 0);
}

static size_t nparam(size_t d)
{
    return d + d * d;
}

static int refresh(nes_dist *p)
{
    const nes_multinormal m = nes_multinormal_of(p, 0);
    return nes_invert(p->d, m.root, m.inverse, m.log_det, p->work, p->level);
}

static int init(nes_dist *p, const nes_start *s)
{
    nes_multinormal_start(p, s, nes_multinormal_of(p, 0).root, NULL);
    return refresh(p);
}

static void score(const nes_dist *p, const nes_batch *b, size_t k, double *s)
{
    const size_t d = p->d;
    const double *z = b->z + k * d, *inverse = nes_multinormal_of(p, 0).inverse;
    nes_multinormal_whiten(p, b, k, 0, s);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) s[d + i * d + j] = s[i] * z[j] - inverse[j * d + i];
}

NES_MULTINORMAL_FUNCTIONS(none)

const nes_family nes_gauss_factor = {
    .name = "gauss-factor",
    .doc = "normal distribution by a square root of its covariance (gradients plain and fisher)",
    NES_MULTINORMAL_ENTRIES,
};
