/* SPDX-License-Identifier: MIT
 *
 * The polynomial model. Its squares without interactions are taken along the axes of x, so that
 * separable functions stay separable in whatever shape the distribution has. [math: B21.2] */
#include "model/polynomial.h"

#include <math.h>
#include <string.h>

#include "linalg/ridge.h"
#include "linalg/vector.h"

enum { QUADRATIC_MOST = 20 }; /* most variables of a full quadratic */
static const double FIRST_WEIGHT = 20, RIDGE = 1e-8, RIDGE_OF_CONSTANT = 1e-14;

size_t nes_polynomial_terms(size_t d, int type)
{
    return type == 0 ? d + 1 : type == 1 ? 2 * d + 1 : (d * d + 3 * d + 2) / 2;
}

static int highest_type(size_t d)
{
    return d <= QUADRATIC_MOST ? 2 : 1;
}

void nes_polynomial_carve(nes_polynomial *p, nes_arena *a, size_t d, nes_cpu level)
{
    const size_t most = 2 * nes_polynomial_terms(d, 2);
    const size_t terms = nes_polynomial_terms(d, highest_type(d));
    *p = (nes_polynomial){.d = d, .type = -1, .level = level};
    nes_points_carve(&p->points, a, d, most);
    nes_surface_carve(&p->surface, a, d, 0, level);
    p->rows = NES_CARVE(a, double, most *nes_padded(terms + 1));
    p->scale = NES_CARVE(a, double, terms);
    p->ridge = NES_CARVE(a, double, terms);
    p->x = NES_CARVE(a, double, terms);
    p->v = NES_CARVE(a, double, d);
    p->work = NES_CARVE(a, double, nes_ridge_work(most, terms));
}

/* Takes the latest points of the run; its best one goes into the place of the oldest. */
static void take_points(nes_polynomial *p, const nes_fit *fit)
{
    nes_points *q = &p->points;
    bool best = fit->best == SIZE_MAX;
    q->n = 0;
    for (size_t k = fit->archive->n; k-- > 0 && q->n < q->most;) {
        if (fit->archive->run[k] != fit->run || !nes_points_take(q, fit, q->n, k)) continue;
        if (k == fit->best) best = true;
        q->n++;
    }
    if (best || q->n < q->most) return;
    if (!nes_points_take(q, fit, q->n - 1, fit->best)) q->n--;
}

static int type_for(size_t d, size_t n)
{
    int type = highest_type(d);
    while (type >= 0 && 0.75 * (double)n < 1.1 * (double)nes_polynomial_terms(d, type)) type--;
    return type;
}

/* The better points, which are fitted: a few more than there are terms, if possible. */
static size_t rows_for(size_t n, size_t terms)
{
    const size_t part = (size_t)(0.75 * (double)(n + 1));
    const size_t rows = part > terms + 2 ? part : terms + 2;
    return rows < n ? rows : n;
}

/* Writes the terms at u, or along the axes of x at v = B u. */
static void write_terms(const nes_polynomial *p, const nes_frame *frame, const double *u,
                        double *row)
{
    const size_t d = p->d;
    const double *at = u;
    if (p->type == 1) {
        for (size_t i = 0; i < d; i++) p->v[i] = nes_dot(d, frame->B + i * d, u);
        at = p->v;
    }
    *row++ = 1;
    for (size_t k = 0; k < d; k++) *row++ = at[k];
    for (size_t k = 0; p->type >= 1 && k < d; k++) *row++ = at[k] * at[k];
    for (size_t k = 0; p->type == 2 && k < d; k++)
        for (size_t l = 0; l < k; l++) *row++ = at[k] * at[l];
}

static void fill_rows(const nes_polynomial *p, const nes_frame *frame, size_t n, size_t terms)
{
    const size_t stride = nes_padded(terms + 1);
    const nes_points *q = &p->points;
    for (size_t i = 0; i < n; i++) {
        const size_t k = q->order[i];
        const double weight = FIRST_WEIGHT - (FIRST_WEIGHT - 1) * (double)i / (double)(n - 1);
        double *row = p->rows + i * stride;
        memset(row, 0, stride * sizeof *row);
        write_terms(p, frame, q->u + k * p->d, row);
        row[terms] = q->y[k];
        for (size_t j = 0; j <= terms; j++) row[j] *= weight;
    }
}

