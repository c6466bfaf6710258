/* SPDX-License-Identifier: MIT
 *
 * Search distributions that a user would write: independent normal coordinates with a mean and the
 * logarithm of a width each, and two laws of distances. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "objective.h"

static void sample(const double *theta, size_t dim, randoms *r, double *x, void *user)
{
    const library *l = user;
    for (size_t i = 0; i < dim; i++) x[i] = theta[i] + exp(theta[dim + i]) * l->random_normal_(r);
}

static double logpdf(const double *theta, size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) {
        const double z = (x[i] - theta[i]) * exp(-theta[dim + i]);
        sum -= 0.5 * z * z + theta[dim + i];
    }
    return sum;
}

static void score(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    (void)user;
    for (size_t i = 0; i < dim; i++) {
        const double width = exp(theta[dim + i]), z = (x[i] - theta[i]) / width;
        s[i] = z / width;
        s[dim + i] = z * z - 1;
    }
}

static int repair(double *theta, size_t dim, void *user)
{
    (void)user;
    for (size_t i = dim; i < 2 * dim; i++) theta[i] = fmin(3, fmax(-8, theta[i]));
    return 0;
}

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

static double normal_radius(const double *tau, size_t dim, double n, randoms *r, void *user)
{
    (void)tau, (void)dim, (void)r, (void)user;
    return n;
}

/* A mixture of two normal laws, one three times as wide, whose share is 1/(1 + exp(-tau)). */
static double share(const double *tau)
{
    return 1 / (1 + exp(-tau[0]));
}

static double narrow(const double *tau, double r2)
{
    return (1 - share(tau)) * exp(-0.5 * r2);
}

static double wide(const double *tau, size_t dim, double r2)
{
    return share(tau) * pow(3, -(double)dim) * exp(-r2 / 18);
}

static double mixture_logq(const double *tau, size_t dim, double r2, void *user)
{
    (void)user;
    return log(narrow(tau, r2) + wide(tau, dim, r2));
}

static double mixture_slope(const double *tau, size_t dim, double r2, void *user)
{
    const double a = narrow(tau, r2), b = wide(tau, dim, r2);
    (void)user;
    return a + b > 0 ? (-0.5 * a - b / 18) / (a + b) : -1.0 / 18;
}

static void mixture_score(const double *tau, size_t dim, double r2, double *s, void *user)
{
    const double a = narrow(tau, r2), b = wide(tau, dim, r2), w = share(tau);
    (void)user;
    s[0] = a + b > 0 ? ((1 - w) * b - w * a) / (a + b) : 1 - w;
}

static double mixture_radius(const double *tau, size_t dim, double n, randoms *r, void *user)
{
    const library *l = user;
    (void)dim;
    return l->random_uniform_(r) < share(tau) ? 3 * n : n;
}

static int set_density(const library *l, size_t dim, bool whole, settings *s)
{
    double *theta = calloc(2 * dim, sizeof *theta);
    if (theta == NULL) exit(2);
    for (size_t i = 0; i < dim; i++) theta[i] = 1;
    const int status = l->set_density_(s, 2 * dim, theta, sample, whole ? logpdf : NULL, score,
                                       whole ? repair : NULL, (void *)l);
    free(theta);
    return status;
}

int set_law(const library *l, const spec *p, settings *s)
{
    const double tau = -1;
    if (strcmp(p->user, "density") == 0) return set_density(l, p->dim, true, s);
    if (strcmp(p->user, "sampler") == 0) return set_density(l, p->dim, false, s);
    if (strcmp(p->user, "normal") == 0)
        return l->set_radial_(s, 0, NULL, normal_logq, normal_slope, NULL, normal_radius, NULL,
                              (void *)l);
    if (strcmp(p->user, "mixture") == 0)
        return l->set_radial_(s, 1, &tau, mixture_logq, mixture_slope, mixture_score,
                              mixture_radius, NULL, (void *)l);
    return 0;
}
