/* SPDX-License-Identifier: MIT
 *
 * A step of gauss-dd. Mirrored samples give the same outer product, so a pair is one row:
 *   S = eta_shape (sum w_k z_k z_k^T - centre I),   exp(+-S/2) = e^(-+c/2) (I + Z^T M Z)
 *   B <- B exp(S/2),   rows that go along v <- exp(-S/2) v
 *   D <- D e,  v <- v/e,   e_j = exp(eta_diag (sum w_k z_kj^2 + w p_j^2 - centre)/(2 beta))
 * without inverse matrix, and with exponentials of small matrices only, as long as there are fewer
 * rows than dimensions. [math: A24, B4] */
#include <math.h>
#include <string.h>

#include "family/gauss_dd.h"
#include "linalg/lowrank.h"
#include "linalg/vector.h"
#include "util/team.h"

/* A step that is being applied: k rows, z_apart and y_apart numbers from one to the next. */
typedef struct applying {
    const nes_dd_block *block;
    const nes_step *step;
    const nes_step_part *part;
    size_t k, apart, z_apart, y_apart;
    bool dense;      /* as many rows as dimensions: matrices are d x d */
    size_t m, width; /* of the small matrices */
    double *weights; /* k: of the outer products */
    double *moves;   /* k: of the images in the mean */
    double *shift;   /* d */
    double *zt, *gram, *plus, *minus, *rows, *scratch;
    double rate;   /* of the shape */
    double shrink; /* e^(-centre/2) */
} applying;

static void set_arrays(applying *a, double *work)
{
    const size_t d = a->block->d, k = a->k;
    a->dense = k >= d;
    a->m = a->dense ? d : k;
    a->width = nes_padded(a->m);
    a->weights = work;
    a->moves = a->weights + nes_padded(k);
    a->shift = a->moves + nes_padded(k);
    a->zt = a->shift + 2 * nes_padded(d);
    a->gram = a->zt + (a->dense ? 0 : d * a->width);
    a->plus = a->gram + a->m * a->width;
    a->minus = a->plus + a->m * a->width;
    a->rows = a->minus + a->m * a->width;
    a->scratch = a->rows + k * nes_padded(d);
}

size_t nes_dd_nwork_apply(size_t d, size_t n)
{
    const bool dense = n >= d;
    const size_t m = dense ? d : n, width = nes_padded(m);
    return 2 * nes_padded(n) + 2 * nes_padded(d) + (dense ? 0 : d * width) + 3 * m * width +
           n * nes_padded(d) + nes_lowrank_scratch(m, width);
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
    return a->block->z.first + i * a->z_apart;
}

/* Weights of rows from those of samples; the row of paths has its own in every part. */
static void weigh(const applying *a)
{
    const nes_step *s = a->step;
    const size_t n = s->n + s->extra;
    for (size_t i = 0, k = 0; i < a->k; i++, k += a->apart) {
        const bool pair = a->apart == 2 && k + 1 < n;
        a->weights[i] = k >= s->n ? a->part->row : s->outer[k] + (pair ? s->outer[k + 1] : 0);
        a->moves[i] = s->mean[k] - (pair ? s->mean[k + 1] : 0);
    }
}

/* Rows that are no samples have no B z yet. */
static void place_extra(const applying *a)
{
    const nes_dd_block *k = a->block;
    const size_t n = a->step->n, extra = a->step->extra;
    if (extra == 0 || k->bt == NULL) return;
    nes_factors f = nes_times(k->p->level, extra, k->d, k->width, k->z.first + n * k->z.stride,
                              k->z.stride, k->bt, k->y.first + n * k->y.stride);
    f.apart = k->y.stride;
    nes_multiply(&f);
}

/* Fewer rows than dimensions: Z^T, and K = Z Z^T. Else G = Z^T diag(weights) Z. */
static void find_gram(const applying *a)
{
    const size_t d = a->block->d, apart = a->z_apart;
    const double *z = a->block->z.first;
    const nes_cpu level = a->block->p->level;
    if (!a->dense) {
        nes_transpose(a->k, d, z, apart, a->zt, a->width);
        const nes_factors f = nes_times(level, a->k, d, a->width, z, apart, a->zt, a->gram);
        nes_multiply(&f);
        return;
    }
    for (size_t i = 0; i < a->k; i++)
        nes_combine(d, a->weights[i], row_of(a, i), 0, row_of(a, i), a->rows + i * a->width);
    const nes_factors f =
        nes_transposed_times(level, d, a->k, a->width, z, apart, a->rows, a->gram);
    nes_multiply(&f);
}

