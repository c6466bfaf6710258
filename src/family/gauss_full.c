/* SPDX-License-Identifier: MIT
 *
 * The multinormal distribution with full covariance: x = mu + sigma B z, z ~ N(0, I). With the
 * comma scheme this is xNES, with the elitist one (1+1)-xNES. [math: A12, A14] */
#include "family/affine.h"
#include "family/families.h"

static void sample(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    for (size_t k = lo; k < hi; k++) {
        const nes_stream s = nes_batch_stream(b, k);
        nes_normals(&s, 0, b->d, b->z + k * b->d);
        b->tail[k] = 1;
    }
    nes_affine_place(p, b, lo, hi);
}

static double weight(const nes_dist *p, const nes_batch *b, size_t k)
{
    (void)p, (void)b, (void)k;
    return 1;
}

static int move(nes_dist *p, const nes_batch *b, const nes_rates *eta)
{
    return nes_affine_move(p, b, eta, weight);
}

const nes_family nes_gauss_full = {
    .name = "gauss-full",
    .doc = "normal distribution with a full covariance matrix",
    .matrix = true,
    .ntheta = nes_affine_ntheta,
    .nwork = nes_affine_nwork,
    .rate = nes_rate_full,
    .elitist_down = 0.2,
    .elitist_learn = 0.25,
    .init = nes_affine_init,
    .sample = sample,
    .move = move,
    .sigma = nes_affine_sigma,
    .width = nes_affine_sigma,
    .spread = nes_affine_spread,
    .condition = nes_affine_condition,
    .axis = nes_affine_axis,
};
