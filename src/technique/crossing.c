/* SPDX-License-Identifier: MIT
 *
 * The probabilities of leaving an integer are what is set; mean and factor follow from them.
 * [math: B15] */
#include "technique/crossing.h"

#include <math.h>

#include "util/limits.h"

static const double LEAST = 1e-8; /* distance of probabilities from 0 and 1/2 */

static double beyond(double q) /* P(z > q) */
{
    return 0.5 * erfc(q * 0.70710678118654752);
}

/* A rational start with an error below 5e-4, and two steps of Halley's method, each of which cubes
 * the error. */
double nes_normal_quantile(double p)
{
    const double t = sqrt(-2 * log(p));
    double q = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    for (int i = 0; i < 2; i++) {
        const double e = (beyond(q) - p) * 2.5066282746310002 * exp(0.5 * q * q);
        q += e / (1 - 0.5 * q * e);
    }
    return q;
}

static double open_half(double p)
{
    return fmin(fmax(p, LEAST), 0.5 - LEAST);
}

/* The first or the last integer: there is one end to cross. */
static void cross_one(const nes_cell *cell, double s, double least, bool hit, double *mean,
                      nes_crossing *c)
{
    const bool up = isinf(cell->low);
    const double end = up ? cell->high : cell->low, half = fabs(cell->centre - end);
    double p = fmax(beyond(fabs(*mean - end) / (c->factor * s)), least);
    if (!hit) p = fmin(p, c->rho);
    p = open_half(p);
    c->factor = fmax(c->factor, half / (s * nes_normal_quantile(least)));
    double r = s * c->factor * nes_normal_quantile(p);
    if (r > half) {
        c->factor *= half / r;
        r = half;
    }
    *mean = up ? end - r : end + r;
    c->rho = p;
}

/* What is left when the probabilities of the least are taken from `all` is shared in proportion. */
static double ratio(double missing, double all)
{
    return missing == 0 && all == 0 ? 0 : missing / all;
}

static void cross_two(const nes_cell *cell, double s, double least, bool hit, double *mean,
                      nes_crossing *c)
{
    const double w = c->factor * s;
    double down = beyond((*mean - cell->low) / w), up = beyond((cell->high - *mean) / w);
    double stay = 1 - down - up;
    down = fmax(down, least);
    up = fmax(up, least);
    if (!hit) stay = fmax(stay, 1 - c->rho);
    const double kept = hit ? least : 1 - c->rho;
    const double share = ratio(1 - down - up - stay, down + up + stay - 2 * least - kept);
    down = open_half(down + share * (down - least));
    up = open_half(up + share * (up - least));
    const double below = nes_normal_quantile(down), above = nes_normal_quantile(up);
    c->factor = (cell->high - cell->low) / ((below + above) * s);
    *mean = (cell->low * above + cell->high * below) / (below + above);
    c->rho = down + up;
}

void nes_cross(const nes_cell *cell, double s, double least, bool hit, double *mean,
               nes_crossing *c)
{
    double m = *mean;
    nes_crossing next = *c;
    if (!(s > 0 && s < INFINITY && cell->high > cell->low)) return;
    if (isinf(cell->low) && isinf(cell->high)) return;
    if (isinf(cell->low) || isinf(cell->high))
        cross_one(cell, s, least, hit, &m, &next);
    else
        cross_two(cell, s, least, hit, &m, &next);
    if (!(next.factor > 0 && next.factor <= NES_HUGE)) return;
    *mean = m;
    *c = next;
}
