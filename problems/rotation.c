/* SPDX-License-Identifier: MIT
 *
 * A fixed random orthogonal matrix for every dimension, uniform over all of them (Haar measure), by
 * Stewart's product of reflections (SIAM J. Numer. Anal. 17, 1980): if Q' of order k-1 is uniform
 * and v is a normal vector of length k, then s H diag(1, Q') is uniform of order k, where the
 * reflection H and the sign s take e_1 to v/|v|. A product of reflections is orthogonal to rounding
 * whatever the dimension, which Gram-Schmidt is not. Costs 4/3 d^3 flops.
 *
 * Normals come from splitmix64 (Steele, Lea, Flood, OOPSLA 2014), seeded with the dimension, by the
 * Box-Muller transform, so that any program can make the same matrix. */
#include "problem.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Uniform on (0, 1): the middle of one of 2^53 equal cells, rounded; never 0. */
static double uniform(uint64_t *state)
{
    return ((double)(splitmix64(state) >> 11) + 0.5) * 0x1p-53;
}

/* One normal number from two uniform ones; the second of the pair is not used. */
static double normal(uint64_t *state)
{
    const double tau = 6.283185307179586;
    const double radius = sqrt(-2.0 * log(uniform(state)));
    return radius * cos(tau * uniform(state));
}

/* Replaces the k rows of length k at q (rows d apart) by s (I - beta w w^T) times them. w has k
 * numbers, t room for k. */
static void reflect(double *q, size_t d, size_t k, double s, double beta, const double *w,
                    double *t)
{
    memset(t, 0, k * sizeof *t);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) t[j] += w[i] * q[i * d + j];
    for (size_t i = 0; i < k; i++) {
        const double c = beta * w[i];
        for (size_t j = 0; j < k; j++) q[i * d + j] = s * (q[i * d + j] - c * t[j]);
    }
}

void nes_problem_rotation(size_t d, double *q, double *work)
{
    uint64_t state = (uint64_t)d;
    memset(q, 0, d * d * sizeof *q);
    for (size_t i = 0; i < d; i++) q[i * d + i] = 1.0;
    /* The matrix of order k grows from the lower right corner. With w = v + sign(v_1) |v| e_1,
     * H = I - 2 w w^T / |w|^2 takes v to -sign(v_1) |v| e_1, hence the sign of the product. */
    for (size_t k = 1; k <= d; k++) {
        double *w = work, *t = work + d, square = 0.0;
        for (size_t i = 0; i < k; i++) {
            w[i] = normal(&state);
            square += w[i] * w[i];
        }
        const double length = sqrt(square), sign = w[0] < 0.0 ? -1.0 : 1.0;
        const double half = square + fabs(w[0]) * length; /* |w|^2 / 2 */
        w[0] += sign * length;
        reflect(q + (d - k) * d + (d - k), d, k, -sign, 1.0 / half, w, t);
    }
}
