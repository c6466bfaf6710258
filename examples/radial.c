/* SPDX-License-Identifier: MIT
 * A law of distances of your own for the program nes, which compiles it by itself:
 *     nes run --problem sphere_d5 --method xnes --radial examples/radial.c --target 1e-8
 *
 * The search distribution is x = mu + A s, and libnes learns mu and A. How far s is from the
 * origin follows the law of this file: Student's, with nu degrees of freedom. Its tails are
 * heavier than those of the normal law. nu is learnt, too: the parameter of the law is its
 * logarithm, which `nes` prints as theta. */
#include <math.h>
#include <nes/density.h>

/* ln q(r2), with the part of the constant that depends on nu. */
static double logq(const double *tau, size_t dim, double r2, void *user)
{
    const double nu = exp(tau[0]), d = (double)dim;
    (void)user;
    return lgamma(0.5 * (nu + d)) - lgamma(0.5 * nu) - 0.5 * d * log(nu) -
           0.5 * (nu + d) * log1p(r2 / nu);
}

static double slope(const double *tau, size_t dim, double r2, void *user)
{
    const double nu = exp(tau[0]);
    (void)user;
    return -0.5 * (nu + (double)dim) / (nu + r2);
}

/* The derivative of ln gamma, by its recurrence and its series at large x. */
static double digamma(double x)
{
    double sum = 0;
    for (; x < 10; x++) sum -= 1 / x;
    const double y = 1 / (x * x);
    return sum + log(x) - 0.5 / x - y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y / 240)));
}

/* The derivative of ln q in tau = ln nu. */
static void score(const double *tau, size_t dim, double r2, double *s, void *user)
{
    const double nu = exp(tau[0]), d = (double)dim;
    (void)user;
    s[0] = 0.5 * nu *
           (digamma(0.5 * (nu + d)) - digamma(0.5 * nu) - d / nu - log1p(r2 / nu) +
            (nu + d) * r2 / (nu * (nu + r2)));
}

/* n is a distance of the normal law, and n/sqrt(c/nu) one of this law where c is a chi-square
 * number, which is twice a gamma number. Marsaglia and Tsang's way to draw one: it rejects some
 * candidates, and takes as many numbers from r as it needs. */
static double gamma_number(double shape, nes_random *r)
{
    const double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        const double z = nes_random_normal(r), v = pow(1 + c * z, 3);
        if (v > 0 && log(nes_random_uniform(r)) < 0.5 * z * z + d - d * v + d * log(v))
            return d * v;
    }
}

static double radius(const double *tau, size_t dim, double n, nes_random *r, void *user)
{
    const double nu = exp(tau[0]);
    (void)dim, (void)user;
    return n / sqrt(2 * gamma_number(0.5 * nu, r) / nu);
}

/* Called after every step of tau: nu stays between 2 and 100. */
static int keep_range(double *tau, size_t dim, void *user)
{
    (void)dim, (void)user;
    tau[0] = fmin(log(100), fmax(log(2), tau[0]));
    return 0;
}

/* What nes looks for: the law for dim variables. */
const nes_radial *radial(size_t dim)
{
    static const double start[] = {1.6094379124341003}; /* ln 5 */
    static const nes_radial student = {.ntau = 1,
                                       .tau0 = start,
                                       .logq = logq,
                                       .slope = slope,
                                       .score = score,
                                       .radius = radius,
                                       .repair = keep_range};
    (void)dim;
    return &student;
}
