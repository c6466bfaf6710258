/* SPDX-License-Identifier: MIT
 *
 * Minimisation in a ball. On the axes of H a step is -g_i/(w_i + t), where t is the least number
 * for which H + t is positive and the step is no longer than the radius. [math: B21.4] */
#include "model/ball.h"

#include <math.h>
#include <string.h>

#include "linalg/invert.h"
#include "linalg/vector.h"
#include "model/distance.h"

enum { STEPS = 15, TRIES = 6 };
static const double SHORTEST = 1e-9, LEAST_GAIN = 1e-12, ABOVE = 1e-12, NARROW = 1e-13;

void nes_ball_carve(nes_ball *b, nes_arena *a, size_t d, nes_cpu level)
{
    *b = (nes_ball){.d = d, .level = level};
    b->gradient = NES_CARVE(a, double, d);
    b->hessian = NES_CARVE(a, double, d *d);
    b->turned = NES_CARVE(a, double, d);
    b->values = NES_CARVE(a, double, d);
    b->vectors = NES_CARVE(a, double, d *d);
    b->step = NES_CARVE(a, double, d);
    b->next = NES_CARVE(a, double, d);
    b->work = NES_CARVE(a, double, nes_invert_work(d));
}

void nes_ball_pull(const nes_ball *b, double *u)
{
    const double r = nes_distance(b->d, u, b->c);
    if (r <= b->rho) return;
    for (size_t i = 0; i < b->d; i++) u[i] = b->c[i] + (u[i] - b->c[i]) * (b->rho / r);
}

bool nes_ball_turn(const nes_ball *b)
{
    const size_t d = b->d;
    if (nes_decompose(d, b->hessian, b->vectors, b->values, b->work, b->level)) return false;
    for (size_t i = 0; i < d; i++) b->turned[i] = nes_dot(d, b->vectors + i * d, b->gradient);
    return true;
}

static double component(const nes_ball *b, size_t i, double t)
{
    return b->turned[i] == 0 ? 0 : -b->turned[i] / (b->values[i] + t);
}

/* The length of the step with the multiplier t. */
static double length(const nes_ball *b, double t)
{
    double square = 0;
    for (size_t i = 0; i < b->d; i++) square += component(b, i, t) * component(b, i, t);
    return sqrt(square);
}

static double multiplier(const nes_ball *b, double radius)
{
    const size_t d = b->d;
    const double largest = fmax(fabs(b->values[0]), fabs(b->values[d - 1]));
    double lo = fmax(0, ABOVE * largest - b->values[0]);
    if (length(b, lo) <= radius) return lo;
    double hi = lo + sqrt(nes_dot(d, b->turned, b->turned)) / radius;
    while (hi - lo > NARROW * hi) {
        const double mid = lo + (hi - lo) / 2;
        if (!(mid > lo && mid < hi)) break;
        if (length(b, mid) > radius)
            lo = mid;
        else
            hi = mid;
    }
    return hi;
}

void nes_ball_step(const nes_ball *b, double radius)
{
    const double t = multiplier(b, radius);
    memset(b->step, 0, b->d * sizeof *b->step);
    for (size_t i = 0; i < b->d; i++)
        nes_combine(b->d, component(b, i, t), b->vectors + i * b->d, 1, b->step, b->step);
}

/* Tries steps with ever smaller radii until one leads down; false: none does, or the last was too
 * short to matter. */
static bool descend(const nes_ball *b, const nes_surface *s, double *u, double *value,
                    double *radius)
{
    const size_t d = b->d;
    for (int k = 0; k < TRIES; k++) {
        nes_ball_step(b, *radius);
        for (size_t i = 0; i < d; i++) b->next[i] = u[i] + b->step[i];
        nes_ball_pull(b, b->next);
        const double length = nes_distance(d, b->next, u);
        if (!(length >= SHORTEST * b->rho)) return false;
        const double below = nes_surface_value(s, b->next);
        if (below < *value) {
            const double gain = *value - below;
            memcpy(u, b->next, d * sizeof *u);
            *value = below;
            *radius = fmin(b->rho, 2 * *radius);
            return gain >= LEAST_GAIN * fabs(below);
        }
        *radius = fmin(*radius, length) / 4;
    }
    return false;
}

bool nes_ball_minimise(const nes_ball *b, const nes_surface *s, double *u)
{
    double radius = b->rho, value = nes_surface_value(s, u), sum = 0;
    for (int k = 0; k < STEPS; k++) {
        nes_surface_slopes(s, u, b->gradient, b->hessian);
        if (!nes_ball_turn(b) || !descend(b, s, u, &value, &radius)) break;
    }
    for (size_t i = 0; i < b->d; i++) sum += fabs(u[i]);
    return isfinite(sum) && isfinite(value);
}
