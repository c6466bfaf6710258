/* SPDX-License-Identifier: MIT
 *
 * A step of a full-matrix family, 2 d^2 n flops on top of the 2 d^2 n of sampling:
 *   B <- e^(-tr/d) (B + Y^T M Z),   exp(c Z^T W Z) = I + Z^T M Z,   y_k = B z_k
 * for n rows: the samples of the batch, and those that the step has besides. [math: A12, A24] */
#include <math.h>
#include <string.h>

#include "family/affine.h"
#include "family/affine_step.h"
#include "linalg/multiply.h"
#include "linalg/vector.h"
#include "util/team.h"

/* A step that is being applied. */
typedef struct applying {
    nes_dist *p;
    nes_batch *b;
    const nes_step *step;
    size_t n; /* rows */
    nes_affine_exponential e;
} applying;

/* The arrays of a step of n rows. */
static void set_arrays(nes_affine_exponential *s, double *work, size_t d, size_t n)
{
    s->dense = n >= d;
    s->k = s->dense ? d : n;
    s->width = nes_padded(s->k);
    s->shift = work;
    s->zt = s->shift + nes_padded(d);
    s->gram = s->zt + (s->dense ? 0 : d * s->width);
    s->plus = s->gram + s->k * s->width;
    s->minus = s->plus + s->k * s->width;
    s->rows = s->minus + s->k * s->width;
    s->probes = s->rows + n * nes_padded(d);
    s->scratch = s->probes + 2 * s->k * NES_UNIT;
}

size_t nes_affine_nwork_apply(size_t d, size_t n)
{
    const bool dense = n >= d;
    const size_t k = dense ? d : n, width = nes_padded(k);
    return nes_padded(d) + (dense ? 0 : d * width) + 3 * k * width + n * nes_padded(d) +
           2 * k * NES_UNIT + nes_lowrank_scratch(k, width);
}

/* A left factor: element ik stands at numbers[i row + k column], so a transpose is one too. */
typedef struct left_factor {
    const double *numbers;
    size_t row, column;
} left_factor;

/* The product is described where it is used: copying a description that has just been written,
 * field by field, takes longer than writing it. */
#define PRODUCT(m_, n_, width_, left_, right_, out_)                                               \
    .m = (m_), .n = (n_), .width = (width_), .left = (left_).numbers, .row = (left_).row,          \
    .column = (left_).column, .right = (right_), .out = (out_), .level = a->p->level

/* Rows that are no samples have no B z yet. */
static void place_extra(const applying *a)
{
    const nes_batch *b = a->b;
    const size_t n = a->step->n, extra = a->step->extra;
    if (extra == 0) return;
    const left_factor z = {b->z + n * b->d, b->d, 1};
    nes_multiply(&(nes_factors){
        PRODUCT(extra, b->d, b->width, z, nes_affine_shape(a->p), b->y + n * b->width), .c = 1});
}

/* n < d: Z^T, and K = Z Z^T; a hill climber needs a length alone */
static void find_gram(const applying *a)
{
    const size_t d = a->b->d, n = a->n;
    const double *z = a->b->z;
    const nes_affine_exponential *e = &a->e;
    if (n == 1 && !a->step->densities) {
        e->gram[0] = nes_dot(d, z, z);
        return;
    }
    nes_transpose(n, d, z, d, e->zt, e->width);
    const left_factor rows = {z, d, 1};
    nes_multiply(&(nes_factors){PRODUCT(n, d, e->width, rows, e->zt, e->gram), .c = 1});
}

/* n < d: W = diag(outer), K = Z Z^T. n >= d: W = G = Z^T diag(outer) Z, K = I. */
static int exponentiate(applying *a, double c, double limit)
{
    const size_t d = a->p->d, n = a->n;
    const double *z = a->b->z, *outer = a->step->outer;
    const nes_affine_exponential *s = &a->e;
    nes_lowrank e = {.k = s->k,
                     .width = s->width,
                     .c = c,
                     .limit = limit,
                     .plus = s->plus,
                     .minus = s->minus,
                     .scratch = s->scratch,
                     .level = a->p->level};
    if (s->dense) {
        nes_combine_rows(&(nes_combination){.rows = n,
                                            .n = d,
                                            .a = 1,
                                            .t = outer,
                                            .x = z,
                                            .x_stride = d,
                                            .y = z,
                                            .y_stride = d,
                                            .out = s->rows,
                                            .out_stride = s->width});
        const left_factor columns = {z, 1, d};
        nes_multiply(&(nes_factors){PRODUCT(d, n, s->width, columns, s->rows, s->gram), .c = 1});
        e.dense = s->gram;
    } else {
        e.weights = outer;
        e.gram = s->gram;
    }
    const int status = nes_lowrank_expm1(&e);
    a->e.trace = e.trace;
    return status;
}

