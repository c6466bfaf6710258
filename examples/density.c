/* SPDX-License-Identifier: MIT
 * A search distribution of your own for the program nes, which compiles it by itself:
 *     nes run --expr 'min(0.1 * (x1 + 3)^2 + 1, 2 * (x1 - 3)^2)' --dim 1 \
 *         --density examples/density.c --popsize 100 --max-gens 60
 *
 * A mixture of two normal distributions. Each component has a mean for every variable and a width;
 * an even coin says which of them is drawn. theta has the means, then the logarithms of the
 * widths. The objective above has a wide basin at -3 and, elsewhere, a narrower and deeper one at
 * 3: the mixture explores both. */
#include <math.h>
#include <nes/density.h>

enum { COMPONENTS = 2, MOST = 20 }; /* components, and most variables */

/* The numbers of a component in theta: its mean, and the logarithm of its width. */
static const double *mean(const double *theta, size_t dim, int c)
{
    return theta + (size_t)c * dim;
}

static double width(const double *theta, size_t dim, int c)
{
    return exp(theta[COMPONENTS * dim + (size_t)c]);
}

/* All random numbers come from r: then a run depends on its seed alone. */
static void sample(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    (void)user;
    const int c = nes_random_uniform(r) < 0.5;
    for (size_t i = 0; i < dim; i++)
        x[i] = mean(theta, dim, c)[i] + width(theta, dim, c) * nes_random_normal(r);
}

/* Logarithm of the density of a component, without the factor that both have. */
static double log_component(const double *theta, size_t dim, int c, const double *x)
{
    double squares = 0;
    for (size_t i = 0; i < dim; i++) {
        const double z = (x[i] - mean(theta, dim, c)[i]) / width(theta, dim, c);
        squares += z * z;
    }
    return -0.5 * squares - (double)dim * log(width(theta, dim, c));
}

static double logpdf(const double *theta, size_t dim, const double *x, void *user)
{
    (void)user;
    const double a = log_component(theta, dim, 0, x), b = log_component(theta, dim, 1, x);
    const double constant = (double)dim * 0.918938533204672742; /* ln(2 pi)/2 each */
    return fmax(a, b) + log1p(exp(-fabs(a - b))) + log(0.5) - constant;
}

/* Each component contributes its own score, weighted by its share of the density at x. */
static void score(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    (void)user;
    const double a = log_component(theta, dim, 0, x), b = log_component(theta, dim, 1, x);
    for (int c = 0; c < COMPONENTS; c++) {
        const double share = 1 / (1 + exp(c == 0 ? b - a : a - b)), w = width(theta, dim, c);
        double squares = 0;
        for (size_t i = 0; i < dim; i++) {
            const double z = (x[i] - mean(theta, dim, c)[i]) / w;
            s[(size_t)c * dim + i] = share * z / w;
            squares += z * z;
        }
        s[COMPONENTS * dim + (size_t)c] = share * (squares - (double)dim);
    }
}

/* Called after every step: keeps widths between 0.05 and 5, so that neither component dies. */
static int keep_widths(double *theta, size_t dim, void *user)
{
    (void)user;
    for (int c = 0; c < COMPONENTS; c++) {
        double *log_width = &theta[COMPONENTS * dim + (size_t)c];
        *log_width = fmin(log(5), fmax(log(0.05), *log_width));
    }
    return 0;
}

/* What nes looks for: the distribution for dim variables, or null if there is none. */
const nes_density *density(size_t dim)
{
    static double start[COMPONENTS * MOST + COMPONENTS];
    static nes_density mixture = {
        .theta0 = start, .sample = sample, .logpdf = logpdf, .score = score, .repair = keep_widths};
    if (dim > MOST) return NULL;
    for (size_t i = 0; i < dim; i++) {
        start[i] = -2;
        start[dim + i] = 2;
    }
    for (int c = 0; c < COMPONENTS; c++) start[COMPONENTS * dim + (size_t)c] = log(2);
    mixture.nparam = COMPONENTS * dim + COMPONENTS;
    return &mixture;
}
