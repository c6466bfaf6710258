/* SPDX-License-Identifier: MIT
 *
 * Handlers of box bounds. [math: B11]
 *   transform  identity inside, a parabola within the margin a of a bound, periodic beyond: smooth
 *   reflect    mirrored at the bounds: exact inside, kinks at the bounds
 *   resample   drawn again up to 100 times (by the caller), then clipped */
#include "technique/bounds.h"

#include <math.h>

#include "util/table.h"

static double clip(const nes_side *s, double x)
{
    return fmin(fmax(x, s->l), s->u);
}

/* Mirrors x into [l, u]; either may be infinite. */
static double mirror(double l, double u, double x)
{
    if (x >= l && x <= u) return x;
    if (isinf(u)) return 2 * l - x;
    if (isinf(l)) return 2 * u - x;
    const double width = u - l, t = fmod(x - l, 2 * width);
    const double r = t < 0 ? t + 2 * width : t;
    return l + fmin(r, 2 * width - r);
}

/* t^2/(4 a), and its inverse. In a very wide box the squares are not finite. */
static double parabola(double t, double a)
{
    const double square = t * t;
    return isinf(square) ? t * (t / (4 * a)) : square / (4 * a);
}

static double root(double y, double a)
{
    const double square = 4 * a * y;
    return isinf(square) ? 2 * sqrt(a) * sqrt(y) : sqrt(square);
}

static double transform_into(const nes_side *s, double x)
{
    x = mirror(s->l - s->al, s->u + s->au, x);
    if (x < s->l + s->al) {
        const double t = x - (s->l - s->al);
        return s->l + parabola(t, s->al);
    }
    if (x > s->u - s->au) {
        const double t = (s->u + s->au) - x;
        return s->u - parabola(t, s->au);
    }
    return x;
}

static double transform_from(const nes_side *s, double x)
{
    if (x < s->l + s->al) return s->l - s->al + root(x - s->l, s->al);
    if (x > s->u - s->au) return s->u + s->au - root(s->u - x, s->au);
    return x;
}

static double transform_period(const nes_side *s)
{
    return 2 * ((s->u + s->au) - (s->l - s->al));
}

/* Shifts x by whole periods, which changes no point. A box may be so small that the number of
 * periods is not finite. */
static double transform_fold(const nes_side *s, double x)
{
    const double low = s->l - s->al, high = s->u + s->au, period = transform_period(s);
    if (isinf(period) || (x >= low && x <= high)) return x;
    const double middle = 0.5 * (low + high), periods = round((x - middle) / period);
    return isfinite(periods) ? x - period * periods : middle + remainder(x - middle, period);
}

static double reflect_into(const nes_side *s, double x)
{
    return mirror(s->l, s->u, x);
}

static const nes_bounder transform = {
    .name = "transform",
    .doc = "smooth periodic map onto the box, identity away from its faces",
    .into = transform_into,
    .from = transform_from,
    .fold = transform_fold,
    .period = transform_period,
};
static const nes_bounder reflect = {
    .name = "reflect",
    .doc = "mirrored at the bounds, exact inside",
    .into = reflect_into,
};
static const nes_bounder resample = {
    .name = "resample",
    .doc = "drawn again up to 100 times, then clipped",
};

static const nes_bounder *const table[] = {&transform, &reflect, &resample};

NES_TABLE(nes_bounder, nes_bounder, table)

/* Margins: a twentieth of the width, or of the step size where only one bound is given. Integers
 * have none, so that each has the same share of the box. */
static nes_side side(const nes_bounds *b, size_t i)
{
    nes_side s = {b->lower != NULL ? b->lower[i] : -INFINITY,
                  b->upper != NULL ? b->upper[i] : INFINITY, 0, 0};
    const double sigma = b->margin != NULL ? b->margin[i] : b->sigma;
    if (b->integer != NULL && b->integer[i] != 0) return s;
    if (isfinite(s.l) && isfinite(s.u)) {
        s.al = s.au = 0.05 * (s.u - s.l);
    } else if (isfinite(s.l)) {
        s.al = 0.05 * fmax(sigma, fabs(s.l) * 0x1p-40);
    } else if (isfinite(s.u)) {
        s.au = 0.05 * fmax(sigma, fabs(s.u) * 0x1p-40);
    }
    return s;
}

static bool is_skipped(const nes_bounds *b, size_t i)
{
    return b->skips && b->integer != NULL && b->integer[i] != 0;
}

bool nes_bounds_contain(const nes_bounds *b, const double *x)
{
    for (size_t i = 0; i < b->d; i++) {
        const nes_side s = side(b, i);
        if (!(x[i] >= s.l && x[i] <= s.u) && !is_skipped(b, i)) return false;
    }
    return true;
}

void nes_bounds_into(const nes_bounds *b, double *x)
{
    for (size_t i = 0; i < b->d; i++) {
        const nes_side s = side(b, i);
        if (is_skipped(b, i)) continue;
        x[i] = clip(&s, b->bounder->into != NULL ? b->bounder->into(&s, x[i]) : x[i]);
    }
}

void nes_bounds_from(const nes_bounds *b, double *x)
{
    if (b->bounder->from == NULL) return;
    for (size_t i = 0; i < b->d; i++) {
        const nes_side s = side(b, i);
        x[i] = b->bounder->from(&s, x[i]);
    }
}

void nes_bounds_fold(const nes_bounds *b, double *mu)
{
    if (b->bounder->fold == NULL) return;
    for (size_t i = 0; i < b->d; i++) {
        const nes_side s = side(b, i);
        if (!is_skipped(b, i)) mu[i] = b->bounder->fold(&s, mu[i]);
    }
}

void nes_bounds_near(const nes_bounds *b, const double *mu, double *x)
{
    if (b->bounder->period == NULL) return;
    for (size_t i = 0; i < b->d; i++) {
        const nes_side s = side(b, i);
        const double period = b->bounder->period(&s), periods = round((x[i] - mu[i]) / period);
        if (isfinite(period) && isfinite(periods) && !is_skipped(b, i)) x[i] -= periods * period;
    }
}
