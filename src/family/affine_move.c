/* SPDX-License-Identifier: MIT
 *
 * The move of a full-matrix family, 2 d^2 n flops on top of the 2 d^2 n of sampling:
 *   B <- e^(-tr/d) (B + Y^T M Z),   exp(c Z^T W Z) = I + Z^T M Z,   y_k = B z_k
 * [math: A12, A24] */
#include <math.h>
#include <string.h>

#include "family/affine.h"
#include "family/affine_step.h"
#include "linalg/multiply.h"
#include "linalg/vector.h"
#include "util/team.h"

/* The arrays of a move, behind the 2 n weights that the family may keep in p->work. */
static nes_affine_exponential arrays(double *work, size_t d, size_t n)
{
    nes_affine_exponential s = {.dense = n >= d, .k = n < d ? n : d};
    s.width = nes_padded(s.k);
    s.shift = work + nes_padded(2 * n);
    s.zt = s.shift + nes_padded(d);
    s.gram = s.zt + (s.dense ? 0 : d * s.width);
    s.plus = s.gram + s.k * s.width;
    s.minus = s.plus + s.k * s.width;
    s.rows = s.minus + s.k * s.width;
    s.probes = s.rows + n * nes_padded(d);
    s.scratch = s.probes + 2 * s.k * NES_UNIT;
    return s;
}

size_t nes_affine_nwork_move(size_t d, size_t n)
{
    const bool dense = n >= d;
    const size_t k = dense ? d : n, width = nes_padded(k);
    return nes_padded(2 * n) + nes_padded(d) + (dense ? 0 : d * width) + 3 * k * width +
           n * nes_padded(d) + 2 * k * NES_UNIT + nes_lowrank_scratch(k, width);
}

/* out = c left right, or c (out + left right) */
static void multiply(size_t m, size_t n, size_t width, double c, const double *left, size_t row,
                     size_t column, const double *right, double *out, bool add)
{
    nes_multiply(&(nes_factors){m, n, width, c, left, row, column, right, out, add, 0});
}

/* n < d: Z^T, and K = Z Z^T; a hill climber needs a length alone */
static void find_gram(const nes_dist *p, const nes_batch *b, const nes_affine_exponential *s)
{
    const size_t d = b->d, n = b->n;
    if (n == 1 && !p->mixes) {
        s->gram[0] = nes_dot(d, b->z, b->z);
        return;
    }
    nes_transpose(n, d, b->z, d, s->zt, s->width);
    multiply(n, d, s->width, 1, b->z, d, 1, s->zt, s->gram, false);
}

/* n < d: W = diag(a), K = Z Z^T. n >= d: W = G = Z^T diag(a) Z, K = I. */
static int exponentiate(const nes_dist *p, const nes_batch *b, const double *a, double c,
                        double limit, nes_affine_exponential *s)
{
    const size_t d = p->d, n = b->n;
    nes_lowrank e = {.k = s->k, .width = s->width, .c = c, .limit = limit};
    e.plus = s->plus;
    e.minus = s->minus;
    e.scratch = s->scratch;
    if (s->dense) {
        nes_combine_rows(&(nes_combination){n, d, 1, a, b->z, d, 0, b->z, d, s->rows, s->width});
        multiply(d, n, s->width, 1, b->z, 1, d, s->rows, s->gram, false);
        e.dense = s->gram;
    } else {
        e.weights = a;
        e.gram = s->gram;
    }
    const int status = nes_lowrank_expm1(&e);
    s->trace = e.trace;
    return status;
}

typedef struct shape_move {
    const nes_dist *p;
    const nes_batch *b;
    const nes_affine_exponential *s;
} shape_move;

/* Columns of B^T are rows of B: each moves on its own. */
static void move_columns(void *data, size_t lo, size_t hi)
{
    const shape_move *m = data;
    const nes_batch *b = m->b;
    const nes_affine_exponential *s = m->s;
    const size_t d = b->d, n = b->n, width = b->width;
    const double c = exp(-s->trace / (double)d);
    double *bt = nes_affine_shape(m->p);
    if (s->dense) {
        for (size_t i = 0; i < d; i++)
            memcpy(s->rows + i * width + lo, bt + i * width + lo, (hi - lo) * sizeof *bt);
        nes_multiply_columns(
            &(nes_factors){d, d, width, c, s->plus, width, 1, s->rows, bt, true, 0}, lo, hi);
    } else {
        nes_multiply_columns(
            &(nes_factors){n, n, width, 1, s->plus, s->width, 1, b->y, s->rows, false, 0}, lo, hi);
        nes_multiply_columns(&(nes_factors){d, n, width, c, b->z, 1, d, s->rows, bt, true, 0}, lo,
                             hi);
    }
}

/* B <- e^(-tr/d) B (I + Z^T M Z); B Z^T = Y^T is there from sampling. */
static void move_shape(nes_dist *p, const nes_batch *b, const nes_affine_exponential *s)
{
    shape_move m = {p, b, s};
    nes_team_run(p->team, b->width, NES_STRIP, move_columns, &m);
}

/* V <- e^(tr/d) (I + Z^T M_minus Z) V */
static void move_probes(nes_dist *p, const nes_batch *b, const nes_affine_exponential *s)
{
    const size_t d = p->d, n = b->n;
    const double c = exp(s->trace / (double)d);
    double *v = nes_affine_probes(p), *q = s->probes, *r = q + s->k * NES_UNIT;
    if (s->dense) {
        memcpy(q, v, d * NES_UNIT * sizeof *v);
        multiply(d, d, NES_UNIT, c, s->minus, s->width, 1, q, v, true);
    } else {
        multiply(n, d, NES_UNIT, 1, b->z, d, 1, v, q, false);
        multiply(n, n, NES_UNIT, 1, s->minus, s->width, 1, q, r, false);
        multiply(d, n, NES_UNIT, c, b->z, 1, d, r, v, true);
    }
}

/* mu += sigma shift, shift = eta sum mean_k y_k */
static void move_mean(nes_dist *p, const nes_batch *b, double eta, const double *mean,
                      double *shift)
{
    multiply(1, b->n, b->width, eta, mean, 0, 1, b->y, shift, false);
    nes_combine(p->d, 1, p->theta, p->theta[p->d], shift, p->theta);
}

static bool has_weight(size_t n, const double *w)
{
    bool has = false;
    for (size_t k = 0; k < n; k++) has = has || w[k] != 0;
    return has;
}

int nes_affine_move(nes_dist *p, const nes_batch *b, const nes_rates *eta,
                    const nes_affine_step *step)
{
    const bool turns = eta->shape > 0 && has_weight(b->n, step->outer);
    nes_affine_exponential s = arrays(p->work, p->d, b->n);
    if (p->mixes) nes_affine_keep(p, &s);
    if (!s.dense && (turns || p->mixes)) find_gram(p, b, &s);
    if (turns && exponentiate(p, b, step->outer, 0.5 * eta->shape, eta->limit, &s)) return 1;
    const double scale = nes_clamp(0.5 * eta->sigma * step->scale, eta->limit);
    if (p->mixes || has_weight(b->n, step->mean)) move_mean(p, b, eta->mu, step->mean, s.shift);
    if (p->step != NULL) nes_affine_remember(p, b, eta, step, &s, turns, scale);
    p->theta[p->d] *= exp(scale);
    if (turns) {
        move_shape(p, b, &s);
        move_probes(p, b, &s);
    }
    return 0;
}
