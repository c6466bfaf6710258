/* SPDX-License-Identifier: MIT
 *
 * The normal law and Student's, as a user would write them down. */
#include "support/laws.h"

#include <math.h>

static double normal_logq(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)dim, (void)user;
    return -0.5 * r2;
}

static double normal_slope(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)dim, (void)r2, (void)user;
    return -0.5;
}

static double normal_radius(const double *tau, size_t dim, double n, nes_random *r, void *user)
{
    (void)tau, (void)dim, (void)r, (void)user;
    return n;
}

const nes_radial *law_normal(void)
{
    static const nes_radial normal = {
        .logq = normal_logq, .slope = normal_slope, .radius = normal_radius};
    return &normal;
}

static double degrees(const double *tau, void *user)
{
    return user != NULL ? *(const double *)user : exp(tau[0]);
}

static double student_logq(const double *tau, size_t dim, double r2, void *user)
{
    const double nu = degrees(tau, user), d = (double)dim;
    return lgamma((nu + d) / 2) - lgamma(nu / 2) - d / 2 * log(nu * acos(-1)) -
           (nu + d) / 2 * log1p(r2 / nu);
}

static double student_slope(const double *tau, size_t dim, double r2, void *user)
{
    const double nu = degrees(tau, user);
    return -0.5 * (nu + (double)dim) / (nu + r2);
}

static double digamma(double x)
{
    double sum = 0;
    for (; x < 30; x++) sum -= 1 / x;
    const double y = 1 / (x * x);
    return sum + log(x) - 0.5 / x - y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y / 240)));
}

/* In ln nu. */
static void student_score(const double *tau, size_t dim, double r2, double *s, void *user)
{
    const double nu = degrees(tau, user), d = (double)dim;
    s[0] = 0.5 * nu *
           (digamma((nu + d) / 2) - digamma(nu / 2) - d / nu - log1p(r2 / nu) +
            (nu + d) / nu * r2 / (nu + r2));
}

/* A gamma number of shape a by rejection; below 1 by a power of a uniform one. */
static double gamma_number(double a, nes_random *r)
{
    const double more = a < 1 ? pow(nes_random_uniform(r), 1 / a) : 1;
    const double d = (a < 1 ? a + 1 : a) - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        const double x = nes_random_normal(r), v = pow(1 + c * x, 3);
        if (v > 0 && log(nes_random_uniform(r)) < 0.5 * x * x + d - d * v + d * log(v))
            return d * v * more;
    }
}

static double student_radius(const double *tau, size_t dim, double n, nes_random *r, void *user)
{
    const double nu = degrees(tau, user);
    (void)dim;
    return n * sqrt(nu / (2 * gamma_number(nu / 2, r)));
}

static int student_repair(double *tau, size_t dim, void *user)
{
    (void)dim, (void)user;
    tau[0] = fmin(log(200), fmax(log(0.2), tau[0]));
    return 0;
}

const nes_radial *law_student(void)
{
    static const double start = 0.91629073187415511; /* ln 2.5 */
    static const nes_radial student = {.ntau = 1,
                                       .tau0 = &start,
                                       .logq = student_logq,
                                       .slope = student_slope,
                                       .score = student_score,
                                       .radius = student_radius,
                                       .repair = student_repair};
    return &student;
}

nes_radial law_fixed(double *nu)
{
    return (nes_radial){
        .logq = student_logq, .slope = student_slope, .radius = student_radius, .user = nu};
}

static double power_logq(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)dim;
    return -0.5 * pow(r2, *(const double *)user);
}

static double power_slope(const double *tau, size_t dim, double r2, void *user)
{
    const double b = *(const double *)user;
    (void)tau, (void)dim;
    return -0.5 * b * pow(r2, b - 1);
}

nes_radial law_power(double *b)
{
    return (nes_radial){
        .logq = power_logq, .slope = power_slope, .radius = normal_radius, .user = b};
}
