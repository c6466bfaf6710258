/* SPDX-License-Identifier: MIT
 *
 * The multivariate Student distribution with full shape: s = n / sqrt(chi2_nu / nu), n ~ N(0, I),
 * kept as z = n and the radial factor t. With nu = 1, the Cauchy distribution, t = 1/|n_0|; the
 * elitist scheme makes it the heavy-tailed hill climber. Its samples weigh
 * w = (nu + d)/(nu + |s|^2). [math: A21] */
#include <math.h>

#include "family/affine.h"
#include "family/families.h"

/* 1/|n_0|, or in the literal mode a signed Cauchy number n_0/n_1; the normals are those behind the
 * coordinates of the sample, the first that give a finite factor. */
static double radial_factor(const nes_dist *p, const nes_stream *s)
{
    for (uint64_t i = (p->d + 1) / 2 * 2;; i += 2) {
        double n[2];
        nes_normals(s, i, 2, n);
        const double t = p->literal ? n[0] / n[1] : 1 / fabs(n[0]);
        if (isfinite(t)) return t;
    }
}

static void sample(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    for (size_t k = lo; k < hi; k++) {
        const nes_stream s = nes_batch_stream(b, k);
        nes_normals(&s, 0, b->d, b->z + k * b->d);
        b->tail[k] = radial_factor(p, &s);
    }
    nes_affine_place(p, b, lo, hi);
}

/* Weight of z z^T. s s^T = t^2 z z^T; the literal mode uses the factor alone as the radius. */
static double weight(const nes_dist *p, const nes_batch *b, size_t k)
{
    const double t2 = b->tail[k] * b->tail[k];
    if (p->literal) return (p->nu + (double)p->d) / (p->nu + t2);
    return t2 * (p->nu + (double)p->d) / (p->nu + nes_batch_norm2(b, k));
}

static int move(nes_dist *p, const nes_batch *b, const nes_rates *eta)
{
    return nes_affine_move(p, b, eta, weight);
}

const nes_family nes_student = {
    .name = "student",
    .doc = "multivariate Student distribution with a full shape matrix (Cauchy for nu = 1)",
    .matrix = true,
    .ntheta = nes_affine_ntheta,
    .nwork = nes_affine_nwork,
    .rate = nes_rate_full,
    .elitist_down = 0.2,
    .elitist_learn = 0.25,
    .elitist_only = true,
    .init = nes_affine_init,
    .sample = sample,
    .move = move,
    .sigma = nes_affine_sigma,
    .width = nes_affine_sigma,
    .spread = nes_affine_spread,
    .condition = nes_affine_condition,
    .axis = nes_affine_axis,
};
