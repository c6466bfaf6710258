/* SPDX-License-Identifier: MIT
 * A law of distances of your own. The search distribution is x = mu + A s. How far s is from the
 * origin follows a law that you write down: the logarithm of its density, the derivative in the
 * squared distance, and how to draw a distance. libnes learns mu and A.
 *
 * This law is the normal one, except that half of the points jump ten times as far. With it a
 * hill climber leaves a local optimum in which one with the normal law stays. A law may also have
 * parameters, which populations learn; see nes/density.h. */
#include <math.h>
#include <nes/density.h>
#include <nes/nes.h>
#include <stdio.h>

static const double JUMPS = 0.5, FAR = 10;

/* Logarithms of the two parts of the density. Both lack the factor (2 pi)^(-dim/2). */
static double near_part(double r2)
{
    return log(1 - JUMPS) - 0.5 * r2;
}

static double far_part(size_t dim, double r2)
{
    return log(JUMPS) - (double)dim * log(FAR) - 0.5 * r2 / (FAR * FAR);
}

static double logq(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)user;
    const double a = near_part(r2), b = far_part(dim, r2);
    return fmax(a, b) + log1p(exp(-fabs(a - b)));
}

/* Each part has its own slope, and counts by its share of the density. */
static double slope(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)user;
    const double share = 1 / (1 + exp(near_part(r2) - far_part(dim, r2)));
    return -0.5 * (share / (FAR * FAR) + 1 - share);
}

/* n is a distance of the normal law. */
static double radius(const double *tau, size_t dim, double n, nes_random *r, void *user)
{
    (void)tau, (void)dim, (void)user;
    return nes_random_uniform(r) < JUMPS ? FAR * n : n;
}

/* A local optimum of value 1 at the origin, and a better one at (5, 5). */
static double two_wells(size_t dim, const double *x, void *user)
{
    (void)user;
    double near = 1, far = 0;
    for (size_t i = 0; i < dim; i++) {
        near += 0.5 * x[i] * x[i];
        far += 0.2 * (x[i] - 5) * (x[i] - 5);
    }
    return near < far ? near : far;
}

static nes_result climb(const nes_radial *law)
{
    nes_settings s;
    nes_result r = {.best_f = INFINITY};
    double x[2] = {1, -1};
    nes_settings_default(&s);
    s.method = "1+1-xnes"; /* or "xnes", for a population */
    s.eta_sigma = 0.1;     /* a slow step size leaves time for jumps */
    s.max_evals = 20000;
    s.target = 1e-8;
    if (law != NULL) {
        s.family = "user-radial";
        s.radial = law;
    }
    const nes_status st = nes_minimize(two_wells, NULL, 2, x, &s, &r);
    if (st != NES_OK) fprintf(stderr, "%s\n", nes_strerror(st));
    printf("best f(%.4f, %.4f) = %.3g after %d evaluations\n", x[0], x[1], r.best_f,
           (int)r.evaluations);
    return r;
}

int main(void)
{
    const nes_radial jumps = {.logq = logq, .slope = slope, .radius = radius};
    printf("normal law:     ");
    climb(NULL);
    printf("law with jumps: ");
    return climb(&jumps).best_f < 1e-7 ? 0 : 1;
}
