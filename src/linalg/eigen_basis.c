/* SPDX-License-Identifier: MIT
 *
 * The product Q^T of the reflections, a panel at a time. The reflections of a panel make
 *     H_first ... H_last = I - V^T T V,   T^-1 = 1 + the part of V V^T above its diagonal,
 * with the rows v_r in V, so that a panel is three products of matrices. [math: A24] */
#include <string.h>

#include "linalg/eigen_parts.h"
#include "linalg/vector.h"

enum { PANEL = NES_EIGEN_PANEL };

typedef struct basis {
    nes_eigen *e;
    double *t; /* -T of every panel, PANEL x PANEL each, the last panel first */
} basis;

/* Panels are counted from the last row, so the panel of the first rows may be smaller. */
static size_t panels(size_t d)
{
    return (d + PANEL - 1) / PANEL;
}

/* Returns the first row lo of panel p, whose rows are lo .. hi-1. */
static size_t panel_rows(const nes_eigen *e, size_t p, size_t *hi)
{
    *hi = e->d - p * PANEL;
    return *hi < PANEL ? 0 : *hi - PANEL;
}

/* t = -T, by substitution from the last row up. */
static void find_t(const nes_eigen *e, size_t lo, size_t hi, double *t)
{
    const size_t n = hi - lo;
    memset(t, 0, n * PANEL * sizeof *t);
    for (size_t k = n; k-- > 0;) {
        const double *v = e->a + (lo + k) * e->width;
        double dots[PANEL] = {0};
        nes_add_dots(n - k - 1, lo + k, 1, v + e->width, e->width, v, 0, dots);
        t[k * PANEL + k] = -1;
        for (size_t l = k + 1; l < n; l++)
            for (size_t j = l; j < n; j++) t[k * PANEL + j] -= dots[l - k - 1] * t[l * PANEL + j];
    }
}

/* x = (I - V^T T V) x for a strip x. */
static void apply_panel(const basis *b, size_t p, double *x, size_t columns)
{
    const nes_eigen *e = b->e;
    double y[PANEL * NES_STRIP], ty[PANEL * NES_STRIP];
    size_t hi;
    const size_t lo = panel_rows(e, p, &hi), n = hi - lo;
    const double *v = e->a + lo * e->width;
    nes_factors f = nes_times(e->level, n, hi, columns, v, e->width, x, y);
    nes_multiply(&f);
    f = nes_times(e->level, n, n, columns, b->t + p * PANEL * PANEL, PANEL, y, ty);
    nes_multiply(&f);
    f = nes_transposed_times(e->level, hi, n, columns, v, e->width, ty, x);
    f.add = true;
    nes_multiply(&f);
}

static void find_ts(void *data, size_t first, size_t end)
{
    const basis *b = data;
    for (size_t p = first; p < end; p++) {
        size_t hi;
        const size_t lo = panel_rows(b->e, p, &hi);
        find_t(b->e, lo, hi, b->t + p * PANEL * PANEL);
    }
}

static void make_strips(void *data, size_t first, size_t end)
{
    const basis *b = data;
    const nes_eigen *e = b->e;
    for (size_t j = first; j < end; j++) {
        size_t columns;
        double *x = nes_eigen_strip(e, e->vectors, j, &columns);
        memset(x, 0, e->d * columns * sizeof *x);
        for (size_t i = 0; i < columns && j * NES_STRIP + i < e->d; i++)
            x[(j * NES_STRIP + i) * columns + i] = 1;
        for (size_t p = 0; p < panels(e->d); p++) apply_panel(b, p, x, columns);
    }
}

void nes_eigen_basis(nes_eigen *e, double *scratch)
{
    basis b = {.e = e, .t = scratch};
    nes_team *team = nes_eigen_team(e, e->d * e->d * PANEL);
    nes_team_run(team, panels(e->d), 1, find_ts, &b);
    nes_team_run(team, nes_eigen_strips(e), 1, make_strips, &b);
    memcpy(e->a, e->vectors, e->d * e->width * sizeof *e->a);
}
