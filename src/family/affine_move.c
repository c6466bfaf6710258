/* SPDX-License-Identifier: MIT
 *
 * The move of a full-matrix family, 2 d^2 n flops on top of the 2 d^2 n of sampling:
 *   B <- e^(-tr/d) (B + Y^T M Z),   exp(c Z^T W Z) = I + Z^T M Z,   y_k = B z_k
 * [math: A12, A24] */
#include <math.h>
#include <string.h>

#include "family/affine.h"
#include "family/affine_step.h"
#include "linalg/lowrank.h"
#include "linalg/product.h"

/* n < d: W = diag(a), K = Z Z^T. n >= d: W = G = Z^T diag(a) Z, K = I. */
static int exponentiate(const nes_dist *p, const nes_batch *b, const double *a, double c,
                        double limit, nes_affine_exponential *s)
{
    const size_t d = p->d, n = b->n, k = n < d ? n : d;
    double *weights = p->work + 2 * n, *gram = weights + k * k;
    *s = (nes_affine_exponential){.k = k, .dense = n >= d, .gram = gram, .plus = gram + k * k};
    s->minus = s->plus + k * k;
    s->small = s->minus + k * k;
    s->rows = s->small + k * k;
    memset(weights, 0, k * k * sizeof *weights);
    if (s->dense) {
        for (size_t r = 0; r < n; r++)
            for (size_t i = 0; i < d; i++) s->rows[r * d + i] = a[r] * b->z[r * d + i];
        nes_rank_update(d, n, d, 1, s->rows, b->z, weights);
    } else {
        for (size_t r = 0; r < n; r++) weights[r * k + r] = a[r];
        nes_product(n, n, d, b->z, b->z, gram);
    }
    return nes_lowrank_expm1(k, c, weights, s->dense ? NULL : gram, limit, s->plus, s->minus,
                             &s->trace, s->rows + n * d + 2 * k);
}

/* B <- e^(-tr/d) B (I + Z^T M Z); B Z^T = Y^T is there from sampling. */
static void move_shape(nes_dist *p, const nes_batch *b, const nes_affine_exponential *s)
{
    const size_t d = p->d, n = b->n;
    const double c = exp(-s->trace / (double)d);
    double *B = nes_affine_shape(p);
    if (s->dense) {
        nes_product(d, d, d, B, s->plus, s->small);
        for (size_t i = 0; i < d; i++)
            for (size_t j = 0; j < d; j++) B[i * d + j] = c * (B[i * d + j] + s->small[j * d + i]);
    } else {
        memset(s->rows, 0, n * d * sizeof *s->rows);
        nes_rank_update(n, n, d, 1, s->plus, b->y, s->rows);
        nes_rank_update(d, n, d, c, s->rows, b->z, B);
    }
}

/* V <- e^(tr/d) (I + Z^T M_minus Z) V */
static void move_probes(nes_dist *p, const nes_batch *b, const nes_affine_exponential *s)
{
    const size_t d = p->d, k = s->k;
    const double c = exp(s->trace / (double)d);
    double *q = s->rows + b->n * d, *r = q + k;
    for (size_t i = 0; i < nes_affine_probes(d); i++) {
        double *v = nes_affine_probe(p, i);
        if (s->dense)
            memcpy(q, v, d * sizeof *q);
        else
            for (size_t l = 0; l < k; l++) q[l] = nes_dot(d, b->z + l * d, v);
        for (size_t l = 0; l < k; l++) r[l] = nes_dot(k, s->minus + l * k, q);
        if (s->dense)
            for (size_t j = 0; j < d; j++) v[j] = c * (v[j] + r[j]);
        else
            nes_rank_update(1, k, d, c, r, b->z, v);
    }
}

static void move_mean(nes_dist *p, const nes_batch *b, double eta, const double *mean)
{
    const size_t d = p->d;
    double *mu = p->theta;
    for (size_t k = 0; k < b->n; k++) {
        const double c = eta * mean[k] * mu[d];
        if (mean[k] == 0) continue;
        for (size_t i = 0; i < d; i++) mu[i] += c * b->y[k * d + i];
    }
}

int nes_affine_move(nes_dist *p, const nes_batch *b, const nes_rates *eta,
                    const nes_affine_step *step)
{
    bool turns = false;
    for (size_t k = 0; k < b->n; k++) turns = turns || step->outer[k] != 0;
    nes_affine_exponential s = {.trace = 0};
    turns = turns && eta->shape > 0;
    if (turns && exponentiate(p, b, step->outer, 0.5 * eta->shape, eta->limit, &s)) return 1;
    const double scale = nes_clamp(0.5 * eta->sigma * step->scale, eta->limit);
    if (p->step != NULL) nes_affine_remember(p, b, eta, step, &s, turns, scale);
    move_mean(p, b, eta->mu, step->mean);
    p->theta[p->d] *= exp(scale);
    if (turns) {
        move_shape(p, b, &s);
        move_probes(p, b, &s);
    }
    return 0;
}