static int exponentiate(const applying *a, const nes_rates *eta)
{
    nes_lowrank e = {.k = a->m,
                     .width = a->width,
                     .c = 0.5 * a->rate,
                     .limit = eta->limit,
                     .weights = a->weights,
                     .gram = a->gram,
                     .dense = a->dense ? a->gram : NULL,
                     .plus = a->plus,
                     .minus = a->minus,
                     .scratch = a->scratch,
                     .level = a->block->p->level};
    if (a->dense) e.weights = NULL;
    return nes_lowrank_expm1(&e);
}

/* Columns of B^T are rows of B: each moves on its own. */
static void move_columns(void *data, size_t lo, size_t hi)
{
    const applying *a = data;
    const nes_dd_block *k = a->block;
    const size_t d = k->d, width = k->width;
    const nes_cpu level = k->p->level;
    double *bt = k->bt;
    nes_factors f;
    if (a->dense) {
        for (size_t i = 0; i < d; i++)
            memcpy(a->rows + i * width + lo, bt + i * width + lo, (hi - lo) * sizeof *bt);
        f = nes_times(level, d, d, width, a->plus, width, a->rows, bt);
    } else {
        f = nes_times(level, a->k, a->k, width, a->plus, a->width, k->y.first, a->rows);
        f.stride = a->y_apart;
        nes_multiply_columns(&f, lo, hi);
        f = nes_transposed_times(level, d, a->k, width, k->z.first, a->z_apart, a->rows, bt);
    }
    f.c = a->shrink;
    f.add = true;
    nes_multiply_columns(&f, lo, hi);
}

/* v <- e^(centre/2) (v + Z^T M Z v) */
static void carry(const applying *a, double *v)
{
    const size_t d = a->block->d;
    double *q = a->scratch, *r = q + nes_padded(a->m);
    for (size_t i = 0; i < a->m; i++) q[i] = a->dense ? v[i] : nes_dot(d, row_of(a, i), v);
    for (size_t i = 0; i < a->m; i++) r[i] = nes_dot(a->m, a->minus + i * a->width, q);
    if (a->dense) nes_combine(d, 1, v, 1, r, v);
    for (size_t i = 0; !a->dense && i < a->m; i++) nes_combine(d, 1, v, r[i], row_of(a, i), v);
    nes_combine(d, 1 / a->shrink, v, 0, v, v);
}

/* mu += sigma D (eta sum moves_k y_k) */
static void move_mean(const applying *a, double eta)
{
    const nes_dd_block *k = a->block;
    const double c = eta * k->p->theta[k->p->d];
    nes_factors f = nes_times(k->p->level, 1, a->k, k->width, a->moves, 0, k->y.first, a->shift);
    f.stride = a->y_apart;
    nes_multiply(&f);
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
    for (size_t k = 0; k < a->k - a->step->extra; k++) {
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
static int apply_rows(applying *a, const nes_rates *eta)
{
    const nes_step *s = a->step;
    const nes_dd_block *block = a->block;
    const bool turns = a->rate > 0;
    set_arrays(a, block->work);
    weigh(a);
    place_extra(a);
    if (turns) find_gram(a);
    if (turns && exponentiate(a, eta)) return 1;
    move_mean(a, eta->mu);
    if (eta->diag > 0) find_exponents(a, eta->diag);
    if (turns) {
        a->shrink = exp(-0.5 * a->rate * a->part->centre);
        nes_team_run(block->p->team, block->width, NES_STRIP, move_columns, a);
        for (size_t k = 0; k < s->ncarried; k++)
            carry(a, s->carried + k * block->p->d + a->part->first);
        block->memory->since++;
    }
    if (eta->diag > 0) move_factors(a, eta);
    if (block->memory->since >= block->refresh) nes_dd_refresh(block, s, a->part->first);
    return 0;
}

int nes_dd_apply(const nes_dd_block *k, const nes_batch *b, const nes_step *s,
                 const nes_step_part *part, const nes_rates *eta)
{
    applying a = {.block = k, .step = s, .part = part, .rate = eta->shape * part->shape};
    a.apart = s->n > 0 ? nes_batch_apart(b, 0, s->n) : 1;
    a.k = s->n / a.apart + s->extra;
    a.z_apart = a.apart * k->z.stride;
    a.y_apart = a.apart * k->y.stride;
    return apply_rows(&a, eta);
}
