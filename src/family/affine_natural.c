/* SPDX-License-Identifier: MIT
 *
 * A step of a full-matrix family in natural coordinates, where its length is that of a vector.
 * [math: B8] */
#include <math.h>
#include <string.h>

#include "family/affine.h"

static size_t count(size_t d)
{
    return d * (d + 1) / 2;
}

/* Adds c z z^T to the upper triangle g. */
static void add_outer(size_t d, double c, const double *z, double *g)
{
    for (size_t i = 0; i < d; i++) {
        const double a = c * z[i];
        for (size_t j = i; j < d; j++) *g++ += a * z[j];
    }
}

/* From G to S/sqrt 2, where two equal numbers off the diagonal count as one of sqrt 2 times each.
 */
static void weigh(size_t d, const nes_step *s, double *g)
{
    const nes_rates *eta = &s->rates;
    double trace = 0, *at = g;
    for (size_t i = 0; i < d; at += d - i++) trace += *at;
    const double common = eta->sigma * s->scale - eta->shape * trace / (double)d;
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++, g++)
            *g = i == j ? (eta->shape * *g + common) / sqrt(2) : eta->shape * *g;
}

static void natural_step(const nes_dist *p, const nes_batch *b, const nes_step *s, double *mean,
                         double *shape)
{
    const size_t d = p->d;
    memset(mean, 0, d * sizeof *mean);
    memset(shape, 0, count(d) * sizeof *shape);
    for (size_t k = 0; k < s->n + s->extra; k++) {
        const double *z = b->z + k * d;
        for (size_t i = 0; i < d; i++) mean[i] += s->rates.mu * s->mean[k] * z[i];
        if (s->outer[k] != 0) add_outer(d, s->outer[k], z, shape);
    }
    weigh(d, s, shape);
}

const nes_natural nes_affine_natural = {count, natural_step};
