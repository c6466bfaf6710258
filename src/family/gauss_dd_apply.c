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

/* A step that is being applied: k rows, apart times d (of y: width) numbers from one to the next.
 */
typedef struct applying {
    nes_dist *p;
    nes_batch *b;
    nes_step *step;
    size_t k, apart;
    bool dense;      /* as many rows as dimensions: matrices are d x d */
    size_t m, width; /* of the small matrices */
    double *weights; /* k: of the outer products */
    double *moves;   /* k: of the images in the mean */
    double *shift;   /* d */
    double *zt, *gram, *plus, *minus, *rows, *scratch;
    double shrink; /* e^(-centre/2) */
} applying;

static void set_arrays(applying *a, double *work)
{
    const size_t d = a->p->d, k = a->k;
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
    return a->b->z + i * a->apart * a->b->d;
}

/* Weights of rows from those of samples. */
static void weigh(const applying *a)
{
    const nes_step *s = a->step;
    const size_t n = s->n + s->extra;
    for (size_t i = 0, k = 0; i < a->k; i++, k += a->apart) {
        const bool pair = a->apart == 2 && k + 1 < n;
        a->weights[i] = s->outer[k] + (pair ? s->outer[k + 1] : 0);
        a->moves[i] = s->mean[k] - (pair ? s->mean[k + 1] : 0);
    }
}

/* Rows that are no samples have no B z yet. */
static void place_extra(const applying *a)
{
    const nes_batch *b = a->b;
    const size_t n = a->step->n, extra = a->step->extra;
    if (extra == 0) return;
    const nes_factors f = nes_times(a->p->level, extra, b->d, b->width, b->z + n * b->d, b->d,
                                    nes_dd_shape(a->p), b->y + n * b->width);
    nes_multiply(&f);
}

/* Fewer rows than dimensions: Z^T, and K = Z Z^T. Else G = Z^T diag(weights) Z. */
static void find_gram(const applying *a)
{
    const size_t d = a->b->d, apart = a->apart * d;
    const double *z = a->b->z;
    if (!a->dense) {
        nes_transpose(a->k, d, z, apart, a->zt, a->width);
        const nes_factors f = nes_times(a->p->level, a->k, d, a->width, z, apart, a->zt, a->gram);
        nes_multiply(&f);
        return;
    }
    for (size_t i = 0; i < a->k; i++)
        nes_combine(d, a->weights[i], row_of(a, i), 0, row_of(a, i), a->rows + i * a->width);
    const nes_factors f =
        nes_transposed_times(a->p->level, d, a->k, a->width, z, apart, a->rows, a->gram);
    nes_multiply(&f);
}

static int exponentiate(const applying *a, const nes_rates *eta)
{
    nes_lowrank e = {.k = a->m,
                     .width = a->width,
                     .c = 0.5 * eta->shape,
                     .limit = eta->limit,
                     .weights = a->weights,
                     .gram = a->gram,
                     .dense = a->dense ? a->gram : NULL,
                     .plus = a->plus,
                     .minus = a->minus,
                     .scratch = a->scratch,
                     .level = a->p->level};
    if (a->dense) e.weights = NULL;
    return nes_lowrank_expm1(&e);
}

/* Columns of B^T are rows of B: each moves on its own. */
static void move_columns(void *data, size_t lo, size_t hi)
{
    const applying *a = data;
    const nes_batch *b = a->b;
    const size_t d = b->d, width = b->width;
    double *bt = nes_dd_shape(a->p);
    nes_factors f;
    if (a->dense) {
        for (size_t i = 0; i < d; i++)
            memcpy(a->rows + i * width + lo, bt + i * width + lo, (hi - lo) * sizeof *bt);
        f = nes_times(a->p->level, d, d, width, a->plus, width, a->rows, bt);
    } else {
        f = nes_times(a->p->level, a->k, a->k, width, a->plus, a->width, b->y, a->rows);
        f.stride = a->apart * width;
        nes_multiply_columns(&f, lo, hi);
        f = nes_transposed_times(a->p->level, d, a->k, width, b->z, a->apart * d, a->rows, bt);
    }
    f.c = a->shrink;
    f.add = true;
    nes_multiply_columns(&f, lo, hi);
}

