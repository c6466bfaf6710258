/* SPDX-License-Identifier: MIT
 *
 * Values and slopes of a model. With e = u - u_i and k = 5/(3 length^2) a bump has the gradient
 * -k (1 + s) e^-s e and the Hessian k e^-s (5/length^2 e e^T - (1 + s) I). */
#include "model/surface.h"

#include <math.h>
#include <string.h>

#include "linalg/multiply.h"
#include "linalg/vector.h"
#include "model/distance.h"

void nes_surface_carve(nes_surface *s, nes_arena *a, size_t d, size_t most, nes_cpu level)
{
    const size_t width = nes_padded(d);
    *s = (nes_surface){.d = d, .level = level};
    s->b = NES_CARVE(a, double, d);
    s->H = NES_CARVE(a, double, d *d);
    s->away = NES_CARVE(a, double, most *width);
    s->weighted = NES_CARVE(a, double, most *width);
    s->sum = NES_CARVE(a, double, d *width);
}

double nes_bump(double distance, double length)
{
    const double s = sqrt(5.0) * distance / length;
    return (1 + s + s * s / 3) * exp(-s);
}

double nes_surface_value(const nes_surface *s, const double *u)
{
    const size_t d = s->d;
    double plane = s->c, bend = 0, bumps = 0;
    for (size_t i = 0; i < d; i++) {
        plane += s->b[i] * u[i];
        bend += u[i] * nes_dot(d, s->H + i * d, u);
    }
    for (size_t k = 0; k < s->n; k++)
        bumps += s->weight[k] * nes_bump(nes_distance(d, u, s->u + k * d), s->length);
    return plane + bend / 2 + s->height * bumps;
}

/* Fills the scratch with the rows e and c e, c the factor of e e^T in the Hessian; adds to the
 * gradient; returns the factor of the identity in the Hessian. */
static double add_gradient(const nes_surface *s, const double *u, double *gradient)
{
    const size_t d = s->d, width = nes_padded(d);
    const double square = s->length * s->length, k = s->height * 5 / (3 * square);
    double identity = 0;
    for (size_t j = 0; j < s->n; j++) {
        double *e = s->away + j * width;
        for (size_t i = 0; i < width; i++) e[i] = i < d ? u[i] - s->u[j * d + i] : 0;
        const double r = sqrt(5.0) * sqrt(nes_dot(d, e, e)) / s->length;
        const double c = k * s->weight[j] * exp(-r);
        for (size_t i = 0; i < width; i++) s->weighted[j * width + i] = c * 5 / square * e[i];
        for (size_t i = 0; i < d; i++) gradient[i] -= c * (1 + r) * e[i];
        identity -= c * (1 + r);
    }
    return identity;
}

void nes_surface_slopes(const nes_surface *s, const double *u, double *gradient, double *hessian)
{
    const size_t d = s->d, width = nes_padded(d);
    for (size_t i = 0; i < d; i++) gradient[i] = s->b[i] + nes_dot(d, s->H + i * d, u);
    memcpy(hessian, s->H, d * d * sizeof *hessian);
    if (s->n == 0) return;
    const double identity = add_gradient(s, u, gradient);
    const nes_factors f =
        nes_transposed_times(s->level, d, s->n, width, s->weighted, width, s->away, s->sum);
    nes_multiply(&f);
    for (size_t i = 0; i < d; i++) {
        for (size_t j = 0; j < d; j++) hessian[i * d + j] += s->sum[i * width + j];
        hessian[i * d + i] += identity;
    }
}
