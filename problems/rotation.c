/* SPDX-License-Identifier: MIT
 *
 * A random orthogonal matrix for every seed, uniform over all of them (Haar measure), by Stewart's
 * product of reflections (SIAM J. Numer. Anal. 17, 1980): if Q' of order k-1 is uniform and v is a
 * normal vector of length k, then s H diag(1, Q') is uniform of order k, where the reflection H and
 * the sign s take e_1 to v/|v|. A product of reflections is orthogonal up to rounding in any
 * dimension, which the result of Gram-Schmidt is not. It costs 4/3 d^3 flops.
 *
 * The generator of the normal numbers is so simple that any program can make the same matrix. */
#include <math.h>
#include <string.h>

#include "problem.h"
#include "splitmix.h"

/* Replaces the k rows of length k at q (rows d apart) by s (I - beta w w^T) times them. w has k
 * numbers, and room for k more behind the first d. */
static void reflect(double *q, size_t d, size_t k, double s, double beta, double *w)
{
    double *t = w + d;
    memset(t, 0, k * sizeof *t);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) t[j] += w[i] * q[i * d + j];
    for (size_t i = 0; i < k; i++) {
        const double c = beta * w[i];
        for (size_t j = 0; j < k; j++) q[i * d + j] = s * (q[i * d + j] - c * t[j]);
    }
}

void nes_problem_rotation(uint64_t seed, size_t d, double *q, double *work)
{
    uint64_t state = seed;
    memset(q, 0, d * d * sizeof *q);
    for (size_t i = 0; i < d; i++) q[i * d + i] = 1.0;
    /* The matrix of order k grows from the lower right corner. With w = v + sign(v_1) |v| e_1,
     * H = I - 2 w w^T / |w|^2 takes v to -sign(v_1) |v| e_1, hence the sign of the product. */
    for (size_t k = 1; k <= d; k++) {
        double *w = work, square = 0.0;
        for (size_t i = 0; i < k; i++) {
            w[i] = nes_splitmix_normal(&state);
            square += w[i] * w[i];
        }
        const double length = sqrt(square), sign = w[0] < 0.0 ? -1.0 : 1.0;
        const double half = square + fabs(w[0]) * length; /* |w|^2 / 2 */
        w[0] += sign * length;
        reflect(q + (d - k) * d + (d - k), d, k, -sign, 1.0 / half, w);
    }
}
