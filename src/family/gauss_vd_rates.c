/* SPDX-License-Identifier: MIT
 *
 * Rates of gauss-vd, by the dimension, the population and the number of finite values. The path of
 * the scale tells three phases apart. A path longer than a random one means that the mean moves:
 * far samples count for more, and the scale learns at full rate. One much shorter means that the
 * mean converges: the scale may shrink fast. [math: B1] */
#include <math.h>

#include "family/gauss_vd.h"

static const double SHORT = 0.1; /* paths below this part of a random one: convergence */

double nes_vd_shape_rate(size_t d, double finite)
{
    const double n = (double)d;
    return tanh((fmin(0.02 * finite, 3 * log(n)) + 5) / (0.23 * n + 25));
}

void nes_vd_defaults(const nes_extent *e, nes_defaults *r)
{
    const double d = (double)e->d, m = e->effective(e);
    r->sigma = 1;
    r->shape = nes_vd_shape_rate(e->d, (double)e->n);
    r->paths.sigma = (m + 2) / (d + m + 5);
    r->paths.shape = (4 + m / d) / (d + 4 + 2 * m / d);
    r->paths.one = fmax(0, (d - 5) / 6) * 2 / ((d + 1.3) * (d + 1.3) + m);
}

bool nes_vd_is_moving(double length)
{
    return length >= 1;
}

double nes_vd_scale_rate(size_t d, double finite, double length)
{
    const double n = (double)d;
    if (nes_vd_is_moving(length)) return 1;
    if (length >= SHORT) return tanh((0.024 * finite + 0.7 * n + 20) / (n + 12));
    return 2 * tanh((0.025 * finite + 0.75 * n + 10) / (n + 4));
}

/* The positive root of (1 + a^2) exp(a^2/2)/0.24 = 10 + d. In q = a^2 the logarithm of the left
 * side is concave and increasing, so Newton's method from 0 goes up to the root, within a few
 * steps. */
static double root(double d)
{
    const double wanted = log(0.24 * (10 + d));
    double q = 0;
    for (int i = 0; i < 8; i++) q += (wanted - log1p(q) - 0.5 * q) / (1 / (1 + q) + 0.5);
    return sqrt(q);
}

double nes_vd_distance_rate(size_t d, double n, double finite)
{
    return root((double)d) * fmin(1, sqrt(n / (double)d)) * sqrt(finite / n);
}
