/* SPDX-License-Identifier: MIT
 * A search distribution of your own: a mixture of two normal distributions, each with its mean and
 * width, and a weight that says how often the second one is drawn. The objective has a wide basin
 * and, elsewhere, a narrower and deeper one. The mixture explores both and ends in the better one.
 *
 * libnes needs two functions of a distribution: one that draws a sample, and the score, which is
 * the derivative of the logarithm of the density in the parameters. */
#include <math.h>
#include <nes/density.h>
#include <nes/nes.h>
#include <stdio.h>
#include <string.h>

/* theta: means, logarithms of the widths, logarithm of the odds of the second component */
enum { MEAN = 0, WIDTH = 2, ODDS = 4, COUNT = 5 };

static double two_basins(size_t dim, const double *x, void *user)
{
    (void)dim, (void)user;
    const double wide = 0.1 * (x[0] + 3) * (x[0] + 3) + 1, narrow = 2 * (x[0] - 3) * (x[0] - 3);
    return wide < narrow ? wide : narrow;
}

static double second_weight(const double *theta)
{
    return 1 / (1 + exp(-theta[ODDS]));
}

static void sample(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    (void)dim, (void)user;
    const int c = nes_random_uniform(r) < second_weight(theta);
    x[0] = theta[MEAN + c] + exp(theta[WIDTH + c]) * nes_random_normal(r);
}

/* Weight times density of component c at x, without the factor 1/sqrt(2 pi) that both have. */
static double component(const double *theta, int c, double x)
{
    const double z = (x - theta[MEAN + c]) / exp(theta[WIDTH + c]), w = second_weight(theta);
    return (c ? w : 1 - w) * exp(-0.5 * z * z - theta[WIDTH + c]);
}

static double logpdf(const double *theta, size_t dim, const double *x, void *user)
{
    (void)dim, (void)user;
    return log(component(theta, 0, x[0]) + component(theta, 1, x[0])) - 0.918938533204672742;
}

/* Each component contributes its own score, weighted by its share of the density at x. */
static void score(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    (void)dim, (void)user;
    const double a = component(theta, 0, x[0]), b = component(theta, 1, x[0]);
    for (int c = 0; c < 2; c++) {
        const double z = (x[0] - theta[MEAN + c]) / exp(theta[WIDTH + c]);
        const double share = (c ? b : a) / (a + b);
        s[MEAN + c] = share * z / exp(theta[WIDTH + c]);
        s[WIDTH + c] = share * (z * z - 1);
    }
    s[ODDS] = b / (a + b) - second_weight(theta);
}

static double between(double low, double x, double high)
{
    return fmax(low, fmin(high, x));
}

/* Called after every step. It keeps both components alive and in the region of interest, and copies
 * the parameters for main to print. */
static int look(double *theta, size_t dim, void *user)
{
    (void)dim;
    for (int c = 0; c < 2; c++) {
        theta[MEAN + c] = between(-6, theta[MEAN + c], 6);
        theta[WIDTH + c] = between(log(0.05), theta[WIDTH + c], log(5));
    }
    theta[ODDS] = between(-2, theta[ODDS], 2);
    memcpy(user, theta, COUNT * sizeof *theta);
    return 0;
}

int main(void)
{
    const double start[COUNT] = {-2, 2, 0.7, 0.7, 0};
    double theta[COUNT];
    const nes_density mixture = {.nparam = COUNT,
                                 .theta0 = start,
                                 .sample = sample,
                                 .logpdf = logpdf,
                                 .score = score,
                                 .repair = look,
                                 .user = theta};
    nes_settings s;
    nes_settings_default(&s);
    s.family = "user"; /* the gradient is then "fisher": the natural one, estimated from scores */
    s.density = &mixture;
    s.mixing = "importance"; /* uses samples again, to save evaluations; this needs logpdf */
    s.popsize = 100;
    s.max_gens = 200;

    double x = 0;
    nes_result r;
    const nes_status st = nes_minimize(two_basins, NULL, 1, &x, &s, &r);
    if (st != NES_OK) {
        fprintf(stderr, "%s\n", nes_strerror(st));
        return 1;
    }
    for (int c = 0; c < 2; c++)
        printf("component %d: weight %.3f, mean %7.4f, width %.4f\n", c + 1,
               c ? second_weight(theta) : 1 - second_weight(theta), theta[MEAN + c],
               exp(theta[WIDTH + c]));
    printf("best f(%.4f) = %.3g after %d evaluations\n", x, r.best_f, (int)r.evaluations);
    return fabs(x - 3) < 0.01 && second_weight(theta) > 0.5 ? 0 : 1;
}
