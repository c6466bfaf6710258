/* SPDX-License-Identifier: MIT
 *
 * The matrix is (diag(ridge) 0; a b). Reflection k moves column k into row k of the upper part, the
 * triangle R, and changes all rows of the lower part; no other reflection sees row k. With mirrors
 * v_k = (h_k in row k; x_k below) a panel of them is
 *     I - V T V^T,   T^-1 = upper triangle of V^T V with half its diagonal,
 * where V^T V = diag(h^2) + X^T X. Columns behind the panel are zero in its rows of R, so for them
 * W = T^T X^T a becomes the panel's part of R, -diag(h) W, and a <- a - X W. */
#include "linalg/ridge.h"

#include <math.h>
#include <string.h>

#include "linalg/vector.h"

enum { PANEL = 2 * NES_UNIT };

typedef struct panel {
    size_t first, columns;
    double *x;      /* a row of n numbers for each mirror */
    double *h;      /* heads of the mirrors */
    double *half;   /* half the squares of the mirrors */
    double *gram;   /* PANEL x PANEL: X X^T */
    double *w;      /* rows of the width of a */
    double *corner; /* R within the panel, PANEL x PANEL */
    double *r;      /* the whole of R, p rows of the width of a */
} panel;

static size_t width_of(const nes_ridge *f)
{
    return nes_padded(f->p + 1);
}

size_t nes_ridge_work(size_t n, size_t p)
{
    const size_t width = nes_padded(p + 1);
    return PANEL * (n + 2 * PANEL + 2) + (PANEL + p) * width;
}

static panel panel_on(const nes_ridge *f)
{
    panel q = {.x = f->work};
    q.h = q.x + PANEL * f->n;
    q.half = q.h + PANEL;
    q.gram = q.half + PANEL;
    q.corner = q.gram + PANEL * PANEL;
    q.w = q.corner + PANEL * PANEL;
    q.r = q.w + PANEL * width_of(f);
    return q;
}

/* Makes the mirror of column k of the panel and applies it to the panel's later columns. */
static void mirror(const nes_ridge *f, const panel *q, size_t k)
{
    const size_t n = f->n;
    double *x = q->x + k * n;
    const double ridge = f->ridge[q->first + k], length = hypot(ridge, sqrt(nes_dot(n, x, x)));
    const double h = q->h[k] = ridge + length;
    q->half[k] = length * h; /* (h^2 + x.x)/2 */
    q->corner[k * PANEL + k] = -length;
    for (size_t j = k + 1; j < q->columns; j++) {
        double *y = q->x + j * n;
        const double t = nes_dot(n, x, y) / q->half[k];
        q->corner[k * PANEL + j] = -t * h;
        nes_combine(n, -t, x, 1, y, y);
    }
}

/* w <- T^T w, by solving T^-T: the lower triangle of X^T X with the diagonal `half`. */
static void solve_rows(const panel *q, size_t width)
{
    for (size_t k = 0; k < q->columns; k++) {
        double *w = q->w + k * width;
        for (size_t l = 0; l < k; l++)
            nes_combine(width, -q->gram[k * PANEL + l], q->w + l * width, 1, w, w);
        for (size_t j = 0; j < width; j++) w[j] /= q->half[k];
    }
}

/* Applies the panel's mirrors to the columns from `behind` on, whole units. */
static void follow(const nes_ridge *f, const panel *q, size_t behind)
{
    const size_t n = f->n, stride = width_of(f), width = stride - behind;
    for (size_t k = 0; k < q->columns; k++)
        for (size_t l = 0; l < k; l++)
            q->gram[k * PANEL + l] = nes_dot(n, q->x + k * n, q->x + l * n);
    nes_factors s = nes_times(f->level, q->columns, n, width, q->x, n, f->a + behind, q->w);
    s.stride = stride;
    nes_multiply(&s);
    solve_rows(q, width);
    for (size_t k = 0; k < q->columns; k++) {
        double *w = q->w + k * width, *r = q->r + (q->first + k) * stride + behind;
        for (size_t j = 0; j < width; j++) r[j] = -q->h[k] * w[j];
        for (size_t j = 0; j < width; j++) w[j] = -w[j];
    }
    s = nes_transposed_times(f->level, n, q->columns, width, q->x, n, q->w, f->a + behind);
    s.apart = stride;
    s.add = true;
    nes_multiply(&s);
}

/* Replaces columns of a by mirrors, and the panel's rows of R by their values. */
static void reduce(const nes_ridge *f, panel *q)
{
    const size_t stride = width_of(f);
    for (q->first = 0; q->first < f->p; q->first += PANEL) {
        q->columns = f->p - q->first < PANEL ? f->p - q->first : PANEL;
        for (size_t k = 0; k < q->columns; k++)
            for (size_t i = 0; i < f->n; i++) q->x[k * f->n + i] = f->a[i * stride + q->first + k];
        for (size_t k = 0; k < q->columns; k++) mirror(f, q, k);
        follow(f, q, q->first + (q->columns < PANEL ? q->columns / NES_UNIT * NES_UNIT : PANEL));
        for (size_t k = 0; k < q->columns; k++)
            memcpy(q->r + (q->first + k) * stride + q->first, q->corner + k * PANEL,
                   q->columns * sizeof *q->r);
    }
}

int nes_ridge_solve(const nes_ridge *f)
{
    const size_t stride = width_of(f);
    panel q = panel_on(f);
    double sum = 0;
    reduce(f, &q);
    for (size_t k = f->p; k-- > 0;) {
        const double *r = q.r + k * stride;
        const double rest = nes_dot(f->p - k - 1, r + k + 1, f->x + k + 1);
        f->x[k] = (r[f->p] - rest) / r[k];
        sum += fabs(f->x[k]);
    }
    return !isfinite(sum);
}
