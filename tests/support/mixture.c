/* SPDX-License-Identifier: MIT
 *
 * A mixture of two normal distributions as a user's density. */
#include "support/mixture.h"

#include <math.h>

static const double START[MIXTURE_PARAMETERS] = {0.3, -0.2, 0.4, -1, 1.5};

static double second_weight(const double *theta)
{
    return 1 / (1 + exp(-theta[0]));
}

static void sample(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    (void)user;
    const int second = nes_random_uniform(r) < second_weight(theta);
    for (size_t i = 0; i < dim; i++)
        x[i] = theta[3 + second] + exp(theta[1 + second]) * nes_random_normal(r);
}

/* ln of weight times density of a component; r2: squared distance in widths, sum: its coordinates
 */
static double part(const double *theta, size_t dim, const double *x, int second, double *r2,
                   double *sum)
{
    const double width = exp(theta[1 + second]), w = second_weight(theta);
    *r2 = *sum = 0;
    for (size_t i = 0; i < dim; i++) {
        const double z = (x[i] - theta[3 + second]) / width;
        *r2 += z * z;
        *sum += z;
    }
    return log(second ? w : 1 - w) - 0.5 * *r2 -
           (double)dim * (theta[1 + second] + 0.91893853320467274178);
}

static double logpdf(const double *theta, size_t dim, const double *x, void *user)
{
    (void)user;
    double r2, sum;
    const double a = part(theta, dim, x, 0, &r2, &sum), b = part(theta, dim, x, 1, &r2, &sum);
    return fmax(a, b) + log1p(exp(-fabs(a - b)));
}

static void score(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    (void)user;
    double r2[2], sum[2];
    const double a = part(theta, dim, x, 0, &r2[0], &sum[0]);
    const double b = part(theta, dim, x, 1, &r2[1], &sum[1]);
    const double share = 1 / (1 + exp(a - b)); /* of the second component at x */
    s[0] = share - second_weight(theta);
    for (int c = 0; c < 2; c++) {
        const double own = c == 1 ? share : 1 - share;
        s[1 + c] = own * (r2[c] - (double)dim);
        s[3 + c] = own * sum[c] / exp(theta[1 + c]);
    }
}

const nes_density *mixture_density(void)
{
    static const nes_density mixture = {
        .nparam = MIXTURE_PARAMETERS,
        .theta0 = START,
        .sample = sample,
        .logpdf = logpdf,
        .score = score,
    };
    return &mixture;
}
