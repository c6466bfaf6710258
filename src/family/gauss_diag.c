/* SPDX-License-Identifier: MIT
 *
 * The normal distribution with a diagonal covariance: x_i = mu_i + sigma_i z_i, linear in d. With
 * the comma scheme this is SNES, with the elitist one (1+1)-SNES. Local samples need not be stored:
 * the move makes them again, a block of coordinates at a time. theta = (mu, sigma).
 * [math: A15, A16] */
#include <math.h>
#include <string.h>

#include "family/families.h"

static size_t ntheta(size_t d)
{
    return 2 * d;
}

static size_t nwork(size_t d, size_t n)
{
    (void)d, (void)n;
    return 0;
}

static int init(nes_dist *p, const nes_start *s)
{
    memcpy(p->theta, s->mu, p->d * sizeof *s->mu);
    memcpy(p->theta + p->d, s->std, p->d * sizeof *s->std);
    return 0;
}

static void sample(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    const size_t d = p->d;
    const double *mu = p->theta, *sigma = mu + d;
    for (size_t k = lo; k < hi; k++) {
        const nes_stream s = nes_batch_stream(b, k);
        double *x = b->x + k * d;
        double *z = b->z != NULL ? b->z + k * d : x;
        nes_normals(&s, 0, d, z);
        for (size_t i = 0; i < d; i++) x[i] = mu[i] + sigma[i] * z[i];
        b->tail[k] = 1;
    }
}

/* g_mu = sum v_k z_k and g_sigma = sum u_k (z_k^2 - 1) - u_0 for n coordinates from lo on. */
static void gradient(const nes_batch *b, size_t lo, size_t n, double *gmu, double *gsigma)
{
    double buffer[NES_BLOCK];
    double total = b->u0;
    for (size_t k = 0; k < b->n; k++) total += b->u[k];
    for (size_t i = 0; i < n; i++) {
        gmu[i] = 0;
        gsigma[i] = -total;
    }
    for (size_t k = 0; k < b->n; k++) {
        if (b->u[k] == 0 && b->v[k] == 0) continue;
        const double *z = nes_batch_z(b, k, lo, n, buffer);
        for (size_t i = 0; i < n; i++) {
            gmu[i] += b->v[k] * z[i];
            gsigma[i] += b->u[k] * z[i] * z[i];
        }
    }
}

static int move(nes_dist *p, const nes_batch *b, const nes_rates *eta)
{
    double gmu[NES_BLOCK], gsigma[NES_BLOCK];
    double *mu = p->theta, *sigma = mu + p->d;
    for (size_t lo = 0; lo < p->d; lo += NES_BLOCK) {
        const size_t n = p->d - lo < NES_BLOCK ? p->d - lo : NES_BLOCK;
        gradient(b, lo, n, gmu, gsigma);
        for (size_t i = 0; i < n; i++) {
            mu[lo + i] += eta->mu * (sigma[lo + i] * gmu[i]);
            sigma[lo + i] *= exp(nes_clamp(0.5 * eta->sigma * gsigma[i], eta->limit));
        }
    }
    return 0;
}

static double scale(const nes_dist *p)
{
    return nes_geometric_mean(p->d, p->theta + p->d);
}

static double width(const nes_dist *p)
{
    return p->theta[p->d];
}

static void spread(const nes_dist *p, double *std)
{
    memcpy(std, p->theta + p->d, p->d * sizeof *std);
}

static double condition(const nes_dist *p)
{
    const double *sigma = p->theta + p->d;
    double low = sigma[0], high = sigma[0];
    for (size_t i = 1; i < p->d; i++) {
        low = fmin(low, sigma[i]);
        high = fmax(high, sigma[i]);
    }
    return high / low;
}

static void axis(const nes_dist *p, size_t i, double *a)
{
    memset(a, 0, p->d * sizeof *a);
    a[i] = p->theta[p->d + i];
}

const nes_family nes_gauss_diag = {
    .name = "gauss-diag",
    .doc = "normal distribution with one standard deviation per coordinate",
    .ntheta = ntheta,
    .nwork = nwork,
    .rate = nes_rate_diag,
    .elitist_down = 0.2,
    .elitist_learn = 0.25,
    .init = init,
    .sample = sample,
    .move = move,
    .sigma = scale,
    .width = width,
    .spread = spread,
    .condition = condition,
    .axis = axis,
};
