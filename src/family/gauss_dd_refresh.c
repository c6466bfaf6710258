/* SPDX-License-Identifier: MIT
 *
 * Every few generations B becomes the symmetric root of a correlation matrix:
 *   C = B B^T,  q_j = sqrt C_jj,  D <- D q,  C_ij <- C_ij/(q_i q_j)
 *   C = V diag(l) V^T,  R = V diag(l)^(1/2) V^T,  B <- R
 * The distribution stays what it was. Local coordinates turn by the orthogonal matrix
 * R^-1 diag(1/q) B, and so do the rows that are kept in them. [math: B4] */
#include <math.h>
#include <string.h>

#include "family/gauss_dd.h"
#include "linalg/eigen.h"
#include "linalg/vector.h"
#include "util/team.h"

typedef struct refreshing {
    const nes_dd_block *block;
    size_t d, width;
    double *bt;      /* B^T */
    double *c;       /* the correlation matrix; later V^T with its rows scaled */
    double *vectors; /* V^T */
    double *values, *q, *row;
    double *scratch;
} refreshing;

static void set_arrays(refreshing *r)
{
    const size_t size = r->d * r->width;
    r->c = r->block->work;
    r->vectors = r->c + size;
    r->values = r->vectors + size;
    r->q = r->values + r->width;
    r->row = r->q + r->width;
    r->scratch = r->row + r->width;
}

size_t nes_dd_nwork_refresh(size_t d)
{
    return (2 * d + 3) * nes_padded(d) + nes_eigen_scratch(d);
}

/* C = B B^T */
static void correlate_columns(void *data, size_t lo, size_t hi)
{
    const refreshing *r = data;
    const nes_factors f = nes_transposed_times(r->block->p->level, r->d, r->d, r->width, r->bt,
                                               r->width, r->bt, r->c);
    nes_multiply_columns(&f, lo, hi);
}

/* The diagonal of C becomes 1; what it was is left in q, as standard deviations. */
static void normalise(const refreshing *r)
{
    for (size_t i = 0; i < r->d; i++) r->q[i] = sqrt(r->c[i * r->width + i]);
    for (size_t i = 0; i < r->d; i++)
        for (size_t j = 0; j < r->d; j++) r->c[i * r->width + j] /= r->q[i] * r->q[j];
}

/* R = V diag(l)^(1/2) V^T */
static void root_columns(void *data, size_t lo, size_t hi)
{
    const refreshing *r = data;
    const nes_factors f = nes_transposed_times(r->block->p->level, r->d, r->d, r->width, r->vectors,
                                               r->width, r->c, r->bt);
    nes_multiply_columns(&f, lo, hi);
}

/* v <- R^-1 diag(1/q) B v, with B not yet replaced */
static void turn(const refreshing *r, double *v)
{
    const size_t d = r->d, width = r->width;
    const nes_factors f = nes_times(r->block->p->level, 1, d, width, v, 0, r->bt, r->row);
    nes_multiply(&f);
    for (size_t i = 0; i < d; i++) r->row[i] /= r->q[i];
    memset(v, 0, d * sizeof *v);
    for (size_t i = 0; i < d; i++) {
        const double *vector = r->vectors + i * width;
        nes_combine(d, 1, v, nes_dot(d, vector, r->row) / sqrt(r->values[i]), vector, v);
    }
}

static void replace(const refreshing *r, const nes_step *s, size_t first)
{
    const size_t d = r->block->p->d;
    double *factor = r->block->factors;
    for (size_t k = 0; k < s->nturned; k++) turn(r, s->turned + k * d + first);
    for (size_t k = 0; k < s->ncarried; k++) turn(r, s->carried + k * d + first);
    for (size_t i = 0; i < r->d; i++) {
        factor[i] *= r->q[i];
        nes_combine(r->width, sqrt(r->values[i]), r->vectors + i * r->width, 0, r->vectors,
                    r->c + i * r->width);
    }
    nes_team_run(r->block->p->team, r->width, NES_STRIP, root_columns, (void *)r);
}

/* D learns more slowly the further R is from the identity, because its step is exact for B = I. In
 * many dimensions even a diagonal problem makes R wide while D is being learnt. */
static double damping(size_t d, double condition)
{
    enum { MANY = 40 };
    return fmax(1, (condition - 1) / (d < MANY ? 1 : 3));
}

void nes_dd_refresh(const nes_dd_block *k, const nes_step *s, size_t first)
{
    refreshing r = {.block = k, .d = k->d, .width = k->width, .bt = k->bt};
    const nes_dist *p = k->p;
    nes_dd_memory *m = k->memory;
    set_arrays(&r);
    nes_team_run(p->team, r.width, NES_STRIP, correlate_columns, &r);
    normalise(&r);
    nes_eigen e = {.d = r.d,
                   .width = r.width,
                   .a = r.c,
                   .vectors = r.vectors,
                   .values = r.values,
                   .scratch = r.scratch,
                   .team = p->team,
                   .level = p->level};
    const int failed = nes_eigen_solve(&e);
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < r.d; i++) {
        least = fmin(least, r.values[i]);
        most = fmax(most, r.values[i]);
    }
    if (failed || !(least > 0)) { /* the stop tests see that the matrix is singular */
        *m = (nes_dd_memory){.damping = m->damping, .longest = 1, .shortest = 0};
        return;
    }
    replace(&r, s, first);
    m->longest = sqrt(most);
    m->shortest = sqrt(least);
    m->damping = damping(p->d, m->longest / m->shortest);
    m->since = 0;
}