/* v <- e^(centre/2) (v + Z^T M Z v) */
static void carry(const applying *a, double *v)
{
    const size_t d = a->p->d;
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
    const size_t d = a->p->d;
    double *mu = a->p->theta;
    const double *factor = nes_dd_factors(a->p), c = eta * mu[d];
    nes_factors f = nes_times(a->p->level, 1, a->k, a->b->width, a->moves, 0, a->b->y, a->shift);
    f.stride = a->apart * a->b->width;
    nes_multiply(&f);
    for (size_t i = 0; i < d; i++) mu[i] += c * factor[i] * a->shift[i];
}

/* The exponents of D into the place of the shift. */
static void find_exponents(const applying *a, double eta)
{
    const size_t d = a->p->d;
    const nes_step_diag *own = &a->step->diag;
    double *sum = a->shift;
    for (size_t i = 0; i < d; i++)
        sum[i] = own->row != NULL ? own->outer * own->row[i] * own->row[i] - own->centre : 0;
    for (size_t k = 0; k < a->k - a->step->extra; k++) {
        const double *z = row_of(a, k), w = a->weights[k];
        for (size_t i = 0; i < d; i++) sum[i] += w * z[i] * z[i];
    }
    const double c = 0.5 * eta / nes_dd_remembered(a->p)->damping;
    for (size_t i = 0; i < d; i++) sum[i] *= c;
}

/* D <- D e, and rows that go along the other way. */
static void move_factors(const applying *a, const nes_rates *eta)
{
    const size_t d = a->p->d;
    double *factor = nes_dd_factors(a->p);
    for (size_t i = 0; i < d; i++) {
        const double e = exp(nes_clamp(a->shift[i], eta->limit));
        factor[i] *= e;
        for (size_t k = 0; k < a->step->ncarried; k++) a->step->carried[k * d + i] /= e;
    }
}

static bool has_weight(size_t n, const double *w)
{
    for (size_t k = 0; k < n; k++)
        if (w[k] != 0) return true;
    return false;
}

/* Everything but the scale; the exponents of D are those of the rows before they are carried. */
static int apply_rows(applying *a, const nes_rates *eta)
{
    nes_step *s = a->step;
    const bool turns = eta->shape > 0;
    set_arrays(a, a->p->work);
    weigh(a);
    place_extra(a);
    if (turns) find_gram(a);
    if (turns && exponentiate(a, eta)) return 1;
    move_mean(a, eta->mu);
    if (eta->diag > 0) find_exponents(a, eta->diag);
    if (turns) {
        a->shrink = exp(-0.5 * eta->shape * s->centre);
        nes_team_run(a->p->team, a->b->width, NES_STRIP, move_columns, a);
        for (size_t k = 0; k < s->ncarried; k++) carry(a, s->carried + k * a->p->d);
        nes_dd_remembered(a->p)->since++;
    }
    if (eta->diag > 0) move_factors(a, eta);
    if (nes_dd_remembered(a->p)->since >= (double)a->p->refresh) nes_dd_refresh(a->p, s);
    return 0;
}

int nes_dd_apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta)
{
    applying a = {.p = p, .b = b, .step = s};
    a.apart = s->n > 0 ? nes_batch_apart(b, 0, s->n) : 1;
    a.k = s->n / a.apart + s->extra;
    s->rates = *eta;
    if (has_weight(s->n, s->mean) || has_weight(s->n, s->outer))
        if (apply_rows(&a, eta)) return 1;
    p->theta[p->d] *= exp(nes_clamp(0.5 * eta->sigma * s->scale, eta->limit));
    return 0;
}
