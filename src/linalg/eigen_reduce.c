/* SPDX-License-Identifier: MIT
 *
 * A symmetric matrix becomes tridiagonal, from its last row up. Reflections are gathered in panels:
 * while one is open the matrix is left as it was, and what the reflections of the panel change is
 * added to every row and every product that is needed. The matrix is read once for each row, and
 * written once for each panel. Only its lower triangle is used, and the squares of NES_UNIT rows
 * along the diagonal. [math: A24] */
#include <math.h>
#include <string.h>

#include "linalg/eigen_parts.h"
#include "linalg/vector.h"

enum { CHUNK = 128 }; /* rows of the triangle whose part of a product is summed separately */

/* The open panel has made the matrix A + mirror^T rows: two rows v_r, w_r for each reflection, and
 * opposite them -w_r, -v_r. */
typedef struct reduction {
    nes_eigen *e;
    const nes_eigen_code *code;
    double *off;
    double *rows, *mirror; /* each 2 NES_EIGEN_PANEL rows of e->width */
    double *factors;       /* one factor for each of these rows */
    double *parts;         /* partial products, a row for each chunk */
    size_t n;              /* rows and columns still to be reduced */
    const double *v;
} reduction;

static size_t chunks(size_t n)
{
    return (n + CHUNK - 1) / CHUNK;
}

size_t nes_eigen_reduce_scratch(size_t d)
{
    return (4 * NES_EIGEN_PANEL + chunks(d)) * nes_padded(d) + 2 * NES_EIGEN_PANEL;
}

/* Computes the parts of A v that the rows lo .. hi-1 contribute, whole chunks. */
static void product_parts(void *data, size_t lo, size_t hi)
{
    const reduction *t = data;
    const size_t width = t->e->width;
    for (size_t i = lo; i < hi; i += CHUNK) {
        const size_t end = hi - i < CHUNK ? hi : i + CHUNK;
        double *part = t->parts + i / CHUNK * width;
        memset(part, 0, nes_padded(end) * sizeof *part);
        t->code->add_product(t->e->a, width, i, end, t->v, part);
    }
}

/* y = A v for the leading n rows and columns, with zeros in the padding. */
static void product(reduction *t, size_t n, const double *v, double *y)
{
    const size_t width = t->e->width;
    t->v = v;
    nes_team_run(nes_eigen_team(t->e, n * n / 2), n, CHUNK, product_parts, t);
    memset(y, 0, width * sizeof *y);
    for (size_t c = 0; c < chunks(n); c++) {
        const size_t end = n - c * CHUNK < CHUNK ? n : (c + 1) * CHUNK;
        nes_combine(end, 1, y, 1, t->parts + c * width, y);
    }
}

/* out += sum_k factor_k row_k over the 2 j rows of the panel; factors are `apart` numbers apart. */
static void add_rows(const reduction *t, size_t j, size_t n, const double *factors, size_t apart,
                     double *out)
{
    nes_factors f = nes_times(t->e->level, 1, 2 * j, nes_padded(n), factors, 0, t->rows, out);
    f.column = apart;
    f.stride = t->e->width;
    f.add = true;
    nes_multiply(&f);
}

/* x becomes v, |v|^2 = 2, such that I - v v^T maps the first n numbers of x to (0, ..., 0, beta).
 * Returns beta. Where the first n-1 squares could underflow, these numbers count as zeros and v =
 * 0: the matrix is scaled, so they are far below rounding. */
static double reflect(size_t n, double *x)
{
    const double alpha = x[n - 1], rest = nes_dot(n - 1, x, x);
    if (!(rest > 0x1p-900)) {
        memset(x, 0, n * sizeof *x);
        return alpha;
    }
    const double beta = -copysign(sqrt(alpha * alpha + rest), alpha);
    const double c = 1 / sqrt(beta * (beta - alpha));
    x[n - 1] = alpha - beta;
    nes_combine(n, c, x, 0, x, x);
    return beta;
}

/* w = y - (v . y / 2) v with y = A' v: then A' - v w^T - w v^T is A' reflected from both sides. */
static void partner(reduction *t, size_t n, size_t j, const double *v, double *w)
{
    const size_t width = t->e->width;
    product(t, n, v, w);
    memset(t->factors, 0, 2 * j * sizeof *t->factors);
    nes_add_dots(2 * j, n, 1, t->mirror, width, v, 0, t->factors);
    if (j > 0) add_rows(t, j, n, t->factors, 1, w);
    nes_combine(n, 1, w, -0.5 * nes_dot(n, v, w), v, w);
}

/* Reduces row r, and adds its reflection to the j reflections of the panel. */
static void reduce_row(reduction *t, size_t r, size_t j)
{
    const size_t width = t->e->width;
    double *x = t->e->a + r * width, *v = t->rows + 2 * j * width, *w = v + width;
    double *m = t->mirror + 2 * j * width;
    if (j > 0) add_rows(t, j, r + 1, t->mirror + r, width, x);
    t->e->values[r] = x[r];
    memset(x + r, 0, (width - r) * sizeof *x);
    if (r == 0) return; /* nothing is left to be reflected */
    t->off[r - 1] = reflect(r, x);
    memcpy(v, x, width * sizeof *v);
    if (r == 1) { /* a single number is not reflected: v is zero, and so is its partner */
        memset(w, 0, width * sizeof *w);
        memset(m, 0, 2 * width * sizeof *m);
        return;
    }
    partner(t, r, j, v, w);
    nes_combine(width, -1, w, 0, w, m);
    nes_combine(width, -1, v, 0, v, m + width);
}

/* Computes rows lo .. hi-1 of A += mirror^T rows, as far as the lower triangle needs them. */
static void close_rows(void *data, size_t lo, size_t hi)
{
    const reduction *t = data;
    const size_t width = t->e->width;
    for (size_t i = lo; i < hi; i += CHUNK / 2) {
        const size_t end = hi - i < CHUNK / 2 ? hi : i + CHUNK / 2;
        nes_factors f = nes_transposed_times(t->e->level, end - i, 2 * NES_EIGEN_PANEL, width,
                                             t->mirror + i, width, t->rows, t->e->a + i * width);
        f.add = true;
        nes_multiply_columns(&f, 0, nes_padded(end));
    }
}

void nes_eigen_reduce(nes_eigen *e, double *off, double *scratch)
{
    const size_t width = e->width, panel = 2 * NES_EIGEN_PANEL * width;
    reduction t = {.e = e, .code = nes_eigen_codes[e->level], .off = off, .rows = scratch};
    t.mirror = t.rows + panel;
    t.parts = t.mirror + panel;
    t.factors = t.parts + chunks(e->d) * width;
    for (t.n = e->d; t.n > 0;) {
        const size_t some = t.n < NES_EIGEN_PANEL ? t.n : NES_EIGEN_PANEL;
        for (size_t j = 0; j < some; j++) reduce_row(&t, t.n - 1 - j, j);
        t.n -= some;
        if (t.n > 0)
            nes_team_run(nes_eigen_team(e, t.n * t.n * some), t.n, CHUNK / 2, close_rows, &t);
    }
}
