/* SPDX-License-Identifier: MIT
 *
 * A matrix has d (d + 1)/2 parameters, factors per coordinate only d: these learn faster. The rate
 * of the matrix is FASTER times what is known to be safe, which the exponential step and mirrored
 * samples allow; the path of the scale is SLOWER to forget, because selection among mirrored pairs
 * shortens it. [math: B4] */
#include "family/path_rates.h"

#include <math.h>

static const double FASTER = 1.5, SLOWER = 0.7;
static const double TURNED = 0.3; /* a decomposition is due when the shape has learnt so much */

/* How fast the path of something that learns with this rate forgets. */
static double forgetting(double effective, double one)
{
    return fmin(1, 0.5 * sqrt(effective * one));
}

double nes_mean_length(size_t d)
{
    const double n = (double)d;
    return sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
}

/* What that many points are worth for a shape. */
static double samples_of(size_t n, double effective)
{
    const double m = effective, lambda = (double)n;
    return m + 1 / m - 2 + lambda / (2 * lambda + 10);
}

void nes_path_shape(const nes_extent *e, size_t b, double effective, nes_defaults *r)
{
    const double dim = (double)e->d, own = (double)b, m = effective;
    const double few = b == e->d ? pow(dim + 1, 0.75) : pow((own + 1) * (dim + 1), 0.375);
    nes_path_rates *p = &r->paths;
    p->one = FASTER / (2 * ((own + 1) / 2 + 1) * few + m / 2);
    r->shape = fmin(samples_of(e->n, m) * p->one, 1 - p->one);
    p->shape = forgetting(m, p->one);
    r->refresh = (uint64_t)fmax(1, fmin(own, floor(TURNED / (p->one + r->shape))));
}

void nes_path_defaults(size_t d, size_t n, double effective, nes_defaults *r)
{
    const double dim = (double)d, m = effective;
    const nes_extent extent = {.d = d, .n = n};
    nes_path_rates *p = &r->paths;
    nes_path_shape(&extent, d, m, r);
    p->one_diag = 1 / (4 * pow(dim + 1, 0.75) + m / 2);
    r->diag = fmin(samples_of(n, m) * p->one_diag, 1 - p->one_diag);
    p->diag = forgetting(m, p->one_diag);
    p->sigma = fmin(1, SLOWER * (m + 2) / (dim + m + 5));
    const double damping = 1 + p->sigma + 2 * fmax(0, sqrt((m - 1) / (dim + 1)) - 1);
    r->sigma = p->sigma / damping;
}

void nes_paths_from(double *own, const nes_settings *s)
{
    own[NES_PATH_SIGMA] = s->path_sigma;
    own[NES_PATH_SHAPE] = s->path_shape;
    own[NES_PATH_DIAG] = s->path_diag;
    own[NES_PATH_ONE] = s->rank_one;
    own[NES_PATH_ONE_DIAG] = s->rank_one_diag;
}

void nes_paths_take(nes_dist *p, const nes_settings *s)
{
    nes_paths_from(p->own, s);
}
