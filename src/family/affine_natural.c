/* SPDX-License-Identifier: MIT
 *
 * Full-matrix families in natural coordinates: mu + A delta and A exp(M/2) at delta = 0, M = 0. A
 * step has the length of a vector there [math: B8], and gradients that are made of scores act on
 * these coordinates. M is written by its upper triangle, row by row, numbers off the diagonal times
 * sqrt 2, so that lengths are those of the matrix. [math: A3, A11, A17] */
#include <math.h>
#include <string.h>

#include "family/affine.h"
#include "linalg/sequential.h"
#include "linalg/vector.h"

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
    memset(shape, 0, nes_packed(d) * sizeof *shape);
    for (size_t k = 0; k < s->n + s->extra; k++) {
        const double *z = b->z + k * d;
        for (size_t i = 0; i < d; i++) mean[i] += s->rates.mu * s->mean[k] * z[i];
        if (s->outer[k] != 0) add_outer(d, s->outer[k], z, shape);
    }
    weigh(d, s, shape);
}

const nes_natural nes_affine_natural = {nes_packed, natural_step};

size_t nes_affine_nparam(const nes_dist *p)
{
    return p->d + nes_packed(p->d);
}

/* 2 h s and h s s^T - I/2 */
double *nes_affine_score(const nes_dist *p, const nes_batch *b, size_t k, double h, double *score)
{
    const size_t d = p->d;
    const double *z = b->z + k * d, t = b->tail[k], c = h * t * t;
    for (size_t i = 0; i < d; i++) *score++ = 2 * h * t * z[i];
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++)
            *score++ = i == j ? c * z[i] * z[i] - 0.5 : sqrt(2) * c * z[i] * z[j];
    return score;
}

static void unpack(size_t d, const double *packed, double *m)
{
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++, packed++)
            m[i * d + j] = m[j * d + i] = i == j ? *packed : *packed / sqrt(2);
}

/* M = sum w_i v_i v_i^T, and delta = sum (delta.v_i) v_i: the rows are the eigenvectors. */
const double *nes_affine_along(const nes_dist *p, nes_batch *b, nes_step *s)
{
    const size_t d = p->d;
    const double *delta = s->direction;
    double *m = p->work, *v = m + d * d, *w = v + d * d, trace = 0;
    memset(s->mean, 0, s->n * sizeof *s->mean);
    memset(s->outer, 0, s->n * sizeof *s->outer);
    unpack(d, delta + d, m);
    const int failed = nes_jacobi(d, m, v, w);
    for (size_t i = 0; i < d; i++) {
        const double *row = v + i * d;
        trace += w[i];
        nes_step_add_row(s, b, row, failed ? NAN : nes_dot(d, delta, row), w[i]);
    }
    s->scale = trace / (double)d;
    return delta + nes_affine_nparam(p);
}
