/* SPDX-License-Identifier: MIT
 *
 * The bend of the coordinates, each an increasing function that keeps 0, and its inverse. It is the
 * oscillation and the asymmetry of bbob (bbob/kernel.h), one number at a time by the C library,
 * since the place of the constraints' start depends on their inverse. */
#include <math.h>

#include "constrained.h"

static const double BETA = 0.2; /* of the asymmetry */

double nes_oscillate(double v, double unused)
{
    (void)unused;
    if (v == 0.0) return 0.0;
    const double h = log(fabs(v)) / 0.1, fast = v > 0.0 ? 1.0 : 0.55, slow = v > 0.0 ? 0.79 : 0.31;
    return copysign(pow(exp(h + 0.49 * (sin(fast * h) + sin(slow * h))), 0.1), v);
}

double nes_asymmetric(double v, double beta)
{
    return v > 0.0 ? pow(v, 1.0 + beta * sqrt(v)) : v;
}

/* beta of coordinate i. */
static double beta_of(const nes_constrained *b, size_t i)
{
    return BETA * (double)i / (double)(b->d - 1);
}

void nes_bend(const nes_constrained *b, const double *x, double *y)
{
    const unsigned bend = b->kind->bend;
    for (size_t i = 0; i < b->d; i++) {
        y[i] = x[i] - b->optimum[i];
        if (bend & NES_BEND_OSZ) y[i] = nes_oscillate(y[i], 0.0);
        if (bend & NES_BEND_ASY) y[i] = nes_asymmetric(y[i], beta_of(b, i));
    }
}

double nes_unbend(const nes_constrained *b, size_t i, double y)
{
    const unsigned bend = b->kind->bend;
    if (bend & NES_BEND_ASY) y = nes_inverse(nes_asymmetric, beta_of(b, i), y);
    if (bend & NES_BEND_OSZ) y = nes_inverse(nes_oscillate, 0.0, y);
    return y;
}

/* Numbers between which t takes the value y. */
static void bracket(nes_increasing *t, double parameter, double y, double *low, double *high)
{
    const bool above = t(y, parameter) > y;
    const double factor = above == (y > 0.0) ? 0.5 : 2.0;
    double *moved = above ? low : high;
    *low = *high = y;
    while (above ? t(*moved, parameter) > y : t(*moved, parameter) < y) *moved *= factor;
}

/* A point with its distance from the value that is looked for. */
typedef struct end {
    double v, h;
} end;

/* The way from b to a better point: along a line or a parabola through the ends where that is
 * shorter than half the way before the last, *before; otherwise half of what is left. */
static double interpolate(end a, end b, end c, double tolerance, double *before, double step)
{
    const double half = (c.v - b.v) / 2.0;
    if (fabs(*before) > tolerance && fabs(b.h) < fabs(a.h)) {
        double r;
        if (a.v == c.v) {
            r = -b.h * (b.v - a.v) / (b.h - a.h);
        } else {
            const double k = (a.h - b.h) / (a.v - b.v), l = (c.h - b.h) / (c.v - b.v);
            r = -b.h * (c.h * l - a.h * k) / (l * k * (c.h - a.h));
        }
        if (2.0 * fabs(r) < fmin(fabs(*before), 3.0 * fabs(half) - tolerance)) {
            *before = step;
            return r;
        }
    }
    return *before = half;
}

double nes_inverse(nes_increasing *t, double parameter, double y)
{
    enum { ROUNDS = 200 };
    end a, b, c = {0.0, 0.0};
    double before = 0.0, step = 0.0;
    bracket(t, parameter, y, &a.v, &b.v);
    a.h = t(a.v, parameter) - y;
    b.h = t(b.v, parameter) - y;
    if (a.h * b.h > 0.0) return NAN;
    if (a.h == 0.0) return a.v;
    for (int round = 0; round < ROUNDS && b.h != 0.0; round++) {
        if (a.h != 0.0 && (a.h < 0.0) != (b.h < 0.0)) {
            c = a;
            before = step = b.v - a.v;
        }
        if (fabs(c.h) < fabs(b.h)) {
            a = b;
            b = c;
            c = a;
        }
        const double tolerance = (1e-14 + 1e-10 * fabs(b.v)) / 2.0, half = (c.v - b.v) / 2.0;
        if (b.h == 0.0 || fabs(half) < tolerance) break;
        step = interpolate(a, b, c, tolerance, &before, step);
        a = b;
        b.v += fabs(step) > tolerance ? step : half > 0.0 ? tolerance : -tolerance;
        b.h = t(b.v, parameter) - y;
    }
    return b.v;
}
