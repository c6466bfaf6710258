/* SPDX-License-Identifier: MIT
 *
 * The process model. K = L L^T is factored with L^-1, whose columns give the diagonal of K^-1 and
 * so the values that the points would have without themselves. [math: B21.3] */
#include "model/gauss_process.h"

#include <math.h>
#include <string.h>

#include "linalg/invert.h"
#include "linalg/multiply.h"
#include "linalg/vector.h"
#include "model/polynomial.h"

enum { MOST = 300, TRIES = 8 };
static const double NOISE_STEP = 10, NOISE_MOST = 0.3, BUMP_LEAST = 1e-6;

static size_t most_points(size_t d)
{
    const size_t n = 20 + 2 * nes_polynomial_terms(d, 2);
    return n < MOST ? n : MOST;
}

void nes_process_carve(nes_process *g, nes_arena *a, size_t d, nes_cpu level)
{
    const size_t most = most_points(d), width = nes_padded(d);
    *g = (nes_process){.d = d, .level = level};
    nes_points_carve(&g->points, a, d, most);
    nes_kernel_carve(&g->kernel, a, d, most, level);
    nes_surface_carve(&g->surface, a, d, most, level);
    g->norm = NES_CARVE(a, double, most);
    g->row = NES_CARVE(a, double, d);
    g->matrix = NES_CARVE(a, double, most *most);
    g->inverse = NES_CARVE(a, double, most *most);
    g->half = NES_CARVE(a, double, most);
    g->alpha = NES_CARVE(a, double, most);
    g->loo = NES_CARVE(a, double, most);
    g->weighted = NES_CARVE(a, double, most *width);
    g->sum = NES_CARVE(a, double, d *width);
    g->work = NES_CARVE(a, double, nes_invert_work(most));
}

/* Puts a point among those from `first` on, which are in order of |u|^2 and then of place; the last
 * one goes if there are too many. */
static void enter(nes_process *g, size_t first, size_t place, double square)
{
    nes_points *p = &g->points;
    if (p->n == p->most && (first == p->n || !(square < g->norm[p->n - 1]))) return;
    size_t at = p->n < p->most ? p->n++ : p->n - 1;
    for (; at > first && square < g->norm[at - 1]; at--) {
        g->norm[at] = g->norm[at - 1];
        p->place[at] = p->place[at - 1];
    }
    g->norm[at] = square;
    p->place[at] = place;
}

/* The best point of the run, then the nearest of all others. */
static void take_points(nes_process *g, const nes_fit *fit)
{
    nes_points *p = &g->points;
    const nes_archive *archive = fit->archive;
    p->n = fit->best != SIZE_MAX && nes_points_take(p, fit, 0, fit->best) ? 1 : 0;
    const size_t first = p->n;
    for (size_t k = 0; k < archive->n; k++) {
        if (k == fit->best) continue;
        nes_frame_into(fit->frame, archive->x + k * g->d, g->row);
        const double square = nes_dot(g->d, g->row, g->row);
        if (isfinite(square)) enter(g, first, k, square);
    }
    for (size_t k = first; k < p->n; k++) nes_points_take(p, fit, k, p->place[k]);
}

bool nes_process_factor(nes_process *g, const double *theta, double *inverse, double *log_det)
{
    const size_t n = g->points.n;
    nes_kernel_fill(&g->kernel, theta, g->points.y, g->matrix);
    if (nes_cholesky(n, g->matrix, inverse, log_det, g->work, g->level)) return false;
    for (size_t i = 0; i < n; i++)
        g->half[i] =
            (g->points.y[i] - nes_dot(i, g->matrix + i * n, g->half)) / g->matrix[i * n + i];
    return true;
}

/* alpha = L^-T L^-1 y; returns whether it is finite. */
static bool solve(nes_process *g)
{
    const size_t n = g->points.n;
    double sum = 0;
    memcpy(g->alpha, g->half, n * sizeof *g->alpha);
    for (size_t i = n; i-- > 0;) {
        const double *row = g->matrix + i * n;
        g->alpha[i] /= row[i];
        sum += fabs(g->alpha[i]);
        nes_combine(i, -g->alpha[i], row, 1, g->alpha, g->alpha);
    }
    return isfinite(sum);
}

/* y_i - alpha_i / (K^-1)_ii, the diagonal by the columns of L^-1. */
static bool leave_one_out(nes_process *g)
{
    const size_t n = g->points.n;
    double sum = 0;
    memset(g->loo, 0, n * sizeof *g->loo);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) g->loo[j] += g->inverse[i * n + j] * g->inverse[i * n + j];
    for (size_t i = 0; i < n; i++) {
        g->loo[i] = g->points.y[i] - g->alpha[i] / g->loo[i];
        sum += fabs(g->loo[i]);
    }
    return isfinite(sum);
}

/* The kernel but for its bump is a quadratic in u, and so is the sum over all points. */
static void make_surface(nes_process *g, const double *theta)
{
    const size_t d = g->d, n = g->points.n, width = nes_padded(d);
    const double *alpha = g->alpha;
    nes_surface *s = &g->surface;
    double constant = 0, norms = 0;
    memset(s->b, 0, d * sizeof *s->b);
    for (size_t k = 0; k < n; k++) {
        const double *u = g->points.u + k * d;
        constant += NES_KERNEL_CONSTANT * alpha[k];
        norms += alpha[k] * g->kernel.norm[k];
        nes_combine(d, alpha[k], u, 1, s->b, s->b);
        for (size_t i = 0; i < width; i++) g->weighted[k * width + i] = i < d ? alpha[k] * u[i] : 0;
    }
    const nes_factors f =
        nes_transposed_times(g->level, d, n, width, g->points.u, d, g->weighted, g->sum);
    nes_multiply(&f);
    for (size_t i = 0; i < d; i++) {
        for (size_t j = 0; j < d; j++)
            s->H[i * d + j] = 2 * theta[NES_GP_H] * g->sum[i * width + j];
        s->H[i * d + i] +=
            2 * theta[NES_GP_A] * norms + 2 * theta[NES_GP_D] * (double)d * g->sum[i * width + i];
    }
    s->c = constant;
    s->n = n;
    s->u = g->points.u;
    s->weight = alpha;
    s->height = theta[NES_GP_R];
    s->length = theta[NES_GP_L];
}

void nes_process_fit(nes_process *g, const nes_fit *fit)
{
    double *theta = fit->theta, log_det;
    g->fitted = false;
    take_points(g, fit);
    if (g->points.n < 3 || !nes_points_normalise(&g->points, fit->archive)) return;
    nes_kernel_prepare(&g->kernel, &g->points);
    nes_process_sweep(g, theta, fit->sweeps);
    for (int k = 0; k < TRIES && !g->fitted; k++) {
        g->fitted =
            nes_process_factor(g, theta, g->inverse, &log_det) && solve(g) && leave_one_out(g);
        if (g->fitted) break;
        theta[NES_GP_E] = fmin(NOISE_MOST, NOISE_STEP * theta[NES_GP_E]);
        theta[NES_GP_R] = fmax(theta[NES_GP_R], BUMP_LEAST);
    }
    if (g->fitted) make_surface(g, theta);
}

static double left_out(const void *model, size_t k)
{
    const nes_process *g = model;
    return g->loo[k];
}

double nes_process_tau(nes_process *g, size_t window)
{
    return nes_points_tau(&g->points, window, left_out, g);
}