/* Columns of B^T are rows of B: each moves on its own. */
static void move_columns(void *data, size_t lo, size_t hi)
{
    const applying *a = data;
    const nes_batch *b = a->b;
    const nes_affine_exponential *s = &a->e;
    const size_t d = b->d, n = a->n, width = b->width;
    double *bt = nes_affine_shape(a->p);
    const double c = exp(-s->trace / (double)d);
    if (s->dense) {
        const left_factor plus = {s->plus, width, 1};
        for (size_t i = 0; i < d; i++)
            memcpy(s->rows + i * width + lo, bt + i * width + lo, (hi - lo) * sizeof *bt);
        nes_multiply_columns(
            &(nes_factors){PRODUCT(d, d, width, plus, s->rows, bt), .c = c, .add = true}, lo, hi);
    } else {
        const left_factor plus = {s->plus, s->width, 1}, columns = {b->z, 1, d};
        nes_multiply_columns(&(nes_factors){PRODUCT(n, n, width, plus, b->y, s->rows), .c = 1}, lo,
                             hi);
        nes_multiply_columns(
            &(nes_factors){PRODUCT(d, n, width, columns, s->rows, bt), .c = c, .add = true}, lo,
            hi);
    }
}

/* B <- e^(-tr/d) B (I + Z^T M Z); B Z^T = Y^T is there from sampling. */
static void move_shape(applying *a)
{
    nes_team_run(a->p->team, a->b->width, NES_STRIP, move_columns, a);
}

/* V <- e^(tr/d) (I + Z^T M_minus Z) V */
static void move_probes(const applying *a)
{
    const size_t d = a->p->d, n = a->n;
    const nes_affine_exponential *s = &a->e;
    const double c = exp(s->trace / (double)d), *z = a->b->z;
    double *v = nes_affine_probes(a->p), *q = s->probes, *r = q + s->k * NES_UNIT;
    const left_factor minus = {s->minus, s->width, 1};
    if (s->dense) {
        memcpy(q, v, d * NES_UNIT * sizeof *v);
        nes_multiply(&(nes_factors){PRODUCT(d, d, NES_UNIT, minus, q, v), .c = c, .add = true});
    } else {
        const left_factor rows = {z, d, 1}, columns = {z, 1, d};
        nes_multiply(&(nes_factors){PRODUCT(n, d, NES_UNIT, rows, v, q), .c = 1});
        nes_multiply(&(nes_factors){PRODUCT(n, n, NES_UNIT, minus, q, r), .c = 1});
        nes_multiply(&(nes_factors){PRODUCT(d, n, NES_UNIT, columns, r, v), .c = c, .add = true});
    }
}

/* mu += sigma shift, shift = eta sum mean_k y_k */
static void move_mean(const applying *a, double eta)
{
    nes_dist *p = a->p;
    const left_factor mean = {a->step->mean, 0, 1};
    nes_multiply(
        &(nes_factors){PRODUCT(1, a->n, a->b->width, mean, a->b->y, a->e.shift), .c = eta});
    nes_combine(p->d, 1, p->theta, p->theta[p->d], a->e.shift, p->theta);
}

static bool has_weight(size_t n, const double *w)
{
    bool has = false;
    for (size_t k = 0; k < n; k++) has = has || w[k] != 0;
    return has;
}

/* What the rows of the step do to mean, record and shape, before the scale changes. */
static int apply_rows(applying *a, bool turns, bool kept, const nes_rates *eta)
{
    nes_dist *p = a->p;
    set_arrays(&a->e, p->work, p->d, a->n);
    if (kept) nes_affine_keep(p, a->step, &a->e);
    place_extra(a);
    if (!a->e.dense && (turns || kept)) find_gram(a);
    if (turns && exponentiate(a, 0.5 * eta->shape, eta->limit)) return 1;
    if (kept || has_weight(a->n, a->step->mean)) move_mean(a, eta->mu);
    return 0;
}

int nes_affine_apply(nes_dist *p, nes_batch *b, nes_step *step, const nes_rates *eta)
{
    applying a;
    a.p = p;
    a.b = b;
    a.step = step;
    a.n = step->n + step->extra;
    const bool turns = eta->shape > 0 && has_weight(a.n, step->outer);
    const bool kept = step->record != NULL && step->densities;
    const double scale = nes_clamp(0.5 * eta->sigma * step->scale, eta->limit);
    step->rates = *eta;
    if (turns || kept || has_weight(a.n, step->mean)) /* not so when a hill climber failed */
        if (apply_rows(&a, turns, kept, eta)) return 1;
    if (step->record != NULL) nes_affine_remember(p, b, step, &a.e, turns, scale);
    p->theta[p->d] *= exp(scale);
    if (turns) {
        move_shape(&a);
        move_probes(&a);
    }
    return 0;
}