/* Divides every column by its root mean square. A column of zeros stays. */
static void scale_columns(const nes_polynomial *p, size_t n, size_t terms)
{
    const size_t stride = nes_padded(terms + 1);
    memset(p->scale, 0, terms * sizeof *p->scale);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < terms; j++)
            p->scale[j] += p->rows[i * stride + j] * p->rows[i * stride + j];
    for (size_t j = 0; j < terms; j++) {
        const double square = p->scale[j] / (double)n;
        p->scale[j] = square > 0 ? sqrt(square) : 1;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < terms; j++) p->rows[i * stride + j] /= p->scale[j];
}

/* Finds the coefficients of the terms. */
static bool solve(const nes_polynomial *p, size_t n, size_t terms)
{
    for (size_t j = 0; j < terms; j++) p->ridge[j] = j == 0 ? RIDGE_OF_CONSTANT : RIDGE;
    if (nes_ridge_solve(&(nes_ridge){.n = n,
                                     .p = terms,
                                     .a = p->rows,
                                     .ridge = p->ridge,
                                     .x = p->x,
                                     .work = p->work,
                                     .level = p->level}))
        return false;
    double sum = 0;
    for (size_t j = 0; j < terms; j++) sum += fabs(p->x[j] /= p->scale[j]);
    return isfinite(sum);
}

/* From the axes of x to those of u: b <- B^T b, H <- B^T H B with the diagonal H of `squares`. */
static void turn(const nes_polynomial *p, const nes_frame *frame, const double *squares)
{
    const size_t d = p->d;
    double *b = p->surface.b, *H = p->surface.H;
    memset(b, 0, d * sizeof *b);
    memset(H, 0, d * d * sizeof *H);
    for (size_t k = 0; k < d; k++) {
        const double *row = frame->B + k * d;
        nes_combine(d, p->x[1 + k], row, 1, b, b);
        for (size_t i = 0; i < d; i++)
            nes_combine(d, 2 * squares[k] * row[i], row, 1, H + i * d, H + i * d);
    }
}

static void make_surface(nes_polynomial *p, const nes_frame *frame)
{
    const size_t d = p->d;
    nes_surface *s = &p->surface;
    const double *squares = p->x + 1 + d, *mixed = squares + d;
    s->c = p->x[0];
    if (p->type == 1) {
        turn(p, frame, squares);
        return;
    }
    memcpy(s->b, p->x + 1, d * sizeof *s->b);
    memset(s->H, 0, d * d * sizeof *s->H);
    for (size_t k = 0; p->type == 2 && k < d; k++) {
        s->H[k * d + k] = 2 * squares[k];
        for (size_t l = 0; l < k; l++) s->H[k * d + l] = s->H[l * d + k] = *mixed++;
    }
}

void nes_polynomial_fit(nes_polynomial *p, const nes_fit *fit)
{
    p->type = -1;
    take_points(p, fit);
    if (p->points.n < 3 || !nes_points_normalise(&p->points, fit->archive)) return;
    p->type = type_for(p->d, p->points.n);
    if (p->type < 0) return;
    const size_t terms = nes_polynomial_terms(p->d, p->type);
    const size_t n = rows_for(p->points.n, terms);
    fill_rows(p, fit->frame, n, terms);
    scale_columns(p, n, terms);
    if (solve(p, n, terms))
        make_surface(p, fit->frame);
    else
        p->type = -1;
}

static double fitted(const void *model, size_t k)
{
    const nes_polynomial *p = model;
    return nes_surface_value(&p->surface, p->points.u + k * p->d);
}

double nes_polynomial_tau(nes_polynomial *p, size_t window)
{
    return nes_points_tau(&p->points, window, fitted, p);
}
