/* SPDX-License-Identifier: MIT
 *
 * A step of gauss-dd. Mirrored samples give the same outer product, so a pair is one row:
 *   S = eta_shape (sum w_k z_k z_k^T - centre I),   exp(+-S/2) = c^(+-1) (I + Z^T M Z)
 *   B <- B exp(S/2),   rows that go along v <- exp(-S/2) v
 *   D <- D e,  v <- v/e,   e_j = exp(eta_diag (sum w_k z_kj^2 + w p_j^2 - centre)/(2 beta))
 * without inverse matrix, and with exponentials of small matrices only, as long as there are fewer
 * rows than dimensions. [math: A24, B4] */
#include <math.h>
#include <string.h>

#include "family/gauss_dd.h"
#include "family/shape_step.h"
#include "linalg/lowrank.h"
#include "linalg/vector.h"

/* A step that is being applied. A pair of mirrored samples is one row of the shape. */
typedef struct applying {
    const nes_dd_block *block;
    const nes_step *step;
    const nes_step_part *part;
    size_t apart; /* samples from one row to the next */
    nes_shape_step shape;
    double *weights; /* k: of the outer products */
    double *moves;   /* k: of the images in the mean */
    double *shift;   /* d */
    double rate;     /* of the shape */
} applying;

static void set_arrays(applying *a, double *work)
{
    a->weights = work;
    a->moves = a->weights + nes_padded(a->shape.k);
    a->shift = a->moves + nes_padded(a->shape.k);
    nes_shape_step_carve(&a->shape, a->shift + 2 * nes_padded(a->shape.d));
}

size_t nes_dd_nwork_apply(size_t d, size_t n)
{
    return 2 * nes_padded(n) + 2 * nes_padded(d) + nes_shape_step_nwork(d, n);
}

/* A worse sample pushes away along its direction, by as much as one of average length would: far
 * ones would push too much. */
void nes_dd_propose(const nes_dist *p, const nes_batch *b, nes_step *s)
{
    double *r2 = p->work;
    nes_step_begin(s, b);
    nes_batch_lengths(b, 0, b->n, r2);
    for (size_t k = 0; k < b->n; k++) {
        const double u = b->u[k];
        s->mean[k] = b->v[k];
        s->outer[k] = u < 0 && r2[k] > 0 ? u * (double)p->d / r2[k] : u;
        s->centre += u;
    }
}

static const double *row_of(const applying *a, size_t i)
{
    return a->shape.z.first + i * a->shape.z.stride;
}

/* Weights of rows from those of samples; the row of paths has its own in every part. */
static void weigh(const applying *a)
{
    const nes_step *s = a->step;
    const size_t n = s->n + s->extra;
    for (size_t i = 0, k = 0; i < a->shape.k; i++, k += a->apart) {
        const bool pair = a->apart == 2 && k + 1 < n;
        a->weights[i] = k >= s->n ? a->part->row : s->outer[k] + (pair ? s->outer[k + 1] : 0);
        a->moves[i] = s->mean[k] - (pair ? s->mean[k + 1] : 0);
    }
}

/* v <- (v + Z^T M Z v)/c */
static void carry(const applying *a, double *v)
{
    const nes_shape_step *e = &a->shape;
    double *q = e->scratch, *r = q + nes_padded(e->m);
    for (size_t i = 0; !e->dense && i < e->m; i++) q[i] = nes_dot(e->d, row_of(a, i), v);
    for (size_t i = 0; i < e->m; i++)
        r[i] = nes_dot(e->m, e->minus + i * e->m_width, e->dense ? v : q);
    if (e->dense) nes_combine(e->d, 1, v, 1, r, v);
    for (size_t i = 0; !e->dense && i < e->m; i++) nes_combine(e->d, 1, v, r[i], row_of(a, i), v);
    nes_combine(e->d, 1 / e->c, v, 0, v, v);
}

/* mu += sigma D (eta sum moves_k y_k) */
static void move_mean(const applying *a, double eta)
{
    const nes_dd_block *k = a->block;
    const double c = eta * k->p->theta[k->p->d];
    nes_shape_step_shift(&a->shape, 1, a->moves, a->shift);
    for (size_t i = 0; i < k->d; i++) k->mu[i] += c * k->factors[i] * a->shift[i];
}

/* The exponents of D into the place of the shift. */
static void find_exponents(const applying *a, double eta)
{
    const size_t d = a->block->d;
    const nes_step_diag *own = &a->step->diag;
    const double *row = own->row != NULL ? own->row + a->part->first : NULL;
    double *sum = a->shift;
    for (size_t i = 0; i < d; i++)
        sum[i] = row != NULL ? own->outer * row[i] * row[i] - own->centre : 0;
    for (size_t k = 0; k < a->shape.k - a->step->extra; k++) {
        const double *z = row_of(a, k), w = a->weights[k];
        for (size_t i = 0; i < d; i++) sum[i] += w * z[i] * z[i];
    }
    const double c = 0.5 * eta / a->block->memory->damping;
    for (size_t i = 0; i < d; i++) sum[i] *= c;
}

/* D <- D e, and rows that go along the other way. */
static void move_factors(const applying *a, const nes_rates *eta)
{
    const nes_step *s = a->step;
    const size_t d = a->block->p->d;
    double *carried = s->carried + a->part->first;
    for (size_t i = 0; i < a->block->d; i++) {
        const double e = exp(nes_clamp(a->shift[i], eta->limit));
        a->block->factors[i] *= e;
        for (size_t k = 0; k < s->ncarried; k++) carried[k * d + i] /= e;
    }
}

/* The exponents of D are those of the rows before they are carried. */
int nes_dd_apply(const nes_dd_block *k, const nes_batch *b, const nes_step *s,
                 const nes_step_part *part, const nes_rates *eta)
{
    applying a = {.block = k, .step = s, .part = part, .rate = eta->shape * part->shape};
    const bool turns = a.rate > 0;
    a.apart = s->n > 0 ? nes_batch_apart(b, 0, s->n) : 1;
    a.shape = (nes_shape_step){.p = k->p,
                               .d = k->d,
                               .width = k->width,
                               .bt = k->bt,
                               .k = s->n / a.apart + s->extra,
                               .z = {k->z.first, k->d, a.apart * k->z.stride},
                               .y = {k->y.first, k->d, a.apart * k->y.stride},
                               .c = exp(-0.5 * a.rate * part->centre)};
    set_arrays(&a, k->work);
    a.shape.weights = a.weights;
    weigh(&a);
    if (s->extra > 0) nes_shape_step_place(&a.shape, s->extra);
    if (turns) nes_shape_step_gram(&a.shape);
    if (turns && nes_shape_step_exponential(&a.shape, 0.5 * a.rate, eta->limit)) return 1;
    move_mean(&a, eta->mu);
    if (eta->diag > 0) find_exponents(&a, eta->diag);
    if (turns) {
        nes_shape_step_move(&a.shape);
        for (size_t i = 0; i < s->ncarried; i++) carry(&a, s->carried + i * k->p->d + part->first);
        k->memory->since++;
    }
    if (eta->diag > 0) move_factors(&a, eta);
    if (k->memory->since >= k->refresh) nes_dd_refresh(k, s, part->first);
    return 0;
}
