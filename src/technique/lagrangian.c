/* SPDX-License-Identifier: MIT
 *
 * See technique/lagrangian.h. Sums run over the rows that count, in the order of places.
 * [math: B19] */
#include "technique/lagrangian.h"

static const double BEND = 0.3; /* least correlation, with the sign changed, that is a bend */

double nes_lagrangian_take(nes_merits *s, size_t n)
{
    double squares = 0;
    for (size_t k = 0; k < n; k++) {
        if (!s->counts[k]) continue;
        double *r = &s->away[k];
        for (size_t i = 0; i < s->of->m; i++)
            if (s->reach[i]) *r += s->lam[i] * s->deviation[k * s->of->m + i];
        squares += *r * *r;
    }
    return squares;
}

/* The square of the deviation of g_i in row k, in units of its variance. */
static double squared(const nes_merits *s, size_t k, size_t i)
{
    const double z = s->deviation[k * s->of->m + i] / s->spread[i];
    return z * z;
}

bool nes_lagrangian_bends(const nes_merits *s, size_t n, size_t i)
{
    double mean = 0, both = 0, squares = 0, lagrangians = 0;
    for (size_t k = 0; k < n; k++)
        if (s->counts[k]) mean += squared(s, k, i) / (double)s->counting;
    for (size_t k = 0; k < n; k++) {
        if (!s->counts[k]) continue;
        const double q = squared(s, k, i) - mean, r = s->away[k] / s->sr;
        both += q * r;
        squares += q * q;
        lagrangians += r * r;
    }
    return both < 0 && both * both > BEND * BEND * squares * lagrangians;
}
