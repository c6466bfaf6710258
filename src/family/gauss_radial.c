/* SPDX-License-Identifier: MIT
 *
 * The normal distribution with one step size for all coordinates: x = mu + sigma z. With the
 * elitist scheme this is the radial (1+1)-NES. theta = (mu, sigma). [math: A13] */
#include <math.h>
#include <string.h>

#include "family/families.h"

static size_t ntheta(size_t d)
{
    return d + 1;
}

static size_t nwork(size_t d, size_t n)
{
    (void)n;
    return d;
}

/* 1/(5 sqrt d) [math: A13] */
static double rate(size_t d)
{
    return 0.2 / sqrt((double)d);
}

/* One scale stands for all: the geometric mean of those given. */
static int init(nes_dist *p, const nes_start *s)
{
    memcpy(p->theta, s->mu, p->d * sizeof *s->mu);
    p->theta[p->d] = nes_geometric_mean(p->d, s->std);
    return 0;
}

static void sample(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    const size_t d = p->d;
    const double *mu = p->theta, sigma = mu[d];
    for (size_t k = lo; k < hi; k++) {
        const nes_stream s = nes_batch_stream(b, k);
        double *x = b->x + k * d;
        double *z = b->z != NULL ? b->z + k * d : x;
        nes_normals(&s, 0, d, z);
        for (size_t i = 0; i < d; i++) x[i] = mu[i] + sigma * z[i];
        b->tail[k] = 1;
    }
}

/* mu += eta_mu sigma sum v_k z_k,  ln sigma += eta/2 (sum u_k (|z_k|^2/d - 1) - u_0) */
static int move(nes_dist *p, const nes_batch *b, const nes_rates *eta)
{
    const size_t d = p->d;
    double buffer[NES_BLOCK], gsigma = -b->u0;
    double *mu = p->theta;
    memset(p->work, 0, d * sizeof *p->work);
    for (size_t k = 0; k < b->n; k++) {
        if (b->u[k] != 0) gsigma += b->u[k] * (nes_batch_norm2(b, k) / (double)d - 1);
        if (b->v[k] == 0) continue;
        for (size_t lo = 0; lo < d; lo += NES_BLOCK) {
            const size_t n = d - lo < NES_BLOCK ? d - lo : NES_BLOCK;
            const double *z = nes_batch_z(b, k, lo, n, buffer);
            for (size_t i = 0; i < n; i++) p->work[lo + i] += b->v[k] * z[i];
        }
    }
    for (size_t i = 0; i < d; i++) mu[i] += eta->mu * (mu[d] * p->work[i]);
    mu[d] *= exp(nes_clamp(0.5 * eta->sigma * gsigma, eta->limit));
    return 0;
}

static double scale(const nes_dist *p)
{
    return p->theta[p->d];
}

static void spread(const nes_dist *p, double *std)
{
    for (size_t i = 0; i < p->d; i++) std[i] = p->theta[p->d];
}

static double condition(const nes_dist *p)
{
    (void)p;
    return 1;
}

static void axis(const nes_dist *p, size_t i, double *a)
{
    memset(a, 0, p->d * sizeof *a);
    a[i] = p->theta[p->d];
}

const nes_family nes_gauss_radial = {
    .name = "gauss-radial",
    .doc = "normal distribution with one step size for all coordinates",
    .ntheta = ntheta,
    .nwork = nwork,
    .rate = rate,
    .elitist_down = 2,
    .elitist_learn = 0,
    .init = init,
    .sample = sample,
    .move = move,
    .sigma = scale,
    .width = scale,
    .spread = spread,
    .condition = condition,
    .axis = axis,
};
