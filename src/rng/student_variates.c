/* SPDX-License-Identifier: MIT
 *
 * Heavy-tailed numbers by address. Student's t uses the polar formula of Bailey, one block for each
 * number:
 *   sqrt(nu (a^(-2/nu) - 1)) cos(2 pi b),   a, b uniform
 * Chi-square numbers come from the rejection method of Marsaglia and Tsang, which rejects a few per
 * cent of its candidates. [math: A18, R1] */
#include <math.h>

#include "rng/stream.h"

static const double TWO_PI = 6.283185307179586476925286766559;
static const double LONGEST = 1e150; /* tails are cut at this number, so that squares are finite */

void nes_normal_variates(const nes_stream *s, double nu, uint64_t first, size_t n, double *out)
{
    (void)nu;
    nes_normals(s, first, n, out);
}

void nes_student_variates(const nes_stream *s, double nu, uint64_t first, size_t n, double *out)
{
    for (size_t i = 0; i < n; i++) {
        const double a = nes_uniform(s, 2 * (first + i)), b = nes_uniform(s, 2 * (first + i) + 1);
        out[i] = fmin(sqrt(nu * expm1(-2 * log(a) / nu)), LONGEST) * cos(TWO_PI * b);
    }
}

/* A gamma number with shape k >= 1. Each try has four coordinates of its own. If k is NaN the
 * result is NaN: no comparison then asks for another try. */
static double gamma_number(const nes_stream *s, double k, uint64_t first)
{
    const double d = k - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (uint64_t i = first;; i += 4) {
        double z;
        nes_normals(s, i, 1, &z);
        const double v = pow(1 + c * z, 3), u = nes_uniform(s, i + 2);
        if (v <= 0 || log(u) >= 0.5 * z * z + d - d * v + d * log(v)) continue;
        return d * v;
    }
}

/* Twice a gamma number with shape nu/2. The method of gamma_number needs shape 1 at least; a
 * smaller shape k is reached from k + 1 by a factor a^(1/k), a uniform. */
double nes_chi_square(const nes_stream *s, double nu, uint64_t first)
{
    const double k = 0.5 * nu;
    if (k >= 1) return 2 * gamma_number(s, k, first);
    return 2 * gamma_number(s, k + 1, first + 2) * pow(nes_uniform(s, first), 1 / k);
}
